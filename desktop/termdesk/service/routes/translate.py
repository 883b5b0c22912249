"""`/v2/translate`: texts, with the terms of a glossary."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from termdesk.domain.language import LanguagePair
from termdesk.domain.provider import Dialect
from termdesk.domain.texts import MAX_TEXTS, billable_characters
from termdesk.service.answers import account_of, bad_request, dialect_of, json_answer
from termdesk.service.context import Context, context_of
from termdesk.service.engines.results import EngineTranslation
from termdesk.service.reports import item_report, report_headers
from termdesk.service.requests import code_of, read_body
from termdesk.service.routes.refused import check_not_served

MAX_GLOSSARIES = 5


class Asked(msgspec.Struct):
    """The body of a translate request. Fields that no engine here can honour are checked, never ignored."""

    text: list[str] | str
    target_lang: str
    source_lang: str | None = None
    glossary_id: str | None = None
    glossary_ids: list[str] = []
    context: str = ""
    show_billed_characters: bool = False
    formality: str | None = None
    model_type: str | None = None
    split_sentences: str | None = None
    preserve_formatting: bool = False
    tag_handling: str | None = None
    tag_handling_version: str | None = None
    outline_detection: bool | None = None
    non_splitting_tags: list[str] = []
    splitting_tags: list[str] = []
    ignore_tags: list[str] = []
    style_id: str | None = None
    custom_instructions: list[str] = []
    translation_memory_id: str | None = None
    translation_memory_threshold: int | None = None
    enable_beta_languages: bool = False

    @property
    def texts(self) -> list[str]:
        return [self.text] if isinstance(self.text, str) else self.text

    @property
    def glossaries(self) -> list[str]:
        return [self.glossary_id] if self.glossary_id else self.glossary_ids


async def translate(request: Request) -> Response:
    asked = await read_body(request, Asked)
    context = context_of(request)
    _check(asked)
    target = code_of(asked.target_lang, name="target_lang")
    await context.engines.ready()
    sources = await asyncio.to_thread(lambda: [_source_of(asked, text, context) for text in asked.texts])
    terms = None
    if asked.glossaries:
        terms = await context.terms(asked.glossaries, LanguagePair(sources[0], target))
    billed = [billable_characters(text) for text in asked.texts]
    # Before the work is done, so that a full quota costs nothing; the bill itself checks again.
    await context.check_quota(sum(billed), account_of(request))
    results = [
        await context.engines.translate(text, pair=LanguagePair(source, target), terms=terms)
        for text, source in zip(asked.texts, sources, strict=True)
    ]
    await context.bill("translate", sum(billed), account_of(request))
    items = [_item(result, source, dialect_of(request)) for result, source in zip(results, sources, strict=True)]
    body: dict[str, Any] = {"translations": items}
    if asked.show_billed_characters:
        # The specification has the sum beside the array, the vendor's dialect a count in each item: both are told.
        body["billed_characters"] = sum(billed)
        for item, count in zip(items, billed, strict=True):
            item["billed_characters"] = count
    return json_answer(body, headers=report_headers(results, unused=["context"] if asked.context else []))


def _check(asked: Asked) -> None:
    if not asked.texts:
        raise bad_request("text is missing.")
    if len(asked.texts) > MAX_TEXTS:
        raise bad_request(f"At most {MAX_TEXTS} texts a request; this one has {len(asked.texts)}.")
    if asked.glossary_id and asked.glossary_ids:
        raise bad_request("glossary_id and glossary_ids cannot be used together.")
    if len(asked.glossary_ids) > MAX_GLOSSARIES:
        raise bad_request(f"At most {MAX_GLOSSARIES} glossaries a request.")
    if asked.glossaries and not asked.source_lang:
        raise bad_request(
            "A glossary needs source_lang: it cannot be combined with automatic detection of the source language."
        )
    check_not_served(asked)


def _source_of(asked: Asked, text: str, context: Context) -> str:
    if asked.source_lang:
        return code_of(asked.source_lang, name="source_lang")
    code = context.engines.detect(text).code
    if not code:
        raise bad_request("The source language could not be detected; name it in source_lang.")
    return code


def _item(result: EngineTranslation, source: str, dialect: Dialect) -> dict[str, Any]:
    detected = source.upper() if dialect is Dialect.VENDOR else source
    return {"detected_source_language": detected, "text": result.text, "x_termdesk": item_report(result)}


routes = [Route("/v2/translate", translate, methods=["POST"])]
