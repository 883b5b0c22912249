"""Choose as few sentences as possible that contain the required terms, within a limit of characters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from termdesk.application.spot_check.sides import Side
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.lemmas import Lemmatizers
from termdesk.domain.matching.terms import TermIndex
from termdesk.domain.progress import Progress
from termdesk.domain.spot_check.coverage import Candidate, cover

_SENTENCES_A_STEP = 200


@dataclass(frozen=True, slots=True)
class Sample:
    """The chosen sentences in their original order. They contain `covered` of `terms` terms.

    Of the others, `never_seen` are in no given sentence, and `beyond_budget` only in sentences that exceed the budget.
    Both are in the order of the glossary.
    """

    sentences: tuple[str, ...]
    covered: int
    terms: int
    characters: int
    never_seen: tuple[str, ...] = ()
    beyond_budget: tuple[str, ...] = ()


def find_changed_entries(before: Side, after: Side) -> list[tuple[str, str]]:
    """Return the entries that are new in `after` or have another target there."""
    known = set(before.entries)
    return [pair for pair in after.entries if pair not in known]


def sample(
    progress: Progress,
    sentences: Sequence[str],
    entries: Iterable[tuple[str, str]],
    pair: LanguagePair,
    *,
    budget: int,
    lemmatizers: Lemmatizers,
) -> Sample:
    """Choose as few sentences as possible that contain the terms of these entries, with at most `budget` characters.

    For a worker.
    """
    rows = list(entries)
    index = TermIndex.of(rows, language=pair.roots.source, lemmatize=lemmatizers.of(pair.source))
    candidates = []
    for number, sentence in enumerate(sentences):
        if number % _SENTENCES_A_STEP == 0:
            progress.step(number, len(sentences))
        candidates.append(Candidate(sentence, frozenset(hit.source for hit in index.find(sentence))))
    coverage = cover(candidates, budget=budget)
    chosen = tuple(sentences[position] for position in coverage.chosen)
    sources = dict.fromkeys(source for source, _ in rows)
    seen = {term for each in candidates for term in each.terms}
    never_seen = tuple(each for each in sources if each not in seen)
    beyond = tuple(each for each in sources if each in seen and each not in coverage.terms)
    return Sample(chosen, len(coverage.terms), len(sources), coverage.characters, never_seen, beyond)
