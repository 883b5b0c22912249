"""The same glossary always gives the same bytes, so that changes are visible line by line."""

from __future__ import annotations

import difflib

import pytest

from support.files.bundles import EN_DE, bundle_of
from support.shared_data import shared_file
from termdesk.domain.entries import delimited
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.term_records import TermRecords


def tsv(entries: Entries) -> list[str]:
    return b"".join(bundle_of({EN_DE: TermRecords.of(entries)}).files["en-de.tsv"]).decode().splitlines(keepends=True)


@pytest.mark.slow
def test_a_real_glossary_in_another_order_gives_the_same_bytes_and_a_changed_row_one_line() -> None:
    text = shared_file("libreoffice.en-de.tsv").read_text("utf-8")
    rows = list(delimited.parse(text, quoting=False).as_dict().items())
    entries = Entries.of(rows)

    first, again = (bundle_of({EN_DE: TermRecords.of(each)}) for each in (entries, Entries.of(reversed(rows))))
    before = tsv(entries)
    entries.apply(SetCells(TARGET, [1234], ["Anders"]))
    lines = [each for each in difflib.ndiff(before, tsv(entries)) if each[0] in "+-"]

    assert first == again
    assert len(before) == len(rows) > 5_000
    assert [each[0] for each in lines] == ["-", "+"]
    assert lines[1] == f"+ {rows[1234][0]}\tAnders\n"


def test_dictionaries_without_details_have_no_file_of_details() -> None:
    records = {EN_DE: TermRecords({"bolt": "Schraube"}), LanguagePair("en", "fr"): TermRecords({"bolt": "vis"})}

    assert sorted(bundle_of(records).files) == ["CHANGES.md", "en-de.tsv", "en-fr.tsv"]


def test_a_damaged_character_is_refused() -> None:
    with pytest.raises(InvalidInput) as caught:
        bundle_of({EN_DE: TermRecords({"bolt": "\ud800"})})

    assert "en-de.tsv would contain a damaged character" in caught.value.message
