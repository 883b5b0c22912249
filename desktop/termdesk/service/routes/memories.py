"""`/v3/translation_memories`: confirmed translations, one memory for each pair."""

from __future__ import annotations

import itertools
import uuid
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from termdesk.domain.language.language import LanguagePair, root
from termdesk.service.context import Context, context_of
from termdesk.service.http.answers import HttpError, bad_request, json_answer, no_content

# Ids are derived from the pair, so that they are stable without being stored.
_IDS = uuid.UUID("6f1b3a0e-6f0f-5f43-9d0e-5a7d1c1f8a11")
MAX_PAGE = 25
DEFAULT_PAGE = 10
MAX_SEGMENTS = 100
DEFAULT_SEGMENTS = 50
SHORTEST_FILTER = 2


def memory_id(pair: LanguagePair) -> str:
    """Return the id of a pair's memory."""
    return str(uuid.uuid5(_IDS, str(pair)))


async def list_all(request: Request) -> Response:
    """Respond with one page of the memories, one for each pair."""
    page = _number(request, "page", 0, lowest=0, highest=2**31)
    size = _number(request, "page_size", DEFAULT_PAGE, lowest=1, highest=MAX_PAGE)
    pairs = sorted(context_of(request).memory.pairs())
    shown = pairs[page * size : (page + 1) * size]
    return json_answer({"translation_memories": [_as_json(request, pair) for pair in shown], "total_count": len(pairs)})


async def get(request: Request) -> Response:
    """Respond with one memory without its segments; 404 if it does not exist."""
    return json_answer(_as_json(request, _find_pair(request)))


async def delete(request: Request) -> Response:
    """Delete all confirmed translations of a pair."""
    await context_of(request).forget(_find_pair(request))
    return no_content()


async def segments(request: Request) -> Response:
    """Respond with segments in the order of confirmation; `page_cursor` is the start of the next page.

    A filter searches sources and translations; `segment_count` still counts all segments of the memory.
    """
    pair = _find_pair(request)
    size = _number(request, "page_size", DEFAULT_SEGMENTS, lowest=1, highest=MAX_SEGMENTS)
    begin = _number(request, "page_cursor", 0, lowest=0, highest=2**31)
    everything = context_of(request).memory.segments(pair)
    known = _filter(request, everything)
    shown = dict(itertools.islice(known.items(), begin, begin + size))
    body: dict[str, Any] = {
        "segments": [_segment(pair, source, target) for source, target in shown.items()],
        "segment_count": len(everything),
    }
    if begin + size < len(known):
        body["next_page_cursor"] = str(begin + size)
    return json_answer(body)


def _filter(request: Request, known: dict[str, str]) -> dict[str, str]:
    search = request.query_params.get("filter_text")
    if search is None:
        return known
    if len(search) < SHORTEST_FILTER:
        raise bad_request(f"filter_text needs at least {SHORTEST_FILTER} characters.")
    if request.query_params.get("filter_case_sensitive") in ("true", "1"):
        return {source: target for source, target in known.items() if search in source or search in target}
    folded = search.casefold()
    return {
        source: target for source, target in known.items() if folded in source.casefold() or folded in target.casefold()
    }


def _segment(pair: LanguagePair, source: str, target: str) -> dict[str, Any]:
    source_id = str(uuid.uuid5(_IDS, f"{pair}\t{source}"))
    target_id = str(uuid.uuid5(_IDS, f"{pair}\t{source}\t{target}"))
    written = {"target_segment_id": target_id, "target_language": pair.target, "target_text": target}
    return {"source_segment_id": source_id, "source_text": source, "targets": [written]}


def _as_json(request: Request, pair: LanguagePair) -> dict[str, Any]:
    return {
        "translation_memory_id": memory_id(pair),
        "name": f"Confirmed from {pair.source} to {pair.target}",
        "source_language": pair.source,
        "target_languages": [pair.target],
        "segment_count": len(context_of(request).memory.segments(pair)),
    }


def _find_pair(request: Request) -> LanguagePair:
    return find_memory(context_of(request), request.path_params["memory_id"])


def find_memory(context: Context, requested_id: str) -> LanguagePair:
    """Return the pair whose memory has this id. Raises HttpError 404 if there is none."""
    for pair in context.memory.pairs():
        if memory_id(pair) == requested_id:
            return pair
    raise HttpError(404, "Translation memory not found", detail="There is no translation memory with this id.")


def check_memory(context: Context, requested_id: str, *, source: str, target: str) -> None:
    """Refuse a memory that cannot help a translation: 404 if it does not exist, 400 if its pair differs.

    `source` is empty if it is still to be detected.
    """
    pair = find_memory(context, requested_id)
    if root(pair.target) != root(target) or (source and root(pair.source) != root(source)):
        raise bad_request(
            f"The translation memory is for {pair.source} to {pair.target}"
            f" (asked for {source or 'a detected language'} to {target})."
        )


def _number(request: Request, name: str, default: int, *, lowest: int, highest: int) -> int:
    text = request.query_params.get(name, str(default))
    if not (text.isascii() and text.isdigit() and len(text) < 12 and lowest <= int(text) <= highest):
        raise bad_request(f"Value for '{name}' not supported: {text[:20]!r}. It is a number from {lowest} on.")
    return int(text)


routes = [
    Route("/v3/translation_memories", list_all, methods=["GET"]),
    Route("/v3/translation_memories/{memory_id}", get, methods=["GET"]),
    Route("/v3/translation_memories/{memory_id}", delete, methods=["DELETE"]),
    Route("/v3/translation_memories/{memory_id}/segments", segments, methods=["GET"]),
]
