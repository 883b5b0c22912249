"""Keep the check index of an open dictionary current: after small edits at once, after large ones in a worker."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import TypeVar

from termdesk.application.glossaries.checks.check_index import MOST_ROWS_AT_ONCE, CheckIndex, Columns
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.row_edits import RowEdit, row_edit
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.changes import Batch, Change
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.progress import Progress

T = TypeVar("T")
IndexMaker = Callable[[Progress, Columns], CheckIndex]
Work = Callable[[Progress, CheckIndex, Sequence[int]], T]

# Larger changes drop the index; it is rebuilt on demand.
MOST_UPDATED = 5_000
# Larger edits are applied to the index by a worker, on demand.
MOST_AT_ONCE = 50


class IndexUpdater:
    """The check index of one open dictionary. Not built before the first `use`.

    Only one thread changes the index at a time: the GUI thread after a small edit, or the worker of `use`. Edits made
    while the worker runs are queued. They refer to rows by id, because rows may move meanwhile.
    """

    def __init__(self, dictionary: OpenDictionary) -> None:
        self._dictionary = dictionary
        self._waiting: deque[RowEdit] = deque()
        self._is_at_work = False
        self._lease = asyncio.Lock()
        # Incremented when the index, or the one being built, becomes outdated.
        self._generation = 0
        self.index: CheckIndex | None = None

    @property
    def is_behind(self) -> bool:
        """Whether there are edits that the index does not include yet."""
        return bool(self._waiting) or (self.index is None and self._generation > 0)

    def forget(self) -> None:
        """Drop the index. It is rebuilt on demand."""
        if self.index is not None or self._is_at_work:
            self._generation += 1
        self.index = None
        self._waiting.clear()

    def update(self, change: Change, inverse: Change) -> None:
        """Apply a single change of the dictionary to the index. `inverse` is the change that undoes it."""
        if self.index is None and not self._is_at_work:
            return
        if change.count > MOST_UPDATED or isinstance(change, Batch):
            # Row numbers inside a batch are no longer valid.
            self.forget()
        elif (edit := row_edit(change, inverse, self._dictionary.entries)) is not None:
            self._apply(edit)

    def _apply(self, edit: RowEdit) -> None:
        index = self.index
        is_waiting = self._is_at_work or bool(self._waiting) or edit.count > MOST_AT_ONCE
        if index is not None and index.is_sound and not is_waiting and index.cost(edit) < MOST_ROWS_AT_ONCE:
            index.apply(edit)
            return
        self._waiting.append(edit)
        if sum(each.count for each in self._waiting) > MOST_UPDATED:
            self.forget()

    async def use(self, progress: Progress, making: Callable[[], IndexMaker], prepared: Callable[[], Work[T]]) -> T:
        """Run the work that `prepared` returns in a worker, and return its result.

        The work gets an index that includes every edit so far, and the ids by row. `making` returns the function that
        builds the index if there is none. If the dictionary is edited meanwhile, `prepared` is called again and the new
        work is run.
        """
        async with self._lease:
            while True:
                generation, revision = self._generation, self._dictionary.revision
                start, ids, work = self._start(making), self._dictionary.entries.ids[:], prepared()
                edits, self._waiting = self._waiting, deque()
                self._is_at_work = True
                try:
                    index, result = await run_in_thread(progress, _update_and_use, start, edits, work, ids)
                finally:
                    self._is_at_work = False
                    if generation == self._generation:
                        # An interrupted update may not have applied all edits.
                        self._waiting.extendleft(reversed(edits))
                if generation == self._generation:
                    self.index = index
                    if revision == self._dictionary.revision:
                        return result

    def _start(self, making: Callable[[], IndexMaker]) -> Callable[[Progress], CheckIndex]:
        """Return the function that provides the index: the present one, or a new one."""
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
        return Columns(entries.texts(SOURCE), entries.texts(TARGET), entries.ids[:], forbidden)


def _update_and_use(
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
