"""Edits as steps of undo, of one dictionary or of a table. Changes of many rows are computed in a worker."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, Generic

from PySide6.QtCore import QCoreApplication, QObject, Signal
from shiboken6 import isValid

from termdesk.application.glossaries.editing.bulk_change import MOST_AT_ONCE
from termdesk.application.glossaries.editing.open_sheet import C, E, OpenSheet
from termdesk.application.glossaries.editing.undo_steps import StepMark
from termdesk.domain.errors import InvalidInput
from termdesk.domain.progress import NoProgress, Progress
from termdesk.messages.glossary_messages import EditMessage, EditRemedy
from termdesk.ui.glossaries.sheet.edited_model import EditedModel
from termdesk.ui.glossaries.sheet.undo_history import UndoHistory
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.words.lists import add_title

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.domain.entries.changes import Change

# Each bulk change is a job of its own: another one must not cancel it.
_numbers = count()


class SheetEdits(QObject, Generic[E, C]):
    """The edits of entries `E` by changes `C`, with their history and the model that shows them.

    Small changes are applied at once. A bulk change is computed in a worker and then appears as a whole; meanwhile
    other edits are `refused`, with the reason in words. Subclasses create the `model`.
    """

    refused = Signal(str)
    # A bulk change begins, which may reset the table. Whoever shows an open cell takes over its text now, or loses it.
    begins = Signal()

    model: EditedModel[E, C]

    def __init__(self, sheet: OpenSheet[E, C], parent: QObject | None = None, *, jobs: Jobs | None = None) -> None:
        """With `jobs`, changes of many rows are computed in a worker; without, at once."""
        super().__init__(parent)
        self.sheet = sheet
        self.history = UndoHistory(sheet.steps, position=lambda: self._position, go_to=self._go_to_step, parent=self)
        self._jobs = jobs
        self._one_by_one = asyncio.Lock()
        self._started: set[asyncio.Task[None]] = set()
        # Changes of other jobs that run or wait.
        self._under_way = 0
        # The position that undo and redo are on their way to; None while they rest.
        self._target: int | None = None

    @abstractmethod
    def insert_row(self, row: int) -> None:
        """One new row at place `row`."""

    @property
    def _position(self) -> int:
        return self.sheet.steps.done if self._target is None else self._target

    # Applying

    def push(self, change: C, title: str) -> None:
        """Apply a change as one step named `title`. An empty change does nothing."""
        self._do(change.count, lambda _entries: change, title)

    async def apply_bulk_change(self, change: C, title: str, progress: Progress = NoProgress()) -> None:
        """As `push`, and wait until the change is applied.

        Raises InvalidInput if another change came first, a bulk change or the text of an open cell: the row numbers of
        this one may be wrong now.
        """
        if change.count <= MOST_AT_ONCE and self.is_settled:
            self._refuse_if_other(self._begun())
            self.push(change, title)
        else:
            await self._apply_next_bulk_change(lambda _entries: change, title, progress)

    def _begun(self) -> int:
        """The revision that a change is made for. The open cell is committed afterwards, which may change it."""
        revision = self.sheet.revision
        self.begins.emit()
        return revision

    def _refuse_if_other(self, revision: int) -> None:
        """Raises InvalidInput if the entries have changed since this revision."""
        if self.sheet.revision != revision:
            raise InvalidInput(EditMessage.ENTRIES_CHANGED(), remedy=EditRemedy.REPEAT())

    async def _apply_next_bulk_change(self, made: Callable[[E], C], title: str, progress: Progress) -> None:
        """Apply in a worker what `made` computes, after all changes that are under way; as `apply_bulk_change`."""
        revision = self._begun()
        self._under_way += 1
        try:
            # Undo and redo that were asked for before come before this one, and the history shows them as done.
            while self._started:
                await asyncio.wait(self._started)
            await self._apply_bulk_change(made, title, revision, progress)
        finally:
            self._under_way -= 1

    @property
    def is_settled(self) -> bool:
        """Whether no bulk change is under way."""
        return not (self._started or self._under_way or self.sheet.is_busy)

    def say_if_busy(self) -> None:
        """Tell why no cell opens while many rows are being changed."""
        if not self.is_settled:
            self._refuse()

    async def settled(self) -> None:
        """Wait until no bulk change is under way."""
        while self._started or self._under_way:
            if self._started:
                await asyncio.wait(self._started)
            async with self._one_by_one:
                await asyncio.sleep(0)

    async def current_change(self, dictionary: OpenDictionary, compute: Callable[[], Awaitable[Change]]) -> Change:
        """Compute a change of a dictionary that is edited here, again whenever its entries changed meanwhile."""
        while True:
            await self.settled()
            revision = dictionary.revision
            change = await compute()
            # What is typed meanwhile moves rows.
            if dictionary.revision == revision:
                return change

    def _go_to_step(self, position: int) -> None:
        """Undo or redo until this many steps are done: small steps at once, large ones in a worker."""
        try:
            if self._target is not None:
                # Finish the running steps first; then continue from there, forwards or backwards.
                self._target = position
            elif self._jobs is not None and not self.is_settled:
                # A new step is on its way, which would be undone in the wrong order.
                self._refuse()
            else:
                self._take_steps(position)
        finally:
            self.history.changed.emit()

    def _take_steps(self, position: int) -> None:
        steps = self.sheet.steps
        while steps.done != position:
            mark = self._mark_towards(position)
            if self._jobs is not None and steps.is_large(mark.place):
                self._target = position
                self._start(mark.title, self._walk)
                return
            self.model.apply(steps.change(mark.place, self.sheet.entries), mark)

    def _mark_towards(self, position: int) -> StepMark:
        """The next step on the way to where this many steps are done."""
        steps = self.sheet.steps
        is_redo = steps.done < position
        place = steps.done if is_redo else steps.done - 1
        return StepMark(place, steps.titles[place], is_done=is_redo)

    def _do(self, size: int, made: Callable[[E], C], title: str) -> None:
        """Apply what `made` computes for the entries: at once, or in a worker if `size` cells are too many for that."""
        if not self.is_settled:
            self._refuse()
        elif size > MOST_AT_ONCE and self._jobs is not None:
            self._start(title, partial(self._apply_bulk_change, made, title, self._begun()))
        elif (change := made(self.sheet.entries)).count:
            self.model.apply(change, self.sheet.steps.next(title))
            self.history.changed.emit()
        else:
            self._say_nothing()

    def _refuse(self) -> None:
        self.refused.emit(_tr("Many rows are still being changed. Wait until this is done."))

    def _say_nothing(self) -> None:
        self.refused.emit(_tr("Nothing changed: the cells already have this content."))

    def _start(self, title: str, work: Callable[[Progress], Coroutine[Any, Any, None]]) -> None:
        assert self._jobs is not None
        task = self._jobs.start_with_progress(
            JobKind.BULK_CHANGE.of(str(next(_numbers))), add_title(title, self.sheet.name), work
        )
        self._started.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """A job is done, or was cancelled, perhaps before it began."""
        self._started.discard(task)
        self._target = None
        if isValid(self):
            self.history.changed.emit()

    async def _apply_bulk_change(self, made: Callable[[E], C], title: str, revision: int, progress: Progress) -> None:
        async with self._one_by_one:
            self._refuse_if_other(revision)
            mark = self.sheet.steps.next(title)
            if await self.model.apply_bulk_change(made, mark, progress):
                self.history.changed.emit()
            else:
                self._say_nothing()

    async def _walk(self, progress: Progress) -> None:
        """Take one step after the other until the target is reached. The target may move meanwhile."""
        steps = self.sheet.steps
        async with self._one_by_one:
            while self._target is not None and steps.done != self._target:
                mark = self._mark_towards(self._target)
                made = partial(steps.change, mark.place)
                if not await self.model.apply_bulk_change(made, mark, progress):
                    break
            # From here on, undo and redo start anew.
            self._target = None


def _tr(text: str) -> str:
    return QCoreApplication.translate("SheetEdits", text)
