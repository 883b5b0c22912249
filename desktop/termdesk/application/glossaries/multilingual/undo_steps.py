"""The steps of a table of several dictionaries: each is a step of every dictionary that it changes, taken together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from termdesk.application.glossaries.editing.bulk_change import MOST_AT_ONCE
from termdesk.application.glossaries.editing.undo_steps import StepMark, UndoSteps
from termdesk.domain.multilingual.edits import realigned
from termdesk.domain.multilingual.entries import MultilingualEntries
from termdesk.domain.multilingual.table import MultilingualChange

# For each dictionary of a step, by column, which step of its own this is.
Marks = Mapping[int, StepMark]


@dataclass(slots=True)
class _Known:
    title: str
    # By column, which step of that dictionary it is.
    places: Mapping[int, int]
    # What it does next; None where only the dictionaries know, each its part.
    change: MultilingualChange | None = None


class MultilingualSteps:
    """What can be undone and redone in the table, as `UndoSteps` for one dictionary.

    The dictionaries keep it, each its part: there it can be taken back too when one is open alone, and here it comes
    back when they are opened together again, after a restart as well. Parts that were taken at the same moment are one
    step, unless one of them was taken back alone meanwhile.
    """

    def __init__(self, of_dictionaries: Sequence[UndoSteps]) -> None:
        self._of_dictionaries = of_dictionaries
        self._steps: list[_Known] = []
        self.done = 0
        self.bring_up()

    def bring_up(self) -> None:
        """Take up what the dictionaries know by now."""
        done, undone = self._together(is_done=True), self._together(is_done=False)
        self._steps, self.done = [*done, *undone], len(done)

    def _together(self, *, is_done: bool) -> list[_Known]:
        """Steps of all dictionaries that are done, or undone, in the order in which they were taken."""
        found: defaultdict[tuple[float, int, int], dict[int, int]] = defaultdict(dict)
        for column, steps in enumerate(self._of_dictionaries):
            for place, moment in enumerate(steps.moments):
                if (place < steps.done) is is_done:
                    # Of steps without a moment nobody knows whether they belong together.
                    found[(moment, 0, 0) if moment else (0.0, column, place)][column] = place
        titles = [steps.titles for steps in self._of_dictionaries]
        together = (places for _, places in sorted(found.items()))
        return [_Known(titles[next(iter(places))][next(iter(places.values()))], places) for places in together]

    @property
    def titles(self) -> list[str]:
        return [each.title for each in self._steps]

    def next(self, title: str) -> StepMark:
        """The mark of a change that shall be a new step; what was undone before can then no more be redone."""
        moment = max(steps.next_moment() for steps in self._of_dictionaries)
        return StepMark(self.done, title, is_new=True, moment=moment)

    def change(self, place: int, entries: MultilingualEntries) -> MultilingualChange:
        """What a step does next: its undo where it is done, else its redo. Raises ValueError where it is damaged."""
        known = self._steps[place]
        if known.change is not None:
            return known.change
        parts = [
            (column, self._of_dictionaries[column].change(own, entries.dictionaries[column]))
            for column, own in known.places.items()
        ]
        return realigned(entries, parts)

    def is_large(self, place: int) -> bool:
        """Whether a step is to be carried out in a worker."""
        change = self._steps[place].change
        # What only the dictionaries know takes aligning them anew.
        return change is None or change.count > MOST_AT_ONCE

    def marks(self, mark: StepMark | None, change: MultilingualChange) -> Marks:
        """For each dictionary of a step, which step of its own that is."""
        if mark is None:
            return {}
        if mark.is_new:
            return {column: self._of_dictionaries[column].next(mark.title, mark.moment) for column, _ in change.parts}
        places = self._steps[mark.place].places
        return {column: replace(mark, place=own) for column, own in places.items()}

    def note(self, mark: StepMark | None, follow_up: MultilingualChange, marks: Marks) -> None:
        """A change was carried out, as this step or as none; `follow_up` takes it back."""
        if mark is None:
            # The dictionaries have forgotten theirs: rows may have moved, and no step would know where to.
            self.bring_up()
            return
        if mark.is_new:
            del self._steps[mark.place :]
            places = {column: each.place for column, each in marks.items()}
            self._steps.append(_Known(mark.title, places, follow_up))
        else:
            self._steps[mark.place].change = follow_up
        self.done = mark.place + mark.is_done
