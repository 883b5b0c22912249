"""Edits as steps of undo, for one dictionary or a table of several: small ones at once, of many rows in a worker."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any, Generic

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack
from shiboken6 import isValid

from termdesk.application.glossaries.editing.bulk_change import MOST_AT_ONCE
from termdesk.application.glossaries.editing.open_sheet import C, E, OpenSheet
from termdesk.application.glossaries.editing.undo_steps import StepMark
from termdesk.domain.errors import InvalidInput
from termdesk.domain.progress import NoProgress, Progress
from termdesk.ui.glossaries.sheet.edited_model import EditedModel
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs

# Each change of many rows is a job of its own: one of the same title must not end it.
_numbers = count()


class ChangeCommand(QUndoCommand):
    """One step on the undo stack. Undo and redo swap the change for its inverse; the entries keep which is next."""

    def __init__(self, edits: SheetEdits[Any, Any], mark: StepMark, change: object | None = None) -> None:
        """Without a `change` the step is one that the entries know already, done or undone."""
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


class SheetEdits(QObject, Generic[E, C]):
    """The edits of entries `E` by changes `C`, with their undo stack and the model that shows them.

    A change of many rows is worked out in a worker and then appears at once; until then other edits are `refused`, with
    the reason in words. Who inherits makes the `model`, and then brings back the steps that are known.
    """

    refused = Signal(str)
    # A change that nobody typed is about to be carried out, and may fill the table anew: what stands in an open cell is
    # to be taken over, for it would be lost.
    begins = Signal()

    model: EditedModel[E, C]

    def __init__(self, sheet: OpenSheet[E, C], parent: QObject | None = None, *, jobs: Jobs | None = None) -> None:
        """With `jobs` changes of many rows go to a worker; without, everything is carried out at once."""
        super().__init__(parent)
        self.sheet = sheet
        self.undo_stack = QUndoStack(self)
        self._jobs = jobs
        self._one_by_one = asyncio.Lock()
        self._started: set[asyncio.Task[None]] = set()
        # Changes of other jobs that are carried out, or wait for their turn.
        self._under_way = 0
        # Steps that undo and redo have passed and that are not carried out yet.
        self._walk: list[StepMark] = []
        self._is_restoring = False

    @abstractmethod
    def insert_row(self, row: int) -> None:
        """One new row at place `row`."""

    def _restore_steps(self) -> None:
        """The steps that are known, so that they can be undone and redone; nothing is carried out here."""
        steps = self.sheet.steps
        done = steps.done
        with self._restoring():
            for place, title in enumerate(steps.titles):
                self.undo_stack.push(ChangeCommand(self, StepMark(place, title)))
            self.undo_stack.setIndex(done)
        self.undo_stack.setClean()

    @contextmanager
    def _restoring(self) -> Iterator[None]:
        """The stack is brought to where the entries stand; its commands carry out nothing."""
        self._is_restoring = True
        try:
            yield
        finally:
            self._is_restoring = False

    # Carrying out

    def push(self, change: C, title: str) -> None:
        """Carry out a change as one step named `title`; nothing happens where it touches nothing."""
        self._do(change.count, lambda _entries: change, title)

    async def apply_bulk_change(self, change: C, title: str, progress: Progress = NoProgress()) -> None:
        """As `push`, and wait until it is carried out.

        Raises InvalidInput where another change came between, of many rows or of a cell that was still open: the rows
        of this one may be others now.
        """
        if change.count <= MOST_AT_ONCE and self.is_settled:
            self._refuse_if_other(self._begun())
            self.push(change, title)
        else:
            await self._apply_next_bulk_change(lambda _entries: change, title, progress)

    def _begun(self) -> int:
        """The revision that a change was made for; an open cell is taken over after that, and may make it another."""
        revision = self.sheet.revision
        self.begins.emit()
        return revision

    def _refuse_if_other(self, revision: int) -> None:
        """Raises InvalidInput where the entries have changed since this revision."""
        if self.sheet.revision != revision:
            raise InvalidInput("The entries have changed meanwhile, so nothing was done.", remedy="Do it again.")

    async def _apply_next_bulk_change(self, made: Callable[[E], C], title: str, progress: Progress) -> None:
        """Carry out in a worker what is made for the entries, behind what is under way; as `apply_bulk_change`."""
        revision = self._begun()
        self._under_way += 1
        try:
            # Undo and redo that wait for their first moment are before this one, and the stack says so already.
            while self._started:
                await asyncio.wait(self._started)
            await self._apply_bulk_change(made, title, revision, progress)
        finally:
            self._under_way -= 1

    @property
    def is_settled(self) -> bool:
        """Whether no change of many rows is under way."""
        return not (self._started or self._under_way or self.sheet.is_busy)

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
        steps = self.sheet.steps
        if self._jobs is None or (self.is_settled and not steps.is_large(mark.place)):
            self.model.apply(steps.change(mark.place, self.sheet.entries), mark)
        elif self._walk or self.is_settled:
            self._walk.append(mark)
            if len(self._walk) == 1:
                self._start(mark.title, self._walked)
        else:
            # A new step is on its way, and would come behind this one.
            self._refuse()
            asyncio.get_running_loop().call_soon(lambda: self._bring_stack_to(steps.done))

    def _do(self, size: int, made: Callable[[E], C], title: str) -> None:
        """Carry out what is made for the entries: at once, or where it is of this size in a worker."""
        if not self.is_settled:
            self._refuse()
        elif size > MOST_AT_ONCE and self._jobs is not None:
            self._start(title, partial(self._apply_bulk_change, made, title, self._begun()))
        elif (change := made(self.sheet.entries)).count:
            self.undo_stack.push(ChangeCommand(self, self.sheet.steps.next(title), change))
        else:
            self._say_nothing()

    def _refuse(self) -> None:
        self.refused.emit(_tr("Many rows are still being changed. Wait until that is done."))

    def _say_nothing(self) -> None:
        self.refused.emit(_tr("Nothing was changed: the cells are like that already."))

    def _start(self, title: str, work: Callable[[Progress], Coroutine[Any, Any, None]]) -> None:
        assert self._jobs is not None
        task = self._jobs.start_with_progress(
            JobKind.BULK_CHANGE.of(str(next(_numbers))), f"{title}: {self.sheet.name}", work
        )
        self._started.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """A job is done, or was given up, perhaps before it began: the stack stands where the entries do."""
        self._started.discard(task)
        self._walk.clear()
        if isValid(self):
            self._bring_stack_to(self.sheet.steps.done)

    async def _apply_bulk_change(self, made: Callable[[E], C], title: str, revision: int, progress: Progress) -> None:
        async with self._one_by_one:
            self._refuse_if_other(revision)
            mark = self.sheet.steps.next(title)
            if await self.model.apply_bulk_change(made, mark, progress):
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
                await self.model.apply_bulk_change(partial(self.sheet.steps.change, mark.place), mark, progress)
                del self._walk[0]

    def _bring_stack_to(self, done: int) -> None:
        if not self._walk:
            with self._restoring():
                self.undo_stack.setIndex(done)


def _tr(text: str) -> str:
    return QCoreApplication.translate("SheetEdits", text)
