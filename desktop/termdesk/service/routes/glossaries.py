"""`/v3/glossaries`: glossaries, their dictionaries and their entries."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from termdesk.domain.entries import delimited, entry_rules
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Dialect
from termdesk.service.context import context_of
from termdesk.service.dictionaries import SentDictionary, check_dictionary, make_ignored_rows_header, merge_function
from termdesk.service.http.answers import HttpError, account_of, bad_request, dialect_of, json_answer, no_content
from termdesk.service.http.requests import pair_in_query, read_body
from termdesk.service.store import StoredDictionary

TSV = "text/tab-separated-values"


class GlossaryBody(msgspec.Struct):
    """A glossary to create, with at least one dictionary."""

    name: str
    dictionaries: list[SentDictionary]


class GlossaryPatch(msgspec.Struct):
    """A change: a new name, or entries to merge into one dictionary, or both."""

    name: str | None = None
    dictionaries: list[SentDictionary] = []


async def list_all(request: Request) -> Response:
    """All glossaries of the account, without entries."""
    glossaries = await context_of(request).store.glossaries()
    return json_answer({"glossaries": [as_json(each) for each in glossaries]})


async def create(request: Request) -> Response:
    """Respond 201 with the new glossary; nothing is stored unless every dictionary is valid."""
    asked = await read_body(request, GlossaryBody)
    check_name(asked.name)
    if not asked.dictionaries:
        raise bad_request("A glossary needs at least one dictionary.")
    context = context_of(request)
    context.stop_expecting()
    await check_number(request)
    dictionaries = [await check_dictionary(each, dialect_of(request)) for each in asked.dictionaries]
    pairs = [each.pair for each in dictionaries]
    if twice := next((pair for pair in pairs if pairs.count(pair) > 1), None):
        raise bad_request(f"Two dictionaries have the pair {twice.source} to {twice.target}.")
    glossary = await context.store.create(asked.name, [each.stored for each in dictionaries])
    context.expect_texts(glossary.glossary_id, pairs[-1])
    headers = make_ignored_rows_header(*dictionaries)
    return json_answer({**as_json(glossary), "ready": True}, status=201, headers=headers)


async def check_number(request: Request) -> None:
    """Raise HttpError 456 if another glossary exceeds the plan's limit."""
    most = account_of(request).tier.max_glossaries
    if len(await context_of(request).store.glossaries()) >= most:
        raise HttpError(456, f"Quota exceeded. The number of glossaries of this plan is limited to {most}.")


async def get(request: Request) -> Response:
    """Respond with one glossary without its entries; 404 if it does not exist."""
    return json_answer(as_json(await find_glossary(request)))


async def rename_or_merge(request: Request) -> Response:
    """Rename a glossary, or merge entries into one dictionary: sent entries win, others stay."""
    glossary = await find_glossary(request)
    asked = await read_body(request, GlossaryPatch)
    if asked.name is None and not asked.dictionaries:
        raise bad_request("There is nothing to change: the body has neither name nor dictionaries.")
    if asked.name is not None:
        check_name(asked.name)
    if len(asked.dictionaries) > 1:
        raise bad_request("One dictionary a call can be changed; send one call for each.")
    context = context_of(request)
    headers: dict[str, str] = {}
    if asked.dictionaries:
        context.stop_expecting()
        sent = await check_dictionary(asked.dictionaries[0], dialect_of(request))
        if not await context.store.write(glossary.glossary_id, sent.pair, merge_function(sent), name=asked.name):
            raise _no_glossary()
        context.expect_texts(glossary.glossary_id, sent.pair)
        headers = make_ignored_rows_header(sent)
    elif asked.name is not None:
        await context.store.rename(glossary.glossary_id, asked.name)
    return json_answer(as_json(await find_glossary(request)), headers=headers)


async def delete(request: Request) -> Response:
    """Delete a glossary with all its dictionaries; 404 if it does not exist."""
    glossary = await find_glossary(request)
    await context_of(request).store.delete(glossary.glossary_id)
    return no_content()


async def replace_dictionary(request: Request) -> Response:
    """Create or replace the dictionary of a pair, completely or not at all."""
    glossary = await find_glossary(request)
    context = context_of(request)
    context.stop_expecting()
    sent = await check_dictionary(await read_body(request, SentDictionary), dialect_of(request))
    written = await context.store.write(glossary.glossary_id, sent.pair, lambda _old: sent.stored)
    if written is None:
        raise _no_glossary()
    context.expect_texts(glossary.glossary_id, sent.pair)
    return json_answer(_dictionary_json(written), headers=make_ignored_rows_header(sent))


async def delete_dictionary(request: Request) -> Response:
    """Delete one dictionary of a glossary; 404 if it does not exist."""
    glossary = await find_glossary(request)
    pair = pair_in_query(request)
    if not await context_of(request).store.delete_dictionary(glossary.glossary_id, pair.roots):
        raise _no_dictionary(pair)
    return no_content()


async def entries(request: Request) -> Response:
    """Respond with the entries of one dictionary: a TSV text, or the vendor's JSON envelope around it."""
    pair = pair_in_query(request)
    accepted = request.headers.get("accept", "*/*")
    # Read the entries without a separate query for the glossary: clients read hundreds of them in a row.
    dictionary = await context_of(request).store.dictionary(request.path_params["glossary_id"], pair.roots)
    if dictionary is None:
        await find_glossary(request)
        raise _no_dictionary(pair)
    if dialect_of(request) is Dialect.VENDOR:
        return await _write_envelope(dictionary)
    if not any(kind in accepted for kind in ("*/*", "text/*", TSV, "text/plain", "application/json")):
        raise HttpError(415, "The entries format requested in the Accept header is not supported.")
    return Response(dictionary.content, media_type=f"{TSV}; charset=utf-8")


async def _write_envelope(dictionary: StoredDictionary) -> Response:
    text = dictionary.content.decode()
    # The two dialects differ only in quotes, so a text without any is the same in both.
    if '"' in text:
        text = await asyncio.to_thread(lambda: delimited.write(delimited.parse(text), quoting=False))
    pair = dictionary.pair
    listed = {
        "source_lang": pair.source,
        "target_lang": pair.target,
        "entries": text.removesuffix("\n"),
        "entries_format": "tsv",
    }
    return json_answer({"dictionaries": [listed]})


async def find_glossary(request: Request) -> Glossary:
    """Return the glossary that the path names. Raises HttpError (404)."""
    glossary_id = request.path_params["glossary_id"]
    glossary = await context_of(request).store.glossary(glossary_id)
    if glossary is None:
        raise _no_glossary()
    return glossary


def _no_glossary() -> HttpError:
    return HttpError(404, "Glossary not found", detail="There is no glossary with this id.")


def _no_dictionary(pair: LanguagePair) -> HttpError:
    return HttpError(
        404, "Dictionary not found", detail=f"The glossary has no dictionary for {pair.source} to {pair.target}."
    )


def check_name(name: str) -> None:
    """Raise HttpError (400) for an invalid glossary name."""
    if violation := entry_rules.name_violation(name):
        raise bad_request(f"Value for 'name' not supported: {violation}")


def as_json(glossary: Glossary) -> dict[str, Any]:
    """Return a glossary as the interface's JSON, without entries."""
    created = glossary.created
    assert created is not None, "every stored glossary has a time"
    plain = {
        "glossary_id": glossary.glossary_id,
        "name": glossary.name,
        "dictionaries": [_dictionary_json(each) for each in glossary.dictionaries],
        "creation_time": created.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    }
    return {**plain, "x_termdesk": {"is_local_only": True}} if glossary.is_local_only else plain


def _dictionary_json(dictionary: Dictionary) -> dict[str, Any]:
    pair = dictionary.pair
    return {"source_lang": pair.source, "target_lang": pair.target, "entry_count": dictionary.entry_count}


routes = [
    Route("/v3/glossaries", list_all, methods=["GET"]),
    Route("/v3/glossaries", create, methods=["POST"]),
    Route("/v3/glossaries/{glossary_id}", get, methods=["GET"]),
    Route("/v3/glossaries/{glossary_id}", rename_or_merge, methods=["PATCH"]),
    Route("/v3/glossaries/{glossary_id}", delete, methods=["DELETE"]),
    Route("/v3/glossaries/{glossary_id}/entries", entries, methods=["GET"]),
    Route("/v3/glossaries/{glossary_id}/dictionaries", replace_dictionary, methods=["PUT"]),
    Route("/v3/glossaries/{glossary_id}/dictionaries", delete_dictionary, methods=["DELETE"]),
]
