"""The undo history of one dictionary. It survives a restart of the program."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from termdesk.application.glossaries.editing.bulk_change import MOST_AT_ONCE
from termdesk.domain.entries.changes import Change, renewed
from termdesk.domain.entries.entries import Entries
from termdesk.storage.undo_steps import Step, StepMark, StoredStep

# Unpacking more bytes takes longer than a frame.
_LARGE_BYTES = 100_000
# Two steps of one dictionary never have the same time.
_TICK = 1e-6

__all__ = ["StepMark", "UndoSteps"]


@dataclass(slots=True)
class _Known:
    title: str
    # What it does next: the change of this run, or one that was read and not yet unpacked.
    change: Change | StoredStep
    moment: float


class UndoSteps:
    """What was done and can be undone, and what was undone and can be redone.

    `OpenDictionary` alone changes it, with every change that it carries out.
    """

    def __init__(self, kept: Sequence[StoredStep] = (), done: int = 0) -> None:
        self._steps = [_Known(each.title, each, each.moment) for each in kept]
        self.done = done
        # How many steps were done when the entries were as published; None where no number of them leads there.
        self._published_at: int | None = None

    @property
    def titles(self) -> list[str]:
        return [each.title for each in self._steps]

    @property
    def moments(self) -> list[float]:
        """When each was first taken, ascending; 0 where nobody knows."""
        return [each.moment for each in self._steps]

    def next_moment(self) -> float:
        """The moment of a step that is taken now: behind all others, whatever the clock says."""
        return max(time.time(), self._steps[-1].moment + _TICK if self._steps else 0.0)

    def next(self, title: str, moment: float | None = None) -> StepMark:
        """The mark of a change that shall be a new step; what was undone before can then no more be redone.

        `moment` tells which steps of other dictionaries it belongs to.
        """
        return StepMark(self.done, title, is_new=True, moment=self.next_moment() if moment is None else moment)

    def change(self, place: int, entries: Entries) -> Change:
        """What a step does next: its undo where it is done, else its redo. Raises ValueError where it is damaged."""
        known = self._steps[place].change
        # Not kept: it may be for a copy of the entries, and its ids are taken only where it is carried out.
        return renewed(known.change(), entries) if isinstance(known, StoredStep) else known

    def is_large(self, place: int) -> bool:
        """Whether a step is to be carried out in a worker."""
        known = self._steps[place].change
        if isinstance(known, StoredStep):
            return len(known.packed) > _LARGE_BYTES or known.change().count > MOST_AT_ONCE
        return known.count > MOST_AT_ONCE

    def note(self, mark: StepMark | None, follow_up: Change) -> Step | None:
        """A change was carried out, as this step or as none; `follow_up` takes it back. Gives what is to be kept."""
        if mark is None:
            # Rows may have moved, and no step would know where to.
            self._steps.clear()
            self.done = 0
            self.forget_published()
            return None
        if mark.is_new:
            if self._published_at is not None and self._published_at > mark.place:
                self.forget_published()
            del self._steps[mark.place :]
            self._steps.append(_Known(mark.title, follow_up, mark.moment))
        else:
            known = self._steps[mark.place]
            known.change, mark = follow_up, replace(mark, moment=known.moment)
        self.done = mark.place + mark.is_done
        return Step(mark, follow_up)

    # Which of them lead to what is published

    @property
    def is_at_published(self) -> bool:
        """Whether undo and redo have led back to the entries that are published."""
        return self._published_at == self.done

    def mark_published(self) -> None:
        """The entries are as published at this moment."""
        self._published_at = self.done

    def forget_published(self) -> None:
        """Something else is published, or the steps that lead there are gone."""
        self._published_at = None
