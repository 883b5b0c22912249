"""Glossary terms prepared for searching: tables of the dictionaries in use, within a memory limit."""

from __future__ import annotations

import asyncio
import operator
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Hashable, Sequence
from typing import Protocol, TypeVar

from termdesk.domain.matching.term_table import TermTable
from termdesk.domain.matching.terms import TermIndex
from termdesk.service.engines import lemmas
from termdesk.service.store import Store

# The memory of ten dictionaries of the largest size.
MOST_BYTES = 256_000_000
# How long work that nobody waits for rests after every few milliseconds.
SECONDS_OF_REST = 0.005
# After this many words an index takes some megabytes, and a new one is begun.
MOST_WORDS = 2_000


class Sized(Protocol):
    """A value that knows its memory size in bytes."""

    @property
    def size(self) -> int:
        """Return the memory size in bytes."""


T = TypeVar("T", bound=Sized)


class WorkEnded(Exception):
    """Nobody needs the work any more."""


class SlowPace:
    """Slows down work to a third of a processor while no request waits for it."""

    def __init__(self) -> None:
        self.is_hurried = False
        self.is_ended = False

    def pause(self) -> None:
        """Rest, in the working thread. Raises WorkEnded."""
        if self.is_ended:
            raise WorkEnded
        if not self.is_hurried:
            time.sleep(SECONDS_OF_REST)


class TermTables:
    """Tables made from dictionary contents, by the content's hash and the kind of table.

    Each table is made once, in a thread. It is dropped when no dictionary has its content any more, or when others need
    the memory: the least recently used goes first. The newest one stays, however large it is.
    """

    def __init__(self, store: Store, *, most_bytes: int = MOST_BYTES) -> None:
        self._store = store
        self._most_bytes = most_bytes
        self._kept: OrderedDict[tuple[str, Hashable], Sized] = OrderedDict()
        self._drops = 0
        # The tables and the index of the last request.
        self._last: tuple[Sequence[TermTable], TermIndex] | None = None
        # Contents are dropped in the store's thread, but tables are used in the event loop's thread.
        self._lock = threading.Lock()
        # Only one is made at a time: a glossary's texts often come together, and all need the same table.
        self._making = asyncio.Lock()
        store.contents_dropped.subscribe(self.drop)

    async def get(self, content_hash: str, kind: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return a content's table of this kind; if there is none yet, `make` creates it. Raises what `make` raises."""
        async with self._making:
            table = self._find(content_hash, kind)
            if table is None:
                table = await make()
                await self._keep(content_hash, kind, table)
        return table  # type: ignore[return-value]  # what is kept under a kind is what `make` of that kind gives

    def index(self, tables: Sequence[TermTable], language: str) -> TermIndex:
        """Return an index of these tables, for texts of a language.

        If the last index has the same tables, it is returned again, because it knows the words of earlier texts. An
        index is kept only as long as all its tables are kept.
        """
        # This call also marks the list of base forms as used, so that it is not released. The index would have to load
        # it again.
        has_list = lemmas.lemmatizer(language) is not None
        with self._lock:
            if self._last is not None and _are_same(self._last[0], tables) and self._last[1].words_seen <= MOST_WORDS:
                return self._last[1]
            index = TermIndex(tables, lemmatize=lemmas.lasting_lemmatizer(language) if has_list else None)
            self._last = tables, index
            self._forget_index()
        return index

    def drop(self, content_hashes: Collection[str]) -> None:
        """Drop the tables of contents that no dictionary has any more. Callable from any thread."""
        with self._lock:
            self._drops += 1
            for key in [key for key in self._kept if key[0] in content_hashes]:
                del self._kept[key]
            self._forget_index()

    def discard(self, content_hash: str, kind: Hashable) -> None:
        """Drop one table, which is made again on demand."""
        with self._lock:
            self._kept.pop((content_hash, kind), None)
            self._forget_index()

    @property
    def size(self) -> int:
        """The memory of all tables in bytes."""
        with self._lock:
            return sum(table.size for table in self._kept.values())

    def _find(self, content_hash: str, kind: Hashable) -> Sized | None:
        with self._lock:
            table = self._kept.get((content_hash, kind))
            if table is not None:
                self._kept.move_to_end((content_hash, kind))
            return table

    async def _keep(self, content_hash: str, kind: Hashable, table: Sized) -> None:
        """Store a table, unless its content was deleted or replaced meanwhile."""
        is_settled = False
        while not is_settled:
            seen = self._drops
            if not await self._store.has_content(content_hash):
                return
            with self._lock:
                is_settled = self._drops == seen
                if is_settled:
                    self._kept[content_hash, kind] = table
        self._make_room()

    def _make_room(self) -> None:
        with self._lock:
            size = sum(table.size for table in self._kept.values())
            while size > self._most_bytes and len(self._kept) > 1:
                _, oldest = self._kept.popitem(last=False)
                size -= oldest.size
            self._forget_index()

    def _forget_index(self) -> None:
        """Forget the last index if one of its tables is not kept any more. The caller holds the lock."""
        if self._last is not None:
            kept = set(map(id, self._kept.values()))
            if not all(id(table) in kept for table in self._last[0]):
                self._last = None


def _are_same(one: Sequence[TermTable], other: Sequence[TermTable]) -> bool:
    return len(one) == len(other) and all(map(operator.is_, one, other))
