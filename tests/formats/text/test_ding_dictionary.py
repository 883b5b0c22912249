"""Ding dictionaries as downloaded: forms between bars, synonyms, labels in brackets."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.application.glossaries.importing.import_files import look_into
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.formats.file_view import ImportChoices
from termdesk.formats.text import ding_dictionary

DICTIONARY = """# Version :: 1.9 2020-11-02
# Copyright (c) :: somebody
Aal {m} [zool.] | Aale {pl} :: eel | eels
Abbruch {m}; Abriss {m} (eines Hauses; einer Brücke) :: demolition; pulling down
etw. abbrechen {vt} | abgebrochen | :: to break off <sth.> | broken off |
"""


def written(folder: Path, text: str) -> Path:
    (folder / "de-en.txt").write_text(text, "utf-8")
    return folder / "de-en.txt"


def test_forms_and_synonyms_become_entries_and_labels_notes(tmp_path: Path) -> None:
    reading = ding_dictionary.read(written(tmp_path, DICTIONARY))
    entries = reading.result.entries

    assert list(entries) == [
        ("Aal", "eel"),
        ("Aale", "eels"),
        ("Abbruch", "demolition"),
        ("Abriss (eines Hauses; einer Brücke)", "demolition"),
        ("etw. abbrechen", "to break off"),
        ("abgebrochen", "broken off"),
    ]
    assert [entries.detail(row).note for row in range(6)] == [
        "{m} [zool.]",
        "{pl}",
        "{m} {m}\npulling down",
        "{m} {m}\npulling down",
        "{vt} <sth.>",
        "",
    ]
    assert reading.describe_noted_counts() == ["comment lines: 2", "further target terms, kept in notes: 2"]
    assert list(reading.result.lines) == [3, 3, 4, 4, 5, 5]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Aal | Aale :: eel", "The source has 2 forms between bars, the target 1."),
        ("Aal", "The line does not have two sides"),
        ("{m} | :: [zool.] |", "The row has neither source nor target."),
    ],
)
def test_what_is_no_entry_is_rejected_by_line(tmp_path: Path, line: str, reason: str) -> None:
    result = ding_dictionary.read(written(tmp_path, f"{DICTIONARY}{line}\n")).result

    assert [(each.line, each.original) for each in result.rejected_rows] == [(6, line)]
    assert result.rejected_rows[0].reason.startswith(reason)
    assert len(result.entries) == 6


def test_a_form_without_a_translation_comes_in_to_be_completed(tmp_path: Path) -> None:
    result = ding_dictionary.read(written(tmp_path, "Aal | Aale :: eel |\n")).result

    assert list(result.entries) == [("Aal", "eel"), ("Aale", "")]


def test_such_a_file_is_known_by_its_lines(tmp_path: Path) -> None:
    file, result = look_into(NoProgress(), written(tmp_path, DICTIONARY), ImportChoices())

    assert (file.format, file.pair, len(result.entries)) == ("Ding dictionary", LanguagePair("de", "en"), 6)
    table = written(tmp_path, "std::string\tZeichenkette\na :: b\tc\n")
    assert look_into(NoProgress(), table, ImportChoices())[0].format == "TSV"
