"""Tell which tasks are possible for a pair of languages on the service in use, and why others are not."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from termdesk.application.languages.languages import LanguageLists, pair_violation
from termdesk.application.session.key_limits import describe_limits
from termdesk.application.session.session import Session
from termdesk.domain.errors import TermdeskError
from termdesk.domain.key_scope import Scope
from termdesk.domain.language.language import Language, LanguagePair, Resource, find_language, root
from termdesk.domain.language.language_names import english_name
from termdesk.messages.connection_messages import KeyRemedy
from termdesk.messages.language_messages import TaskRefusal, TaskRemedy

_RESOURCES = (Resource.TRANSLATE_TEXT, Resource.TRANSLATE_DOCUMENT, Resource.GLOSSARY, Resource.WRITE)


class PairTask(StrEnum):
    """A task with two languages."""

    TEXT = "text"
    FORMALITY = "formality"
    DOCUMENT = "document"
    GLOSSARY = "glossary"
    IMPROVEMENT = "improvement"
    SPOT_CHECK = "spot-check"


# The scopes that a limited key needs for each task.
_SCOPES = {
    PairTask.TEXT: (Scope.TRANSLATE_TEXT,),
    PairTask.FORMALITY: (Scope.TRANSLATE_TEXT,),
    PairTask.DOCUMENT: (Scope.TRANSLATE_DOCUMENT,),
    PairTask.GLOSSARY: (Scope.WRITE_GLOSSARIES,),
    PairTask.IMPROVEMENT: (Scope.IMPROVE,),
    PairTask.SPOT_CHECK: (Scope.TRANSLATE_TEXT, Scope.READ_GLOSSARIES),
}
_FORMALITY = "formality"


@dataclass(frozen=True, slots=True)
class TaskAnswer:
    """Whether a task is possible; None if that is unknown. `reason` and `remedy` are sentences."""

    task: PairTask
    is_possible: bool | None = True
    reason: str = ""
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class PairAnswers:
    """An answer for each task.

    `stored_at` is the date of the oldest stored list that they are from; None if the service was asked.
    """

    tasks: tuple[TaskAnswer, ...]
    stored_at: datetime | None = None


class PairTasks:
    """Answers from the language lists, and for the local service also from the pairs of its engines."""

    def __init__(self, session: Session, lists: LanguageLists) -> None:
        self._session = session
        self._lists = lists

    async def languages(self) -> list[Language]:
        """Return the languages of all lists by name, including those that most tasks refuse. Raises TermdeskError."""
        known: dict[str, Language] = {}
        failure: TermdeskError | None = None
        for resource in _RESOURCES:
            try:
                known |= {each.code: each for each in (await self._lists.list(resource)).languages}
            except TermdeskError as error:
                failure = error
        if failure is not None and not known:
            raise failure
        return sorted(known.values(), key=lambda each: each.name.casefold())

    async def answers(self, pair: LanguagePair) -> PairAnswers:
        """Return an answer for each task. An empty source means that the language is detected."""
        return await _PairInquiry(self._session, self._lists).answers(pair)


class _PairInquiry:
    """Finds the answers for one pair, and the date of the oldest stored list that it has read."""

    def __init__(self, session: Session, lists: LanguageLists) -> None:
        self._session = session
        self._lists = lists
        self._stored_at: datetime | None = None

    async def answers(self, pair: LanguagePair) -> PairAnswers:
        """Return an answer for each task."""
        text = await self._of_translation(PairTask.TEXT, Resource.TRANSLATE_TEXT, pair)
        formality = await self._of_formality(pair, text)
        document = await self._of_translation(PairTask.DOCUMENT, Resource.TRANSLATE_DOCUMENT, pair)
        glossary = await self._of_glossary(pair)
        improvement = await self._of_improvement(pair)
        spot_check = await self._of_spot_check(pair, text, glossary)
        answers = (text, formality, document, glossary, improvement, spot_check)
        limits = describe_limits(self._session.profile_in_use)
        return PairAnswers(tuple(_with_limits(each, limits) for each in answers), self._stored_at)

    async def _read(self, resource: Resource) -> tuple[Sequence[Language], str]:
        """Return the languages of a resource, and an empty text or the reason why they are unknown."""
        try:
            listed = await self._lists.list(resource)
        except TermdeskError as error:
            return (), error.message
        if listed.is_stored:
            self._stored_at = min(self._stored_at or listed.fetched_at, listed.fetched_at)
        return listed.languages, ""

    async def _of_translation(self, task: PairTask, resource: Resource, pair: LanguagePair) -> TaskAnswer:
        languages, unknown = await self._read(resource)
        if unknown:
            return TaskAnswer(task, None, unknown)
        service = self._session.full_title
        if not languages:
            return TaskAnswer(task, False, TaskRefusal.NOTHING_OFFERED(service=service), TaskRemedy.OTHER_SERVICE())
        source, target = find_language(languages, pair.source), find_language(languages, pair.target)
        if pair.source and root(pair.source) == root(pair.target):
            # Services bill a text that they return unchanged, but refuse a document.
            is_document = resource is Resource.TRANSLATE_DOCUMENT
            reason = TaskRefusal.SAME_LANGUAGE_DOCUMENT() if is_document else TaskRefusal.SAME_LANGUAGE_TEXT()
            return TaskAnswer(task, False, reason, TaskRemedy.IMPROVE_INSTEAD())
        # British English may be a target only, and English the source.
        sources = [each.code for each in languages if each.usable_as_source and root(each.code) == root(pair.source)]
        is_source = source is not None and source.usable_as_source
        # The service on this computer reads every variant of its languages.
        if pair.source and not is_source and not (sources and self._session.provider.is_local):
            reason = TaskRefusal.NOT_FROM(service=service, language=_name(pair.source))
            return TaskAnswer(task, False, reason, TaskRemedy.CHOOSE_INSTEAD(codes=sources) if sources else self._other)
        if target is None or not target.usable_as_target:
            reason = TaskRefusal.NOT_INTO(service=service, language=_name(pair.target))
            # Some languages, such as English, are targets only as variants.
            variants = _variants_into(languages, pair.target)
            return TaskAnswer(
                task, False, reason, TaskRemedy.CHOOSE_ONE_OF(codes=variants) if variants else self._other
            )
        return await self._of_engines(task, pair) if pair.source else TaskAnswer(task)

    async def _of_formality(self, pair: LanguagePair, text: TaskAnswer) -> TaskAnswer:
        """Return whether a translation can be formal or informal: translation, in a language with this feature."""
        task = PairTask.FORMALITY
        if not text.is_possible:
            return replace(text, task=task)
        target = find_language((await self._read(Resource.TRANSLATE_TEXT))[0], pair.target)
        if target is not None and _FORMALITY in target.features:
            return TaskAnswer(task)
        reason = TaskRefusal.NO_FORMALITY(service=self._session.full_title, language=_name(pair.target))
        return TaskAnswer(task, False, reason, TaskRemedy.TRANSLATE_AS_USUAL())

    @property
    def _other(self) -> str:
        return TaskRemedy.ADD_ENGINE() if self._session.provider.is_local else TaskRemedy.OTHER_SERVICE()

    async def _of_engines(self, task: PairTask, pair: LanguagePair) -> TaskAnswer:
        """Return whether an engine supports the pair. Remote services translate between all their languages."""
        if not self._session.provider.is_local:
            return TaskAnswer(task)
        try:
            pairs = await (await self._session.api()).local.translation_pairs()
        except TermdeskError as error:
            return TaskAnswer(task, None, error.message, error.remedy)
        if _is_served(pairs, pair):
            return TaskAnswer(task)
        names = {"source": _name(pair.source), "target": _name(pair.target)}
        return TaskAnswer(task, False, TaskRefusal.NO_ENGINE(**names), TaskRemedy.ADD_ENGINE())

    async def _of_glossary(self, pair: LanguagePair) -> TaskAnswer:
        task = PairTask.GLOSSARY
        if not pair.source:
            return TaskAnswer(task, False, TaskRefusal.GLOSSARY_NEEDS_SOURCE(), TaskRemedy.CHOOSE_SOURCE())
        if pair.roots.source == pair.roots.target:
            return TaskAnswer(task, False, TaskRefusal.SAME_LANGUAGE(), TaskRemedy.OTHER_LANGUAGE())
        languages, unknown = await self._read(Resource.GLOSSARY)
        if unknown:
            return TaskAnswer(task, None, unknown)
        service = self._session.full_title
        if not languages:
            return TaskAnswer(task, False, TaskRefusal.NOTHING_OFFERED(service=service), TaskRemedy.OTHER_SERVICE())
        violation = pair_violation(languages, pair, service=service)
        return TaskAnswer(task, not violation, violation, TaskRemedy.OTHER_SERVICE() if violation else "")

    async def _of_improvement(self, pair: LanguagePair) -> TaskAnswer:
        task = PairTask.IMPROVEMENT
        if self._session.tier == "free":
            return TaskAnswer(task, False, TaskRefusal.NEEDS_PAID_PLAN(), TaskRemedy.USE_THIS_COMPUTER())
        languages, unknown = await self._read(Resource.WRITE)
        if unknown:
            return TaskAnswer(task, None, unknown)
        variants = _variants_into(languages, pair.target)
        if variants and pair.source and root(pair.source) != root(pair.target):
            return TaskAnswer(task, False, TaskRefusal.TWO_LANGUAGES(), TaskRemedy.TRANSLATE_FIRST())
        is_local = self._session.provider.is_local
        # A variant is not replaced by its language: services accept only the codes that they list. The one on this
        # computer has a variant for a language without one.
        if pair.target in variants or (is_local and _usual_variant(pair.target) in variants):
            return TaskAnswer(task)
        reason = TaskRefusal.NO_IMPROVEMENT(service=self._session.full_title, language=_name(pair.target))
        if variants:
            return TaskAnswer(task, False, reason, TaskRemedy.CHOOSE_ONE_OF(codes=variants))
        remedy = _local_remedy(pair.target) if is_local else TaskRemedy.USE_THIS_COMPUTER()
        return TaskAnswer(task, False, reason, remedy)

    async def _of_spot_check(self, pair: LanguagePair, text: TaskAnswer, glossary: TaskAnswer) -> TaskAnswer:
        """Return the answer for a spot-check.

        It needs glossaries, translation, and translation with a glossary.
        """
        for needed in (glossary, text):
            if not needed.is_possible:
                return TaskAnswer(PairTask.SPOT_CHECK, needed.is_possible, needed.reason, needed.remedy)
        languages, _ = await self._read(Resource.TRANSLATE_TEXT)
        if any("glossary" in each.features for each in languages):
            for code in (pair.source, pair.target):
                language = find_language(languages, code)
                if language is not None and "glossary" not in language.features:
                    reason = TaskRefusal.NO_GLOSSARY_WITH(service=self._session.full_title, language=_name(code))
                    return TaskAnswer(PairTask.SPOT_CHECK, False, reason, TaskRemedy.OTHER_LANGUAGE())
        return TaskAnswer(PairTask.SPOT_CHECK)


def _is_served(pairs: Collection[LanguagePair], pair: LanguagePair) -> bool:
    """Return whether an engine serves this pair. An engine for a language also serves its variants."""
    targets = {pair.target, pair.roots.target}
    return any(each.roots.source == pair.roots.source and each.target in targets for each in pairs)


def _variants_into(languages: Collection[Language], code: str) -> list[str]:
    """Return the codes of a language and its variants that are targets."""
    return [each.code for each in languages if each.usable_as_target and root(each.code) == root(code)]


def _usual_variant(language: str) -> str:
    """Return the variant in which the service on this computer improves a language; empty if it needs none."""
    from termdesk.service.engines.correction.improvement import DEFAULT_VARIANTS

    return DEFAULT_VARIANTS.get(language, "")


def _local_remedy(code: str) -> str:
    """Return what to do for a language that this computer does not improve."""
    from termdesk.service.engines.correction.improvement import TARGETS

    has_rules = root(code) in TARGETS.values()
    return TaskRemedy.INSTALL_RULES() if has_rules else TaskRemedy.OTHER_LANGUAGE()


def _name(code: str) -> str:
    return english_name(code)


def _with_limits(answer: TaskAnswer, limits: Mapping[Scope, str]) -> TaskAnswer:
    """Return the answer with the limits of the key. What the languages rule out stays the reason."""
    missing = next((limits[each] for each in _SCOPES[answer.task] if each in limits), None)
    if missing is None or answer.is_possible is False:
        return answer
    return TaskAnswer(answer.task, False, missing, KeyRemedy.ASK_FOR_SCOPE(command="termdesk profiles --test"))
