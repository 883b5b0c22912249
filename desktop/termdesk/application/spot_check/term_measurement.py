"""Finds the terms of a glossary in sentences, and what became of them in their translations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from termdesk.application.spot_check.sides import Side
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.lemmas import Lemmatisers
from termdesk.domain.matching.term_table import TermTable
from termdesk.domain.matching.terms import TermIndex
from termdesk.domain.matching.uses import TermUse, UseChecker, as_reported
from termdesk.domain.progress import Progress
from termdesk.storage.spot_check.outputs import Output

_ROWS_A_STEP = 1_000


class TermMeasurement:
    """The terms of one side. Make it and use it in a worker: the first word of a language loads its list."""

    def __init__(
        self, after: Side, before: Side, pair: LanguagePair, lemmatisers: Lemmatisers, progress: Progress
    ) -> None:
        """Targets that `before` has and `after` has not contradict a term, and so do forbidden ones."""
        self._pair = pair
        self._lemmatise_source = lemmatisers.of(pair.source)
        self._checker = UseChecker(pair.target, lemmatisers.of(pair.target))
        self.index = TermIndex(
            [self._table(_stepping(after.entries, progress))],
            lemmatise=self._lemmatise_source,
            rejected=[self._table(_former(before.entries, after.entries)), self._table(iter(after.forbidden))],
        )

    def _table(self, pairs: Iterator[tuple[str, str]]) -> TermTable:
        return TermTable(pairs, language=self._pair.roots.source, lemmatise=self._lemmatise_source)

    def uses(
        self, sentences: Sequence[str], before: Sequence[Output], after: Sequence[Output], progress: Progress
    ) -> tuple[list[list[TermUse]], list[list[TermUse]]]:
        """The uses of the terms of each sentence, in both translations.

        What the service reported counts for `after` only: `before` was made with other entries, or with none.
        """
        uses_before: list[list[TermUse]] = []
        uses_after: list[list[TermUse]] = []
        for number, (sentence, old, new) in enumerate(zip(sentences, before, after, strict=True)):
            progress.step(number, len(sentences))
            hits = self.index.find(sentence)
            uses = self._checker.check(hits, new.text)
            uses_before.append(uses if old.text == new.text else self._checker.check(hits, old.text))
            if new.placed is not None:
                uses = as_reported(uses, placed=new.placed, missed=new.missed)
            uses_after.append(uses)
        return uses_before, uses_after


def _former(before: Entries, after: Entries) -> Iterator[tuple[str, str]]:
    """The entries of `before` that have another target in `after`."""
    targets = after.as_dict()
    return ((source, target) for source, target in before if targets.get(source, target) != target)


def _stepping(entries: Entries, progress: Progress) -> Iterator[tuple[str, str]]:
    """The pairs of the entries; stops if the work is stopped."""
    for row, pair in enumerate(entries):
        if row % _ROWS_A_STEP == 0:
            progress.step(row, len(entries))
        yield pair
