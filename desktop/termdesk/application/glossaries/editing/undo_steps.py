"""The undo history of one dictionary. It survives a restart of the program."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from termdesk.application.glossaries.editing.bulk_change import MOST_AT_ONCE
from termdesk.domain.entries.changes import Change, renew_ids
from termdesk.domain.entries.entries import Entries
from termdesk.storage.step_versions import MAX_KEPT
from termdesk.storage.undo_steps import Step, StepBases, StepMark, StoredStep

# Unpacking more bytes than this takes longer than a frame.
_LARGE_BYTES = 100_000
# A base with more targets takes too much memory. It is read again when it is needed.
_MOST_KEPT = 200_000
# Added to the time of the previous step if necessary: no two steps of a dictionary have the same time.
_TICK = 1e-6

__all__ = ["StepMark", "UndoSteps"]


@dataclass(frozen=True, slots=True)
class Base:
    """What the service is known to have: the hash of the stored version, and its targets by source.

    The hash is None if the service never had any version. The targets are never modified in place.
    """

    hash: str | None
    targets: dict[str, str]


@dataclass(slots=True)
class _UndoStep:
    title: str
    # The undo if the step is done, else the redo. A step of an earlier run stays packed until it is needed.
    change: Change | StoredStep
    # When the step was first done, in seconds since 1970; 0 if unknown.
    moment: float
    # The bases before and after a step that came with a new base, and one of them if it need not be read.
    bases: StepBases | None = None
    known: Base | None = None


@dataclass(frozen=True, slots=True)
class BaseMove:
    """The base that undo or redo brings: its hash, and the base itself unless it has to be read."""

    hash: str | None
    known: Base | None


def is_no_step(change_count: int, mark: StepMark | None) -> bool:
    """Return whether a change of this size does nothing. Undo and redo take what was a step, even if it is empty."""
    return not change_count and (mark is None or (mark.is_new and not mark.may_be_empty))


class UndoSteps:
    """The steps of a dictionary in order: the first `done` of them can be undone, the others redone.

    Only `OpenDictionary` modifies them, with every change that it applies. The windows show these steps and keep no
    copy.
    """

    def __init__(self, kept: Sequence[StoredStep] = (), done: int = 0) -> None:
        self._steps = [_UndoStep(each.title, each, each.moment, each.bases) for each in kept]
        self.done = done
        self._unused: list[dict[str, str]] = []
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

    def next(self, title: str, moment: float | None = None, *, may_be_empty: bool = False) -> StepMark:
        """Return the mark for a change that becomes a new step. Applying it discards the steps to redo.

        Steps of several dictionaries with the same `moment` are one step of their table.
        """
        moment = self.next_moment() if moment is None else moment
        return StepMark(self.done, title, is_new=True, moment=moment, may_be_empty=may_be_empty)

    def change(self, position: int, entries: Entries) -> Change:
        """Return the undo of a done step, else its redo. Raises ValueError if the stored step is damaged."""
        known = self._steps[position].change
        # Do not cache the unpacked change: `entries` may be a copy, and the ids of new rows belong to it.
        return renew_ids(known.change(), entries) if isinstance(known, StoredStep) else known

    def is_large(self, position: int) -> bool:
        """Return whether a step takes so long that a worker must apply it."""
        step = self._steps[position]
        if step.bases is not None:
            needed = step.bases.before if position < self.done else step.bases.after
            if step.known is None or step.known.hash != needed:
                # The other base has to be read.
                return True
        known = step.change
        if isinstance(known, StoredStep):
            return len(known.packed) > _LARGE_BYTES or known.change().count > MOST_AT_ONCE
        return known.count > MOST_AT_ONCE

    def note(self, mark: StepMark | None, inverse: Change) -> Step | None:
        """Record an applied change by its inverse. Return the step to store.

        A change without a `mark` belongs to no step and clears all steps.
        """
        if mark is None:
            # Rows may have moved, so the steps would now change the wrong rows.
            self._discard(0)
            self.done = 0
            self.forget_published()
            return None
        if mark.is_new:
            if self._published_at is not None and self._published_at > mark.position:
                self.forget_published()
            self._discard(mark.position)
            self._steps.append(_UndoStep(mark.title, inverse, mark.moment))
        else:
            step = self._steps[mark.position]
            step.change, mark = inverse, replace(mark, moment=step.moment)
        self.done = mark.position + mark.is_done
        return Step(mark, inverse)

    def _discard(self, position: int) -> None:
        for each in self._steps[position:]:
            self._drop_base(each)
        del self._steps[position:]

    # Steps that came with a new base

    @property
    def last_moment(self) -> float | None:
        """When the last done step was taken; None if none is done."""
        return self._steps[self.done - 1].moment if self.done else None

    def attach_bases(self, moment: float, bases: StepBases | None, *, former: Base, newer: Base) -> bool:
        """Record the bases of the step of this moment. Return whether it is done.

        `bases` is None if the step was gone before it could be stored.
        """
        position = next((number for number, each in enumerate(self._steps) if each.moment == moment), None)
        if position is None or bases is None:
            return False
        self._steps[position].bases = bases
        for each in [each for each in self._steps if each.bases is not None][:-MAX_KEPT]:
            each.bases = None
        is_done = position < self.done
        self.keep_base(position, former if is_done else newer)
        return is_done

    def keep_base(self, position: int, base: Base) -> None:
        """Keep the base that the next undo or redo of this step brings; of one step only."""
        for each in self._steps:
            self._drop_base(each)
        if len(base.targets) <= _MOST_KEPT:
            self._steps[position].known = base

    def _drop_base(self, step: _UndoStep) -> None:
        if step.known is not None:
            self._unused.append(step.known.targets)
            step.known = None

    def take_unused(self) -> list[dict[str, str]]:
        """Return the targets of bases that no step keeps any more, so that a worker can free them."""
        unused, self._unused = self._unused, []
        return unused

    def forget_bases(self) -> None:
        """Undo and redo only change the entries from now on."""
        for step in self._steps:
            step.bases = None
            self._drop_base(step)

    def base_move(self, mark: StepMark | None, base: str | None) -> BaseMove | None:
        """Return the base that this undo or redo brings, if any.

        None also if the present `base` is not the other base of the step: something was published since, or the
        entries were read again. An older base would then show own edits as changes of others.
        """
        step = self._steps[mark.position] if mark is not None and not mark.is_new else None
        if mark is None or step is None or step.bases is None:
            return None
        bases, known = step.bases, step.known
        old, new = (bases.before, bases.after) if mark.is_done else (bases.after, bases.before)
        if base != old:
            return None
        return BaseMove(new, known if known is not None and known.hash == new else None)

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
