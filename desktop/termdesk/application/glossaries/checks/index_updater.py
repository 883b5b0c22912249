"""What checks know of an open dictionary, kept up with its edits: small ones at once, larger ones in a worker."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import TypeVar

from termdesk.application.gc_freeze import freeze
from termdesk.application.glossaries.checks.check_index import MOST_ROWS_AT_ONCE, CheckIndex, Columns
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.row_edits import RowEdit, row_edit
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.changes import Batch, Change
from termdesk.domain.progress import Progress

T = TypeVar("T")
Made = Callable[[Progress, Columns], CheckIndex]
Work = Callable[[Progress, CheckIndex, Sequence[int]], T]

# Of changes to more rows than these nothing is followed: all is looked at anew, in a worker, when somebody asks.
MOST_FOLLOWED = 5_000
# An edit of more rows than this is followed in a worker, when somebody asks.
MOST_AT_ONCE = 50


class IndexUpdater:
    """The index of one open dictionary. Costs nothing before `use` is called for the first time.

    Only one works on the index at a time: the window's thread with a small edit, or the worker of `use`. What is edited
    while a worker is at it waits, by row ids, since rows may stand elsewhere by then.
    """

    def __init__(self, dictionary: OpenDictionary) -> None:
        self._dictionary = dictionary
        self._waiting: deque[RowEdit] = deque()
        self._is_at_work = False
        self._lease = asyncio.Lock()
        # Grows when what is known, or being found out, is of no use any more.
        self._generation = 0
        self.index: CheckIndex | None = None

    @property
    def is_behind(self) -> bool:
        """Whether something was edited that is not followed yet, after somebody had asked."""
        return bool(self._waiting) or (self.index is None and self._generation > 0)

    def forget(self) -> None:
        """Look at everything anew when somebody asks the next time."""
        if self.index is not None or self._is_at_work:
            self._generation += 1
        self.index = None
        self._waiting.clear()

    def follow(self, change: Change, inverse: Change) -> None:
        """A single change was applied to the dictionary, and `inverse` takes it back."""
        if self.index is None and not self._is_at_work:
            return
        if change.count > MOST_FOLLOWED or isinstance(change, Batch):
            # The rows of a batch are those of moments that are over.
            self.forget()
        elif (edit := row_edit(change, inverse, self._dictionary.entries)) is not None:
            self._follow(edit)

    def _follow(self, edit: RowEdit) -> None:
        index = self.index
        is_waiting = self._is_at_work or bool(self._waiting) or edit.count > MOST_AT_ONCE
        if index is not None and index.is_sound and not is_waiting and index.cost(edit) < MOST_ROWS_AT_ONCE:
            index.apply(edit)
            return
        self._waiting.append(edit)
        if sum(each.count for each in self._waiting) > MOST_FOLLOWED:
            self.forget()

    async def use(self, progress: Progress, making: Callable[[], Made], prepared: Callable[[], Work[T]]) -> T:
        """Do in a worker what `prepared` gives, with an index that knows every edit so far, and with the ids by row.

        The index is made where there is none; `making` gives how, for what is wanted at that moment. Prepared and done
        again where somebody edited meanwhile.
        """
        async with self._lease:
            while True:
                generation, revision = self._generation, self._dictionary.revision
                start, ids, work = self._start(making), self._dictionary.entries.ids[:], prepared()
                edits, self._waiting = self._waiting, deque()
                self._is_at_work = True
                try:
                    index, result = await run_in_thread(progress, _used, start, edits, work, ids)
                finally:
                    self._is_at_work = False
                    if generation == self._generation:
                        # What was broken off has left some of them.
                        self._waiting.extendleft(reversed(edits))
                if generation == self._generation:
                    if self.index is not index:
                        freeze(len(ids))
                    self.index = index
                    if revision == self._dictionary.revision:
                        return result

    def _start(self, making: Callable[[], Made]) -> Callable[[Progress], CheckIndex]:
        """What gives the index: the one there is, or the making of one."""
        index = self.index
        if index is not None and index.is_sound:
            return lambda _progress: index
        self.index = None
        self._waiting.clear()
        made, columns = making(), self._columns()
        return lambda progress: made(progress, columns)

    def _columns(self) -> Columns:
        entries = self._dictionary.entries
        forbidden = frozenset(entries.forbidden_ids())
        return Columns(entries.sources.copy(), entries.targets.copy(), entries.ids[:], forbidden)


def _used(
    progress: Progress,
    start: Callable[[Progress], CheckIndex],
    edits: deque[RowEdit],
    work: Work[T],
    ids: Sequence[int],
) -> tuple[CheckIndex, T]:
    index = start(progress)
    while edits:
        progress.step(0, None)
        index.apply(edits[0])
        edits.popleft()
    return index, work(progress, index, ids)
