"""The request, the plan and the result of a spot-check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.spot_check.sides import ComparedSides, Side
from termdesk.application.translation.style_lookup import StyleRules
from termdesk.domain.matching.uses import TermUse
from termdesk.domain.similarity.text_diff import Chunk, DiffKind, compare
from termdesk.domain.spot_check.adherence import FAILED, Adherence, Occurrence
from termdesk.domain.spot_check.judgments import Pair, Verdict
from termdesk.domain.spot_check.moves import EntryMove
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.domain.texts import billable_characters
from termdesk.storage.spot_check.outputs import Output
from termdesk.storage.spot_check.runs import RunChoices


@dataclass(frozen=True, slots=True)
class SpotCheckRequest:
    """The sentences and the glossary to check. With `is_fresh`, sentences are translated again even if known.

    Both sides follow `style_rules`.
    """

    sentence_set: SentenceSet
    glossary: GlossarySummary
    comparison: ComparedSides = ComparedSides.GLOSSARY
    is_fresh: bool = False
    style_rules: StyleRules | None = None

    def is_about(self, glossary: GlossarySummary) -> bool:
        """Return whether this is the glossary of the request. Its first publication gave it another key."""
        if self.glossary.key == glossary.key:
            return True
        was_published = self.glossary.glossary_id is None and glossary.glossary_id is not None
        return was_published and self.glossary.name == glossary.name


@dataclass(frozen=True)
class SpotCheckPlan:
    """Both sides of a request, with the known translations of each."""

    request: SpotCheckRequest
    before: Side
    after: Side
    known: tuple[Mapping[str, Output], Mapping[str, Output]]
    is_billed: bool

    @cached_property
    def to_send(self) -> tuple[tuple[str, ...], ...]:
        """The sentences to send, for each side."""
        sentences = self.request.sentence_set.sentences
        return tuple(tuple(each for each in sentences if each not in known) for known in self.known)

    @property
    def characters(self) -> int:
        """The characters that the run will be billed, or only counted on this computer."""
        return sum(billable_characters(sentence) for side in self.to_send for sentence in side)


@dataclass(frozen=True)
class SentenceResult:
    """The result of one sentence.

    `before` and `after` are its translations, `uses` the uses of its terms in `after`.
    """

    text: str
    before: str
    after: str
    uses: tuple[TermUse, ...] = ()
    verdict: Verdict | None = None
    # The translation in the baseline if it differs from `after`, else None.
    former: str | None = None
    # What a person said of the terms in `after`.
    term_verdicts: Mapping[Pair, Verdict] = field(default_factory=dict)

    @property
    def occurrences(self) -> tuple[Occurrence, ...]:
        """The terms of the sentence with their use in `after`. A person's verdict on a term overrides the search."""
        verdicts = self.term_verdicts
        return tuple(Occurrence(0, each, verdicts.get((each.hit.source, each.hit.target))) for each in self.uses)

    @property
    def missed(self) -> tuple[TermUse, ...]:
        """The terms that `after` misses."""
        return tuple(each.use for each in self.occurrences if each.state in FAILED)

    @cached_property
    def chunks(self) -> list[Chunk]:
        """The word difference between both translations."""
        return compare(self.before, self.after)

    @property
    def changes(self) -> int:
        """The number of places in which both translations differ."""
        return sum(each.kind is not DiffKind.EQUAL for each in self.chunks)


@dataclass(frozen=True)
class Baseline:
    """The earlier run that a result is compared with.

    `choices` is None if it is not known what it was made with. If that was another glossary, `is_compared` is False,
    and there are no `moves`. `notes` are sentences about differences that affect the comparison.
    """

    made_at: datetime
    share: float | None
    moves: tuple[EntryMove, ...] = ()
    choices: RunChoices | None = None
    is_compared: bool = True
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class SpotCheckResult:
    """The result of a run. `adherence` is that of the side after.

    `estimated` and `billed` count characters; `billed` is None if the service did not report it. If not `is_billed`,
    this computer only counts them. `run_number` is 0 if the run could not be stored. `notes` are sentences about
    problems other than the result.
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
    is_billed: bool = True

    @cached_property
    def positions(self) -> Mapping[Pair, int]:
        """The index of each entry in `adherence`."""
        return {each.pair: position for position, each in enumerate(self.adherence.entries)}

    @property
    def changed_count(self) -> int:
        """The number of sentences whose translations differ between both sides."""
        return sum(each.before != each.after for each in self.sentences)
