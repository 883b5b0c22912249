"""Translating a text: which languages and glossaries there are, what it will cost, and how the terms came out."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from termdesk.application.bookkeeping import Bookkeeping, Item
from termdesk.application.glossary_choice import GlossaryChoice, choice
from termdesk.application.languages import LanguageList, LanguageLists
from termdesk.application.session import Session
from termdesk.application.term_marks import TermMarks
from termdesk.client.errors import UnclearOutcome
from termdesk.domain.errors import InvalidInput, TermdeskError
from termdesk.domain.glossary import Glossary
from termdesk.domain.language import LanguagePair, Resource
from termdesk.domain.terms import TermUse
from termdesk.domain.texts import EngineReport, Translation, billable_characters

_CALL = "POST /v2/translate"


@dataclass(frozen=True, slots=True)
class TranslateRequest:
    """What is to be translated. `source` None lets the service detect the language; `context` is not billed.

    `formality` is `default`, `more`, `less`, `prefer_more` or `prefer_less`, or None.
    """

    text: str
    target: str
    source: str | None = None
    glossary: Glossary | None = None
    context: str = ""
    formality: str | None = None


@dataclass(frozen=True, slots=True)
class TranslationResult:
    """A translation and all that is known of it.

    `estimated` are the characters as this program counts them, `billed` as the service said (None: it did not).
    `terms` are those of the glossary that stand in the text, each with its place in the translation or None;
    positions count code points. `notes` are sentences for the user about what did not work beside the translation.
    """

    request: TranslateRequest
    text: str
    detected_source: str
    estimated: int
    billed: int | None
    report: EngineReport
    terms: tuple[TermUse, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def missed(self) -> tuple[TermUse, ...]:
        """The terms whose target does not stand in the translation."""
        return tuple(each for each in self.terms if each.found_at is None)

    @property
    def pair(self) -> LanguagePair:
        """The direction it was translated in."""
        return LanguagePair(self.request.source or self.detected_source, self.request.target)


class Translating:
    """What the Translate pane does."""

    def __init__(self, session: Session, languages: LanguageLists, marks: TermMarks, books: Bookkeeping) -> None:
        self._session = session
        self._languages = languages
        self._marks = marks
        self._books = books

    async def languages(self, *, refresh: bool = False) -> LanguageList:
        """The languages of text translation. Raises TermdeskError where they were never listed."""
        return await self._languages.list(Resource.TRANSLATE_TEXT, refresh=refresh)

    async def glossaries(self, *, source: str | None, target: str) -> GlossaryChoice:
        """The glossaries that can be used for this direction now, or the reason why none can."""
        api = await self._session.api()
        listed = await self.languages()
        return choice(await api.glossaries.list(), source=source, target=target, languages=listed.languages)

    def estimate(self, text: str, *, targets: int = 1) -> int:
        """The characters that will be billed: code points of the text, once for each target language."""
        return billable_characters(text, targets=targets)

    async def translate(self, request: TranslateRequest) -> TranslationResult:
        """Translate a text, note what it cost, and find its terms.

        Raises InvalidInput for an empty or too long text, UnclearOutcome where it was sent and may have been charged,
        and ServiceError otherwise. Once the translation is there nothing raises: it was paid for.
        """
        if not request.text.strip():
            raise InvalidInput("There is no text to translate.", remedy="Write or paste one.")
        item = Item(_CALL, request.source or "", request.target, request.text, None, billable_characters(request.text))
        api = await self._session.api()
        try:
            [translation] = await api.texts.translate(
                [request.text],
                target=request.target,
                source=request.source,
                glossary_id=request.glossary.glossary_id if request.glossary else None,
                context=request.context,
                formality=request.formality,
            )
        except UnclearOutcome:
            await self._books.note(item)
            raise
        return await self._completed(request, translation, item, trace_id=api.last_trace_id)

    async def _completed(
        self, request: TranslateRequest, translation: Translation, item: Item, *, trace_id: str
    ) -> TranslationResult:
        result = TranslationResult(
            request,
            translation.text,
            translation.detected_source,
            item.estimated,
            translation.billed_characters,
            translation.report,
        )
        done = replace(
            item,
            source_language=result.pair.source,
            result=result.text,
            billed=result.billed,
            trace_id=trace_id,
        )
        kept, (terms, unmarked) = await asyncio.gather(self._books.note(done), self._terms(result))
        return replace(result, terms=terms, notes=(*kept, *unmarked))

    async def _terms(self, result: TranslationResult) -> tuple[tuple[TermUse, ...], tuple[str, ...]]:
        """The terms of the glossary in use, and a sentence where they could not be found out."""
        request = result.request
        if request.glossary is None:
            return (), ()
        try:
            return await self._marks.uses(request.text, result.text, request.glossary, result.pair), ()
        except TermdeskError as error:
            return (), (f"The terms are not marked: {error.message}",)

    def forget_terms(self) -> None:
        """A dictionary was published: read it again before its terms are marked."""
        self._marks.forget()

    @property
    def can_confirm(self) -> bool:
        """Whether the service learns from confirmed translations: the local one does."""
        return self._session.provider.is_local

    async def confirm(self, result: TranslationResult, text: str) -> None:
        """Teach the local service that `text` (as the user corrected it) is the right translation."""
        if not text.strip():
            raise InvalidInput("An empty translation cannot be confirmed.", remedy="Write the translation first.")
        api = await self._session.api()
        await api.local.confirm(result.pair, result.request.text, text)
