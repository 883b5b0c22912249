"""Texts to translate or improve. Every call is billed, so none is ever repeated automatically."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import unquote

import msgspec

from termdesk.client.errors import IncompleteAnswer
from termdesk.client.transport.calls import UNWATCHED, Call, CallKind, Family, Journey
from termdesk.client.transport.dispatch import Line
from termdesk.client.transport.replies import Reply
from termdesk.client.wire import ImproveAnswer, ReportRecord, TranslateAnswer, decode, encode
from termdesk.domain.errors import InvalidInput
from termdesk.domain.texts import (
    MAX_IMPROVE_BODY_BYTES,
    MAX_TEXTS,
    MAX_TRANSLATE_BODY_BYTES,
    EngineReport,
    Improve,
    Improvement,
    Translation,
    billable_characters,
)
from termdesk.messages.service_messages import AnswerMessage, RequestMessage, RequestRemedy


class TranslateRequestBody(msgspec.Struct, omit_defaults=True):
    """The body of a translation request; unset fields are not sent."""

    text: list[str]
    target_lang: str
    source_lang: str | None = None
    glossary_id: str | None = None
    context: str = ""
    formality: str | None = None
    model_type: str | None = None
    split_sentences: str | None = None
    preserve_formatting: bool | None = None
    tag_handling: str | None = None
    translation_memory_id: str | None = None
    translation_memory_threshold: int | None = None
    style_id: str | None = None
    show_billed_characters: bool = False


class ImproveRequestBody(msgspec.Struct, omit_defaults=True):
    """The body of an improvement request; unset fields are not sent."""

    text: list[str]
    target_lang: str
    writing_style: str | None = None
    tone: str | None = None


class TextCalls:
    """`api.texts`. All methods raise ServiceError; UnclearOutcome means sent and perhaps billed, but no response.

    [translation] = await api.texts.translate(["Good morning"], source="en", target="es", glossary_id=glossary_id)
    """

    def __init__(self, line: Line) -> None:
        self._line = line

    async def translate(
        self,
        texts: Sequence[str],
        *,
        target: str,
        source: str | None = None,
        glossary_id: str | None = None,
        context: str = "",
        formality: str | None = None,
        model_type: str | None = None,
        split_sentences: str | None = None,
        preserve_formatting: bool | None = None,
        tag_handling: str | None = None,
        memory_id: str | None = None,
        memory_threshold: int | None = None,
        style_id: str | None = None,
        journey: Journey = UNWATCHED,
    ) -> list[Translation]:
        """Translate up to 50 texts, in order. The sum of their `billed_characters` is what was billed.

        `memory_id` names a translation memory, whose matches of at least `memory_threshold` percent are used.
        `style_id` names style rules to follow. `journey` is notified when the request leaves this computer.

        Raises InvalidInput if the request cannot be valid: a glossary without the source language, too many texts, or
        more than 128 KiB.
        """
        if glossary_id and not source:
            raise InvalidInput(
                RequestMessage.NO_SOURCE(),
                remedy=RequestRemedy.CHOOSE_SOURCE(),
            )
        request = TranslateRequestBody(
            text=_check_texts(texts),
            target_lang=target,
            source_lang=source or None,
            glossary_id=glossary_id or None,
            context=context,
            formality=formality,
            model_type=model_type,
            split_sentences=split_sentences,
            preserve_formatting=preserve_formatting,
            tag_handling=tag_handling,
            translation_memory_id=memory_id or None,
            translation_memory_threshold=memory_threshold if memory_id else None,
            style_id=style_id or None,
            show_billed_characters=True,
        )
        body = _within(encode(request), MAX_TRANSLATE_BODY_BYTES)
        call = Call(
            "POST",
            "/v2/translate",
            CallKind.BILLED,
            Family.TRANSLATE,
            body=body,
            journey=journey,
            glossary=glossary_id or None,
        )
        return _translations(await self._line.send(call), texts)

    async def rephrase(
        self,
        texts: Sequence[str],
        *,
        target: str,
        writing_style: str | None = None,
        tone: str | None = None,
        glossary: str = "",
        journey: Journey = UNWATCHED,
    ) -> list[Improvement]:
        """Improve spelling, grammar and wording, with a style or a tone but not both. Raises like `correct`."""
        if writing_style and tone:
            raise InvalidInput(RequestMessage.STYLE_AND_TONE(), remedy=RequestRemedy.CHOOSE_ONE())
        request = ImproveRequestBody(_check_texts(texts), target, writing_style or None, tone or None)
        return await self._improve(Improve.REPHRASE, request, glossary, journey)

    async def correct(
        self, texts: Sequence[str], *, target: str, glossary: str = "", journey: Journey = UNWATCHED
    ) -> list[Improvement]:
        """Correct spelling and grammar with as few changes as possible; `journey` as in `translate`.

        `glossary` is the one whose terms are protected in these texts; it is not sent.

        Raises InvalidInput if the request exceeds 10 KiB, as counted by `improve_request_size`.
        """
        return await self._improve(Improve.CORRECT, ImproveRequestBody(_check_texts(texts), target), glossary, journey)

    async def _improve(
        self, how: Improve, request: ImproveRequestBody, glossary: str, journey: Journey
    ) -> list[Improvement]:
        body = _within(encode(request), MAX_IMPROVE_BODY_BYTES)
        call = Call(
            "POST",
            f"/v2/write/{how}",
            CallKind.BILLED,
            Family.IMPROVE,
            body=body,
            journey=journey,
            glossary=glossary or None,
        )
        reply = await self._line.send(call)
        answer = decode(reply, ImproveAnswer)
        _check_count(reply, len(request.text), len(answer.improvements))
        common = _report_of_headers(reply)
        return [
            Improvement(
                each.text,
                each.detected_source_language,
                each.target_language,
                _report(each.x_termdesk, common),
                each.x_termdesk.billed_characters if each.x_termdesk else None,
            )
            for each in answer.improvements
        ]


def improve_request_size(
    texts: Sequence[str], *, target: str, writing_style: str | None = None, tone: str | None = None
) -> int:
    """Return the size in bytes of the request that would improve these texts; at most 10,240 are allowed."""
    return len(encode(ImproveRequestBody(list(texts), target, writing_style or None, tone or None)))


def json_bytes(text: str) -> int:
    """Return a text's size in bytes in a JSON body, without quotation marks."""
    return len(msgspec.json.encode(text)) - 2


def _check_texts(texts: Sequence[str]) -> list[str]:
    if isinstance(texts, str):
        raise TypeError("texts is a sequence of texts, not one text")
    if not 1 <= len(texts) <= MAX_TEXTS:
        raise InvalidInput(
            RequestMessage.TOO_MANY_TEXTS(len(texts), most=MAX_TEXTS),
            remedy=RequestRemedy.DIVIDE_TEXTS(),
        )
    return list(texts)


def _within(body: bytes, limit: int) -> bytes:
    if len(body) > limit:
        raise InvalidInput(
            RequestMessage.TOO_LARGE(len(body), limit=limit),
            remedy=RequestRemedy.SHORTEN(),
        )
    return body


def _translations(reply: Reply, texts: Sequence[str]) -> list[Translation]:
    """Return one translation for each text. Raises IncompleteAnswer if the numbers differ."""
    answer = decode(reply, TranslateAnswer)
    _check_count(reply, len(texts), len(answer.translations))
    common = _report_of_headers(reply)
    return [
        Translation(each.text, each.detected_source_language, billed, _report(each.x_termdesk, common))
        for each, billed in zip(answer.translations, _find_billed_characters(answer, texts), strict=True)
    ]


def _check_count(reply: Reply, expected: int, got: int) -> None:
    if expected != got:
        raise IncompleteAnswer(
            AnswerMessage.TEXTS_MISSING(expected, got=got),
            expected=expected,
            got=got,
            call=reply.call.name,
            trace_id=reply.trace_id,
        )


def _find_billed_characters(answer: TranslateAnswer, texts: Sequence[str]) -> list[int | None]:
    """Return the billed characters of each text. If the service reports only the sum, the first text gets the
    remainder.
    """
    by_item = [each.billed_characters for each in answer.translations]
    if answer.billed_characters is None or any(count is not None for count in by_item):
        return by_item
    counted = [billable_characters(text) for text in texts]
    first = answer.billed_characters - sum(counted[1:])
    if first < 0:
        return [answer.billed_characters, *([0] * (len(texts) - 1))]
    return [first, *counted[1:]]


def _report(record: ReportRecord | None, common: EngineReport) -> EngineReport:
    if record is None:
        return common
    placed = None if record.terms_placed is None else tuple(record.terms_placed)
    return EngineReport(
        tuple(record.engines),
        record.coverage,
        terms_missed=tuple(record.terms_missed),
        terms_placed=placed,
        terms_uncertain=tuple(record.terms_uncertain),
        unused=common.unused,
        is_only_corrected=record.is_only_corrected,
    )


def _report_of_headers(reply: Reply) -> EngineReport:
    """Return what the local service reports in its headers; an empty report for other services."""
    engines = reply.headers.get("x-termdesk-engine", "")
    missed = reply.headers.get("x-termdesk-terms-missed", "")
    return EngineReport(
        engines=tuple(unquote(name) for name in engines.split(", ") if name),
        coverage=_share(reply.headers.get("x-termdesk-coverage", "")),
        terms_missed=tuple(unquote(term) for term in missed.split(",") if term),
        unused=tuple(name.strip() for name in reply.headers.get("x-termdesk-unused", "").split(",") if name.strip()),
    )


def _share(text: str) -> float | None:
    try:
        share = float(text)
    except ValueError:
        return None
    return share if 0 <= share <= 1 else None
