"""`/v2/translate`: texts, plain or with tags, and glossary terms."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.matching.terms import TermIndex
from termdesk.domain.provider import Dialect
from termdesk.domain.texts import MAX_TEXTS, billable_characters
from termdesk.service.context import Context, bill_delivery, context_of
from termdesk.service.engines.engines import Engines
from termdesk.service.engines.results import EngineTranslation
from termdesk.service.engines.sentences import Splitting
from termdesk.service.http.answers import account_of, bad_request, dialect_of, json_answer
from termdesk.service.http.reports import item_report, report_headers
from termdesk.service.http.requests import code_of, read_body
from termdesk.service.markup.markup_translation import Markup, read_markup
from termdesk.service.markup.options import Kind, MalformedMarkup, MarkupOptions, NotWellFormed, Version
from termdesk.service.routes.memories import check_memory
from termdesk.service.routes.request_options import RequestOptions
from termdesk.service.routes.unsupported_parameters import check_target, find_unused_parameters


class TranslateBody(RequestOptions, kw_only=True):
    """The body of a translation request. Fields that no local engine can honor are checked, never ignored."""

    text: list[str] | str
    target_lang: str
    source_lang: str | None = None
    context: str = ""
    show_billed_characters: bool = False
    split_sentences: str | None = None
    preserve_formatting: bool = False
    tag_handling: str | None = None
    tag_handling_version: str | None = None
    outline_detection: bool | None = None
    non_splitting_tags: list[str] = []
    splitting_tags: list[str] = []
    ignore_tags: list[str] = []
    enable_beta_languages: bool = False

    @property
    def texts(self) -> list[str]:
        """The texts to translate."""
        return [self.text] if isinstance(self.text, str) else self.text

    @property
    def splitting(self) -> Splitting:
        """How to split sentences; line breaks in HTML do not end sentences, unless the request says so."""
        usual = "nonewlines" if self.tag_handling == "html" else "1"
        return cast(Splitting, self.split_sentences or usual)  # The value is validated with all other options.

    @property
    def markup_options(self) -> MarkupOptions:
        """How tags in the texts are handled."""
        return MarkupOptions(
            version=cast(Version, self.tag_handling_version or "v2"),
            splitting=_names(self.splitting_tags, self.tag_handling),
            non_splitting=_names(self.non_splitting_tags, self.tag_handling),
            ignored=_names(self.ignore_tags, self.tag_handling),
            detects_outline=self.outline_detection is not False,
            keeps_newlines=self.splitting == "1",
        )


async def translate(request: Request) -> Response:
    """Translate texts; each is billed by its characters."""
    asked = await read_body(request, TranslateBody)
    context = context_of(request)
    target = code_of(asked.target_lang, name="target_lang")
    await context.engines.ready()
    check_target(target, context)
    _check(asked)
    texts = await asyncio.to_thread(_read, asked)
    sources = await asyncio.to_thread(_sources, asked, texts, target, context)
    terms = None
    if asked.glossaries:
        terms = await context.terms(asked.glossaries, LanguagePair(sources[0], target))
    if asked.translation_memory_id:
        for source in dict.fromkeys(sources):
            check_memory(context, asked.translation_memory_id, source=source, target=target)
    billed = [_count_billed_characters(text) for text in texts]
    # Check before the work, so that a full quota costs nothing; billing checks again.
    await context.check_quota(sum(billed), account_of(request))
    results = [
        await _translate(text, asked, context.engines, LanguagePair(source, target), terms)
        for text, source in zip(texts, sources, strict=True)
    ]
    await bill_delivery(request, "translate", sum(billed))
    items = [_item(result, source, dialect_of(request)) for result, source in zip(results, sources, strict=True)]
    body: dict[str, Any] = {"translations": items}
    if asked.model_type:
        for item in items:
            item["model_type_used"] = "latency_optimized"
    if asked.tag_handling:
        for item in items:
            item["tag_handling_version"] = asked.markup_options.version
    if asked.show_billed_characters:
        # The specification has the sum beside the array, the vendor's dialect a count in each item: send both.
        body["billed_characters"] = sum(billed)
        for item, count in zip(items, billed, strict=True):
            item["billed_characters"] = count
    return json_answer(body, headers=report_headers(results, unused=find_unused_parameters(asked)))


def _read(asked: TranslateBody) -> list[str | Markup]:
    """Parse the texts, as markup if tags are to be handled. Refuses text that is not the declared markup."""
    if not asked.tag_handling:
        return list(asked.texts)
    kind, options = cast(Kind, asked.tag_handling), asked.markup_options
    read: list[str | Markup] = []
    for number, text in enumerate(asked.texts, 1):
        try:
            read.append(read_markup(text, kind=kind, options=options))
        except MalformedMarkup as error:
            which = f"Text {number}: " if len(asked.texts) > 1 else ""
            # The vendor's words, which its clients know.
            opening = "Tag handling parsing failed, please check input: " if isinstance(error, NotWellFormed) else ""
            raise bad_request(f"{which}{opening}{error.message} {error.remedy}") from None
    return read


def _plain(text: str | Markup) -> str:
    return text if isinstance(text, str) else text.plain


def _count_billed_characters(text: str | Markup) -> int:
    """Return the billed characters; handled tags are not billed."""
    return billable_characters(text) if isinstance(text, str) else text.billed_characters


async def _translate(
    text: str | Markup, asked: TranslateBody, engines: Engines, pair: LanguagePair, terms: TermIndex | None
) -> EngineTranslation:
    async def through_engines(text: str, protected: Sequence[tuple[int, int]] = ()) -> EngineTranslation:
        return await engines.translate(text, pair=pair, terms=terms, protected=protected, splitting=asked.splitting)

    if isinstance(text, str):
        return await through_engines(text)
    return (await text.translate(through_engines)).report


def _check(asked: TranslateBody) -> None:
    if not asked.texts:
        raise bad_request("text is missing.")
    if len(asked.texts) > MAX_TEXTS:
        raise bad_request(f"At most {MAX_TEXTS} texts a request; this one has {len(asked.texts)}.")
    asked.check(source_lang=asked.source_lang)


def _names(tags: list[str], kind: str | None) -> frozenset[str]:
    """Return element names; case does not matter in HTML."""
    names = (tag.strip() for tag in tags)
    return frozenset(name.lower() if kind == "html" else name for name in names if name)


def _sources(asked: TranslateBody, texts: Sequence[str | Markup], target: str, context: Context) -> list[str]:
    """Return the source language of each text: the requested one, or else the detected one."""
    if asked.source_lang:
        return [code_of(asked.source_lang, name="source_lang")] * len(texts)
    codes = context.engines.detect_sources([_plain(text) for text in texts], target=target)
    if "" in codes:
        which = f" of text {codes.index('') + 1}" if len(codes) > 1 else ""
        raise bad_request(f"The source language{which} could not be detected; name it in source_lang.")
    return codes


def _item(result: EngineTranslation, source: str, dialect: Dialect) -> dict[str, Any]:
    # Report a language without a region, even if the request names one, because sources have no regions.
    detected = root(source).upper() if dialect is Dialect.VENDOR else root(source)
    return {"detected_source_language": detected, "text": result.text, "x_termdesk": item_report(result)}


routes = [Route("/v2/translate", translate, methods=["POST"])]
