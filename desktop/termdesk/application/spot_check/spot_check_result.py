"""What a spot-check asks for, what it will cost, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.spot_check.sides import ComparedSides, Side
from termdesk.domain.matching.uses import TermUse
from termdesk.domain.similarity.text_diff import Chunk, DiffKind, compare
from termdesk.domain.spot_check.adherence import Adherence
from termdesk.domain.spot_check.judgements import Pair, Verdict
from termdesk.domain.spot_check.moves import EntryMove
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.domain.texts import billable_characters
from termdesk.storage.spot_check.outputs import Output


@dataclass(frozen=True, slots=True)
class SpotCheckRequest:
    """Which sentences are tried with which glossary. `is_fresh`: translate also what was translated before."""

    sentence_set: SentenceSet
    glossary: GlossarySummary
    comparison: ComparedSides = ComparedSides.GLOSSARY
    is_fresh: bool = False


@dataclass(frozen=True)
class SpotCheckPlan:
    """Both sides of a request, with the translations that are known for each."""

    request: SpotCheckRequest
    before: Side
    after: Side
    known: tuple[Mapping[str, Output], Mapping[str, Output]]
    is_billed: bool

    @cached_property
    def to_send(self) -> tuple[tuple[str, ...], ...]:
        """The sentences that have to be sent for each side."""
        sentences = self.request.sentence_set.sentences
        return tuple(tuple(each for each in sentences if each not in known) for known in self.known)

    @property
    def characters(self) -> int:
        """What the run will be billed, or on this computer counted."""
        return sum(billable_characters(sentence) for side in self.to_send for sentence in side)


@dataclass(frozen=True)
class SentenceResult:
    """One sentence. `before` and `after` are its translations, `uses` those of the terms in `after`."""

    text: str
    before: str
    after: str
    uses: tuple[TermUse, ...] = ()
    verdict: Verdict | None = None
    # The translation of the baseline, where it was another one.
    former: str | None = None

    @cached_property
    def chunks(self) -> list[Chunk]:
        """The word difference of both translations."""
        return compare(self.before, self.after)

    @property
    def changes(self) -> int:
        """In how many places both translations differ."""
        return sum(each.kind is not DiffKind.EQUAL for each in self.chunks)


@dataclass(frozen=True)
class Baseline:
    """What a result is compared with."""

    made_at: datetime
    share: float | None
    moves: tuple[EntryMove, ...] = ()


@dataclass(frozen=True)
class SpotCheckResult:
    """What came of a run. `adherence` is that of the side after.

    `estimated` and `billed` count characters; `billed` is None where the service does not say. `run_number` is 0 where
    the run could not be stored. `notes` are sentences about problems besides the result.
    """

    request: SpotCheckRequest
    before: Side
    after: Side
    sentences: tuple[SentenceResult, ...]
    adherence: Adherence
    estimated: int
    billed: int | None
    adherence_before: Adherence = field(default_factory=Adherence)
    baseline: Baseline | None = None
    run_number: int = 0
    notes: tuple[str, ...] = ()

    @cached_property
    def places(self) -> Mapping[Pair, int]:
        """The place of each entry in `adherence`."""
        return {each.pair: place for place, each in enumerate(self.adherence.entries)}

    @property
    def changed_count(self) -> int:
        """How many sentences are translated differently by both sides."""
        return sum(each.before != each.after for each in self.sentences)
