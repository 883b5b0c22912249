"""Unknown words for a status are counted, and interpreted as the user chooses."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.application.glossaries.importing.importer import ImportChoices, Importer
from termdesk.application.glossaries.importing.status_meanings import MOST_WORDS, unknown_statuses, with_statuses
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail

pytestmark = pytest.mark.anyio


def entries_of(*details: EntryDetail) -> Entries:
    entries = Entries([f"s{row}" for row in range(len(details))], [f"t{row}" for row in range(len(details))])
    entries.details = dict(enumerate(details))
    return entries


def test_words_are_counted_the_most_frequent_first() -> None:
    notes = ["Status: TBD", "a note\nStatus: TBD", "Status: under review", "no status", ""]
    assert unknown_statuses(entries_of(*(EntryDetail("", note) for note in notes))) == (("TBD", 2), ("under review", 1))

    many = [EntryDetail("", f"Status: {number}") for number in range(MOST_WORDS + 10)]
    assert len(unknown_statuses(entries_of(*many))) == MOST_WORDS


def test_a_word_with_a_meaning_becomes_a_status_and_leaves_the_note() -> None:
    entries = entries_of(
        EntryDetail("", "a note\nStatus: TBD", "law"),
        EntryDetail("", "Status: Gut"),
        EntryDetail("forbidden", "Status: gut"),
        EntryDetail("", "Status: unknown"),
        EntryDetail("", "Status: weg"),
        EntryDetail("", "mine"),
    )

    mapped = with_statuses(entries, {"tbd": "admitted", "gut": "preferred", "weg": ""})

    assert [mapped.detail(row) for row in range(6)] == [
        EntryDetail("admitted", "a note", "law"),
        EntryDetail("preferred"),
        EntryDetail("forbidden"),
        EntryDetail("", "Status: unknown"),
        EntryDetail(),
        EntryDetail("", "mine"),
    ]
    assert 4 not in mapped.details
    assert entries.detail(1).note == "Status: Gut", "what was read stays as it was"
    assert with_statuses(entries, {"other": "admitted"}) is entries


async def test_every_way_to_read_a_file_obeys_and_still_counts(importer: Importer, tmp_path: Path) -> None:
    path = tmp_path / "terms.csv"
    path.write_text("en,de,fr,Status\nsea,See,mer,TBD\nsun,Sonne,soleil,tbd\nsky,Himmel,ciel,\n", "utf-8")
    choices = ImportChoices(statuses=(("tbd", "forbidden"),))

    preview = await importer.preview(path, choices)
    parts = await importer.parts(preview, pairs=preview.file.pairs)

    assert preview.file.unknown_statuses == (("TBD", 1), ("tbd", 1))
    assert [len(part.result.entries.forbidden_ids()) for part in parts] == [2, 2]
    assert len(preview.result.entries.forbidden_ids()) == 2
