"""Improve a text in its language: rephrase or correct it, and show what changed."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from dataclasses import dataclass, replace

from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.texts.history import StoredText
from termdesk.application.texts.text_use_case import TextUseCase
from termdesk.application.usage.billed_requests import BilledRequests
from termdesk.application.usage.usage_ledger import Item, UsageLedger
from termdesk.client.errors import NotFound
from termdesk.client.transport.calls import Journey
from termdesk.domain.errors import InvalidInput, TermdeskError
from termdesk.domain.language.language import Language, Resource, find_language
from termdesk.domain.similarity.text_diff import Chunk, compare
from termdesk.domain.texts import (
    MAX_IMPROVE_BODY_BYTES,
    TONES,
    WRITING_STYLES,
    EngineReport,
    Improve,
    Improvement,
    billable_characters,
)
from termdesk.messages.text_messages import TextMessage, TextRemedy

# The most corrections that are kept to compare with a later rephrasing.
_MOST_CORRECTIONS = 50


@dataclass(frozen=True, slots=True)
class ImproveRequest:
    """An improvement request. It has a writing style or a tone, never both, and only for rephrasing."""

    text: str
    target: str
    how: Improve = Improve.REPHRASE
    writing_style: str | None = None
    tone: str | None = None


@dataclass(frozen=True, slots=True)
class ImproveOptions:
    """The styles and tones of the service for one language; empty if it has none."""

    writing_styles: tuple[str, ...] = ()
    tones: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImprovementResult:
    """An improved text with its changes: `chunks` cover the old and the new text, in order.

    `is_only_corrected`: rephrasing was requested, but mere correction gives the same text, as far as known. `notes` are
    sentences about problems besides the improvement.
    """

    request: ImproveRequest
    text: str
    detected_source: str
    target: str
    estimated: int
    chunks: tuple[Chunk, ...]
    report: EngineReport
    is_only_corrected: bool = False
    notes: tuple[str, ...] = ()

    @property
    def is_unchanged(self) -> bool:
        """Whether the service returned the same text."""
        return self.text == self.request.text


@dataclass(frozen=True, slots=True)
class _ImproveAnswer:
    """The answer of the service."""

    improvement: Improvement
    trace_id: str


class TextImprover(TextUseCase):
    """The use case of the Improve pane."""

    def __init__(self, session: Session, languages: LanguageLists, books: UsageLedger) -> None:
        super().__init__(session)
        self._languages = languages
        self._requests: BilledRequests[_ImproveAnswer] = BilledRequests(session, books)
        # The ways that a service answered with 404, by profile.
        self._missing: set[tuple[str, Improve]] = set()
        self._corrections: OrderedDict[tuple[str, str, str], str] = OrderedDict()

    async def languages(self, *, refresh: bool = False) -> list[Language]:
        """The languages that texts can be improved in, by name. `refresh` tries again what was missing."""
        if refresh:
            self._missing = {each for each in self._missing if each[0] != self._session.profile}
        return (await self._languages.list(Resource.WRITE, refresh=refresh)).targets

    def is_offered(self, how: Improve) -> bool:
        """Whether the service in use offers this way of improving, as far as it was tried."""
        return (self._session.profile, how) not in self._missing

    def unavailable_reason(self) -> str:
        """Why texts cannot be improved with this key; empty if nothing is known against it."""
        if self._session.tier == "free":
            return TextMessage.NEEDS_PAID_PLAN()
        return ""

    async def options(self, target: str) -> ImproveOptions:
        """The styles and tones for a language, as the service lists them."""
        language = find_language(await self.languages(), target)
        features = language.features if language else {}
        return ImproveOptions(
            WRITING_STYLES if "writing_style" in features else (),
            TONES if "tone" in features else (),
        )

    async def prepare(self, target: str) -> None:
        """Let the local service load what it needs for a language, before the first text is sent.

        This only saves time, so failures are ignored: improving reports them.
        """
        if self._session.provider.is_local:
            with contextlib.suppress(TermdeskError):
                await (await self._session.api()).local.warm_improvement(target)

    def size(self, request: ImproveRequest) -> int:
        """The bytes of the request; at most `MAX_IMPROVE_BODY_BYTES` are allowed."""
        from termdesk.client.texts import improve_request_size

        return improve_request_size(
            [request.text], target=request.target, writing_style=request.writing_style, tone=request.tone
        )

    async def improve(self, request: ImproveRequest) -> ImprovementResult:
        """Improve a text, record the cost, and compare.

        Joins a running request with the same content instead of sending it again. Raises InvalidInput for an invalid
        request (empty or too long text, style and tone together, unknown style), UnclearOutcome if it may have been
        billed, and ServiceError; after NotFound this way is no longer offered.
        """
        await self._check(request)
        profile = self._session.profile
        try:
            return await self._improve(request)
        except NotFound:
            self._missing.add((profile, request.how))
            raise

    async def _improve(self, request: ImproveRequest) -> ImprovementResult:
        item = Item(
            f"POST /v2/write/{request.how}", "", request.target, request.text, None, billable_characters(request.text)
        )
        api = await self._session.api()

        async def send(journey: Journey) -> _ImproveAnswer:
            if request.how is Improve.CORRECT:
                [improvement] = await api.texts.correct([request.text], target=request.target, journey=journey)
            else:
                [improvement] = await api.texts.rephrase(
                    [request.text],
                    target=request.target,
                    writing_style=request.writing_style,
                    tone=request.tone,
                    journey=journey,
                )
            return _ImproveAnswer(improvement, api.last_trace_id)

        def completed(answer: _ImproveAnswer) -> Item:
            return replace(
                item,
                source_language=answer.improvement.detected_source,
                result=answer.improvement.text,
                engines=answer.improvement.report.engines,
                trace_id=answer.trace_id,
            )

        answered = await self._requests.answer(request, item, send=send, completed=completed)
        improvement = answered.answer.improvement
        is_only_corrected = self._is_only_corrected(request, improvement)
        return _completed(request, improvement, answered.notes, is_only_corrected=is_only_corrected)

    def _is_only_corrected(self, request: ImproveRequest, improvement: Improvement) -> bool:
        """Whether a rephrasing is a mere correction: the service says so, or corrected to the same text."""
        key = self.service, request.target, request.text
        if request.how is Improve.CORRECT:
            self._corrections[key] = improvement.text
            while len(self._corrections) > _MOST_CORRECTIONS:
                self._corrections.popitem(last=False)
            return False
        is_known = improvement.report.is_only_corrected or self._corrections.get(key) == improvement.text
        return is_known and improvement.text != request.text

    def reopened(self, text: StoredText, how: Improve) -> ImprovementResult:
        """A result of the history as if it had just arrived; style and tone are not stored."""
        request = ImproveRequest(text.source, text.target_language, how)
        report = EngineReport(text.engines)
        improvement = Improvement(text.result, text.source_language, text.target_language, report)
        return _completed(request, improvement, (), is_only_corrected=False)

    def is_under_way(self, request: ImproveRequest) -> bool:
        """Whether the service processes this request, even if nobody waits for it any more."""
        return self._requests.is_under_way(request)

    async def _check(self, request: ImproveRequest) -> None:
        if not request.text.strip():
            raise InvalidInput(TextMessage.NOTHING_TO_IMPROVE(), remedy=TextRemedy.WRITE())
        if request.writing_style and request.tone:
            raise InvalidInput(TextMessage.STYLE_AND_TONE(), remedy=TextRemedy.CHOOSE_ONE())
        if request.how is Improve.CORRECT and (request.writing_style or request.tone):
            raise InvalidInput(TextMessage.CORRECT_HAS_NO_STYLE(), remedy=TextRemedy.CHOOSE_REPHRASE())
        if (size := self.size(request)) > MAX_IMPROVE_BODY_BYTES:
            raise InvalidInput(
                TextMessage.TOO_LARGE(size=size, limit=MAX_IMPROVE_BODY_BYTES),
                remedy=TextRemedy.SHORTEN(),
            )
        if request.writing_style or request.tone:
            await self._check_options(request)

    async def _check_options(self, request: ImproveRequest) -> None:
        options = await self.options(request.target)
        for option, offered, missing, remedy in (
            (request.writing_style, options.writing_styles, TextMessage.NO_STYLE, TextRemedy.OTHER_STYLE),
            (request.tone, options.tones, TextMessage.NO_TONE, TextRemedy.OTHER_TONE),
        ):
            if option and option.removeprefix("prefer_") not in (*offered, "default"):
                raise InvalidInput(missing(option=option), remedy=remedy())


def _completed(
    request: ImproveRequest, improvement: Improvement, notes: tuple[str, ...], *, is_only_corrected: bool
) -> ImprovementResult:
    return ImprovementResult(
        request,
        improvement.text,
        improvement.detected_source,
        improvement.target,
        billable_characters(request.text),
        tuple(compare(request.text, improvement.text)),
        improvement.report,
        is_only_corrected,
        notes,
    )
