"""Every field of an entry has a title, and those of the source term say so."""

from __future__ import annotations

from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.entries.term_fields import FIELD_NAMES
from termdesk.ui.glossaries.dictionary.field_words import further_details


def test_every_field_has_a_title_in_words() -> None:
    detail = EntryDetail(fields=tuple((name, "x") for name in FIELD_NAMES))

    titles = [title for title, _ in further_details(detail)]

    assert titles == ["Definition", "Context", "Part of speech", "Gender", "Term type", "Term source", "Subset"]


def test_fields_of_the_source_term_and_unknown_ones_have_names_too() -> None:
    detail = EntryDetail(fields=(("sourceTerm/grammaticalGender", "f"), ("newer", "kept")))

    assert further_details(detail) == [("Gender of the source term", "f"), ("newer", "kept")]
