"""The steps of a table of several dictionaries: each is a step of every dictionary that it changes, taken together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from termdesk.application.carrying_out import MOST_AT_ONCE
from termdesk.application.undo_steps import StepMark, UndoSteps
from termdesk.domain.wide import WideChange

# For each dictionary of a step, by column, which step of its own this is.
Marks = Mapping[int, StepMark]


@dataclass(slots=True)
class _Known:
    title: str
    # What it does next.
    change: WideChange
    marks: Marks


class WideSteps:
    """What was done in the table since it was opened, and what was undone; as `UndoSteps` for one dictionary.

    The dictionaries keep their own part of each, so that it can be taken back there when one is open alone.
    """

    def __init__(self, of_dictionaries: Sequence[UndoSteps]) -> None:
        self._of_dictionaries = of_dictionaries
        self._steps: list[_Known] = []
        self.done = 0

    @property
    def titles(self) -> list[str]:
        return [each.title for each in self._steps]

    def next(self, title: str) -> StepMark:
        """The mark of a change that shall be a new step; what was undone before can then no more be redone."""
        return StepMark(self.done, title, is_new=True)

    def change(self, place: int, _entries: object = None) -> WideChange:
        """What a step does next: its undo where it is done, else its redo."""
        return self._steps[place].change

    def is_large(self, place: int) -> bool:
        """Whether a step is to be carried out in a worker."""
        return self._steps[place].change.count > MOST_AT_ONCE

    def marks(self, mark: StepMark | None, change: WideChange) -> Marks:
        """For each dictionary of a step, which step of its own that is."""
        if mark is None:
            return {}
        if mark.is_new:
            return {column: self._of_dictionaries[column].next(mark.title) for column, _ in change.parts}
        known = self._steps[mark.place].marks
        return {column: replace(each, is_new=False, is_done=mark.is_done) for column, each in known.items()}

    def note(self, mark: StepMark | None, follow_up: WideChange, marks: Marks) -> None:
        """A change was carried out, as this step or as none; `follow_up` takes it back."""
        if mark is None:
            # Rows may have moved, and no step would know where to.
            self._steps.clear()
            self.done = 0
            return
        if mark.is_new:
            del self._steps[mark.place :]
            self._steps.append(_Known(mark.title, follow_up, marks))
        else:
            self._steps[mark.place].change = follow_up
        self.done = mark.place + mark.is_done
