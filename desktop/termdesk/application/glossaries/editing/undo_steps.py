"""The undo history of one dictionary. It survives a restart of the program."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from termdesk.application.glossaries.editing.bulk_change import MOST_AT_ONCE
from termdesk.domain.entries.changes import Change, renew_ids
from termdesk.domain.entries.entries import Entries
from termdesk.storage.undo_steps import Step, StepMark, StoredStep

# Unpacking more bytes than this takes longer than a frame.
_LARGE_BYTES = 100_000
# Added to the time of the previous step if necessary: no two steps of a dictionary have the same time.
_TICK = 1e-6

__all__ = ["StepMark", "UndoSteps"]


@dataclass(slots=True)
class _UndoStep:
    title: str
    # The undo if the step is done, else the redo. A step of an earlier run stays packed until it is needed.
    change: Change | StoredStep
    # When the step was first done, in seconds since 1970; 0 if unknown.
    moment: float


class UndoSteps:
    """The steps of a dictionary in order: the first `done` of them can be undone, the others redone.

    Only `OpenDictionary` modifies them, with every change that it applies. The windows show these steps and keep no
    copy.
    """

    def __init__(self, kept: Sequence[StoredStep] = (), done: int = 0) -> None:
        self._steps = [_UndoStep(each.title, each, each.moment) for each in kept]
        self.done = done
        # The value of `done` at which the entries equal the published ones; None if no value does.
        self._published_at: int | None = None

    @property
    def titles(self) -> list[str]:
        """The titles of all steps, those to undo and those to redo."""
        return [each.title for each in self._steps]

    @property
    def moments(self) -> list[float]:
        """When each step was first done, in seconds since 1970, ascending; 0 if unknown."""
        return [each.moment for each in self._steps]

    def next_moment(self) -> float:
        """Return the time for a new step: later than all others, even if the clock was set back."""
        return max(time.time(), self._steps[-1].moment + _TICK if self._steps else 0.0)

    def next(self, title: str, moment: float | None = None) -> StepMark:
        """Return the mark for a change that becomes a new step. Applying it discards the steps to redo.

        Steps of several dictionaries with the same `moment` are one step of their table.
        """
        return StepMark(self.done, title, is_new=True, moment=self.next_moment() if moment is None else moment)

    def change(self, position: int, entries: Entries) -> Change:
        """Return the undo of a done step, else its redo. Raises ValueError if the stored step is damaged."""
        known = self._steps[position].change
        # Do not cache the unpacked change: `entries` may be a copy, and the ids of new rows belong to it.
        return renew_ids(known.change(), entries) if isinstance(known, StoredStep) else known

    def is_large(self, position: int) -> bool:
        """Return whether a step takes so long that a worker must apply it."""
        known = self._steps[position].change
        if isinstance(known, StoredStep):
            return len(known.packed) > _LARGE_BYTES or known.change().count > MOST_AT_ONCE
        return known.count > MOST_AT_ONCE

    def note(self, mark: StepMark | None, inverse: Change) -> Step | None:
        """Record an applied change by its inverse. Return the step to store.

        A change without a `mark` belongs to no step and clears all steps.
        """
        if mark is None:
            # Rows may have moved, so the steps would now change the wrong rows.
            self._steps.clear()
            self.done = 0
            self.forget_published()
            return None
        if mark.is_new:
            if self._published_at is not None and self._published_at > mark.position:
                self.forget_published()
            del self._steps[mark.position :]
            self._steps.append(_UndoStep(mark.title, inverse, mark.moment))
        else:
            step = self._steps[mark.position]
            step.change, mark = inverse, replace(mark, moment=step.moment)
        self.done = mark.position + mark.is_done
        return Step(mark, inverse)

    # The published entries

    @property
    def is_at_published(self) -> bool:
        """Whether undo and redo have returned to the published entries."""
        return self._published_at == self.done

    def mark_published(self) -> None:
        """Record that the entries equal the published ones at the present number of done steps."""
        self._published_at = self.done

    def forget_published(self) -> None:
        """Forget that position: other entries are published, or the steps to it were discarded."""
        self._published_at = None
