"""Improve a text in its language: rephrase or correct it, and show what changed."""

from __future__ import annotations

import contextlib
import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from termdesk.application.improvement.term_guard import TermGuard
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.texts.history import StoredText
from termdesk.application.texts.request_parts import AnsweredParts, TextPart, split_text
from termdesk.application.texts.text_use_case import TextUseCase
from termdesk.application.usage.billed_requests import BilledRequests
from termdesk.application.usage.usage_ledger import Item, UsageLedger
from termdesk.client.errors import NotAllowed, NotFound, ServiceError, WrongKey
from termdesk.client.transport.calls import Journey
from termdesk.domain.errors import InvalidInput, TermdeskError
from termdesk.domain.glossary import Glossary
from termdesk.domain.language.language import Language, Resource, find_language, root
from termdesk.domain.matching.protected_terms import EndangeredTerm
from termdesk.domain.progress import NoProgress, Progress
from termdesk.domain.similarity.chosen_changes import shift
from termdesk.domain.similarity.text_diff import Chunk, DiffKind, compare
from termdesk.domain.texts import (
    MAX_IMPROVE_BODY_BYTES,
    PREFERRED,
    TONES,
    WRITING_STYLES,
    EngineReport,
    Improve,
    Improvement,
    billable_characters,
)
from termdesk.messages.text_messages import TextMessage, TextRemedy

# The maximum number of corrections kept for comparison with later rephrasings.
_MOST_CORRECTIONS = 50
SWISS_GERMAN = "de-CH"
# ß in a word in capitals: STRAßE, GROß. One capital before it may only begin a sentence: “Aß er?”.
_CAPITAL_SHARP_S = re.compile("ẞ|(?<=[A-ZÄÖÜ]{2})ß(?![a-zäöü])|ß(?=[A-ZÄÖÜ])")


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
    """The styles and tones that the service offers for one language; empty if none.

    A name starts with `PREFERRED` if the service lists the option only for other languages. Such an option is requested
    "if the language has it", and the service ignores it otherwise.
    """

    writing_styles: tuple[str, ...] = ()
    tones: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImprovementResult:
    """An improved text with its changes. `chunks` cover the old and the new text, in order.

    `is_only_corrected`: rephrasing was requested, but mere correction gives the same text, as far as known. `notes` are
    sentences about problems other than the improvement. `endangered` are the changes that affect protected terms.
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
    endangered: tuple[EndangeredTerm, ...] = ()

    @property
    def is_unchanged(self) -> bool:
        """Whether the service returned the same text."""
        return self.text == self.request.text


@dataclass(frozen=True, slots=True)
class _ImproveAnswer:
    """The service's response."""

    improvement: Improvement
    trace_id: str


class TextImprover(TextUseCase):
    """The use case of the Improve pane."""

    def __init__(self, session: Session, languages: LanguageLists, ledger: UsageLedger) -> None:
        super().__init__(session)
        self.cost_gate = ledger.gate
        self._ledger = ledger
        self._languages = languages
        self._requests: BilledRequests[_ImproveAnswer] = BilledRequests(session, ledger)
        self._guard = TermGuard(session)
        self._parts: AnsweredParts[ImprovementResult] = AnsweredParts(lambda: self.service)
        # The modes of improving that a service answered with 404, by profile.
        self._missing: set[tuple[str, Improve]] = set()
        # The profiles whose key was refused for improvements.
        self._refused: set[str] = set()
        self._corrections: OrderedDict[tuple[str, str, str], str] = OrderedDict()

    async def languages(self, *, refresh: bool = False) -> list[Language]:
        """Return the languages in which texts can be improved, by name.

        `refresh` also retries what was refused before.
        """
        if refresh:
            self._missing = {each for each in self._missing if each[0] != self._session.profile}
            self._refused.discard(self._session.profile)
        return (await self._languages.list(Resource.WRITE, refresh=refresh)).targets

    def is_offered(self, how: Improve) -> bool:
        """Return whether the service in use offers this mode. True until a request was answered with 404."""
        return (self._session.profile, how) not in self._missing

    def unavailable_reason(self) -> str:
        """Return why texts cannot be improved with this key; empty if no reason is known."""
        if self._session.tier == "free":
            return TextMessage.NEEDS_PAID_PLAN()
        return TextMessage.KEY_IMPROVES_NOTHING() if self._session.profile in self._refused else ""

    @property
    def can_improve(self) -> bool:
        """Whether the service in use improves texts with this key, as far as known."""
        return not self.unavailable_reason() and any(map(self.is_offered, Improve))

    @property
    def is_local(self) -> bool:
        """Whether texts are improved on this computer."""
        return self._session.provider.is_local

    @property
    def service_title(self) -> str:
        """The visible name of the service that improves texts."""
        return self._session.full_title

    async def options(self, target: str) -> ImproveOptions:
        """Return the styles and tones for a language, according to the service's list."""
        languages = await self.languages()
        language = find_language(languages, target)

        def offer(feature: str, names: tuple[str, ...]) -> tuple[str, ...]:
            if language is None or not any(feature in each.features for each in languages):
                return ()
            return names if feature in language.features else tuple(f"{PREFERRED}{name}" for name in names)

        return ImproveOptions(offer("writing_style", WRITING_STYLES), offer("tone", TONES))

    async def prepare(self, target: str) -> None:
        """Let the local service load what it needs for a language, before the first text is sent.

        This only saves time, so errors are ignored. If they persist, `improve` reports them.
        """
        if self._session.provider.is_local:
            with contextlib.suppress(TermdeskError):
                await (await self._session.api()).local.warm_improvement(target)

    def size(self, request: ImproveRequest) -> int:
        """Return the size of the request in bytes; at most `MAX_IMPROVE_BODY_BYTES` are allowed."""
        from termdesk.client.texts import improve_request_size

        return improve_request_size(
            [request.text], target=request.target, writing_style=request.writing_style, tone=request.tone
        )

    def split(self, request: ImproveRequest) -> list[TextPart]:
        """Return the parts in which a text is sent: one part unless the request exceeds the service's limit."""
        empty = self.size(replace(request, text=""))
        return split_text(
            request.text,
            lambda text: self.size(replace(request, text=text)) - empty,
            MAX_IMPROVE_BODY_BYTES - empty,
        )

    async def list_guards(self, language: str) -> list[Glossary]:
        """Return the glossaries whose terms can be protected in texts of this language. Raises TermdeskError."""
        return await self._guard.glossaries(language)

    async def guard_glossaries(self, language: str) -> list[Glossary] | None:
        """Return what `list_guards` returns, or None if the glossaries cannot be listed."""
        try:
            return await self.list_guards(language)
        except ServiceError as error:
            # Improving also works without glossaries.
            self._session.report_failure(error)
            return None

    async def improve(
        self, request: ImproveRequest, *, protected: Glossary | None = None, progress: Progress | None = None
    ) -> ImprovementResult:
        """Improve a text, record the cost, and compare. A long text is sent in parts, one after another.

        The result names the changes that affect terms of the `protected` glossary. A running request with the same
        content is joined instead of being sent again. Raises InvalidInput for an invalid request (empty text, style and
        tone together, unknown style) and for one that exceeds a cap, UnclearOutcome if it may have been billed, and
        ServiceError. After NotFound, this mode is no longer offered; a refused key is remembered.
        """
        await self._check(request)
        profile = self._session.profile
        try:
            result = await self._improve_whole(request, protected, progress or NoProgress())
        except NotFound:
            self._missing.add((profile, request.how))
            raise
        except (NotAllowed, WrongKey):
            self._refused.add(profile)
            raise
        return result if protected is None else await self.guard(result, protected)

    async def _improve_whole(
        self, request: ImproveRequest, protected: Glossary | None, progress: Progress
    ) -> ImprovementResult:
        parts = self.split(request)
        if len(parts) == 1:
            return await self._improve(request, protected)
        # Check the cost of all parts before the first one is billed.
        await self.cost_gate.check(self.cost(request))
        requests, service = [replace(request, text=part.text) for part in parts], self.service

        async def send(number: int) -> ImprovementResult:
            return await self._improve(requests[number], protected, is_part=True)

        done = await self._parts.collect(requests, send, progress)
        result = _join_results(request, parts, done)
        whole = replace(
            _item(request),
            source_language=result.detected_source,
            result=result.text,
            engines=result.report.engines,
        )
        unkept = await self._ledger.keep_whole(service, whole, [(each.request.text, each.text) for each in done])
        return replace(result, notes=tuple(dict.fromkeys((*result.notes, *unkept))))

    def forget_terms(self) -> None:
        """Read the terms again before their next use, because a dictionary was published."""
        self._guard.forget()

    async def guard(self, result: ImprovementResult, glossary: Glossary) -> ImprovementResult:
        """Return the result with the changes that affect terms.

        The result is already paid for, so an error becomes a note.
        """
        try:
            endangered = await self._guard.find_endangered(
                result.request.text, result.text, result.chunks, glossary, result.request.target
            )
        except TermdeskError as error:
            return replace(result, notes=(*result.notes, TextMessage.NOT_GUARDED(reason=error.message)))
        return replace(result, endangered=endangered)

    async def _improve(
        self, request: ImproveRequest, protected: Glossary | None, *, is_part: bool = False
    ) -> ImprovementResult:
        item = replace(_item(request), is_part=is_part)
        api = await self._session.api()
        glossary = protected.glossary_id if protected else ""

        async def send(journey: Journey) -> _ImproveAnswer:
            if request.how is Improve.CORRECT:
                [improvement] = await api.texts.correct(
                    [request.text], target=request.target, glossary=glossary, journey=journey
                )
            else:
                [improvement] = await api.texts.rephrase(
                    [request.text],
                    target=request.target,
                    writing_style=request.writing_style,
                    tone=request.tone,
                    glossary=glossary,
                    journey=journey,
                )
            return _ImproveAnswer(improvement, api.last_trace_id)

        def complete_item(answer: _ImproveAnswer) -> Item:
            return replace(
                item,
                source_language=answer.improvement.detected_source,
                result=answer.improvement.text,
                billed=answer.improvement.billed_characters,
                engines=answer.improvement.report.engines,
                trace_id=answer.trace_id,
            )

        answered = await self._requests.answer(request, item, send=send, completed=complete_item)
        improvement = answered.answer.improvement
        is_only_corrected = self._is_only_corrected(request, improvement)
        return _make_result(request, improvement, answered.notes, is_only_corrected=is_only_corrected)

    def _is_only_corrected(self, request: ImproveRequest, improvement: Improvement) -> bool:
        """Return whether a rephrasing is a mere correction.

        True if the service says so, or if a correction had the same result.
        """
        key = self.service, request.target, request.text
        if request.how is Improve.CORRECT:
            self._corrections[key] = improvement.text
            while len(self._corrections) > _MOST_CORRECTIONS:
                self._corrections.popitem(last=False)
            return False
        is_known = improvement.report.is_only_corrected or self._corrections.get(key) == improvement.text
        return is_known and improvement.text != request.text

    async def variants(self, language: str) -> list[Language]:
        """Return the other variants that texts in a language can be converted to: British for American English."""
        return [each for each in await self.languages() if root(each.code) == root(language) and each.code != language]

    def swiss_spelling(self, text: str, language: str) -> ImprovementResult:
        """Return a German text in Swiss spelling, with ss instead of ß. Nothing is sent.

        `language` is the variant in which the text is written.
        """
        request = ImproveRequest(text, language, Improve.CORRECT)
        converted = _CAPITAL_SHARP_S.sub("SS", text).replace("ß", "ss")
        improvement = Improvement(converted, "de", SWISS_GERMAN, EngineReport())
        return replace(_make_result(request, improvement, (), is_only_corrected=False), estimated=0)

    def reopen(self, text: StoredText, how: Improve) -> ImprovementResult:
        """Return a result from the history as if it had just been received. Style and tone are not stored."""
        request = ImproveRequest(text.source, text.target_language, how)
        report = EngineReport(text.engines)
        improvement = Improvement(text.result, text.source_language, text.target_language, report)
        return _make_result(request, improvement, (), is_only_corrected=False)

    def cost(self, request: ImproveRequest) -> int:
        """Return the characters that this request will be billed. Parts that were already answered are free."""
        return sum(
            self.estimate(each.text)
            for each in self._split_request(request)
            if each not in self._parts and not self._requests.is_known(each)
        )

    def is_under_way(self, request: ImproveRequest) -> bool:
        """Return whether this request is running or parts of it were answered, even if nobody waits for it."""
        return any(each in self._parts or self._requests.is_under_way(each) for each in self._split_request(request))

    def _split_request(self, request: ImproveRequest) -> list[ImproveRequest]:
        parts = self.split(request)
        return [request] if len(parts) == 1 else [replace(request, text=part.text) for part in parts]

    async def _check(self, request: ImproveRequest) -> None:
        if not request.text.strip():
            raise InvalidInput(TextMessage.NOTHING_TO_IMPROVE(), remedy=TextRemedy.WRITE())
        if request.writing_style and request.tone:
            raise InvalidInput(TextMessage.STYLE_AND_TONE(), remedy=TextRemedy.CHOOSE_ONE())
        if request.how is Improve.CORRECT and (request.writing_style or request.tone):
            raise InvalidInput(TextMessage.CORRECT_HAS_NO_STYLE(), remedy=TextRemedy.CHOOSE_REPHRASE())
        if request.writing_style or request.tone:
            await self._check_options(request)

    async def _check_options(self, request: ImproveRequest) -> None:
        options = await self.options(request.target)
        for option, offered, missing, remedy in (
            (request.writing_style, options.writing_styles, TextMessage.NO_STYLE, TextRemedy.OTHER_STYLE),
            (request.tone, options.tones, TextMessage.NO_TONE, TextRemedy.OTHER_TONE),
        ):
            if option and not {option, option.removeprefix(PREFERRED)} & {*offered, "default"}:
                raise InvalidInput(missing(option=option), remedy=remedy())


def _item(request: ImproveRequest) -> Item:
    """Return a request for the ledger, before its response."""
    characters = billable_characters(request.text)
    return Item(f"POST /v2/write/{request.how}", "", request.target, request.text, None, characters)


def _join_results(
    request: ImproveRequest, parts: Sequence[TextPart], results: Sequence[ImprovementResult]
) -> ImprovementResult:
    """Return the results of all parts as one result, with the original white space around the parts."""
    text, chunks, before = "", list[Chunk](), 0
    for part, result in zip(parts, results, strict=True):
        chunks += _equal(part.before, before, len(text))
        text, before = text + part.before, before + len(part.before)
        chunks += shift(result.chunks, before=before, after=len(text))
        text, before = text + result.text, before + len(part.text)
        chunks += _equal(part.after, before, len(text))
        text, before = text + part.after, before + len(part.after)
    first = results[0]
    engines = tuple(dict.fromkeys(name for each in results for name in each.report.engines))
    return ImprovementResult(
        request,
        text,
        first.detected_source,
        first.target,
        sum(each.estimated for each in results),
        tuple(chunks),
        replace(first.report, engines=engines),
        is_only_corrected=all(each.is_only_corrected or each.is_unchanged for each in results)
        and any(each.is_only_corrected for each in results),
        notes=tuple(dict.fromkeys(note for each in results for note in each.notes)),
    )


def _equal(text: str, before: int, after: int) -> list[Chunk]:
    return [Chunk(DiffKind.EQUAL, before, before + len(text), after, after + len(text))] if text else []


def _make_result(
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
