"""A spot-check result without a service: two sentences, and terms that are missed, used, or in no sentence."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.spot_check.sides import Side, SideKind
from termdesk.application.spot_check.spot_check_result import (
    Baseline,
    SentenceResult,
    SpotCheckRequest,
    SpotCheckResult,
)
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.terms import TermHit, TermIndex
from termdesk.domain.matching.uses import TermState, TermUse, check_use
from termdesk.domain.spot_check.adherence import Adherence, EntryAdherence, Occurrence, measure
from termdesk.domain.spot_check.judgments import EntryState
from termdesk.domain.spot_check.moves import EntryMove
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.messages.spot_check_messages import SpotCheckMessage
from termdesk.storage.spot_check.runs import RunChoices

PAIR = LanguagePair("en", "es")
ENTRIES = [("pump", "bomba"), ("valve", "válvula"), ("well", "pozo")]
SENTENCES = ("The pump & the valve.", "Two pumps.")
BEFORE = ("El inflador y la llave.", "Dos bombas.")
AFTER = ("La bomba y la llave.", "Dos bombas.")
SET = SentenceSet("1", "Water <1>", PAIR, SENTENCES, "ACME")
GLOSSARY = GlossarySummary("k1", None, "Water", drafts=(DictionarySummary(PAIR, 3, "d1", is_on_service=False),))
MOVE = EntryMove("valve", "válvula", EntryState.USED, EntryState.MISSED)


def made_result() -> SpotCheckResult:
    """Return a result with an adherence of two in three. The valve is missed, but was used in the baseline."""
    index = TermIndex.of(ENTRIES, language="en", lemmatize=lambda word: word.removesuffix("s"))
    uses = [check_use(index.find(text), new, language="es") for text, new in zip(SENTENCES, AFTER, strict=True)]
    old = [check_use(index.find(text), new, language="es") for text, new in zip(SENTENCES, BEFORE, strict=True)]
    rows = zip(SENTENCES, BEFORE, AFTER, uses, strict=True)
    sentences = tuple(SentenceResult(*texts, tuple(of_sentence)) for *texts, of_sentence in rows)
    return SpotCheckResult(
        SpotCheckRequest(SET, GLOSSARY),
        Side(SideKind.NONE),
        Side(SideKind.DRAFT, Entries.of(ENTRIES)),
        sentences,
        measure(ENTRIES, SENTENCES, AFTER, uses, {}),
        estimated=62,
        billed=62,
        adherence_before=measure(ENTRIES, SENTENCES, BEFORE, old, {}),
        run_number=7,
        notes=("A note.",),
    )


def with_undecided(result: SpotCheckResult, count: int) -> SpotCheckResult:
    """Return this result with only the term “pump”, in `count` sentences that do not tell whether it was used."""
    use = TermUse(TermHit(4, 8, "pump", "bomba"), TermState.UNDECIDABLE)
    pump = EntryAdherence("pump", "bomba", tuple(Occurrence(number, use) for number in range(count)))
    return replace(result, adherence=Adherence((pump,)))


def with_baseline(result: SpotCheckResult) -> SpotCheckResult:
    """Return this result, compared with a better run."""
    return replace(result, baseline=Baseline(datetime(2026, 3, 4, tzinfo=UTC), 1.0, (MOVE,)))


def with_baseline_of_another_glossary(result: SpotCheckResult) -> SpotCheckResult:
    """Return this result with a baseline that it cannot be compared with."""
    note = SpotCheckMessage.OTHER_GLOSSARY_BEFORE(name="Other terms")
    choices = RunChoices("other", "Other terms")
    made_at = datetime(2026, 3, 4, tzinfo=UTC)
    return replace(result, baseline=Baseline(made_at, 1.0, choices=choices, is_compared=False, notes=(note,)))
