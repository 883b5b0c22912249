"""Texts computed for one query are kept for the next, updated by small edits and dropped by large ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.view_queries import containing
from termdesk.application.glossaries.view import row_texts
from termdesk.application.glossaries.view.conditions import Condition, Match
from termdesk.application.glossaries.view.facets import Facet
from termdesk.application.glossaries.view.row_texts import (
    QuerySnapshot,
    RowTexts,
    rows_counted,
    rows_shown,
)
from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.domain.entries.changes import InsertRows, RemoveRows, SetCells
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress

PAIR = LanguagePair("en", "de")
PAIRS = [("tree", "Baum"), ("house", "Haus"), ("apple tree", "Apfelbaum"), ("Äpfel", "x")]
NO_MARKS: tuple[set[int], set[str], set[int]] = (set(), set(), set())
SORTED = containing("E").with_order(SOURCE)
FACETS = [Facet.SOURCE_LENGTH, Facet.TARGET_WORDS]


def asked(texts: RowTexts, query: ViewQuery = SORTED, *facets: Facet) -> QuerySnapshot:
    return texts.take_snapshot(query, NO_MARKS, {}, facets=facets)


def shown(texts: RowTexts, query: ViewQuery = SORTED) -> list[int]:
    """Return the rows that a query shows; the computed texts are kept."""
    rows, made = rows_shown(NoProgress(), asked(texts, query))
    texts.keep(made)
    return list(rows)


def counted(texts: RowTexts) -> dict[Facet, dict[str, int]]:
    counts, made = rows_counted(NoProgress(), asked(texts, ViewQuery(), *FACETS), FACETS)
    texts.keep(made)
    return counts


def filled(entries: Entries) -> RowTexts:
    texts = RowTexts(entries, PAIR)
    shown(texts)
    shown(texts, ViewQuery(sort_column=TARGET))
    counted(texts)
    return texts


def test_what_was_made_is_not_made_again() -> None:
    entries = Entries.of(PAIRS)
    texts = filled(entries)

    assert shown(texts) == [3, 2, 1, 0]
    again = asked(texts, SORTED, *FACETS)
    assert again.folded is not None
    assert again.keys is not None
    assert set(again.codes) == set(FACETS)
    _, made = rows_shown(NoProgress(), again)
    assert (made.folded, made.keys, made.codes) == (None, {}, {})


def test_columns_are_copied_only_if_the_answer_needs_them() -> None:
    texts = filled(Entries.of(PAIRS))

    assert asked(texts).rows.ids == ()
    pattern = ViewQuery((Condition("^t", match=Match.PATTERN),))
    assert len(asked(texts, pattern).rows.ids) == len(PAIRS)
    assert len(asked(texts, SORTED, Facet.STATUS).rows.ids) == len(PAIRS)


def test_a_snapshot_copies_nothing_and_what_it_made_is_kept() -> None:
    entries = Entries.of(PAIRS)
    texts = RowTexts(entries, PAIR)
    first = asked(texts)
    rows, made = rows_shown(NoProgress(), first)
    texts.keep(made)

    assert list(rows) == [3, 2, 1, 0]
    assert first.rows.sources is entries.sources
    second = asked(texts)
    assert second.folded is made.folded
    assert second.keys is made.keys[SOURCE]
    assert list(rows_shown(NoProgress(), second)[0]) == [3, 2, 1, 0]
    assert list(entries) == PAIRS


def test_an_edit_changes_no_snapshot() -> None:
    entries = Entries.of(PAIRS)
    texts = RowTexts(entries, PAIR)
    first = asked(texts)
    texts.keep(rows_shown(NoProgress(), first)[1])
    second = asked(texts)

    entries.apply(SetCells(SOURCE, [1], ["pig"]))
    texts.note_changed([1], SOURCE)
    entries.apply(InsertRows.at(entries, 0, [("bee", "Biene")]))
    texts.note_inserted([0])
    entries.apply(RemoveRows([3]))
    texts.note_removed([3])

    for snapshot in (first, second):
        assert list(rows_shown(NoProgress(), snapshot)[0]) == [3, 2, 1, 0]
    assert shown(texts) == shown(RowTexts(entries, PAIR)) == [3, 0, 1]


def test_texts_are_changed_in_place_once_their_snapshots_have_ended() -> None:
    entries = Entries.of(PAIRS)
    texts = filled(entries)
    folded = asked(texts).folded

    texts.note_changed([0], SOURCE)

    assert asked(texts).folded is folded


def test_texts_that_a_snapshot_uses_are_not_freed_elsewhere() -> None:
    texts = filled(Entries.of(PAIRS))
    snapshot = asked(texts)

    assert texts.take_away() == []
    assert list(rows_shown(NoProgress(), snapshot)[0]) == [3, 2, 1, 0]


edits = st.lists(
    st.tuples(
        st.sampled_from(["set", "insert", "remove"]), st.integers(0, 9), st.sampled_from(["eel", "Ärger", "", "a b c"])
    ),
    max_size=10,
)


@pytest.mark.slow
@given(edits)
def test_small_edits_are_followed(several: list[tuple[str, int, str]]) -> None:
    entries = Entries.of(PAIRS)
    texts = filled(entries)
    for kind, position, phrase in several:
        row = position % (len(entries) + (kind == "insert")) if len(entries) else 0
        if kind == "insert":
            entries.apply(InsertRows.at(entries, row, [(phrase, "neu"), ("more", phrase)]))
            texts.note_inserted([row, row + 1])
        elif kind == "remove" and len(entries):
            entries.apply(RemoveRows([row]))
            texts.note_removed([row])
        elif len(entries):
            entries.apply(SetCells(position % 2, [row], [phrase]))
            texts.note_changed([row], position % 2)

    for query in (SORTED, ViewQuery(sort_column=TARGET, descending=True)):
        assert shown(texts, query) == shown(RowTexts(entries, PAIR), query)
    assert counted(texts) == counted(RowTexts(entries, PAIR))


@pytest.mark.parametrize("rows", [[0, 1, 2], [0, 2]])
def test_large_and_scattered_edits_drop_everything(rows: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_texts, "_KEPT_UP_TO", 2)
    entries = Entries.of(PAIRS)
    texts = filled(entries)

    entries.apply(RemoveRows(rows))
    texts.note_removed(rows)

    assert (asked(texts).folded, asked(texts).keys) == (None, None)
    assert shown(texts) == shown(RowTexts(entries, PAIR))


def test_rows_edited_one_by_one_are_found_before_and_after_the_next_search() -> None:
    entries = Entries.of(PAIRS)
    texts = filled(entries)
    for row in (2, 0, 2):
        entries.apply(SetCells(TARGET, [row], [f"Neu{row}"]))
        texts.note_changed([row], TARGET)
    snapshot = asked(texts, containing("NEU"))

    entries.apply(SetCells(TARGET, [0], ["Alt"]))
    texts.note_changed([0], TARGET)

    assert list(rows_shown(NoProgress(), snapshot)[0]) == [0, 2]
    assert shown(texts, containing("NEU")) == [2]
    assert shown(texts, containing("alt")) == [0]


def test_the_lists_of_what_is_closed_can_be_freed_elsewhere() -> None:
    texts = filled(Entries.of(PAIRS))

    lists = texts.take_away()

    assert [len(each) for each in lists] == [len(PAIRS)] * 2
    assert asked(texts).folded is None
    assert texts.take_away() == []
