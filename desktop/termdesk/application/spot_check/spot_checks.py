"""Spot-checks: plan them with their cost, run them, judge the results, and compare them with a baseline."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from termdesk.application.failures import check_service
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.progress import run_in_thread
from termdesk.application.session.session import Session
from termdesk.application.spot_check import sentence_files
from termdesk.application.spot_check.sampler import Sample, find_changed_entries, sample
from termdesk.application.spot_check.sentence_files import FileSentences
from termdesk.application.spot_check.sentence_translator import SentenceTranslator
from termdesk.application.spot_check.sides import ComparedSides, Side, SideKind, SideReader
from termdesk.application.spot_check.spot_check_report import write_report
from termdesk.application.spot_check.spot_check_result import (
    Baseline,
    SentenceResult,
    SpotCheckPlan,
    SpotCheckRequest,
    SpotCheckResult,
)
from termdesk.application.spot_check.temporary_uploads import TemporaryUploads
from termdesk.application.spot_check.term_measurement import TermMeasurements
from termdesk.application.translation.style_lookup import StyleOffer, find_styles_by_target
from termdesk.application.usage.usage_ledger import UsageLedger
from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.lemmas import Lemmatizers
from termdesk.domain.matching.uses import TermUse
from termdesk.domain.progress import NoProgress, Part, Progress
from termdesk.domain.spot_check.adherence import Adherence, measure
from termdesk.domain.spot_check.judgments import Judged, Verdict, Verdicts
from termdesk.domain.spot_check.moves import entry_moves
from termdesk.domain.spot_check.sentence_set import SentenceSet, as_sentences
from termdesk.domain.spot_check.sentence_split import split_sentences
from termdesk.messages.spot_check_messages import SpotCheckMessage, SpotCheckRemedy
from termdesk.storage.records import Records
from termdesk.storage.spot_check.outputs import Output, OutputKey
from termdesk.storage.spot_check.runs import RunChoices, SpotCheckRun
from termdesk.storage.text_store import StoredText

_PARTS = 3
MOST_TEXTS_OF_HISTORY = 1_000
_TRANSLATED = "POST /v2/translate"


class SpotChecks:
    """The use case of the Spot-check pane and of the command. All methods raise StorageFailed."""

    def __init__(
        self,
        session: Session,
        records: Records,
        library: Library,
        ledger: UsageLedger,
        languages: LanguageLists,
    ) -> None:
        self._session = session
        self._records = records
        self._languages = languages
        self._kept = records.spot_check
        self.cost_gate = ledger.gate
        self._library = library
        self._sides = SideReader(session, library)
        self._uploads = TemporaryUploads(session, self._kept.temporary_glossaries)
        self._translator = SentenceTranslator(session, self._kept.outputs, ledger)
        # Verdicts of a user who does not store texts, because a verdict contains a sentence and its translation.
        self._unsaved_verdicts: dict[LanguagePair, dict[Judged, Verdict]] = {}
        # A run looks up many words of both languages. The fast word lists are released after it.
        self._lemmatizers = Lemmatizers()
        self._measurements = TermMeasurements(self._lemmatizers)

    # Sets

    async def sets(self) -> list[SentenceSet]:
        """Return all sets, by name."""
        return await self._kept.sets.all()

    async def sets_for(self, glossary_key: str, name: str) -> list[SentenceSet]:
        """Return the sets that belong to a glossary."""
        return [each for each in await self.sets() if is_for(each, glossary_key, name)]

    async def save_set(self, sentence_set: SentenceSet) -> None:
        """Store a set."""
        await self._kept.sets.put(sentence_set)

    async def delete_set(self, sentence_set: SentenceSet) -> None:
        """Delete a set with its runs, and the translations and verdicts that no other set needs."""
        await self._kept.sets.delete(sentence_set.set_id)
        in_others = {sentence for each in await self.sets() for sentence in each.sentences}
        unneeded = set(sentence_set.sentences) - in_others
        await self._kept.outputs.forget(unneeded)
        await self._kept.verdicts.forget(unneeded)

    async def glossaries(self) -> list[GlossarySummary]:
        """Return the glossaries that can be listed now, by name. Raises ServiceError if the service refuses."""
        return await self._library.read_known_summaries()

    async def styles_by_target(self, *, targets: Sequence[str]) -> StyleOffer:
        """Return the service's style rules for each target. Never raises."""
        return await find_styles_by_target(self._session, self._languages, targets=targets)

    # Runs

    async def plan(self, request: SpotCheckRequest, progress: Progress = NoProgress()) -> SpotCheckPlan:
        """Read both sides, and find out which sentences must be sent.

        Raises InvalidInput if there is nothing to compare, the glossary is locked or the run exceeds a cap, and
        ServiceError.
        """
        sentence_set = request.sentence_set
        if not sentence_set.sentences:
            raise InvalidInput(
                SpotCheckMessage.NO_SENTENCES(name=sentence_set.name), remedy=SpotCheckRemedy.ADD_SENTENCES()
            )
        sides = await self._sides.read(request.glossary, sentence_set.pair, request.comparison, progress)
        known = [{} if request.is_fresh else await self._find_known(side, request) for side in sides]
        plan = SpotCheckPlan(request, *sides, (known[0], known[1]), self.cost_gate.is_billed)
        if any(plan.to_send):
            # Check this before the side without the glossary is billed.
            api = await self._session.api()
            await api.check_sending(request.glossary.key, with_texts=True)
        await self.cost_gate.check(plan.characters)
        return plan

    def _key(self, side: Side, request: SpotCheckRequest) -> OutputKey:
        rules = request.style_rules
        style = f"{rules.style_id} {rules.version}" if rules else ""
        return OutputKey(self._session.profile, request.sentence_set.pair, side.glossary_hash, style)

    async def _find_known(self, side: Side, request: SpotCheckRequest) -> dict[str, Output]:
        return await self._translator.find_known(self._key(side, request), request.sentence_set.sentences)

    async def run(self, plan: SpotCheckPlan, progress: Progress = NoProgress()) -> SpotCheckResult:
        """Translate the missing sentences, measure, compare with the baseline, and store the run.

        Cancelling keeps the finished translations. Raises ServiceError, and InvalidInput if the user switches to
        another service meanwhile.
        """
        request, sides = plan.request, (plan.before, plan.after)
        keys = [self._key(side, request) for side in sides]
        outputs: list[Sequence[Output]] = []
        billed: int | None = 0
        for number, (key, known, missing) in enumerate(zip(keys, plan.known, plan.to_send, strict=True)):
            made, cost = await self._translate(request, sides[number], key, missing, Part(progress, number, _PARTS))
            billed = None if billed is None or cost is None else billed + cost
            all_outputs = {**known, **made}
            outputs.append([all_outputs[each] for each in request.sentence_set.sentences])
        verdicts = await self._verdicts(request.sentence_set.pair)
        part = Part(progress, _PARTS - 1, _PARTS)
        result = await run_in_thread(part, self._measure, plan, outputs[0], outputs[1], verdicts, billed)
        check_service(keys[0].profile, self._session.profile)
        return await self._store(await self._compare_with_baseline(result))

    async def _translate(
        self, request: SpotCheckRequest, side: Side, key: OutputKey, missing: Sequence[str], progress: Progress
    ) -> tuple[dict[str, Output], int | None]:
        if not missing:
            return {}, 0
        async with self._provide_glossary(side, request.sentence_set.pair, request.glossary.key) as glossary_id:
            return await self._translator.translate(
                key,
                missing,
                glossary_id=glossary_id,
                progress=progress,
                glossary_name=request.glossary.name if glossary_id else "",
                style_id=request.style_rules.style_id if request.style_rules else "",
            )

    @asynccontextmanager
    async def _provide_glossary(self, side: Side, pair: LanguagePair, key: str) -> AsyncIterator[str]:
        """Yield the service's id for the glossary of a side; empty for none. `key` is the local key of the glossary."""
        if side.kind is SideKind.DRAFT and len(side.entries):
            async with self._uploads.upload(pair, side.entries, origin=key) as glossary_id:
                yield glossary_id
        else:
            yield side.glossary_id

    def _measure(
        self,
        progress: Progress,
        plan: SpotCheckPlan,
        old_outputs: Sequence[Output],
        new_outputs: Sequence[Output],
        verdicts: Verdicts,
        billed: int | None,
    ) -> SpotCheckResult:
        sentence_set = plan.request.sentence_set
        with self._measurements.borrow(plan.after, plan.before, sentence_set.pair, progress) as measurement:
            before, after = measurement.uses(sentence_set.sentences, old_outputs, new_outputs, progress)
        self._lemmatizers.drop_idle(0)
        rows = zip(sentence_set.sentences, old_outputs, new_outputs, after, strict=True)
        sentences = tuple(
            _with_verdicts(SentenceResult(text, old.text, new.text, tuple(uses)), verdicts)
            for text, old, new, uses in rows
        )
        notes = (SpotCheckMessage.ROWS_LEFT_OUT(plan.after.left_out),) if plan.after.left_out else ()
        old_texts = [each.text for each in old_outputs]
        return SpotCheckResult(
            plan.request,
            plan.before,
            plan.after,
            sentences,
            _adherence(plan.after, sentences, verdicts),
            plan.characters,
            billed,
            measure(plan.after.entries, sentence_set.sentences, old_texts, before, verdicts),
            notes=notes,
            is_billed=plan.is_billed,
        )

    # Sentences for a set

    async def sample(
        self,
        request: SpotCheckRequest,
        sentences: Sequence[str],
        *,
        only_changed: bool,
        budget: int,
        progress: Progress = NoProgress(),
    ) -> Sample:
        """Choose as few of these sentences as possible that contain terms of the glossary, at most `budget` characters.

        With `only_changed`, only terms that the draft changed count. Raises ServiceError, and what `plan` raises if
        there is no draft to compare with.
        """
        pair = request.sentence_set.pair
        comparison = ComparedSides.DRAFT if only_changed else ComparedSides.GLOSSARY
        before, after = await self._sides.read(request.glossary, pair, comparison, progress)
        entries = find_changed_entries(before, after)
        return await run_in_thread(
            progress, sample, sentences, entries, pair, budget=budget, lemmatizers=self._lemmatizers
        )

    @property
    def sentence_endings(self) -> tuple[str, ...]:
        """The extensions of files from which sentences can be read."""
        return sentence_files.ENDINGS

    async def read_sentences(self, path: Path, pair: LanguagePair, progress: Progress = NoProgress()) -> FileSentences:
        """Return the sentences of a file in the source language of a pair. Raises UnreadableFile and InvalidInput."""
        return await run_in_thread(progress, sentence_files.read_sentences, path, pair)

    async def sentences_of_history(self, pair: LanguagePair) -> tuple[str, ...]:
        """Return the sentences of translated texts of this pair, the latest texts first."""
        texts = self._records.texts
        found, _ = await texts.find("", limit=MOST_TEXTS_OF_HISTORY)
        fitting = [each for each in found if is_of_pair(each, pair)]
        whole = [text for each in fitting if (text := await texts.read(each.number))]
        return as_sentences(sentence for each in whole for sentence in split_sentences(each.source, pair.source))

    # Baselines and verdicts

    async def _compare_with_baseline(self, result: SpotCheckResult) -> SpotCheckResult:
        baseline = await self._kept.runs.baseline(result.request.sentence_set.set_id)
        if baseline is None:
            return replace(result, baseline=None)
        before = Baseline(baseline.made_at, baseline.share, choices=baseline.choices)
        choices = _choices(result)
        if baseline.choices and not baseline.choices.has_glossary_of(choices):
            note = SpotCheckMessage.OTHER_GLOSSARY_BEFORE(name=baseline.choices.glossary_name)
            sentences = tuple(replace(each, former=None) for each in result.sentences)
            before = replace(before, is_compared=False, notes=(note,))
            return replace(result, sentences=sentences, baseline=before)
        moves = tuple(entry_moves(baseline.states, result.adherence.states))
        sentences = tuple(
            replace(each, former=former if (former := baseline.outputs.get(each.text)) != each.after else None)
            for each in result.sentences
        )
        before = replace(before, moves=moves, notes=_style_notes(baseline.choices, choices))
        return replace(result, sentences=sentences, baseline=before)

    async def _store(self, result: SpotCheckResult) -> SpotCheckResult:
        """Store a result. It is already paid for, so a disk failure only becomes a note."""
        adherence, is_kept = result.adherence, self._session.settings.days_of_texts > 0
        outputs = {each.text: each.after for each in result.sentences} if is_kept else {}
        counts = adherence.fulfilled, adherence.decided
        run = SpotCheckRun(adherence.states, outputs, *counts, choices=_choices(result))
        try:
            number = await self._kept.runs.add(result.request.sentence_set.set_id, run)
        except StorageFailed as error:
            return replace(result, notes=(*result.notes, SpotCheckMessage.NOT_KEPT(reason=error.message)))
        return replace(result, run_number=number)

    async def choose_baseline(self, result: SpotCheckResult) -> SpotCheckResult:
        """Make this run the baseline. Return the result, compared with it."""
        await self._kept.runs.choose_baseline(result.request.sentence_set.set_id, result.run_number)
        return await self._compare_with_baseline(result)

    async def judge(self, result: SpotCheckResult, judged: Judged, verdict: Verdict | None) -> SpotCheckResult:
        """Store the user's verdict on a sentence or on a term in it, and return the updated result.

        If the user does not store texts, the verdict is kept until the program ends.
        """
        pair = result.request.sentence_set.pair
        unsaved = self._unsaved_verdicts.setdefault(pair, {})
        unsaved.pop(judged, None)
        if verdict is None or self._session.settings.days_of_texts > 0:
            await self._kept.verdicts.put(pair, judged, verdict)
        else:
            unsaved[judged] = verdict
        verdicts = await self._verdicts(pair)
        return await self._compare_with_baseline(await run_in_thread(NoProgress(), _apply_verdicts, result, verdicts))

    async def _verdicts(self, pair: LanguagePair) -> dict[Judged, Verdict]:
        return {**await self._kept.verdicts.all(pair), **self._unsaved_verdicts.get(pair, {})}

    async def save_report(self, result: SpotCheckResult, path: Path, progress: Progress = NoProgress()) -> None:
        """Write a result as HTML, XLSX or JSON, depending on the file extension. Raises InvalidInput."""
        await run_in_thread(progress, write_report, result, path)

    # Upkeep

    async def tidy(self) -> None:
        """Delete temporary glossaries of earlier runs, and translations that are older than the settings allow."""
        days = self._session.settings.days_of_texts
        await self._kept.outputs.forget_older_than(days)
        if not days:
            await self._kept.runs.forget_outputs()
        await self._uploads.delete_left()

    async def close(self) -> None:
        """Wait for running deletions."""
        await self._uploads.close()


def is_for(sentence_set: SentenceSet, glossary_key: str, name: str) -> bool:
    """Return whether a set belongs to this glossary.

    Either the key or the name must match, because the glossary with that key may be gone.
    """
    if not sentence_set.glossary_key:
        return False
    return sentence_set.glossary_key == glossary_key or sentence_set.glossary_name == name


def is_of_pair(text: StoredText, pair: LanguagePair) -> bool:
    """Return whether a text of the history was translated in this direction, in any variants."""
    languages = LanguagePair(text.source_language, text.target_language)
    return text.call == _TRANSLATED and languages.roots == pair.roots


def _choices(result: SpotCheckResult) -> RunChoices:
    request = result.request
    rules = request.style_rules
    return RunChoices(request.glossary.key, request.glossary.name, rules.name if rules else "")


def _style_notes(before: RunChoices | None, after: RunChoices) -> tuple[str, ...]:
    """Return a note if the baseline has other style rules, or if it is not known what it was made with."""
    if before is None:
        return (SpotCheckMessage.UNKNOWN_GLOSSARY_BEFORE(),)
    if before.style_rules == after.style_rules:
        return ()
    if not before.style_rules:
        return (SpotCheckMessage.NO_STYLE_BEFORE(),)
    return (SpotCheckMessage.OTHER_STYLE_BEFORE(name=before.style_rules),)


def _adherence(after: Side, sentences: Sequence[SentenceResult], verdicts: Verdicts) -> Adherence:
    texts, outputs = [each.text for each in sentences], [each.after for each in sentences]
    uses: list[tuple[TermUse, ...]] = [each.uses for each in sentences]
    return measure(after.entries, texts, outputs, uses, verdicts)


def _with_verdicts(sentence: SentenceResult, verdicts: Verdicts) -> SentenceResult:
    """Return a sentence with what a person said of its translation and of the terms in it."""
    text, output = sentence.text, sentence.after
    pairs = {(each.hit.source, each.hit.target) for each in sentence.uses}
    of_terms = {pair: verdict for pair in pairs if (verdict := verdicts.get(Judged(text, output, *pair)))}
    return replace(sentence, verdict=verdicts.get(Judged(text, output)), term_verdicts=of_terms)


def _apply_verdicts(_progress: Progress, result: SpotCheckResult, verdicts: Verdicts) -> SpotCheckResult:
    sentences = tuple(_with_verdicts(each, verdicts) for each in result.sentences)
    return replace(result, sentences=sentences, adherence=_adherence(result.after, sentences, verdicts))
