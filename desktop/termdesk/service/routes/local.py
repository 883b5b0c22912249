"""`/local/v1`: endpoints that only the local service has."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from termdesk.domain.errors import MalformedText
from termdesk.messages.engine_messages import message_record
from termdesk.service.context import context_of
from termdesk.service.engines.correction.improvement import DEFAULT_VARIANTS
from termdesk.service.engines.results import EngineDescription
from termdesk.service.fault_injection import FaultPlan
from termdesk.service.http.answers import HttpError, bad_request, json_answer, no_content
from termdesk.service.http.requests import code_of, pair_of, read_body

# Nobody points at the words of longer texts, and the engine runs once for each request.
MOST_LINKED = 5_000


class ConfirmationBody(msgspec.Struct):
    """A translation that a person confirmed."""

    source_lang: str
    target_lang: str
    source: str
    target: str


async def health(request: Request) -> Response:
    """200 as soon as the service accepts requests."""
    return json_answer({"ready": True})


async def engines(request: Request) -> Response:
    """Respond with the engines. `messages` has the record of each text that a window can translate."""
    return json_answer({"engines": [_engine_record(each) for each in context_of(request).engines.describe()]})


def _engine_record(engine: EngineDescription) -> dict[str, object]:
    fields = asdict(engine)
    records = {name: message_record(text) for name, text in fields.items() if isinstance(text, str)}
    # The encoder takes no messages.
    plain = {name: str(field) if isinstance(field, str) else field for name, field in fields.items()}
    return plain | {"messages": {name: record for name, record in records.items() if record}}


async def pairs(request: Request) -> Response:
    """Respond with the pairs that some engine translates, once the search for engines is done."""
    served = context_of(request).engines
    await served.ready()
    found = sorted(served.translation_pairs())
    return json_answer({"pairs": [{"source_lang": each.source, "target_lang": each.target} for each in found]})


async def confirm(request: Request) -> Response:
    """Store a confirmed translation; from then on it takes precedence over the engines."""
    asked = await read_body(request, ConfirmationBody)
    if not asked.source.strip() or not asked.target.strip():
        raise bad_request("source and target must not be empty.")
    await context_of(request).remember(pair_of(asked.source_lang, asked.target_lang), asked.source, asked.target)
    return no_content()


class ForgottenTextBody(msgspec.Struct):
    """A text whose confirmed translation is to be deleted."""

    source_lang: str
    target_lang: str
    source: str


async def forget_text(request: Request) -> Response:
    """Delete one confirmed translation; engines translate the text again."""
    asked = await read_body(request, ForgottenTextBody)
    await context_of(request).forget_text(pair_of(asked.source_lang, asked.target_lang), asked.source)
    return no_content()


class NearMatchesBody(msgspec.Struct):
    """A text to search similar confirmed texts for."""

    source_lang: str
    target_lang: str
    text: str


async def near_matches(request: Request) -> Response:
    """Respond with similar confirmed texts, most similar first: to be offered, never used automatically."""
    asked = await read_body(request, NearMatchesBody)
    pair = pair_of(asked.source_lang, asked.target_lang)
    found = await asyncio.to_thread(context_of(request).memory.near, pair, asked.text)
    return json_answer({"near_matches": [asdict(each) for each in found]})


class WordLinksBody(msgspec.Struct):
    """A text and its translation, whose words are to be linked."""

    source_lang: str
    target_lang: str
    text: str
    translation: str


async def word_links(request: Request) -> Response:
    """Respond with the links between words of the translation and the text; empty if no engine can align them."""
    asked = await read_body(request, WordLinksBody)
    pair = pair_of(asked.source_lang, asked.target_lang)
    if len(asked.text) > MOST_LINKED:
        raise bad_request(f"text has more than {MOST_LINKED} characters.")
    found = await context_of(request).engines.word_links(asked.text, asked.translation, pair)
    return json_answer({"word_links": [asdict(each) for each in found]})


class DraftBody(msgspec.Struct):
    """A dictionary to try before it is published; `entries` are plain TSV. `origin` is the id of its glossary."""

    source_lang: str
    target_lang: str
    entries: str
    origin: str = ""


async def add_draft(request: Request) -> Response:
    """Keep a draft in memory for translations that name its id. It is not listed, and is dropped automatically."""
    asked = await read_body(request, DraftBody)
    pair = pair_of(asked.source_lang, asked.target_lang)
    try:
        draft_id = await context_of(request).add_draft(pair, asked.entries, origin=asked.origin)
    except MalformedText as error:
        raise bad_request(f"{error.message} {error.remedy}".strip()) from None
    return json_answer({"glossary_id": draft_id}, status=201)


async def engines_anew(request: Request) -> Response:
    """Look for engines again, for example after a model was added or a pair was installed."""
    context = context_of(request)
    await context.engines.look_again()
    return await engines(request)


class WarmingBody(msgspec.Struct):
    """The language in which texts will soon be improved."""

    target_lang: str


async def warm_improvement(request: Request) -> Response:
    """Start loading the rules for a language in which texts will be improved; respond without waiting."""
    code = code_of((await read_body(request, WarmingBody)).target_lang, name="target_lang")
    await context_of(request).engines.warm_improvement(DEFAULT_VARIANTS.get(code, code))
    return no_content()


class TermWarmingBody(msgspec.Struct):
    """The languages and the glossary with which texts will soon be translated."""

    source_lang: str
    target_lang: str
    glossary_id: str


async def warm_terms(request: Request) -> Response:
    """Start preparing the terms of a glossary, before the first text comes; respond without waiting."""
    asked = await read_body(request, TermWarmingBody)
    context_of(request).warm_terms(asked.glossary_id, pair_of(asked.source_lang, asked.target_lang))
    return no_content()


async def fault_injection(request: Request) -> Response:
    """Respond with the injected faults, and the requests left for each; `{}` if there are none."""
    return json_answer(context_of(request).fault_injection.plan or {})


async def inject_fault(request: Request) -> Response:
    """Inject the plan's faults from now on, and mark every response."""
    context_of(request).fault_injection.plan = await read_body(request, FaultPlan)
    return await fault_injection(request)


async def end_fault_injection(request: Request) -> Response:
    """Stop the fault injection."""
    context_of(request).fault_injection.plan = None
    return no_content()


async def lock_glossary(request: Request) -> Response:
    """Lock a glossary to this computer. Each program that lists it learns this, and sends it to no other service."""
    return await _keep_lock(request, is_local_only=True)


async def unlock_glossary(request: Request) -> Response:
    """Allow a glossary to be sent again."""
    return await _keep_lock(request, is_local_only=False)


async def _keep_lock(request: Request, *, is_local_only: bool) -> Response:
    glossary_id = request.path_params["glossary_id"]
    if not await context_of(request).store.lock(glossary_id, is_local_only=is_local_only):
        raise HttpError(404, "There is no such glossary.")
    return no_content()


routes = [
    Route("/local/v1/health", health, methods=["GET"]),
    Route("/local/v1/engines", engines, methods=["GET"]),
    Route("/local/v1/engines", engines_anew, methods=["POST"]),
    Route("/local/v1/pairs", pairs, methods=["GET"]),
    Route("/local/v1/word-links", word_links, methods=["POST"]),
    Route("/local/v1/drafts", add_draft, methods=["POST"]),
    Route("/local/v1/improvement", warm_improvement, methods=["POST"]),
    Route("/local/v1/terms", warm_terms, methods=["POST"]),
    Route("/local/v1/rehearsal", fault_injection, methods=["GET"]),
    Route("/local/v1/rehearsal", inject_fault, methods=["PUT"]),
    Route("/local/v1/rehearsal", end_fault_injection, methods=["DELETE"]),
    Route("/local/v1/glossaries/{glossary_id}/lock", lock_glossary, methods=["PUT"]),
    Route("/local/v1/glossaries/{glossary_id}/lock", unlock_glossary, methods=["DELETE"]),
    Route("/local/v1/memory", confirm, methods=["PUT"]),
    Route("/local/v1/memory/deletions", forget_text, methods=["POST"]),
    Route("/local/v1/memory/near-matches", near_matches, methods=["POST"]),
]
