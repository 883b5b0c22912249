"""The two sides of a spot-check, and the source of their entries."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.progress import run_in_thread
from termdesk.application.session.session import Session
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_rules import violations
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.messages.spot_check_messages import SpotCheckMessage, SpotCheckRemedy


class ComparedSides(StrEnum):
    """What a spot-check compares."""

    GLOSSARY = "without and with the glossary"
    DRAFT = "published and draft"


class SideKind(StrEnum):
    """The glossary with which the sentences of a side are translated."""

    NONE = "none"
    PUBLISHED = "published"
    DRAFT = "draft"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the comparison. `glossary_id` is the service's id; empty for a draft or no glossary.

    `left_out` counts rows that the service would refuse; `entries` does not include them. `forbidden` are pairs whose
    target must not occur in a translation.
    """

    kind: SideKind
    entries: Entries = field(default_factory=Entries)
    glossary_hash: str = ""
    glossary_id: str = ""
    left_out: int = 0
    forbidden: tuple[tuple[str, str], ...] = ()


class SideReader:
    """Reads the entries of both sides."""

    def __init__(self, session: Session, library: Library) -> None:
        self._session = session
        self._library = library

    async def read(
        self, summary: GlossarySummary, pair: LanguagePair, comparison: ComparedSides, progress: Progress = NoProgress()
    ) -> tuple[Side, Side]:
        """Return the side before and the side after.

        Raises InvalidInput if the glossary has nothing to compare for this pair, ServiceError and StorageFailed.
        """
        row = summary.row(pair)
        if row is None:
            raise InvalidInput(
                SpotCheckMessage.NO_DICTIONARY(name=summary.name, pair=str(pair.roots)),
                remedy=SpotCheckRemedy.CHOOSE_OTHER(),
            )
        is_published = row.is_on_service and summary.glossary_id is not None
        if comparison is ComparedSides.GLOSSARY:
            after = (
                self._read_published(summary, row.pair, progress) if is_published else self._draft(summary, row.pair)
            )
            return Side(SideKind.NONE), await after
        if not is_published:
            raise InvalidInput(
                SpotCheckMessage.NOT_PUBLISHED(name=summary.name), remedy=SpotCheckRemedy.COMPARE_WITHOUT()
            )
        published, draft = await self._read_published(summary, row.pair, progress), await self._draft(summary, row.pair)
        if published.glossary_hash == draft.glossary_hash:
            raise InvalidInput(SpotCheckMessage.NO_EDITS(name=summary.name), remedy=SpotCheckRemedy.COMPARE_WITHOUT())
        return published, draft

    async def _read_published(self, summary: GlossarySummary, pair: LanguagePair, progress: Progress) -> Side:
        assert summary.glossary_id is not None, "only what is on the service is asked for"
        api = await self._session.api()
        entries = await api.glossaries.entries(summary.glossary_id, pair, progress=progress)
        return await run_in_thread(NoProgress(), _make_published_side, entries, summary.glossary_id)

    async def _draft(self, summary: GlossarySummary, pair: LanguagePair) -> Side:
        # The dictionary may have been opened and edited after the glossaries were listed.
        edited = await self._library.find_edits(summary.key, pair)
        entries = edited[1] if edited else await self._library.read(summary, pair)
        return await run_in_thread(NoProgress(), _draft_side, entries)


def _make_published_side(_progress: Progress, entries: Entries, glossary_id: str) -> Side:
    return Side(SideKind.PUBLISHED, entries, entries.fingerprint(), glossary_id)


def _draft_side(_progress: Progress, entries: Entries) -> Side:
    """Return the side of a draft: what publishing would send, without rows that the service would refuse."""
    forbidden = tuple(entries[row] for row in range(len(entries)) if entries.detail(row).is_forbidden)
    published = entries.copy_published_part()
    refused = {each.row for each in violations(published)}
    kept = Entries.of(pair for row, pair in enumerate(published) if row not in refused)
    # Do not count rows without text: the user has only started them.
    left_out = sum(any(map(str.strip, published[row])) for row in refused)
    return Side(SideKind.DRAFT, kept, kept.fingerprint(), left_out=left_out, forbidden=forbidden)
