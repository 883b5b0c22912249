"""Terms of drafts that are tried out before they are published: in memory only, and in no list."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.term_table import TermTable

# The window tries out one draft at a time; a second window may do the same.
MOST_DRAFTS = 4
PREFIX = "draft-"


class DraftTables:
    """The drafts that were used last. A request names one like a glossary, by its id."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[LanguagePair, TermTable]] = OrderedDict()

    async def add(self, pair: LanguagePair, make: Callable[[], TermTable]) -> str:
        """Keep the table that `make` makes in a thread, and give the id of the draft."""
        table = await asyncio.to_thread(make)
        draft_id = f"{PREFIX}{secrets.token_hex(8)}"
        self._kept[draft_id] = pair.roots, table
        while len(self._kept) > MOST_DRAFTS:
            self._kept.popitem(last=False)
        return draft_id

    def find(self, draft_id: str, pair: LanguagePair) -> TermTable | None:
        """The terms of a draft; None where it is not kept any more, or is for another pair."""
        kept_pair, table = self._kept.get(draft_id, (None, None))
        if table is None or kept_pair != pair.roots:
            return None
        self._kept.move_to_end(draft_id)
        return table
