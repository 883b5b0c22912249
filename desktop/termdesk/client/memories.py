"""Translation memories of the service: what was confirmed, one memory for each pair of languages."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from termdesk.client.transport.calls import Call, CallKind, Family, path_segment
from termdesk.client.transport.dispatch import Line
from termdesk.client.wire import decode
from termdesk.domain.language.language import LanguagePair

# As many as the service gives at once.
_PAGE = 25
_SEGMENTS_A_PAGE = 100


class _Memory(msgspec.Struct):
    translation_memory_id: str
    source_language: str
    target_languages: list[str]
    segment_count: int = 0


class _Memories(msgspec.Struct):
    translation_memories: list[_Memory]
    total_count: int = 0


class _Target(msgspec.Struct):
    target_text: str


class _SegmentRecord(msgspec.Struct):
    source_text: str
    targets: list[_Target]


class _SegmentPage(msgspec.Struct):
    segments: list[_SegmentRecord]
    next_page_cursor: str = ""


@dataclass(frozen=True, slots=True)
class MemorySummary:
    """The memory of one pair, without its segments."""

    memory_id: str
    pair: LanguagePair
    segment_count: int


class Memories:
    """`api.memories`. Raises ServiceError."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def list(self) -> list[MemorySummary]:
        """All memories, by pair."""
        found: list[MemorySummary] = []
        page = 0
        while True:
            query = (("page", str(page)), ("page_size", str(_PAGE)))
            call = Call("GET", "/v3/translation_memories", CallKind.READ, Family.LOCAL, query=query)
            answer = decode(await self._line.send(call), _Memories)
            found += [_memory(each) for each in answer.translation_memories]
            page += 1
            if not answer.translation_memories or len(found) >= answer.total_count:
                return found

    async def segments(self, memory_id: str, *, most: int, sought: str = "") -> tuple[tuple[str, str], ...]:
        """Sources with their targets, in the service's order, at most so many.

        With `sought` (two characters or more) only those whose source contains it, in any case.
        """
        found: list[tuple[str, str]] = []
        cursor = ""
        query: tuple[tuple[str, str], ...]
        path = f"/v3/translation_memories/{path_segment(memory_id)}/segments"
        while True:
            query = (("page_size", str(min(_SEGMENTS_A_PAGE, most))),)
            query += ((("page_cursor", cursor),) if cursor else ()) + ((("filter_text", sought),) if sought else ())
            answer = decode(
                await self._line.send(Call("GET", path, CallKind.READ, Family.LOCAL, query=query)), _SegmentPage
            )
            found += [(each.source_text, each.targets[0].target_text) for each in answer.segments if each.targets]
            cursor = answer.next_page_cursor
            if not cursor or len(found) >= most:
                return tuple(found[:most])

    async def delete(self, memory_id: str) -> None:
        """Forget all that was confirmed for the pair of this memory."""
        path = f"/v3/translation_memories/{path_segment(memory_id)}"
        await self._line.send(Call("DELETE", path, CallKind.CHANGE, Family.LOCAL))


def _memory(record: _Memory) -> MemorySummary:
    target = record.target_languages[0] if record.target_languages else ""
    return MemorySummary(
        record.translation_memory_id, LanguagePair(record.source_language, target), record.segment_count
    )
