"""What can be done in the grid, each as one step that undo takes back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack
from shiboken6 import isValid

from termdesk.application.carrying_out import MOST_AT_ONCE, Made
from termdesk.application.editing import OpenDictionary
from termdesk.application.undo_steps import StepMark
from termdesk.domain.amounts import amount
from termdesk.domain.changes import Change, InsertRows, as_one
from termdesk.domain.entries import SOURCE, TARGET
from termdesk.domain.errors import InvalidInput
from termdesk.domain.progress import NoProgress, Progress
from termdesk.ui.glossaries.grid_changes import (
    cleared,
    filled_down,
    inserted,
    pasted,
    removed,
    reverted,
    with_texts,
)
from termdesk.ui.glossaries.grid_model import GridModel
from termdesk.ui.jobs import JobProgress, Jobs, owned_title


class ChangeCommand(QUndoCommand):
    """One step on the undo stack. Undo and redo swap the change for its inverse; the dictionary keeps which is next."""

    def __init__(self, edits: GridEdits, mark: StepMark, change: Change | None = None) -> None:
        """Without a `change` the step is one that the dictionary knows already, done or undone."""
        super().__init__(mark.title)
        self._edits = edits
        self._mark = mark
        self._first = change

    def redo(self) -> None:
        if self._first is not None:
            first, self._first = self._first, None
            self._edits.model.apply(first, self._mark)
            self._mark = replace(self._mark, is_new=False)
        else:
            self._edits.take_step(self._mark)

    def undo(self) -> None:
        self._edits.take_step(replace(self._mark, is_done=False))


class GridEdits(QObject):
    """The edits of one open dictionary, with their undo stack and the model that shows them.

    Row numbers here are those of the dictionary, never those shown. A change of many rows is worked out in a worker
    and then appears at once; until then other edits are `refused`, with the reason in words.
    """

    refused = Signal(str)

    def __init__(self, dictionary: OpenDictionary, parent: QObject | None = None, *, jobs: Jobs | None = None) -> None:
        """With `jobs` changes of many rows go to a worker; without, everything is carried out at once."""
        super().__init__(parent)
        self.dictionary = dictionary
        self.undo_stack = QUndoStack(self)
        self.model = GridModel(dictionary, edit=self.push, parent=self)
        self._jobs = jobs
        self._one_by_one = asyncio.Lock()
        self._numbers = count()
        self._started: set[asyncio.Task[None]] = set()
        # Changes of other jobs that are carried out, or wait for their turn.
        self._under_way = 0
        # Steps that undo and redo have passed and that are not carried out yet.
        self._walk: list[StepMark] = []
        self._is_restoring = False
        self._restore_steps()

    def _restore_steps(self) -> None:
        """The steps of earlier runs, so that they can be undone and redone; nothing is carried out here."""
        steps = self.dictionary.steps
        done = steps.done
        with self._restoring():
            for place, title in enumerate(steps.titles):
                self.undo_stack.push(ChangeCommand(self, StepMark(place, title)))
            self.undo_stack.setIndex(done)
        self.undo_stack.setClean()

    @contextmanager
    def _restoring(self) -> Iterator[None]:
        """The stack is brought to where the dictionary stands; its commands carry out nothing."""
        self._is_restoring = True
        try:
            yield
        finally:
            self._is_restoring = False

    # Carrying out

    def push(self, change: Change, title: str) -> None:
        """Carry out a change as one step named `title`; nothing happens where it touches nothing."""
        self._do(change.count, lambda _entries: change, title)

    async def carry_out(self, change: Change, title: str, progress: Progress = NoProgress()) -> None:
        """As `push`, and wait until it is carried out.

        Raises InvalidInput where another change of many rows came between: the rows of this one may be others now.
        """
        if change.count <= MOST_AT_ONCE and self.is_settled:
            self.push(change, title)
            return
        revision = self.dictionary.revision
        self._under_way += 1
        try:
            # Undo and redo that wait for their first moment are before this one, and the stack says so already.
            while self._started:
                await asyncio.wait(self._started)
            await self._carry_out(lambda _entries: change, title, revision, progress)
        finally:
            self._under_way -= 1

    @property
    def is_settled(self) -> bool:
        """Whether no change of many rows is under way."""
        return not (self._started or self._under_way or self.dictionary.is_busy)

    def say_if_busy(self) -> None:
        """Somebody types, and no cell opens: say why where many rows are being changed."""
        if not self.is_settled:
            self._refuse()

    async def settled(self) -> None:
        """Wait until no change of many rows is under way."""
        while self._started or self._under_way:
            if self._started:
                await asyncio.wait(self._started)
            async with self._one_by_one:
                await asyncio.sleep(0)

    def take_step(self, mark: StepMark) -> None:
        """Undo or redo the step at a place; for the commands of the stack."""
        if self._is_restoring:
            return
        steps = self.dictionary.steps
        if self._jobs is None or (self.is_settled and not steps.is_large(mark.place)):
            self.model.apply(steps.change(mark.place, self.dictionary.entries), mark)
        elif self._walk or self.is_settled:
            self._walk.append(mark)
            if len(self._walk) == 1:
                self._start(mark.title, self._walked)
        else:
            # A new step is on its way, and would come behind this one.
            self._refuse()
            asyncio.get_running_loop().call_soon(lambda: self._bring_stack_to(steps.done))

    def _do(self, size: int, made: Made, title: str) -> None:
        """Carry out what is made for the entries: at once, or where it is of this size in a worker."""
        if not self.is_settled:
            self._refuse()
        elif size > MOST_AT_ONCE and self._jobs is not None:
            self._start(title, partial(self._carry_out, made, title, self.dictionary.revision))
        elif (change := made(self.dictionary.entries)).count:
            self.undo_stack.push(ChangeCommand(self, self.dictionary.steps.next(title), change))
        else:
            self._say_nothing()

    def _refuse(self) -> None:
        self.refused.emit(_tr("Many rows are still being changed. Wait until that is done."))

    def _say_nothing(self) -> None:
        self.refused.emit(_tr("Nothing was changed: the cells are like that already."))

    def _start(self, title: str, work: Callable[[Progress], Coroutine[Any, Any, None]]) -> None:
        assert self._jobs is not None
        progress = JobProgress()
        shown = f"{title}: {self.dictionary.name}"
        # Each is a job of its own: one of the same title must not end it.
        owner = f"{self.dictionary.draft.draft_id} {next(self._numbers)}"
        task = self._jobs.start(owned_title(shown, owner), work(progress), progress=progress)
        self._started.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """A job is done, or was given up, perhaps before it began: the stack stands where the dictionary does."""
        self._started.discard(task)
        self._walk.clear()
        if isValid(self):
            self._bring_stack_to(self.dictionary.steps.done)

    async def _carry_out(self, made: Made, title: str, revision: int, progress: Progress) -> None:
        async with self._one_by_one:
            if self.dictionary.revision != revision:
                raise InvalidInput("The entries have changed meanwhile, so nothing was done.", remedy="Do it again.")
            mark = self.dictionary.steps.next(title)
            if await self.model.carry_out(made, mark, progress):
                self._bring_stack_to(mark.place)
                with self._restoring():
                    self.undo_stack.push(ChangeCommand(self, replace(mark, is_new=False)))
            else:
                self._say_nothing()

    async def _walked(self, progress: Progress) -> None:
        """Take the steps that wait, one after the other."""
        async with self._one_by_one:
            while self._walk:
                mark = self._walk[0]
                await self.model.carry_out(partial(self.dictionary.steps.change, mark.place), mark, progress)
                del self._walk[0]

    def _bring_stack_to(self, done: int) -> None:
        if not self._walk:
            with self._restoring():
                self.undo_stack.setIndex(done)

    # What can be done

    def insert_row(self, row: int, *, source: str = "", target: str = "") -> None:
        """One new row at place `row`."""
        self._do(1, lambda entries: InsertRows.at(entries, row, [(source, target)]), _tr("Insert row"))

    def append_rows(self, pairs: Sequence[tuple[str, str]], title: str) -> None:
        self._do(len(pairs), lambda entries: InsertRows.at(entries, len(entries), pairs), title)

    def remove_rows(self, rows: Sequence[int]) -> None:
        title = amount(len(rows), _tr("Delete 1 row"), _tr("Delete {count} rows"))
        self._do(len(rows), lambda _entries: removed(rows), title)

    def clear_cells(self, cells: Mapping[int, Sequence[int]], title: str = "") -> None:
        """Empty the cells of these rows, by column; what is empty already is left out."""
        size = sum(map(len, cells.values()))
        self._do(size, lambda entries: cleared(entries, cells), title or _tr("Clear cells"))

    def set_cells(self, cells: Sequence[tuple[int, int, str]], title: str) -> None:
        """Put texts into (row, column, text) cells; cells that hold the text already are left out."""
        texts: dict[int, dict[int, str]] = {}
        for row, column, text in cells:
            texts.setdefault(column, {})[row] = text
        self._do(len(cells), lambda entries: as_one(with_texts(entries, texts)), title)

    def fill_down(self, rows: Sequence[int], columns: Sequence[int]) -> None:
        """Repeat the first of `rows` in the others, column by column."""
        if len(rows) > 1:
            size = len(rows) * len(columns)
            self._do(size, lambda entries: filled_down(entries, rows, columns), _tr("Fill down"))

    def revert(self, rows: Sequence[int]) -> None:
        """Give these rows the targets that the service has, where it has other ones."""
        published = self.dictionary.published
        title = amount(len(rows), _tr("Revert 1 row"), _tr("Revert {count} rows"))
        self._do(len(rows), lambda entries: reverted(entries, rows, published), title)

    def paste(
        self,
        block: Sequence[Sequence[str]],
        *,
        rows: Sequence[int],
        column: int,
        shown: Sequence[int] = (SOURCE, TARGET),
    ) -> None:
        """Write a block of texts over `rows`, as `grid_changes.pasted` does."""
        is_fill = len(block) == 1 and len(block[0]) == 1 and len(rows) > 1
        title = _tr("Paste") if is_fill else amount(len(block), _tr("Paste 1 row"), _tr("Paste {count} rows"))
        size = len(rows) if is_fill else len(block) * max(map(len, block), default=0)
        self._do(size, lambda entries: pasted(entries, block, rows=rows, column=column, shown=shown), title)

    def insert_block(
        self, block: Sequence[Sequence[str]], *, row: int, column: int, shown: Sequence[int] = (SOURCE, TARGET)
    ) -> None:
        """Bring a block in as new rows before `row`, its first column at `column`."""
        title = amount(len(block), _tr("Insert 1 row"), _tr("Insert {count} rows"))
        self._do(len(block), lambda entries: inserted(entries, block, row=row, column=column, shown=shown), title)


def _tr(text: str) -> str:
    return QCoreApplication.translate("GridEdits", text)
