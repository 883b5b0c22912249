"""Undo and redo steps: which step is next, and which ones a new step deletes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.application.glossaries.editing.bulk_change import MOST_AT_ONCE
from termdesk.application.glossaries.editing.undo_steps import StepMark, UndoSteps
from termdesk.domain.entries.changes import Change, InsertRows, RemoveRows, SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.storage.change_codec import encode
from termdesk.storage.undo_steps import StoredStep

ENTRIES = Entries.of([("tree", "Baum"), ("house", "Haus")])


class Sheet:
    """Entries with their undo steps, like in an open dictionary."""

    def __init__(self) -> None:
        self.entries = ENTRIES.copy()
        self.steps = UndoSteps()

    def do(self, change: Change, title: str, moment: float | None = None) -> None:
        self.steps.note(self.steps.next(title, moment), self.entries.apply(change))

    def step(self, position: int, *, is_done: bool) -> None:
        change = self.steps.change(position, self.entries)
        self.steps.note(StepMark(position, "", is_done=is_done), self.entries.apply(change))

    def undo(self) -> None:
        self.step(self.steps.done - 1, is_done=False)

    def redo(self) -> None:
        self.step(self.steps.done, is_done=True)


def typed(text: str) -> Change:
    return SetCells(TARGET, (0,), (text,))


@given(st.lists(st.sampled_from(["do", "undo", "redo"]), max_size=30))
def test_undo_and_redo_walk_along_the_steps(acts: list[str]) -> None:
    sheet = Sheet()
    states, position = [list(sheet.entries)], 0

    for number, act in enumerate(acts):
        if act == "do":
            sheet.do(typed(f"edit {number}"), f"Edit {number}")
            del states[position + 1 :]
            states.append(list(sheet.entries))
            position += 1
        elif act == "undo" and position:
            sheet.undo()
            position -= 1
        elif act == "redo" and position < len(states) - 1:
            sheet.redo()
            position += 1
        assert sheet.steps.done == position
        assert len(sheet.steps.titles) == len(states) - 1
        assert list(sheet.entries) == states[position]


@pytest.mark.scorecard("R14")
def test_moments_ascend_even_if_the_clock_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = Sheet()
    for moment in (2_000.0, 1_000.0, 1_000.0):
        monkeypatch.setattr("time.time", lambda moment=moment: moment)
        sheet.do(typed(str(moment)), "Edit")

    moments = sheet.steps.moments
    assert moments[0] == 2_000.0
    assert moments == sorted(set(moments))


def test_an_undone_step_keeps_its_title_and_moment() -> None:
    sheet = Sheet()
    sheet.do(typed("a"), "Type", 5.0)

    sheet.undo()

    assert (sheet.steps.titles, sheet.steps.moments, sheet.steps.done) == (["Type"], [5.0], 0)


def test_a_change_that_belongs_to_no_step_clears_them() -> None:
    sheet = Sheet()
    sheet.do(typed("a"), "Type")
    sheet.steps.mark_published()

    assert sheet.steps.note(None, typed("b")) is None

    assert (sheet.steps.titles, sheet.steps.done, sheet.steps.is_at_published) == ([], 0, False)


def test_the_published_entries_are_met_again_unless_a_new_step_cuts_the_way() -> None:
    sheet = Sheet()
    sheet.do(typed("a"), "One")
    sheet.do(typed("b"), "Two")
    sheet.steps.mark_published()

    sheet.undo()
    assert not sheet.steps.is_at_published
    sheet.redo()
    assert sheet.steps.is_at_published
    sheet.undo()
    sheet.do(typed("c"), "Instead")
    assert sheet.steps.done == 2
    assert not sheet.steps.is_at_published


def test_a_step_of_an_earlier_run_gets_ids_that_are_free_now() -> None:
    removed = ENTRIES.copy().apply(RemoveRows([0]))
    assert isinstance(removed, InsertRows)
    steps = UndoSteps([StoredStep("Delete", encode(removed), 3.0)], done=1)
    entries = Entries.of([("other", "andere")])

    change = steps.change(0, entries)

    assert isinstance(change, InsertRows)
    assert not set(change.ids) & set(entries.ids)
    entries.apply(change)
    assert list(entries) == [("tree", "Baum"), ("other", "andere")]


@pytest.mark.parametrize("rows", [1, MOST_AT_ONCE, MOST_AT_ONCE + 1])
def test_steps_of_many_rows_are_left_to_a_worker(rows: int) -> None:
    change = SetCells(TARGET, range(rows), ["x"] * rows)
    sheet = UndoSteps([StoredStep("Stored", encode(change))], done=1)
    sheet.note(sheet.next("New"), change)

    assert [sheet.is_large(0), sheet.is_large(1)] == [rows > MOST_AT_ONCE] * 2
