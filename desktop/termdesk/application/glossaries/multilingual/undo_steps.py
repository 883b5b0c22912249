"""The undo history of a table: each step combines one step of every dictionary that it changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from termdesk.application.glossaries.editing.bulk_change import MOST_AT_ONCE
from termdesk.application.glossaries.editing.undo_steps import StepMark, UndoSteps
from termdesk.domain.multilingual.edits import realign
from termdesk.domain.multilingual.entries import MultilingualEntries
from termdesk.domain.multilingual.table import MultilingualChange

# The marks of a table's step in its dictionaries, by column.
Marks = Mapping[int, StepMark]


@dataclass(slots=True)
class _TableStep:
    title: str
    # The position of the step in each dictionary, by column.
    positions: Mapping[int, int]
    # The undo if the step is done, else the redo. None for a step of an earlier run, until it is needed.
    change: MultilingualChange | None = None


class MultilingualSteps:
    """The steps of a table in order: the first `done` of them can be undone, the others redone.

    Each dictionary stores its own part of a step, and can undo it when it is open alone. When the dictionaries are
    opened together again, parts with the same moment form one step again, unless one of them was undone alone.
    """

    def __init__(self, of_dictionaries: Sequence[UndoSteps]) -> None:
        self._of_dictionaries = of_dictionaries
        self._steps: list[_TableStep] = []
        self.done = 0
        self.bring_up()

    def bring_up(self) -> None:
        """Read the steps of the dictionaries again."""
        done, undone = self._together(is_done=True), self._together(is_done=False)
        self._steps, self.done = [*done, *undone], len(done)

    def _together(self, *, is_done: bool) -> list[_TableStep]:
        """Combine the steps of all dictionaries that are done, or those that are undone, in order of their first
        time.
        """
        found: defaultdict[tuple[float, int, int], dict[int, int]] = defaultdict(dict)
        for column, steps in enumerate(self._of_dictionaries):
            for position, moment in enumerate(steps.moments):
                if (position < steps.done) is is_done:
                    # A step without a time cannot be matched with steps of other dictionaries.
                    found[(moment, 0, 0) if moment else (0.0, column, position)][column] = position
        titles = [steps.titles for steps in self._of_dictionaries]
        together = (positions for _, positions in sorted(found.items()))
        return [
            _TableStep(titles[next(iter(positions))][next(iter(positions.values()))], positions)
            for positions in together
        ]

    @property
    def titles(self) -> list[str]:
        """The titles of all steps, those to undo and those to redo."""
        return [each.title for each in self._steps]

    def next(self, title: str, *, may_be_empty: bool = False) -> StepMark:
        """Return the mark for a change that becomes a new step. Applying it discards the steps to redo."""
        moment = max(steps.next_moment() for steps in self._of_dictionaries)
        return StepMark(self.done, title, is_new=True, moment=moment, may_be_empty=may_be_empty)

    def change(self, position: int, entries: MultilingualEntries) -> MultilingualChange:
        """Return the undo of a done step, else its redo. Raises ValueError if the stored step is damaged."""
        known = self._steps[position]
        if known.change is not None:
            return known.change
        parts = [
            (column, self._of_dictionaries[column].change(own, entries.dictionaries[column]))
            for column, own in known.positions.items()
        ]
        return realign(entries, parts)

    def is_large(self, position: int) -> bool:
        """Return whether a step takes so long that a worker must apply it."""
        step = self._steps[position]
        # A step of an earlier run has to be aligned with the table first.
        if step.change is None or step.change.count > MOST_AT_ONCE:
            return True
        return any(self._of_dictionaries[column].is_large(own) for column, own in step.positions.items())

    def marks(self, mark: StepMark | None, change: MultilingualChange) -> Marks:
        """Return the marks of a step in the dictionaries that it changes, by column."""
        if mark is None:
            return {}
        if mark.is_new:
            return {column: self._of_dictionaries[column].next(mark.title, mark.moment) for column, _ in change.parts}
        return self.marks_of_step(mark)

    def marks_of_step(self, mark: StepMark) -> Marks:
        """Return the marks of undo or redo in the dictionaries of its step, by column; none for a new step."""
        positions = {} if mark.is_new else self._steps[mark.position].positions
        return {column: replace(mark, position=own) for column, own in positions.items()}

    def note(self, mark: StepMark | None, inverse: MultilingualChange, marks: Marks) -> None:
        """Record an applied change by its inverse and its marks in the dictionaries.

        `mark` is None for a change that is not a step.
        """
        if mark is None:
            # The dictionaries have cleared their steps: rows may have moved, so the steps would change the wrong rows.
            self.bring_up()
            return
        if mark.is_new:
            del self._steps[mark.position :]
            positions = {column: each.position for column, each in marks.items()}
            self._steps.append(_TableStep(mark.title, positions, inverse))
        else:
            self._steps[mark.position].change = inverse
        self.done = mark.position + mark.is_done
