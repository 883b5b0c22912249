"""Which translation memories of the service can help with a translation."""

from __future__ import annotations

from dataclasses import dataclass

from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.client.memories import MemorySummary
from termdesk.domain.errors import TermdeskError
from termdesk.domain.language.language import Resource, find_language, root

__all__ = ["USUAL_THRESHOLD", "MemorySummary", "MemoryUse", "find_memories"]

# The threshold that services use where none is sent, in percent.
USUAL_THRESHOLD = 75
_FEATURE = "translation_memory"


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """A translation memory, and how similar a segment must be to be used, in percent."""

    memory_id: str
    name: str
    threshold: int = USUAL_THRESHOLD


async def find_memories(
    session: Session, languages: LanguageLists, *, source: str | None, target: str
) -> tuple[MemorySummary, ...]:
    """The memories of the service for a direction, in its order; without a source, those for any source.

    None where its languages do not list memories, or where it does not tell: one can translate without. The service on
    this computer uses what was confirmed by itself.
    """
    if session.provider.is_local or not target:
        return ()
    try:
        known = (await languages.list(Resource.TRANSLATE_TEXT)).languages
        found = [find_language(known, code) for code in (source, target) if code]
        if not all(each is not None and _FEATURE in each.features for each in found):
            return ()
        listed = await (await session.api()).memories.list()
    except TermdeskError as error:
        session.heard(error)
        return ()
    return tuple(each for each in listed if _fits(each, source, target))


def _fits(memory: MemorySummary, source: str | None, target: str) -> bool:
    is_source = not source or root(memory.source) == root(source)
    return is_source and root(target) in {root(each) for each in memory.targets}
