"""Copy confirmed translations to other services, and copy memories from files and other services.

Each copy is planned first, so that the user can review it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path

from termdesk.application.progress import run_in_thread
from termdesk.application.session.other_service import OtherService, other_service
from termdesk.application.session.providers import profile_of
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.application.session.session import Session
from termdesk.application.texts.confirmed_texts import ConfirmedPair, translations_in
from termdesk.client.memories import MemorySummary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Part, Progress
from termdesk.domain.provider import Provider
from termdesk.domain.similarity.same_text import same_text_key
from termdesk.formats.concepts import Concept, Term, Termbase
from termdesk.formats.termbases import tmx

__all__ = ["FetchPlan", "MemorySummary", "MemoryTransfer", "PlannedPair", "Replacement", "SendPlan", "SendResult"]

# Texts with their translations, by `same_text_key`.
_Texts = dict[str, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Replacement:
    """A text whose confirmed translation on this computer would be replaced."""

    text: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class PlannedPair:
    """What a memory contains for one pair: new texts, texts that are the same, and replacements."""

    pair: LanguagePair
    new_count: int
    same_count: int
    replacements: tuple[Replacement, ...]


@dataclass(frozen=True, slots=True)
class FetchPlan:
    """What importing a memory would change on this computer. `rejected` are lines of its file with the reasons."""

    name: str
    pairs: tuple[PlannedPair, ...]
    rejected: tuple[tuple[int, str], ...]
    content: bytes = field(repr=False)

    @property
    def change_count(self) -> int:
        """The number of texts that would be new or get another translation."""
        return sum(each.new_count + len(each.replacements) for each in self.pairs)


@dataclass(frozen=True, slots=True)
class SendPlan:
    """What would be sent for a pair, and the memories that the other service already has."""

    pair: LanguagePair
    count: int
    name: str
    existing: tuple[MemorySummary, ...]
    content: bytes = field(repr=False)

    def with_name(self, name: str) -> list[MemorySummary]:
        """Return the memories on the other service that have this name."""
        return [each for each in self.existing if each.name == name]


@dataclass(frozen=True, slots=True)
class SendResult:
    """How many of the sent texts the other service has, according to its list.

    `skipped_count` are texts that it reported as left out, `deleted_count` former memories that were deleted.
    """

    sent_count: int
    arrived_count: int
    skipped_count: int
    deleted_count: int

    @property
    def is_complete(self) -> bool:
        """Whether every text either arrived or was skipped by the service."""
        return self.arrived_count + self.skipped_count >= self.sent_count


class MemoryTransfer:
    """Copies memories between the local service, which must be in use, and another service."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def connect(self, provider: Provider) -> AbstractAsyncContextManager[OtherService]:
        """Connect to another service within the context. Raises InvalidInput if no key is stored."""
        return other_service(self._session, provider)

    def without_own(self, providers: Sequence[Provider]) -> list[Provider]:
        """Return those of these services that are not in use."""
        return [each for each in providers if profile_of(each) != self._session.profile]

    async def memories(self, other: ServiceInUse) -> list[MemorySummary]:
        """Return the memories of another service. Raises ServiceError."""
        return await (await other.api()).memories.list()

    # From the other service

    async def plan_fetch(
        self, other: ServiceInUse, memory: MemorySummary, progress: Progress = NoProgress()
    ) -> FetchPlan:
        """Read a memory and compare it with the confirmed texts here. Changes nothing. Raises TermdeskError."""
        content = await (await other.api()).memories.export_file(memory.memory_id, progress=Part(progress, 0, 2))
        termbase = await run_in_thread(NoProgress(), _read, content)
        return await self._plan(memory.name, termbase, content, progress)

    async def plan_file(self, path: Path, progress: Progress = NoProgress()) -> FetchPlan:
        """Read a TMX file, and plan like `plan_fetch`. For a damaged file, the plan has the readable part."""
        termbase = await run_in_thread(Part(progress, 0, 2), _read_file, path)
        # Write the readable part again, because the service refuses damaged files.
        content = await run_in_thread(NoProgress(), _write_tmx, termbase)
        return await self._plan(path.stem, termbase, content, progress)

    async def _plan(self, name: str, termbase: Termbase, content: bytes, progress: Progress) -> FetchPlan:
        incoming = await run_in_thread(NoProgress(), _by_pair, termbase)
        own = await self._own_texts(incoming, Part(progress, 1, 2))
        pairs = await run_in_thread(NoProgress(), _compare, incoming, own)
        rejected = tuple((each.line, each.reason) for each in termbase.rejected_rows)
        return FetchPlan(name, tuple(pairs), rejected, content)

    async def _own_texts(
        self, incoming: Mapping[LanguagePair, _Texts], progress: Progress
    ) -> dict[LanguagePair, _Texts]:
        api = await self._session.api()
        found: dict[LanguagePair, _Texts] = {}
        own = [each for each in await api.memories.list() if each.pair in incoming]
        for number, memory in enumerate(own):
            progress.step(number, len(own))
            content = await api.memories.export_file(memory.memory_id)
            termbase = await run_in_thread(NoProgress(), _read, content)
            found |= await run_in_thread(NoProgress(), _by_pair, termbase)
        return found

    async def fetch(self, plan: FetchPlan, progress: Progress = NoProgress()) -> int:
        """Confirm all texts of the plan, or none. Return the number of units left out. Raises ServiceError."""
        api = await self._session.api()
        return (await api.memories.import_file(plan.content, f"{plan.name}.tmx", progress=progress)).skipped_count

    # To the other service

    async def plan_send(self, other: ServiceInUse, confirmed: ConfirmedPair) -> SendPlan:
        """Read the confirmed texts of a pair and the memories of the other service. Changes nothing.

        Raises ServiceError.
        """
        existing = await self.memories(other)
        content = await (await self._session.api()).memories.export_file(confirmed.memory_id)
        name = f"Termdesk {confirmed.pair.source}-{confirmed.pair.target}"
        return SendPlan(confirmed.pair, confirmed.count, name, tuple(existing), content)

    async def send(
        self,
        other: ServiceInUse,
        plan: SendPlan,
        *,
        name: str,
        replaces: bool,
        progress: Progress = NoProgress(),
    ) -> SendResult:
        """Create a memory with this name on the other service, and read back how many texts it has.

        With `replaces`, former memories with this name are deleted after all texts have arrived. Raises ServiceError.
        """
        memories = (await other.api()).memories
        came = await memories.import_file(plan.content, f"{name}.tmx", name=name, progress=progress)
        arrived_memories = [each for each in await memories.list() if each.memory_id in came.memory_ids]
        arrived = sum(each.segment_count for each in arrived_memories)
        result = SendResult(plan.count, arrived, came.skipped_count, 0)
        earlier = [each for each in plan.with_name(name) if each.memory_id not in came.memory_ids]
        if not (replaces and arrived_memories and result.is_complete):
            return result
        for each in earlier:
            await memories.delete(each.memory_id)
        return SendResult(plan.count, arrived, came.skipped_count, len(earlier))


def _read(progress: Progress, content: bytes) -> Termbase:
    with tempfile.TemporaryDirectory(prefix="termdesk-") as folder:
        path = Path(folder, "memory.tmx")
        path.write_bytes(content)
        return tmx.read(path, progress=progress)


def _read_file(progress: Progress, path: Path) -> Termbase:
    return tmx.read(path, progress=progress)


def _write_tmx(_progress: Progress, termbase: Termbase) -> bytes:
    concepts = (
        Concept(number, 0, (Term(pair.source, text), Term(pair.target, translation)))
        for number, (pair, text, translation) in enumerate(translations_in(termbase), 1)
    )
    return b"".join(tmx.write(concepts))


def _by_pair(_progress: Progress, termbase: Termbase) -> dict[LanguagePair, _Texts]:
    found: dict[LanguagePair, _Texts] = {}
    for pair, text, translation in translations_in(termbase):
        found.setdefault(pair, {})[same_text_key(text)] = text, translation
    return found


def _compare(
    _progress: Progress, incoming: Mapping[LanguagePair, _Texts], own: Mapping[LanguagePair, _Texts]
) -> list[PlannedPair]:
    return [_plan_pair(pair, texts, own.get(pair, {})) for pair, texts in sorted(incoming.items())]


def _plan_pair(pair: LanguagePair, incoming: _Texts, own: _Texts) -> PlannedPair:
    known = [(own[key][1], text, after) for key, (text, after) in incoming.items() if key in own]
    replacements = tuple(Replacement(text, before, after) for before, text, after in known if before != after)
    return PlannedPair(pair, len(incoming) - len(known), len(known) - len(replacements), replacements)
