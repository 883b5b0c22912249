"""Edits as undo steps, for one dictionary or a multilingual table. Bulk changes are computed in a worker thread."""

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
from termdesk.application.glossaries.editing.undo_steps import is_no_step
from termdesk.application.glossaries.editing.undo_walk import mark_towards
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

# Each bulk change is a separate job: another one must not cancel it.
_numbers = count()


class SheetEdits(QObject, Generic[E, C]):
    """The edits of entries `E` by changes `C`, with the undo history and the model.

    Small changes are applied at once. A bulk change is computed in a worker thread and then applied as a whole;
    meanwhile other edits emit `refused` with the reason. Subclasses create the `model`.
    """

    refused = Signal(str)
    # A bulk change was asked for, which may reset the table. Views must commit an open cell now, or its text is lost.
    bulk_change_started = Signal()

    model: EditedModel[E, C]

    def __init__(self, sheet: OpenSheet[E, C], parent: QObject | None = None, *, jobs: Jobs | None = None) -> None:
        """With `jobs`, changes of many rows are computed in a worker thread; without, at once."""
        super().__init__(parent)
        self.sheet = sheet
        self.history = UndoHistory(sheet.steps, position=lambda: self._position, go_to=self._go_to_step, parent=self)
        self._jobs = jobs
        self._one_by_one = asyncio.Lock()
        self._started: set[asyncio.Task[None]] = set()
        # Number of bulk changes of other jobs that are running or waiting.
        self._under_way = 0
        # The target position of a running undo or redo; None if none is running.
        self._target: int | None = None

    @abstractmethod
    def insert_row(self, row: int) -> None:
        """Insert one new row before `row`."""

    @property
    def _position(self) -> int:
        return self.sheet.steps.done if self._target is None else self._target

    # Applying

    def push(self, change: C, title: str) -> None:
        """Apply a change as one undo step named `title`. An empty change does nothing."""
        self._do(change.count, lambda _entries: change, title)

    async def apply_bulk_change(
        self, change: C, title: str, progress: Progress = NoProgress(), *, may_be_empty: bool = False
    ) -> None:
        """Apply a change like `push`, and wait until it is applied. An empty one is a step, too, if it `may_be_empty`.

        Raises InvalidInput if another change came first, such as a bulk change or the text of an open cell, because the
        row numbers of this change may be wrong then.
        """
        if change.count <= MOST_AT_ONCE and self.is_settled:
            self._refuse_if_other(self._begin())
            self._apply_at_once(change, title, may_be_empty=may_be_empty)
        else:
            await self._apply_next_bulk_change(lambda _entries: change, title, progress, may_be_empty=may_be_empty)

    def _begin(self) -> int:
        """Return the revision for a change, then let views commit the open cell, which may change the revision."""
        revision = self.sheet.revision
        self.bulk_change_started.emit()
        return revision

    def _refuse_if_other(self, revision: int) -> None:
        """Raise InvalidInput if the entries have changed since this revision."""
        if self.sheet.revision != revision:
            raise InvalidInput(EditMessage.ENTRIES_CHANGED(), remedy=EditRemedy.REPEAT())

    async def _apply_next_bulk_change(
        self, made: Callable[[E], C], title: str, progress: Progress, *, may_be_empty: bool
    ) -> None:
        """Apply what `made` computes in a worker thread, after all running changes; see `apply_bulk_change`."""
        revision = self._begin()
        self._under_way += 1
        try:
            # Requested undo and redo steps run first, because the history already shows them as done.
            while self._started:
                await asyncio.wait(self._started)
            await self._apply_bulk_change(made, title, revision, progress, may_be_empty=may_be_empty)
        finally:
            self._under_way -= 1

    @property
    def is_settled(self) -> bool:
        """Whether no bulk change is running."""
        return not (self._started or self._under_way or self.sheet.is_busy)

    def say_if_busy(self) -> None:
        """Emit `refused` with the reason if a bulk change prevents editing."""
        if not self.is_settled:
            self._refuse()

    async def wait_until_settled(self) -> None:
        """Wait until no bulk change is running."""
        while self._started or self._under_way:
            if self._started:
                await asyncio.wait(self._started)
            async with self._one_by_one:
                await asyncio.sleep(0)

    async def current_change(self, dictionary: OpenDictionary, compute: Callable[[], Awaitable[Change]]) -> Change:
        """Compute a change of an edited dictionary; repeat that if its entries change meanwhile."""
        while True:
            await self.wait_until_settled()
            revision = dictionary.revision
            change = await compute()
            # Edits during the computation may move rows.
            if dictionary.revision == revision:
                return change

    def _go_to_step(self, position: int) -> None:
        """Undo or redo until this many steps are done: small steps at once, large ones in a worker thread."""
        try:
            if self._target is not None:
                # A walk is running: it continues from its current step to the new target, forwards or backwards.
                self._target = position
            elif self._jobs is not None and not self.is_settled:
                # A new step is being computed; undoing now would be in the wrong order.
                self._refuse()
            else:
                self._take_steps(position)
        finally:
            self.history.changed.emit()

    def _take_steps(self, position: int) -> None:
        steps = self.sheet.steps
        while steps.done != position:
            mark = mark_towards(steps, position)
            if self._jobs is not None and steps.is_large(mark.position):
                self._target = position
                self._start(mark.title, self._walk)
                return
            self.model.apply(steps.change(mark.position, self.sheet.entries), mark)

    def _do(self, size: int, made: Callable[[E], C], title: str) -> None:
        """Apply what `made` computes for the entries: at once, or in a worker thread if it affects too many cells."""
        if not self.is_settled:
            self._refuse()
        elif size > MOST_AT_ONCE and self._jobs is not None:
            self._start(title, partial(self._apply_bulk_change, made, title, self._begin()))
        else:
            self._apply_at_once(made(self.sheet.entries), title)

    def _apply_at_once(self, change: C, title: str, *, may_be_empty: bool = False) -> None:
        mark = self.sheet.steps.next(title, may_be_empty=may_be_empty)
        if is_no_step(change.count, mark):
            self._say_nothing()
        else:
            self.model.apply(change, mark)
            self.history.changed.emit()

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
        task.add_done_callback(self._note_end)

    def _note_end(self, task: asyncio.Task[None]) -> None:
        """Update the history after a job has finished or was cancelled, perhaps before it started."""
        self._started.discard(task)
        self._target = None
        if isValid(self):
            self.history.changed.emit()

    async def _apply_bulk_change(
        self, made: Callable[[E], C], title: str, revision: int, progress: Progress, *, may_be_empty: bool = False
    ) -> None:
        async with self._one_by_one:
            self._refuse_if_other(revision)
            mark = self.sheet.steps.next(title, may_be_empty=may_be_empty)
            if await self.model.apply_bulk_change(made, mark, progress):
                self.history.changed.emit()
            else:
                self._say_nothing()

    async def _walk(self, progress: Progress) -> None:
        """Take one step after the other until the target is reached. The target may change meanwhile."""
        steps = self.sheet.steps
        async with self._one_by_one:
            while self._target is not None and steps.done != self._target:
                mark = mark_towards(steps, self._target)
                made = partial(steps.change, mark.position)
                if not await self.model.apply_bulk_change(made, mark, progress):
                    break
            # The next undo or redo starts a new walk.
            self._target = None


def _tr(text: str) -> str:
    return QCoreApplication.translate("SheetEdits", text)
