"""What an import would do, in words: each decision of a kind has its own, and the sum names what would happen."""

from __future__ import annotations

import pytest

from termdesk.application.glossaries.importing.review import incoming_rows_of
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.merging.import_comparison import review_of
from termdesk.domain.merging.review import InitialDecision, Review, ReviewKind, possible
from termdesk.formats.read_result import ReadResult
from termdesk.ui.glossaries.importing.review_words import decision_words, kind_words, list_details, summarize

pytestmark = pytest.mark.usefixtures("qapp")
FILE = Entries.of([("tree", "Baum"), ("sea", "See"), ("sun", "Sonne")])


def reviewed(here: Entries, existing: InitialDecision) -> Review:
    review = review_of(here, incoming_rows_of(ReadResult(FILE, [1, 2, 3])))
    review.decide_by(existing)
    return review


def test_every_kind_has_a_word_of_its_own() -> None:
    assert len({kind_words(kind) for kind in ReviewKind}) == len(ReviewKind)


@pytest.mark.parametrize("is_here", [True, False])
@pytest.mark.parametrize("kind", ReviewKind)
def test_decisions_of_one_kind_can_be_told_apart(kind: ReviewKind, is_here: bool) -> None:
    words = [decision_words(kind, decision, is_here=is_here) for decision in possible(kind)]

    assert len(set(words)) == len(words)


def test_a_clash_within_the_file_does_not_speak_of_what_is_here() -> None:
    for decision in possible(ReviewKind.CLASH)[:2]:
        here, new = (decision_words(ReviewKind.CLASH, decision, is_here=is_here) for is_here in (True, False))

        assert here != new


def test_an_import_that_changes_nothing_says_whether_all_is_here() -> None:
    same = summarize(reviewed(FILE, InitialDecision.KEEP))
    kept = reviewed(Entries.of([("tree", "Eiche"), ("sea", "Meer"), ("sun", "Stern")]), InitialDecision.KEEP)

    assert kept.touched_count == 0
    assert summarize(kept) not in ("", same)


def test_the_sum_counts_what_would_happen() -> None:
    here = Entries.of([("sea", "Meer"), ("moon", "Mond")])

    words = summarize(reviewed(here, InitialDecision.REPLACE_ALL))

    assert [part.rpartition(" ")[2] for part in words.split(" · ")] == ["2", "1", "1"], "new, replaced, removed"
    assert words[0].isupper()
    assert summarize(reviewed(here, InitialDecision.KEEP)).count("·") == 0


def test_details_are_one_line_of_those_that_there_are() -> None:
    assert list_details(EntryDetail(domain="rail", note="a note")) == "rail · a note"
    assert list_details(EntryDetail(note="a note", fields=(("definition", "whole"),))) == "a note · whole"
    assert list_details(EntryDetail()) == ""
