"""Undo and redo step by step, until a wanted number of steps is done."""

from __future__ import annotations

from functools import partial
from typing import Any

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.open_sheet import Steps
from termdesk.application.glossaries.editing.undo_steps import StepMark
from termdesk.domain.progress import NoProgress, Progress


def mark_towards(steps: Steps[Any, Any], position: int) -> StepMark:
    """Return the mark of the next step on the way to a position, which differs from the present one."""
    is_redo = steps.done < position
    number = steps.done if is_redo else steps.done - 1
    return StepMark(number, steps.titles[number], is_done=is_redo)


async def go_to_step(dictionary: OpenDictionary, position: int, progress: Progress = NoProgress()) -> None:
    """Undo or redo until this many steps are done, from 0 to all; large steps in a worker.

    Cancelling keeps the steps that were taken.
    """
    steps = dictionary.steps
    while steps.done != position:
        mark = mark_towards(steps, position)
        if steps.is_large(mark.position):
            if (
                await dictionary.apply_bulk_change(partial(steps.change, mark.position), mark, progress=progress)
                is None
            ):
                return
        else:
            dictionary.apply(steps.change(mark.position, dictionary.entries), mark)
