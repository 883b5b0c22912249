"""Which translation memories of the service can be used for a translation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.key_limits import describe_limits
from termdesk.application.session.session import Session
from termdesk.client.errors import NotAllowed
from termdesk.client.memories import MemorySummary
from termdesk.domain.errors import TermdeskError
from termdesk.domain.key_scope import Scope
from termdesk.domain.language.language import Language, Resource, find_language, root

__all__ = ["USUAL_THRESHOLD", "MemoryOffer", "MemorySummary", "MemoryUse", "find_memories_by_target"]

# The threshold in percent that services use by default.
USUAL_THRESHOLD = 75
_FEATURE = "translation_memory"


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """A translation memory, and the similarity in percent that a segment must have to be used."""

    memory_id: str
    name: str
    threshold: int = USUAL_THRESHOLD


@dataclass(frozen=True, slots=True)
class MemoryOffer:
    """The memories for each target. `reason` says why they could not be read if the key lacks the scope."""

    by_target: Mapping[str, tuple[MemorySummary, ...]]
    reason: str = ""


async def find_memories_by_target(
    session: Session, languages: LanguageLists, *, source: str | None, targets: Sequence[str]
) -> MemoryOffer:
    """Return the service's memories for each direction, in the service's order. Without `source`, any source fits.

    There are none if the service's languages do not support memories, or if reading fails: translating works without
    them. If the key lacks the scope, that is a reason. Services list memories only as a feature of texts, but accept
    them for documents, too. The local service uses confirmed texts automatically.
    """
    found: dict[str, tuple[MemorySummary, ...]] = dict.fromkeys(targets, ())
    if session.provider.is_local or not targets:
        return MemoryOffer(found)
    try:
        known = (await languages.list(Resource.TRANSLATE_TEXT)).languages
        able = [target for target in targets if _has_memories(known, source, target)]
        listed = await (await session.api()).memories.list() if able else []
    except TermdeskError as error:
        session.report_failure(error)
        # `KeyWatch` has stored the missing scope from the response.
        limits = describe_limits(session.profile_in_use) if isinstance(error, NotAllowed) else {}
        return MemoryOffer(found, limits.get(Scope.READ_MEMORIES, ""))
    return MemoryOffer(found | {each: tuple(one for one in listed if _fits(one, source, each)) for each in able})


def _has_memories(known: Sequence[Language], source: str | None, target: str) -> bool:
    found = [find_language(known, code) for code in (source, target) if code]
    return bool(target) and all(each is not None and _FEATURE in each.features for each in found)


def _fits(memory: MemorySummary, source: str | None, target: str) -> bool:
    is_source = not source or root(memory.source) == root(source)
    return is_source and root(target) in {root(each) for each in memory.targets}
