"""The kind of each row of a file, compared with a dictionary."""

from __future__ import annotations

from support.detailed import detailed, details_of, incoming, kinds_of
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.merging.import_comparison import review_of
from termdesk.domain.merging.review import InitialDecision, ReviewKind

NOTED = EntryDetail(note="a note")
BANNED = EntryDetail(FORBIDDEN)
HERE = Entries.of([("tree", "Baum"), ("house", "Haus"), ("bank", "Bank"), ("bank", "Ufer"), ("sea", "See")])
FILE = incoming(
    ("river", "Fluss"), ("tree", "Gehölz"), ("house", "Haus"), ("bank", "Geldhaus"), ("sun", "Sonne"), ("sun", "Sol")
)


def test_each_row_of_a_file_is_of_one_kind() -> None:
    review = review_of(HERE, FILE)

    assert kinds_of(review) == [
        ReviewKind.NEW,
        ReviewKind.CHANGED,
        ReviewKind.SAME,
        ReviewKind.CLASH,
        ReviewKind.CLASH,
        ReviewKind.CLASH,
        ReviewKind.ONLY_LOCAL,
        ReviewKind.ONLY_LOCAL,
    ]
    assert [review.source(item) for item in review.items(ReviewKind.ONLY_LOCAL)] == ["bank", "sea"]
    assert [review.local_target(item) for item in range(5)] == ["", "Baum", "Haus", "Bank", ""]
    assert sum(review.count(kind) for kind in ReviewKind) == len(review)


def test_synonyms_of_a_file_are_new_entries_and_no_clash() -> None:
    preferred, admitted = EntryDetail("preferred"), EntryDetail("admitted")
    file = incoming(("car", "Auto"), ("car", "Karre"), details={0: preferred, 1: admitted})

    assert kinds_of(review_of(Entries(), file)) == [ReviewKind.NEW, ReviewKind.NEW]
    here = detailed([("car", "Wagen"), ("car", "Karre")], [preferred, admitted])
    assert kinds_of(review_of(here, file)) == [ReviewKind.CHANGED, ReviewKind.SAME]


def test_homonyms_with_notes_of_their_own_both_come_in() -> None:
    file = incoming(("bank", "Bank"), ("bank", "Bank"), details={0: NOTED, 1: EntryDetail(note="another")})

    review = review_of(Entries(), file)
    review.decide_by(InitialDecision.KEEP)
    entries = Entries()
    entries.apply(review.change())

    assert kinds_of(review) == [ReviewKind.NEW, ReviewKind.CLASH]
    assert details_of(entries) == [NOTED, EntryDetail(note="another")]
    assert kinds_of(review_of(entries, file)) == [ReviewKind.SAME, ReviewKind.SAME]


def test_a_file_without_notes_blanks_none_and_one_with_notes_adds_them() -> None:
    here = detailed([("a", "x"), ("b", "y")], [NOTED, EntryDetail()])

    silent = review_of(here, incoming(("a", "x"), ("b", "y")))
    telling = review_of(here, incoming(("a", "x"), ("b", "y"), details={1: EntryDetail(domain="law")}))
    telling.decide_by(InitialDecision.KEEP)
    here.apply(telling.change())

    assert kinds_of(silent) == [ReviewKind.SAME, ReviewKind.SAME]
    assert kinds_of(telling) == [ReviewKind.SAME, ReviewKind.CHANGED]
    assert details_of(here) == [NOTED, EntryDetail(domain="law")]


def test_forbidden_rows_are_compared_by_both_phrases() -> None:
    here = detailed([("a", "x"), ("a", "bad")], [EntryDetail(), BANNED])

    review = review_of(here, incoming(("a", "x"), ("a", "bad"), ("a", "worse"), details={1: BANNED, 2: BANNED}))

    assert kinds_of(review) == [ReviewKind.SAME, ReviewKind.SAME, ReviewKind.NEW]


def test_blanks_around_a_note_that_files_do_not_keep_are_no_change() -> None:
    here = detailed([("a", "x")], [EntryDetail(note="see b ", domain=" law")])
    review = review_of(here, incoming(("a", "x"), details={0: EntryDetail(note="see b", domain="law")}))

    assert kinds_of(review) == [ReviewKind.SAME]
