"""Improving a text within its language: rephrasing or correcting it, and showing what changed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from termdesk.application.bookkeeping import Bookkeeping, Item
from termdesk.application.languages import LanguageLists
from termdesk.application.session import Session
from termdesk.client.errors import UnclearOutcome
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language import Language, Resource, find_language
from termdesk.domain.text_diff import Piece, compare
from termdesk.domain.texts import (
    MAX_IMPROVE_BODY_BYTES,
    TONES,
    WRITING_STYLES,
    EngineReport,
    Improve,
    Improvement,
    billable_characters,
)


@dataclass(frozen=True, slots=True)
class ImproveRequest:
    """What is to be improved, and how. A writing style or a tone, never both; for rephrasing only."""

    text: str
    target: str
    how: Improve = Improve.REPHRASE
    writing_style: str | None = None
    tone: str | None = None


@dataclass(frozen=True, slots=True)
class ImproveOptions:
    """The styles and tones that the service has for one language; empty where it has none."""

    writing_styles: tuple[str, ...] = ()
    tones: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImprovementResult:
    """An improved text with what changed: `pieces` cover the old text and the new one, in order.

    `notes` are sentences for the user about what did not work beside the improvement.
    """

    request: ImproveRequest
    text: str
    detected_source: str
    target: str
    estimated: int
    pieces: tuple[Piece, ...]
    report: EngineReport
    notes: tuple[str, ...] = ()


class Improving:
    """What the Improve pane does."""

    def __init__(self, session: Session, languages: LanguageLists, books: Bookkeeping) -> None:
        self._session = session
        self._languages = languages
        self._books = books

    async def languages(self, *, refresh: bool = False) -> list[Language]:
        """The languages that texts can be improved in, by name."""
        return (await self._languages.list(Resource.WRITE, refresh=refresh)).targets

    def unavailable_reason(self) -> str:
        """Why texts cannot be improved with this key, empty where nothing is known against it."""
        if self._session.tier == "free":
            return (
                "Improving texts needs a paid plan of this service. The service on this computer improves without one."
            )
        return ""

    async def options(self, target: str) -> ImproveOptions:
        """The styles and tones for a language, as the service lists them."""
        language = find_language(await self.languages(), target)
        features = language.features if language else {}
        return ImproveOptions(
            WRITING_STYLES if "writing_style" in features else (),
            TONES if "tone" in features else (),
        )

    def size(self, request: ImproveRequest) -> int:
        """Bytes of the request as it will be sent; at most `MAX_IMPROVE_BODY_BYTES` are allowed."""
        from termdesk.client.texts import improve_request_size

        return improve_request_size(
            [request.text], target=request.target, writing_style=request.writing_style, tone=request.tone
        )

    async def improve(self, request: ImproveRequest) -> ImprovementResult:
        """Improve a text, note what it cost, and compare.

        Raises InvalidInput for what cannot be asked (an empty or too long text, style and tone together, a style
        that the service does not have), UnclearOutcome where it may have been charged, ServiceError otherwise.
        """
        await self._check(request)
        item = Item(
            f"POST /v2/write/{request.how}", "", request.target, request.text, None, billable_characters(request.text)
        )
        api = await self._session.api()
        try:
            if request.how is Improve.CORRECT:
                [improvement] = await api.texts.correct([request.text], target=request.target)
            else:
                [improvement] = await api.texts.rephrase(
                    [request.text], target=request.target, writing_style=request.writing_style, tone=request.tone
                )
        except UnclearOutcome:
            await self._books.note(item)
            raise
        return await self._completed(request, improvement, item, trace_id=api.last_trace_id)

    async def _completed(
        self, request: ImproveRequest, improvement: Improvement, item: Item, *, trace_id: str
    ) -> ImprovementResult:
        done = replace(
            item,
            source_language=improvement.detected_source,
            result=improvement.text,
            trace_id=trace_id,
        )
        return ImprovementResult(
            request,
            improvement.text,
            improvement.detected_source,
            improvement.target,
            item.estimated,
            tuple(compare(request.text, improvement.text)),
            improvement.report,
            await self._books.note(done),
        )

    async def _check(self, request: ImproveRequest) -> None:
        if not request.text.strip():
            raise InvalidInput("There is no text to improve.", remedy="Write or paste one.")
        if request.writing_style and request.tone:
            raise InvalidInput("A style and a tone cannot be asked for together.", remedy="Choose one of them.")
        if request.how is Improve.CORRECT and (request.writing_style or request.tone):
            raise InvalidInput("Correcting takes no style and no tone.", remedy="Choose Rephrase for that.")
        if (size := self.size(request)) > MAX_IMPROVE_BODY_BYTES:
            raise InvalidInput(
                f"The request has {size:,} bytes; the service takes {MAX_IMPROVE_BODY_BYTES:,}.",
                remedy="Shorten the text, or improve it in parts.",
            )
        if request.writing_style or request.tone:
            await self._check_options(request)

    async def _check_options(self, request: ImproveRequest) -> None:
        options = await self.options(request.target)
        for wanted, offered, what in (
            (request.writing_style, options.writing_styles, "writing style"),
            (request.tone, options.tones, "tone"),
        ):
            if wanted and wanted.removeprefix("prefer_") not in (*offered, "default"):
                raise InvalidInput(
                    f"The service has no {what} “{wanted}” for this language.",
                    remedy=f"Choose another {what}, or none.",
                )
