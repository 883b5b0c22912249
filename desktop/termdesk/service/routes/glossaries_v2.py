"""`/v2/glossaries`: the older interface, in which a glossary has one dictionary and is never changed.

It cannot represent a glossary with several dictionaries: the list omits it, and requests for it get an error.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from termdesk.domain.entries import delimited
from termdesk.domain.glossary import Glossary
from termdesk.domain.provider import Dialect
from termdesk.service.context import context_of
from termdesk.service.dictionaries import SentDictionary, check_dictionary, make_ignored_rows_header
from termdesk.service.http.answers import HttpError, bad_request, dialect_of, json_answer, no_content
from termdesk.service.http.requests import read_body
from termdesk.service.routes.glossaries import TSV, as_json, check_name, check_number, find_glossary


class GlossaryBodyV2(msgspec.Struct):
    """A glossary of the older interface, which has a single dictionary."""

    name: str
    source_lang: str
    target_lang: str
    entries: str
    entries_format: str


async def list_all(request: Request) -> Response:
    """Respond with the glossaries that have one dictionary, without entries; this version knows no others."""
    glossaries = await context_of(request).store.glossaries()
    return json_answer({"glossaries": [_as_json(each) for each in glossaries if len(each.dictionaries) == 1]})


async def create(request: Request) -> Response:
    """Respond 201 with the new glossary; nothing is stored unless the entries are valid."""
    asked = await read_body(request, GlossaryBodyV2)
    check_name(asked.name)
    context = context_of(request)
    context.stop_expecting()
    await check_number(request)
    sent = SentDictionary(asked.source_lang, asked.target_lang, asked.entries, asked.entries_format)
    dictionary = await check_dictionary(sent, dialect_of(request))
    glossary = await context.store.create(asked.name, [dictionary.stored])
    context.expect_texts(glossary.glossary_id, dictionary.pair)
    return json_answer(_as_json(glossary), status=201, headers=make_ignored_rows_header(dictionary))


async def get(request: Request) -> Response:
    """Respond with one glossary without its entries; 404 if it does not exist."""
    return json_answer(_as_json(await _find_glossary(request)))


async def delete(request: Request) -> Response:
    """Delete a glossary; 404 if it does not exist."""
    glossary = await _find_glossary(request)
    await context_of(request).store.delete(glossary.glossary_id)
    return no_content()


async def entries(request: Request) -> Response:
    """Respond with the entries as a TSV text; 415 if the Accept header asks for something else."""
    glossary = await _find_glossary(request)
    if not any(kind in request.headers.get("accept", "*/*") for kind in ("*/*", "text/*", TSV)):
        raise HttpError(415, "The entries format requested in the Accept header is not supported.")
    dictionary = await context_of(request).store.dictionary(glossary.glossary_id, glossary.dictionaries[0].pair)
    if dictionary is None:
        raise HttpError(404, "Glossary not found", detail="It was deleted just now.")
    content = dictionary.content
    if dialect_of(request) is Dialect.VENDOR:
        # The two dialects differ only in quotes, so a text without any is the same in both.
        content = await asyncio.to_thread(_without_quoting, content) if b'"' in content else content
        content = content.removesuffix(b"\n")
    return Response(content, media_type=f"{TSV}; charset=utf-8")


def _without_quoting(content: bytes) -> bytes:
    return delimited.write(delimited.parse(content.decode()), quoting=False).encode()


async def _find_glossary(request: Request) -> Glossary:
    glossary = await find_glossary(request)
    if len(glossary.dictionaries) != 1:
        raise bad_request(
            f"The glossary has {len(glossary.dictionaries)} dictionaries, and this older interface knows one:"
            " use /v3/glossaries."
        )
    return glossary


def _as_json(glossary: Glossary) -> dict[str, Any]:
    whole = as_json(glossary)
    [dictionary] = whole.pop("dictionaries")
    return {**whole, "ready": True, **dictionary}


routes = [
    Route("/v2/glossaries", list_all, methods=["GET"]),
    Route("/v2/glossaries", create, methods=["POST"]),
    Route("/v2/glossaries/{glossary_id}", get, methods=["GET"]),
    Route("/v2/glossaries/{glossary_id}", delete, methods=["DELETE"]),
    Route("/v2/glossaries/{glossary_id}/entries", entries, methods=["GET"]),
]
