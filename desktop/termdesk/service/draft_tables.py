"""The terms of drafts that are tried before publishing: only in memory, and not listed."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.term_table import TermTable

# The window tries one draft at a time; a second window may do the same.
MOST_DRAFTS = 4
PREFIX = "draft-"


class DraftTables:
    """The most recently used drafts. A request refers to a draft by an id, as to a glossary."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[LanguagePair, TermTable, str]] = OrderedDict()

    async def add(self, pair: LanguagePair, make: Callable[[], TermTable], *, origin: str = "") -> str:
        """Store the table that `make` builds in a thread, and return the id of the draft.

        `origin` is the id of its glossary; empty if that has none.
        """
        table = await asyncio.to_thread(make)
        draft_id = f"{PREFIX}{secrets.token_hex(8)}"
        self._kept[draft_id] = pair.roots, table, origin
        while len(self._kept) > MOST_DRAFTS:
            self._kept.popitem(last=False)
        return draft_id

    def origin(self, draft_id: str) -> str:
        """Return the id of the glossary of a draft; empty if it has none, or the draft is unknown."""
        return self._kept[draft_id][2] if draft_id in self._kept else ""

    def find(self, draft_id: str, pair: LanguagePair) -> TermTable | None:
        """Return the terms of a draft; None if it was dropped or is for another pair."""
        kept_pair, table, _ = self._kept.get(draft_id, (None, None, ""))
        if table is None or kept_pair != pair.roots:
            return None
        self._kept.move_to_end(draft_id)
        return table
