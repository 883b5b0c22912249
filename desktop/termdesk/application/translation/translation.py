"""Translate a text: languages and glossaries, cost, and the use of terms."""

from __future__ import annotations

import contextlib
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace

from termdesk.application.languages.languages import LanguageLists
from termdesk.application.languages.list_files import LanguageList
from termdesk.application.session.session import Session
from termdesk.application.texts.request_parts import AnsweredParts, TextPart, split_text
from termdesk.application.texts.text_use_case import TextUseCase
from termdesk.application.translation.glossary_choice import GlossaryChoice
from termdesk.application.translation.glossary_lookup import find_glossaries_by_target
from termdesk.application.translation.memory_lookup import MemoryOffer, MemoryUse, find_memories_by_target
from termdesk.application.translation.style_lookup import StyleOffer, StyleRules, find_styles_by_target
from termdesk.application.translation.term_marks import TermMarks
from termdesk.application.usage.billed_requests import BilledAnswer, BilledRequests
from termdesk.application.usage.charges import BilledWork
from termdesk.application.usage.usage_ledger import Item, UsageLedger
from termdesk.client.transport.calls import Journey
from termdesk.domain.errors import InvalidInput, TermdeskError
from termdesk.domain.glossary import Glossary
from termdesk.domain.language.language import LanguagePair, Resource
from termdesk.domain.language.language_names import english_name
from termdesk.domain.matching.uses import TermUse
from termdesk.domain.progress import NoProgress, Progress
from termdesk.domain.similarity.same_text import same_text_key
from termdesk.domain.texts import (
    MAX_TRANSLATE_BODY_BYTES,
    EngineReport,
    SimilarText,
    Translation,
    WordLink,
    billable_characters,
)
from termdesk.messages.text_messages import TextMessage, TextRemedy

# The service links words only in texts up to this length.
MOST_LINKED = 5_000
_CALL = "POST /v2/translate"
# Reserved bytes of a request body for ids, names of languages and the like.
_ROOM_FOR_CHOICES = 2_048


@dataclass(frozen=True, slots=True)
class TranslateRequest:
    """A translation request. If `source` is None, the service detects the language; `context` is not billed.

    `formality` is `default`, `more`, `less`, `prefer_more`, `prefer_less` or None. `markup` is `html` or `xml` if tags
    must be preserved, or None for plain text. `memory` and `style_rules` come from the service.
    """

    text: str
    target: str
    source: str | None = None
    glossary: Glossary | None = None
    context: str = ""
    formality: str | None = None
    memory: MemoryUse | None = None
    style_rules: StyleRules | None = None
    markup: str | None = None


@dataclass(frozen=True, slots=True)
class TranslationResult:
    """A translation with everything that is known about it.

    `estimated` are the characters counted by this program, `billed` those reported by the service (None: not reported).
    `terms` are the glossary terms of the text with their use in the translation, from the service's report or our own
    search; empty, too, if the glossary cannot be read, and then `are_terms_known` is false. Positions count code
    points. `similar` are confirmed texts that are similar to this one. `notes` are sentences about problems other than
    the translation.
    """

    request: TranslateRequest
    text: str
    detected_source: str
    estimated: int
    billed: int | None
    report: EngineReport
    terms: tuple[TermUse, ...] = ()
    notes: tuple[str, ...] = ()
    similar: tuple[SimilarText, ...] = ()
    are_terms_known: bool = True

    @property
    def missed(self) -> tuple[TermUse, ...]:
        """The terms that the translation certainly did not use."""
        return tuple(each for each in self.terms if each.is_missed)

    @property
    def pair(self) -> LanguagePair:
        """The direction of the translation."""
        return LanguagePair(self.request.source or self.detected_source, self.request.target)

    @property
    def is_untranslated(self) -> bool:
        """Whether the text came back unchanged because of its language, or because the engine knows none of its
        words.
        """
        roots = self.pair.roots
        is_reason = roots.source == roots.target or self.report.coverage == 0
        return is_reason and self.text.strip() == self.request.text.strip() and any(map(str.isalpha, self.text))


@dataclass(frozen=True, slots=True)
class _TranslateAnswer:
    """The service's response."""

    translation: Translation
    trace_id: str


class TextTranslator(TextUseCase):
    """The use case of the Translate pane."""

    def __init__(self, session: Session, languages: LanguageLists, marks: TermMarks, ledger: UsageLedger) -> None:
        super().__init__(session)
        self.cost_gate = ledger.gate
        self._ledger = ledger
        self._languages = languages
        self._marks = marks
        self._requests: BilledRequests[_TranslateAnswer] = BilledRequests(session, ledger)
        self._parts: AnsweredParts[BilledAnswer[_TranslateAnswer]] = AnsweredParts(lambda: self.service)
        self._publications = 0

    async def languages(self, *, refresh: bool = False) -> LanguageList:
        """Return the languages of text translation. Raises TermdeskError if they were never listed."""
        return await self._languages.list(Resource.TRANSLATE_TEXT, refresh=refresh)

    async def glossaries(self, *, source: str | None, target: str) -> GlossaryChoice:
        """Return the glossaries for this direction, or the reason why there are none.

        If the service fails to list glossaries, this is only a reason and no error, because translating works without
        them.
        """
        return (await self.glossaries_by_target(source=source, targets=[target]))[target]

    async def glossaries_by_target(self, *, source: str | None, targets: Sequence[str]) -> dict[str, GlossaryChoice]:
        """Return what `glossaries` returns for each target."""
        return await find_glossaries_by_target(
            self._session, self._languages, Resource.TRANSLATE_TEXT, source=source, targets=targets
        )

    async def prepare(self, glossary: Glossary, pair: LanguagePair) -> None:
        """Let the local service prepare the terms of a glossary, before the first text is sent.

        This only saves time, so errors are ignored. If they persist, `translate` reports them.
        """
        if self._session.provider.is_local:
            with contextlib.suppress(TermdeskError):
                await (await self._session.api()).local.warm_terms(pair, glossary.glossary_id)

    async def memories_by_target(self, *, source: str | None, targets: Sequence[str]) -> MemoryOffer:
        """Return the service's translation memories for each target. Never raises."""
        return await find_memories_by_target(self._session, self._languages, source=source, targets=targets)

    async def styles_by_target(self, *, targets: Sequence[str]) -> StyleOffer:
        """Return the service's style rules for each target. Never raises."""
        return await find_styles_by_target(self._session, self._languages, targets=targets)

    async def translate(
        self,
        request: TranslateRequest,
        *,
        work: BilledWork = BilledWork.TRANSLATION,
        progress: Progress | None = None,
    ) -> TranslationResult:
        """Translate a text, record the cost as that of `work`, and find its terms. A long text is sent in parts, in
        order.

        A running request with the same content is joined instead of being sent again. Raises InvalidInput for an empty
        or too long text or one that exceeds a cap, UnclearOutcome if it was sent and may have been billed, and
        ServiceError. Once the translation has arrived nothing is raised, because it is paid for.
        """
        if not request.text.strip():
            raise InvalidInput(TextMessage.NOTHING_TO_TRANSLATE(), remedy=TextRemedy.WRITE())
        parts = self.split(request)
        if len(parts) == 1:
            answered = await self._answer(request, work)
            return await self._make_result(request, answered.answer.translation, answered.notes)
        requests, service = self._split_request(request), self.service
        # Check the cost of all parts before the first one is billed.
        await self.cost_gate.check(self.cost(request))

        async def send(number: int) -> BilledAnswer[_TranslateAnswer]:
            return await self._answer(requests[number], work, is_part=True)

        contents = [self._content(each) for each in requests]
        answers = await self._parts.collect(contents, send, progress or NoProgress())
        translations = [each.answer.translation for each in answers]
        translation = _join_translations(parts, translations)
        pairs = [(part.text, each.text) for part, each in zip(parts, translations, strict=True)]
        whole = _complete(_item(request, work), translation)
        unkept = await self._ledger.keep_whole(service, whole, pairs)
        notes = tuple(dict.fromkeys((*(note for each in answers for note in each.notes), *unkept)))
        return await self._make_result(request, translation, notes)

    def split(self, request: TranslateRequest) -> list[TextPart]:
        """Return the parts in which a text is sent: one part unless it is too long.

        A text with markup is never divided.
        """
        from termdesk.client.texts import json_bytes

        room = MAX_TRANSLATE_BODY_BYTES - _ROOM_FOR_CHOICES - json_bytes(request.context)
        if request.markup or json_bytes(request.text) <= room:
            return [TextPart("", request.text, "")]
        return split_text(request.text, json_bytes, room)

    def _split_request(self, request: TranslateRequest) -> list[TranslateRequest]:
        parts = self.split(request)
        return [request] if len(parts) == 1 else [replace(request, text=part.text) for part in parts]

    async def _answer(
        self, request: TranslateRequest, work: BilledWork, *, is_part: bool = False
    ) -> BilledAnswer[_TranslateAnswer]:
        item = replace(_item(request, work), is_part=is_part)
        api = await self._session.api()

        async def send(journey: Journey) -> _TranslateAnswer:
            [translation] = await api.texts.translate(
                [request.text],
                target=request.target,
                source=request.source,
                glossary_id=request.glossary.glossary_id if request.glossary else None,
                context=request.context,
                formality=request.formality,
                tag_handling=request.markup,
                memory_id=request.memory.memory_id if request.memory else None,
                memory_threshold=request.memory.threshold if request.memory else None,
                style_id=request.style_rules.style_id if request.style_rules else None,
                journey=journey,
            )
            return _TranslateAnswer(translation, api.last_trace_id)

        def complete_item(answer: _TranslateAnswer) -> Item:
            return replace(_complete(item, answer.translation), trace_id=answer.trace_id)

        return await self._requests.answer(self._content(request), item, send=send, completed=complete_item)

    async def translate_without_glossary(self, result: TranslationResult) -> TranslationResult:
        """Translate the text of a result again, without its glossary. Billed and raises like `translate`.

        `terms` shows which terms of the glossary the new translation uses anyway.
        """
        plain = await self.translate(replace(result.request, glossary=None))
        plain = replace(plain, report=replace(plain.report, terms_placed=None))
        terms, unmarked = await self._terms(plain, result.request.glossary)
        return replace(plain, terms=terms, notes=(*plain.notes, *unmarked), are_terms_known=not unmarked)

    def cost(self, request: TranslateRequest) -> int:
        """Return the characters that this request will be billed. Parts that are answered or already sent are free."""
        return sum(
            self.estimate(each.text)
            for each in self._split_request(request)
            if (content := self._content(each)) not in self._parts and not self._requests.is_known(content)
        )

    def characters_due(self, request: TranslateRequest) -> int:
        """Return the characters to tell while the user types: all, unless parts of a text are answered already."""
        return self.cost(request) if self._parts else self.estimate(request.text)

    def is_under_way(self, request: TranslateRequest) -> bool:
        """Return whether this request is running or parts of it were answered, even if nobody waits for it."""
        contents = map(self._content, self._split_request(request))
        return any(each in self._parts or self._requests.is_under_way(each) for each in contents)

    def _content(self, request: TranslateRequest) -> Hashable:
        """Return the identity of a request. If its glossary was published meanwhile, it is a new request."""
        glossary_id = request.glossary.glossary_id if request.glossary else ""
        return replace(request, glossary=None), glossary_id, self._publications if glossary_id else 0

    async def _make_result(
        self, request: TranslateRequest, translation: Translation, notes: tuple[str, ...]
    ) -> TranslationResult:
        result = TranslationResult(
            request,
            translation.text,
            translation.detected_source,
            billable_characters(request.text),
            translation.billed_characters,
            translation.report,
        )
        terms, unmarked = await self._terms(result, request.glossary)
        notes = (*_describe_untranslated(result), *notes, *unmarked)
        similar = await self._similar(result)
        return replace(result, terms=terms, notes=notes, similar=similar, are_terms_known=not unmarked)

    async def _similar(self, result: TranslationResult) -> tuple[SimilarText, ...]:
        """Return confirmed texts that are similar to this one, and other translations of it in longer confirmed texts.

        Only the local service has any.
        """
        if not self.can_confirm:
            return ()
        try:
            api = await self._session.api()
            found = await api.local.similar_texts(result.pair, result.request.text)
        except TermdeskError:
            # The translation has arrived. A missing suggestion does not justify an error message.
            return ()
        key = same_text_key(result.request.text)
        return tuple(
            each for each in found if same_text_key(each.source) != key or each.target.strip() != result.text.strip()
        )

    async def word_links(self, result: TranslationResult) -> tuple[WordLink, ...] | None:
        """Return which words of a translation come from which words of the text. Only engines on this computer can
        tell.

        Empty if no engine can tell, None if they cannot be asked.
        """
        if self.cost_gate.is_billed or len(result.request.text) > MOST_LINKED or result.request.markup:
            return None
        try:
            api = await self._session.api()
            return tuple(await api.local.word_links(result.pair, result.request.text, result.text))
        except TermdeskError:
            # The links are only an addition to an existing translation.
            return None

    async def _terms(
        self, result: TranslationResult, glossary: Glossary | None
    ) -> tuple[tuple[TermUse, ...], tuple[str, ...]]:
        """Return the terms of a glossary in a translation, and a sentence if they could not be found."""
        if glossary is None:
            return (), ()
        try:
            found = self._marks.uses(result.request.text, result.text, glossary, result.pair, report=result.report)
            return await found, ()
        except TermdeskError as error:
            return (), (TextMessage.NOT_MARKED(reason=error.message),)

    def forget_terms(self) -> None:
        """Read dictionaries again before their terms are next marked, because one was published."""
        self._publications += 1
        self._marks.forget()

    @property
    def can_confirm(self) -> bool:
        """Whether the service learns from confirmed translations. Only the local one does."""
        return self._session.provider.is_local

    async def confirm(self, result: TranslationResult, text: str) -> None:
        """Confirm `text`, possibly corrected by the user, as the right translation, so that the local service learns
        it.
        """
        if not text.strip():
            raise InvalidInput(TextMessage.NOTHING_TO_CONFIRM(), remedy=TextRemedy.WRITE_TRANSLATION())
        api = await self._session.api()
        await api.local.confirm(result.pair, result.request.text, text)


def _item(request: TranslateRequest, work: BilledWork) -> Item:
    """Return a request for the ledger, before its response."""
    return Item(
        _CALL,
        request.source or "",
        request.target,
        request.text,
        None,
        billable_characters(request.text),
        glossary=request.glossary.name if request.glossary else "",
        work=work,
    )


def _complete(item: Item, translation: Translation) -> Item:
    return replace(
        item,
        source_language=item.source_language or translation.detected_source,
        result=translation.text,
        billed=translation.billed_characters,
        engines=translation.report.engines,
    )


def _describe_untranslated(result: TranslationResult) -> tuple[str, ...]:
    """Return why a text came back as it was; empty if it was translated."""
    if not result.is_untranslated:
        return ()
    roots = result.pair.roots
    if roots.source != roots.target:
        return (TextMessage.NO_WORD_KNOWN(),)
    if result.request.source:
        return (TextMessage.SAME_LANGUAGE(),)
    return (TextMessage.IN_TARGET_LANGUAGE(language=english_name(roots.target)),)


def _join_translations(parts: Sequence[TextPart], translations: Sequence[Translation]) -> Translation:
    """Return the translations of all parts as one, with the original white space around the parts."""
    text = "".join(f"{part.before}{each.text}{part.after}" for part, each in zip(parts, translations, strict=True))
    counts, reports = [each.billed_characters for each in translations], [each.report for each in translations]
    # A value that the service did not report for one part is unknown for the whole text.
    billed = None if None in counts else sum(filter(None, counts))
    placed = [each.terms_placed for each in reports if each.terms_placed is not None]
    shares = [each.coverage for each in reports if each.coverage is not None]
    report = EngineReport(
        _each_once(each.engines for each in reports),
        min(shares) if len(shares) == len(reports) else None,
        terms_missed=_each_once(each.terms_missed for each in reports),
        unused=_each_once(each.unused for each in reports),
        terms_placed=_each_once(placed) if len(placed) == len(reports) else None,
        terms_uncertain=_each_once(each.terms_uncertain for each in reports),
    )
    return Translation(text, translations[0].detected_source, billed, report)


def _each_once(names: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for each in names for name in each))
