"""The confirmed translations that the local service keeps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from termdesk.application.progress import run_in_thread
from termdesk.application.session.session import Session
from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.language.language_names import target_of
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.concepts import Termbase
from termdesk.storage.files.atomic_file import atomic_write

# The number of texts shown for each pair.
MOST_LISTED = 1_000
# The service does not search for shorter texts.
SHORTEST_SEARCH = 2


@dataclass(frozen=True, slots=True)
class ConfirmedPair:
    """The confirmed texts of one pair.

    `texts` has some of the sources with translations, `count` is the total number.
    """

    memory_id: str
    pair: LanguagePair
    count: int
    texts: tuple[tuple[str, str], ...]


class ConfirmedTexts:
    """Reads, corrects and deletes confirmed texts."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def is_available(self) -> bool:
        """Whether the service in use keeps confirmed texts."""
        return self._session.provider.is_local

    async def read(self, search: str = "") -> list[ConfirmedPair]:
        """Return all pairs with their first texts, or with the texts that contain `search`. Raises TermdeskError."""
        api = await self._session.api()
        search = search if len(search) >= SHORTEST_SEARCH else ""
        return [
            ConfirmedPair(
                each.memory_id,
                each.pair,
                each.segment_count,
                await api.memories.segments(each.memory_id, most=MOST_LISTED, search=search),
            )
            for each in await api.memories.list()
        ]

    async def delete(self, confirmed: ConfirmedPair) -> None:
        """Delete all confirmed texts of this pair. Raises TermdeskError."""
        api = await self._session.api()
        await api.memories.delete(confirmed.memory_id)

    async def correct(self, pair: LanguagePair, source: str, translation: str) -> None:
        """Replace a confirmed translation by another one. Raises TermdeskError."""
        api = await self._session.api()
        await api.local.confirm(pair, source, translation)

    async def delete_text(self, pair: LanguagePair, source: str) -> None:
        """Delete the confirmed translation of one text. Raises TermdeskError."""
        api = await self._session.api()
        await api.local.forget(pair, source)

    async def export(self, confirmed: ConfirmedPair, path: Path) -> int:
        """Write all confirmed texts of a pair to a TMX file. Return their number.

        Raises TermdeskError.
        """
        api = await self._session.api()
        content = await api.memories.export_file(confirmed.memory_id)
        await run_in_thread(NoProgress(), _write_file, path, content)
        return confirmed.count


def _write_file(progress: Progress, path: Path, content: bytes) -> None:
    atomic_write(path, [content], is_private=False)


def translations_in(termbase: Termbase) -> Iterator[tuple[LanguagePair, str, str]]:
    """Yield each text with its translation into each other language of its unit, with pairs as the service stores them.

    The source is the text in the source language of the file, if the unit has one.
    """
    for concept in termbase.concepts:
        alike = [term for term in concept.terms if root(term.language) == root(termbase.source)]
        source = next((term for term in alike if term.language == termbase.source), (alike or concept.terms)[0])
        for term in concept.terms:
            if root(term.language) != root(source.language) and source.text.strip() and term.text.strip():
                yield LanguagePair(root(source.language), target_of(term.language)), source.text, term.text
