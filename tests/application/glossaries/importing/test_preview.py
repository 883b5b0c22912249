"""A preview describes a file, and follows the choices of the user."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.imports import written
from support.publishing_setup import EN_DE
from support.shared_data import shared_file
from termdesk.application.glossaries.importing.importer import (
    ImportChoices,
    Importer,
)
from termdesk.domain.language.language import LanguagePair

pytestmark = pytest.mark.anyio


async def test_a_preview_tells_what_the_file_is(importer: Importer, tmp_path: Path) -> None:
    path = written(tmp_path, "en;de;note;by\ntree;Baum;n;me\n\nhouse;Haus;;\n", "garden_terms.csv")

    preview = await importer.preview(path)

    assert (preview.format, preview.separator, preview.encoding) == ("CSV", ";", "utf-8")
    assert preview.encoding_is_certain
    assert preview.has_header
    assert preview.columns == ("en", "de", "note", "by")
    assert preview.phrase_columns == (0, 1)
    assert preview.unused_columns == ("by",)
    assert preview.result.entries.detail(0).note == "n"
    assert preview.pair == EN_DE
    assert (preview.entry_count, preview.blank_lines, preview.ignored_rows) == (2, 1, 0)
    assert preview.first_rows[0] == ("tree", "Baum", "n", "me")
    assert preview.suggested_name == "garden terms"


@pytest.mark.parametrize(
    ("name", "suggested"),
    [
        ("solar-energy.en-es.tsv", "solar-energy"),
        ("terms_EN-US_de.csv", "terms"),
        ("freedict.hun-eng.tsv", "freedict"),
        ("en-de.tsv", "en-de"),
        ("plain.tsv", "plain"),
    ],
)
async def test_a_name_is_suggested_without_languages(
    importer: Importer, tmp_path: Path, name: str, suggested: str
) -> None:
    preview = await importer.preview(written(tmp_path, "a\tb\n", name))

    assert preview.suggested_name == suggested


async def test_choices_of_the_user_are_obeyed(importer: Importer, tmp_path: Path) -> None:
    path = written(tmp_path, "Bäume|trees\nHäuser|houses\n".encode("cp1252"), "x.csv")

    guessed = await importer.preview(path)
    chosen = await importer.preview(
        path,
        ImportChoices(encoding="cp1252", separator="|", has_header=True, pair=EN_DE.reverse, columns=(1, 0)),
    )

    assert not guessed.encoding_is_certain
    assert chosen.pair == EN_DE.reverse
    assert list(chosen.result.entries) == [("houses", "Häuser")]


@pytest.mark.slow
async def test_a_file_of_many_languages_gives_any_pair(importer: Importer) -> None:
    path = shared_file("cldr-emoji-names.33-languages.csv")

    first = await importer.preview(path)
    chosen = await importer.preview(path, ImportChoices(pair=LanguagePair("ja", "fi")))

    assert len(first.languages) == 33
    assert chosen.phrase_columns == (first.languages.index("ja"), first.languages.index("fi"))
    assert chosen.entry_count == first.entry_count > 1_000
