"""The result of an import: the kind of each row, the decisions, and the single change made from them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.campaign import not_hanging
from support.detailed import detailed, details_of, incoming, kinds_of
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, NO_DETAIL, EntryDetail
from termdesk.domain.merging.import_comparison import review_of
from termdesk.domain.merging.review import Decision, IncomingRows, InitialDecision, ReviewKind, possible

KEEP, TAKE, BOTH = Decision
NOTED = EntryDetail(note="a note")
BANNED = EntryDetail(FORBIDDEN)


def applied(here: Entries, change: Change) -> list[tuple[str, str]]:
    twin = here.copy()
    undo = twin.apply(change)
    after = list(twin)
    twin.apply(undo)
    assert twin == here
    assert twin.details == here.details
    return after


HERE = Entries.of([("tree", "Baum"), ("house", "Haus"), ("bank", "Bank"), ("bank", "Ufer"), ("sea", "See")])
FILE = incoming(
    ("river", "Fluss"), ("tree", "Gehölz"), ("house", "Haus"), ("bank", "Geldhaus"), ("sun", "Sonne"), ("sun", "Sol")
)


def test_lines_that_are_no_entry_are_rejected_with_their_reason() -> None:
    file = IncomingRows(["tree", "no tab"], ["Baum", ""], [1, 2], reasons={1: "The row has 1 column."})

    review = review_of(Entries(), file)
    review.decide_by(InitialDecision.KEEP)

    assert kinds_of(review) == [ReviewKind.NEW, ReviewKind.REJECTED]
    assert (review.line(1), review.reason(1)) == (2, "The row has 1 column.")
    assert applied(Entries(), review.change()) == [("tree", "Baum"), ("no tab", "")]
    review.decide_kind(ReviewKind.REJECTED, KEEP)
    assert applied(Entries(), review.change()) == [("tree", "Baum")]


@pytest.mark.parametrize(
    ("existing", "expected"),
    [
        (InitialDecision.KEEP, [*HERE, ("river", "Fluss"), ("sun", "Sonne"), ("sun", "Sol")]),
        (
            InitialDecision.OVERWRITE,
            [
                ("tree", "Gehölz"),
                ("house", "Haus"),
                ("bank", "Geldhaus"),
                ("bank", "Ufer"),
                ("sea", "See"),
                ("river", "Fluss"),
                ("sun", "Sonne"),
                ("sun", "Sol"),
            ],
        ),
        (InitialDecision.APPEND, [*HERE, *zip(FILE.sources, FILE.targets, strict=True)]),
        (
            InitialDecision.REPLACE_ALL,
            [
                ("tree", "Gehölz"),
                ("house", "Haus"),
                ("bank", "Geldhaus"),
                ("river", "Fluss"),
                ("sun", "Sonne"),
                ("sun", "Sol"),
            ],
        ),
    ],
)
def test_what_an_import_begins_with(existing: InitialDecision, expected: list[tuple[str, str]]) -> None:
    review = review_of(HERE, FILE)

    review.decide_by(existing)

    assert applied(HERE, review.change()) == expected


@pytest.mark.parametrize(
    ("file", "existing", "expected"),
    [
        ([("river", "Fluss"), ("sun", "Sonne")], InitialDecision.KEEP, True),
        ([("river", "Fluss"), ("house", "Haus")], InitialDecision.KEEP, True),
        ([("river", "Fluss"), ("house", "Haus")], InitialDecision.APPEND, False),
        ([("river", "Fluss")], InitialDecision.REPLACE_ALL, False),
        ([("river", "Fluss"), ("tree", "Gehölz")], InitialDecision.OVERWRITE, False),
        ([("river", "Fluss"), ("sun", "Sonne"), ("sun", "Sol")], InitialDecision.KEEP, False),
        ([("house", "Haus")], InitialDecision.KEEP, False),
    ],
)
def test_rows_that_are_only_added_need_no_decision(
    file: list[tuple[str, str]], existing: InitialDecision, expected: bool
) -> None:
    review = review_of(HERE, incoming(*file))
    review.decide_by(existing)

    assert review.only_adds is expected


def test_decisions_by_row_go_before_those_by_kind() -> None:
    review = review_of(HERE, FILE)
    review.decide_by(InitialDecision.KEEP)

    review.decide([1], BOTH)
    review.decide([0], KEEP)
    review.decide_kind(ReviewKind.ONLY_LOCAL, TAKE)

    assert applied(HERE, review.change()) == [
        ("tree", "Baum"),
        ("house", "Haus"),
        ("bank", "Bank"),
        ("tree", "Gehölz"),
        ("sun", "Sonne"),
        ("sun", "Sol"),
    ]
    assert review.touched_count == 2 + 1 + 2


def test_of_rows_that_clash_only_one_can_be_the_one() -> None:
    review = review_of(HERE, FILE)
    review.decide_by(InitialDecision.KEEP)

    review.decide([4], TAKE)
    review.decide([5], TAKE)

    assert (review.decision(4), review.decision(5)) == (KEEP, TAKE)
    review.decide_kind(ReviewKind.CLASH, TAKE)
    assert [review.decision(item) for item in (3, 4, 5)] == [TAKE, TAKE, KEEP]


def test_a_decision_that_a_kind_has_not_becomes_the_nearest() -> None:
    review = review_of(HERE, FILE)

    review.decide(range(len(review)), BOTH)

    assert [review.decision(item) for item in range(len(review))] == [TAKE, BOTH, BOTH, BOTH, BOTH, BOTH, KEEP, KEEP]
    assert {kind: len(possible(kind)) for kind in ReviewKind} == {
        ReviewKind.NEW: 2,
        ReviewKind.CHANGED: 3,
        ReviewKind.SAME: 2,
        ReviewKind.CLASH: 3,
        ReviewKind.REJECTED: 2,
        ReviewKind.ONLY_LOCAL: 2,
    }


def test_a_row_that_stands_twice_in_the_file_comes_in_once() -> None:
    review = review_of(Entries(), incoming(("a", "x"), ("b", "y"), ("a", "x")))
    review.decide_by(InitialDecision.KEEP)

    assert kinds_of(review) == [ReviewKind.NEW, ReviewKind.NEW, ReviewKind.SAME]
    assert review.twin(2) == 0
    assert applied(Entries(), review.change()) == [("a", "x"), ("b", "y")]


# Details


def test_another_note_is_a_change_that_the_user_decides() -> None:
    here = detailed([("a", "x")], [EntryDetail("preferred", "mine", "law")])
    review = review_of(here, incoming(("a", "x"), details={0: EntryDetail(note="theirs")}))

    review.decide_by(InitialDecision.KEEP)
    assert review.change().count == 0
    review.decide_by(InitialDecision.OVERWRITE)
    here.apply(review.change())

    assert details_of(here) == [EntryDetail("preferred", "theirs", "law")]


@pytest.mark.parametrize("order", [1, -1])
def test_a_target_that_the_file_forbids_stays_beside_the_one_it_prefers(order: int) -> None:
    here = Entries.of([("tree", "Baum"), ("car", "Karre")])
    preferred, banned = ("car", "Auto", EntryDetail("preferred", "n")), ("car", "Karre", BANNED)
    rows = [preferred, banned][::order]
    file = incoming(*(row[:2] for row in rows), details={item: row[2] for item, row in enumerate(rows)})
    review = review_of(here, file)

    review.decide_by(InitialDecision.KEEP)
    assert applied(here, review.change()) == list(here)
    review.decide_by(InitialDecision.OVERWRITE)
    here.apply(review.change())

    assert list(here) == [("tree", "Baum"), ("car", "Karre"), ("car", "Auto")]
    assert details_of(here) == [NO_DETAIL, BANNED, EntryDetail("preferred", "n")]
    assert set(kinds_of(review_of(here, file))) == {ReviewKind.SAME, ReviewKind.ONLY_LOCAL}


def test_rows_of_a_file_that_say_the_same_with_other_notes_are_all_heard() -> None:
    here = detailed([("a", "x")], [NOTED])
    details = {0: EntryDetail("preferred", "theirs"), 1: EntryDetail("preferred"), 2: EntryDetail(domain="law")}
    review = review_of(here, incoming(("a", "x"), ("a", "x"), ("a", "x"), details=details))

    review.decide_by(InitialDecision.OVERWRITE)
    here.apply(review.change())

    assert list(here) == [("a", "x")]
    assert details_of(here) == [EntryDetail("preferred", "theirs", "law")]


def test_what_is_forbidden_here_does_not_come_in_as_allowed_unseen() -> None:
    here = detailed([("a", "bad")], [BANNED])
    review = review_of(here, incoming(("a", "bad")))

    review.decide_by(InitialDecision.KEEP)
    assert kinds_of(review) == [ReviewKind.CLASH]
    assert review.change().count == 0
    review.decide([0], TAKE)
    here.apply(review.change())

    assert details_of(here) == [EntryDetail()]


# Properties

rows = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("xyz")), max_size=6)
some_details = st.dictionaries(
    st.integers(0, 5), st.builds(EntryDetail, st.sampled_from(["", FORBIDDEN]), st.sampled_from(["", "n"]))
)


def made(pairs: list[tuple[str, str]], details: dict[int, EntryDetail]) -> Entries:
    entries = Entries.of(pairs)
    for row, detail in details.items():
        if row < len(pairs):
            entries.set_detail(row, detail)
    return entries


def as_file(entries: Entries) -> IncomingRows:
    return IncomingRows(entries.sources, entries.targets, range(1, len(entries) + 1), entries.details)


@pytest.mark.slow
@given(rows, some_details, rows, some_details, st.sampled_from(InitialDecision))
def test_every_import_can_be_undone_and_loses_no_source(
    here: list[tuple[str, str]],
    here_details: dict[int, EntryDetail],
    there: list[tuple[str, str]],
    there_details: dict[int, EntryDetail],
    existing: InitialDecision,
) -> None:
    entries, file = made(here, here_details), made(there, there_details)
    review = review_of(entries.copy(), as_file(file))
    review.decide_by(existing)
    before = entries.copy()

    undo = entries.apply(review.change())
    after = list(entries)
    entries.apply(undo)

    assert (entries, entries.ids, entries.details) == (before, before.ids, before.details)
    assert {source for source, _ in after} >= {source for source, _ in there}
    if existing in (InitialDecision.KEEP, InitialDecision.APPEND):
        assert after[: len(here)] == here


@pytest.mark.slow
@given(rows, some_details)
def test_ones_own_export_changes_nothing(pairs: list[tuple[str, str]], details: dict[int, EntryDetail]) -> None:
    entries = made(pairs, details)

    review = review_of(entries, as_file(entries))

    for existing in (InitialDecision.KEEP, InitialDecision.OVERWRITE, InitialDecision.REPLACE_ALL):
        review.decide_by(existing)
        assert review.change().count == 0
    assert review.count(ReviewKind.SAME) == len(entries)


@pytest.mark.slow
def test_a_hundred_thousand_rows_are_compared() -> None:
    here = Entries([f"source {number}" for number in range(100_000)], [f"target {number}" for number in range(100_000)])
    sources = [f"source {number}" for number in range(50_000, 150_000)]
    targets = [f"target {number}{' new' * (number % 3 == 0)}" for number in range(50_000, 150_000)]

    with not_hanging():
        review = review_of(here, IncomingRows(sources, targets, range(1, 100_001)))
        review.decide_by(InitialDecision.OVERWRITE)
        change = review.change()

    assert change.count == 50_000 + review.count(ReviewKind.CHANGED)
