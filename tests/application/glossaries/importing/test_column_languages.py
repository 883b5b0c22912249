"""Columns in the wrong order are noticed by the languages of their texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.shared_data import shared_file
from termdesk.application.glossaries.importing.column_languages import ColumnLanguages, detect_columns
from termdesk.application.glossaries.importing.importer import ImportChoices, Importer
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress

EN_DE = LanguagePair("en", "de")
ROWS = [("Bearbeiten", "Edit"), ("Datei öffnen", "Open file"), ("Schließen", "Close"), ("Einstellungen", "Settings")]


@pytest.mark.parametrize("language", ["ar", "de", "es", "fr", "he", "ja", "th"])
@pytest.mark.parametrize("count", [20, 1_000])
def test_real_terms_are_told_apart_in_both_orders(language: str, count: int) -> None:
    lines = shared_file(f"libreoffice.en-{language}.tsv").read_text("utf-8").splitlines()[:count]
    rows = [(line.split("\t")[0], line.split("\t")[1]) for line in lines]
    pair = LanguagePair("en", language)

    right = detect_columns(NoProgress(), Entries.of(rows))
    wrong = detect_columns(NoProgress(), Entries.of((target, source) for source, target in rows))

    assert (right.are_swapped(pair), right.are_swapped(pair.reverse)) == (False, True)
    assert (wrong.are_swapped(pair), wrong.are_swapped(pair.reverse)) == (True, False)


def test_too_few_phrases_and_similar_languages_tell_nothing() -> None:
    few = detect_columns(NoProgress(), Entries.of(ROWS[:3]))
    alike = ColumnLanguages({"nb": 0.6, "da": 0.7}, {"da": 0.6, "nb": 0.7})

    assert not few.are_swapped(EN_DE)
    assert not alike.are_swapped(LanguagePair("nb", "da"))
    assert not alike.are_swapped(LanguagePair("nb", "nb"))


def test_names_that_are_alike_in_both_columns_tell_nothing() -> None:
    names = ["Berlin", "Microsoft", "Toyota", "Paris", "London"]

    assert not detect_columns(NoProgress(), Entries.of(zip(names, names, strict=True))).are_swapped(EN_DE)


@pytest.mark.anyio
async def test_only_tables_without_titles_are_examined(importer: Importer, tmp_path: Path) -> None:
    lines = "".join(f"{source}\t{target}\n" for source, target in ROWS)
    plain, titled = tmp_path / "plain.tsv", tmp_path / "titled.tsv"
    plain.write_text(lines, "utf-8")
    titled.write_text(f"de\ten\n{lines}", "utf-8")

    found = await importer.preview(plain, ImportChoices(pair=EN_DE))

    assert found.are_columns_swapped(EN_DE)
    assert not found.are_columns_swapped(EN_DE.reverse)
    assert (await importer.preview(titled)).column_languages is None
