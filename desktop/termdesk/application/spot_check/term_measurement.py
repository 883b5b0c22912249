"""Find the terms of a glossary in sentences, and their use in the translations."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from termdesk.application.spot_check.sides import Side
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.lemmas import Lemmatizers
from termdesk.domain.matching.protected_parts import find_free_hits
from termdesk.domain.matching.term_keys import Memo
from termdesk.domain.matching.term_table import TermTable
from termdesk.domain.matching.terms import TermHit, TermIndex
from termdesk.domain.matching.tokens import JOINT
from termdesk.domain.matching.uses import TermUse, UseChecker, as_reported
from termdesk.domain.progress import Progress
from termdesk.storage.spot_check.outputs import Output

# Limits of the caches: sentences per measurement, measurements, and the total number of their rows.
_MOST_SENTENCES = 20_000
_MOST_MEASUREMENTS = 4
_MOST_ROWS = 200_000

_Uses = tuple[list[list[TermUse]], list[list[TermUse]]]
_Key = tuple[LanguagePair, bytes, bytes]


class TermMeasurement:
    """The terms of one side. Create and use it in a worker: the first word of a language loads its word list."""

    def __init__(
        self, after: Side, before: Side, pair: LanguagePair, lemmatizers: Lemmatizers, progress: Progress
    ) -> None:
        """A term is contradicted by a forbidden target, and by a target that it has in `before` but not in `after`."""
        self._pair = pair
        self._lemmatize_source = lemmatizers.lasting_lemmatizer(pair.source)
        self._checker = UseChecker(pair.target, lemmatizers.lasting_lemmatizer(pair.target))
        self.index = TermIndex(
            [self._table(after.entries.with_progress(progress))],
            lemmatize=self._lemmatize_source,
            rejected=[self._table(_former(before.entries, after.entries)), self._table(iter(after.forbidden))],
        )
        self._hits = Memo[list[TermHit]](self._find, most=_MOST_SENTENCES)
        # By sentence and translation.
        self._uses: dict[tuple[str, str], list[TermUse]] = {}

    def _table(self, pairs: Iterator[tuple[str, str]]) -> TermTable:
        return TermTable(pairs, language=self._pair.roots.source, lemmatize=self._lemmatize_source)

    def _find(self, sentence: str) -> list[TermHit]:
        return find_free_hits(sentence, self.index.find(sentence))

    def uses(
        self, sentences: Sequence[str], before: Sequence[Output], after: Sequence[Output], progress: Progress
    ) -> _Uses:
        """Return the uses of the terms of each sentence, in both translations.

        The service's reports are used only for `after`, because `before` was translated with other entries or none.
        """
        # Finding all terms before checking any use is 8 % faster than one sentence after the other: both read different
        # memory, which together does not fit into the cache of the processor.
        count = len(sentences)
        found: list[list[TermHit]] = []
        for number, sentence in enumerate(sentences):
            progress.step(number, 2 * count)
            found.append(self._hits[sentence])
        uses_before: list[list[TermUse]] = []
        uses_after: list[list[TermUse]] = []
        for number, (sentence, hits, old, new) in enumerate(zip(sentences, found, before, after, strict=True)):
            progress.step(count + number, 2 * count)
            uses = self._check(sentence, hits, new.text)
            uses_before.append(self._check(sentence, hits, old.text))
            if new.placed is not None:
                uses = as_reported(uses, placed=new.placed, missed=new.missed, uncertain=new.uncertain)
            uses_after.append(uses)
        return uses_before, uses_after

    def _check(self, sentence: str, hits: list[TermHit], translation: str) -> list[TermUse]:
        known = self._uses.get((sentence, translation))
        if known is None:
            if len(self._uses) >= _MOST_SENTENCES:
                self._uses.clear()
            known = self._uses[sentence, translation] = self._checker.check(hits, translation)
        return known


class TermMeasurements:
    """A cache of the last measurements, so that the next run need not read their terms and sentences again.

    The key is the content of both sides, so a cached measurement is never outdated.
    """

    def __init__(self, lemmatizers: Lemmatizers) -> None:
        self._lemmatizers = lemmatizers
        self._kept: OrderedDict[_Key, TermMeasurement] = OrderedDict()

    @contextmanager
    def borrow(self, after: Side, before: Side, pair: LanguagePair, progress: Progress) -> Iterator[TermMeasurement]:
        """Yield the measurement of two sides for exclusive use by one run; afterwards it is cached.

        See `TermMeasurement` for the arguments.
        """
        key = pair, _digest(after), _digest(before)
        measurement = self._kept.pop(key, None) or TermMeasurement(after, before, pair, self._lemmatizers, progress)
        yield measurement
        self._kept[key] = measurement
        while len(self._kept) > _MOST_MEASUREMENTS or sum(len(each.index) for each in self._kept.values()) > _MOST_ROWS:
            self._kept.popitem(last=False)


def _digest(side: Side) -> bytes:
    """Return a digest of the entries of a side in order.

    The order counts because the first of two entries for a word is used.
    """
    digest = hashlib.sha256()
    for phrases in (side.entries.sources, side.entries.targets, [phrase for pair in side.forbidden for phrase in pair]):
        # The separator is in no phrase. Texts from JSON may have lone surrogates.
        digest.update(JOINT.join((*phrases, "")).encode(errors="surrogatepass"))
        digest.update(b"\n")
    return digest.digest()


def _former(before: Entries, after: Entries) -> Iterator[tuple[str, str]]:
    """Return the entries of `before` that have another target in `after`."""
    targets = after.as_dict() if len(before) else {}
    return ((source, target) for source, target in before if targets.get(source, target) != target)
