"""Terms that are ready to be found: tables of the dictionaries in use, within a bound of memory."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Hashable
from typing import Protocol, TypeVar

from termdesk.service.store import Store

# Ten dictionaries of the largest size.
MOST_BYTES = 256_000_000


class Sized(Protocol):
    """Knows the memory that it takes, in bytes."""

    @property
    def size(self) -> int:
        """How much memory the value takes, in bytes."""


T = TypeVar("T", bound=Sized)


class TermTables:
    """Tables made of dictionaries' contents, by the hash of the content and the kind of table.

    A table is made once, in a thread, and dropped when no dictionary has its content any more, or when others need the
    room: the one that was used longest ago goes first. The one made last stays, however large it is.
    """

    def __init__(self, store: Store, *, most_bytes: int = MOST_BYTES) -> None:
        self._store = store
        self._most_bytes = most_bytes
        self._kept: OrderedDict[tuple[str, Hashable], Sized] = OrderedDict()
        self._drops = 0
        # Contents are dropped in the store's thread, tables are used in the loop's.
        self._lock = threading.Lock()
        # One is made at a time: the texts of a glossary often come at once, and all need the same table.
        self._making = asyncio.Lock()
        store.contents_dropped.subscribe(self.drop)

    async def get(self, content_hash: str, kind: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """The table of this kind of a content; `make` makes it where there is none yet, and raises what it raises."""
        async with self._making:
            table = self._found(content_hash, kind)
            if table is None:
                table = await make()
                await self._keep(content_hash, kind, table)
        return table  # type: ignore[return-value]  # what is kept under a kind is what `make` of that kind gives

    def drop(self, content_hashes: Collection[str]) -> None:
        """No dictionary has these contents any more. Callable from any thread."""
        with self._lock:
            self._drops += 1
            for key in [key for key in self._kept if key[0] in content_hashes]:
                del self._kept[key]

    @property
    def size(self) -> int:
        """Bytes of memory that all tables take."""
        with self._lock:
            return sum(table.size for table in self._kept.values())

    def _found(self, content_hash: str, kind: Hashable) -> Sized | None:
        with self._lock:
            table = self._kept.get((content_hash, kind))
            if table is not None:
                self._kept.move_to_end((content_hash, kind))
            return table

    async def _keep(self, content_hash: str, kind: Hashable, table: Sized) -> None:
        """Keep a table, unless its content was deleted or replaced while it was made."""
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
