"""`/v3/glossaries`: glossaries, their dictionaries and their entries."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from termdesk.domain import delimited, entry_rules
from termdesk.domain.entries import Entries
from termdesk.domain.errors import MalformedText
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language import LanguagePair, is_variant, root
from termdesk.domain.language_names import GLOSSARY_LANGUAGES
from termdesk.domain.provider import Dialect
from termdesk.service.answers import Refusal, bad_request, dialect_of, json_answer, no_content
from termdesk.service.context import context_of
from termdesk.service.requests import code_of, pair_in_query, read_body
from termdesk.service.store import StoredDictionary

TSV = "text/tab-separated-values"
INVALID_ENTRIES = "Bad request: invalid glossary entries provided"
MAX_GLOSSARIES = 1000


class SentDictionary(msgspec.Struct):
    """A dictionary as a request carries it."""

    source_lang: str
    target_lang: str
    entries: str
    entries_format: str = "tsv"


class Creation(msgspec.Struct):
    name: str
    dictionaries: list[SentDictionary]


class Update(msgspec.Struct):
    name: str | None = None
    dictionaries: list[SentDictionary] = []


async def list_all(request: Request) -> Response:
    glossaries = await context_of(request).store.glossaries()
    return json_answer({"glossaries": [as_json(each) for each in glossaries]})


async def create(request: Request) -> Response:
    """201 with the glossary; nothing is stored unless every dictionary is sound."""
    asked = await read_body(request, Creation)
    _check_name(asked.name)
    if not asked.dictionaries:
        raise bad_request("A glossary needs at least one dictionary.")
    store = context_of(request).store
    if len(await store.glossaries()) >= MAX_GLOSSARIES:
        raise Refusal(456, f"The number of glossaries is limited to {MAX_GLOSSARIES}.")
    dictionaries = [await _read(each, dialect_of(request)) for each in asked.dictionaries]
    pairs = [each.pair for each in dictionaries]
    if twice := next((pair for pair in pairs if pairs.count(pair) > 1), None):
        raise bad_request(f"Two dictionaries have the pair {twice.source} to {twice.target}.")
    stored = [await asyncio.to_thread(_stored, each) for each in dictionaries]
    glossary = await store.create(asked.name, stored)
    return json_answer({**as_json(glossary), "ready": True}, status=201)


async def get(request: Request) -> Response:
    return json_answer(as_json(await _found(request)))


async def rename_or_merge(request: Request) -> Response:
    """A new name, and entries merged into one dictionary: what is sent wins, what is not sent stays."""
    glossary = await _found(request)
    asked = await read_body(request, Update)
    if asked.name is not None:
        _check_name(asked.name)
    if len(asked.dictionaries) > 1:
        raise bad_request("One dictionary a call can be changed; send one call for each.")
    store = context_of(request).store
    if asked.dictionaries:
        sent = await _read(asked.dictionaries[0], dialect_of(request))
        if not await store.write(glossary.glossary_id, sent.pair, _merging(sent), name=asked.name):
            raise _no_glossary()
    elif asked.name is not None:
        await store.rename(glossary.glossary_id, asked.name)
    return json_answer(as_json(await _found(request)))


async def delete(request: Request) -> Response:
    glossary = await _found(request)
    await context_of(request).store.delete(glossary.glossary_id)
    return no_content()


async def replace_dictionary(request: Request) -> Response:
    """Create or replace the dictionary of a pair, all of it or nothing."""
    glossary = await _found(request)
    sent = await _read(await read_body(request, SentDictionary), dialect_of(request))
    new = await asyncio.to_thread(_stored, sent)
    written = await context_of(request).store.write(glossary.glossary_id, sent.pair, lambda _old: new)
    if written is None:
        raise _no_glossary()
    return json_answer(_dictionary_json(written))


async def delete_dictionary(request: Request) -> Response:
    glossary = await _found(request)
    pair = pair_in_query(request)
    if not await context_of(request).store.delete_dictionary(glossary.glossary_id, pair.roots):
        raise _no_dictionary(pair)
    return no_content()


async def entries(request: Request) -> Response:
    """The entries of one dictionary: a TSV text, or the vendor's JSON envelope around it."""
    glossary = await _found(request)
    pair = pair_in_query(request)
    accepted = request.headers.get("accept", "*/*")
    dictionary = await context_of(request).store.dictionary(glossary.glossary_id, pair.roots)
    if dictionary is None:
        raise _no_dictionary(pair)
    if dialect_of(request) is Dialect.VENDOR:
        return await _enveloped(dictionary)
    if not any(kind in accepted for kind in ("*/*", "text/*", TSV, "text/plain", "application/json")):
        raise Refusal(415, "The entries format requested in the Accept header is not supported.")
    return Response(dictionary.content, media_type=f"{TSV}; charset=utf-8")


async def _enveloped(dictionary: StoredDictionary) -> Response:
    text = dictionary.content.decode()
    # Only a text with a quote reads differently in the two dialects.
    if '"' in text:
        text = await asyncio.to_thread(lambda: delimited.write(delimited.parse(text), quoting=False))
    pair = dictionary.pair
    listed = {"source_lang": pair.source, "target_lang": pair.target, "entries": text, "entries_format": "tsv"}
    return json_answer({"dictionaries": [listed]})


class _Read:
    """A sent dictionary, checked: its pair and its entries."""

    __slots__ = ("entries", "pair")

    def __init__(self, pair: LanguagePair, entries: Entries) -> None:
        self.pair = pair
        self.entries = entries


async def _read(sent: SentDictionary, dialect: Dialect) -> _Read:
    pair = LanguagePair(
        _glossary_code(sent.source_lang, "source_lang"), _glossary_code(sent.target_lang, "target_lang")
    )
    if pair.source == pair.target:
        raise bad_request(f"Source and target language are both {pair.source}.")
    if len(sent.entries) > entry_rules.MAX_DICTIONARY_BYTES // 4:
        size = entry_rules.utf8_length(sent.entries)
        if size > entry_rules.MAX_DICTIONARY_BYTES:
            limit = (
                f"A dictionary may have {entry_rules.MAX_DICTIONARY_BYTES:,} bytes of entries; this one has {size:,}."
            )
            raise Refusal(413, "Request size exceeds the limit", detail=limit)
    return _Read(pair, await asyncio.to_thread(_checked_entries, sent, pair, dialect))


def _glossary_code(text: str, name: str) -> str:
    code = code_of(text, name=name)
    if is_variant(code) and root(code) in GLOSSARY_LANGUAGES:
        raise bad_request(
            f"Glossaries apply to root languages: use {root(code)!r} instead of {code!r} as {name};"
            " it applies to all variants."
        )
    if code not in GLOSSARY_LANGUAGES:
        raise bad_request(f"Value for '{name}' not supported: {code!r}. Unsupported glossary language.")
    return code


def _checked_entries(sent: SentDictionary, pair: LanguagePair, dialect: Dialect) -> Entries:
    """The entries of a request. Refuses them with the positions of all that is wrong."""
    try:
        match sent.entries_format.lower():
            case "tsv":
                found = delimited.parse(sent.entries, quoting=dialect is Dialect.SPECIFICATION)
            case "csv":
                found, _ = delimited.parse_with_codes(sent.entries, pair=pair)
            case _:
                raise bad_request(f"Value for 'entries_format' not supported: {sent.entries_format[:20]!r}.")
    except MalformedText as error:
        raise bad_request(f"{error.message} {error.remedy}".strip(), message=INVALID_ENTRIES) from None
    if not len(found):
        raise bad_request("The dictionary has no entries.", message=INVALID_ENTRIES)
    if wrong := entry_rules.join_messages(entry_rules.problems(found)):
        raise bad_request(wrong, message=INVALID_ENTRIES)
    return found


def _stored(read: _Read) -> StoredDictionary:
    return StoredDictionary(read.pair, len(read.entries), delimited.write(read.entries).encode())


def _merging(sent: _Read) -> Callable[[StoredDictionary | None], StoredDictionary]:
    def merged(old: StoredDictionary | None) -> StoredDictionary:
        if old is None:
            return _stored(sent)
        entries = delimited.parse(old.content.decode()).as_dict()
        entries.update(iter(sent.entries))
        together = Entries(entries.keys(), entries.values())
        new = StoredDictionary(sent.pair, len(together), delimited.write(together).encode())
        if len(new.content) > entry_rules.MAX_DICTIONARY_BYTES:
            raise Refusal(
                413, "Request size exceeds the limit", detail="The dictionary would be too large after merging."
            )
        return new

    return merged


async def _found(request: Request) -> Glossary:
    glossary_id = request.path_params["glossary_id"]
    glossary = await context_of(request).store.glossary(glossary_id)
    if glossary is None:
        raise _no_glossary()
    return glossary


def _no_glossary() -> Refusal:
    return Refusal(404, "Glossary not found", detail="There is no glossary with this id.")


def _no_dictionary(pair: LanguagePair) -> Refusal:
    return Refusal(
        404, "Dictionary not found", detail=f"The glossary has no dictionary for {pair.source} to {pair.target}."
    )


def _check_name(name: str) -> None:
    if fault := entry_rules.name_fault(name):
        raise bad_request(f"Value for 'name' not supported: {fault}")


def as_json(glossary: Glossary) -> dict[str, Any]:
    """A glossary as the interface shows it, without entries."""
    created = glossary.created
    assert created is not None, "every stored glossary has a time"
    return {
        "glossary_id": glossary.glossary_id,
        "name": glossary.name,
        "dictionaries": [_dictionary_json(each) for each in glossary.dictionaries],
        "creation_time": created.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    }


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
