"""Spot-checks: finding and checking terms in sentences, against only lemmatizing the same words."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

from benchmarks.data import SHARED, pairs
from benchmarks.measuring import Result, alternating
from termdesk.application.spot_check.sides import Side, SideKind
from termdesk.application.spot_check.term_measurement import TermMeasurements
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.lemmas import Lemmatizers
from termdesk.domain.matching.tokens import Tokenizer
from termdesk.domain.progress import NoProgress
from termdesk.storage.spot_check.outputs import Output

# The dictionary that supplies additional terms has this pair. In another, few of its targets would be words.
PAIR = LanguagePair("en", "de")
TEXTS = SHARED.parent / "libreoffice.en-de.tsv"
# Terms have this many words. This many longer texts together make up one sentence.
WORDS, TOGETHER = 2, 3
# More rounds than usual: the figure is close to its goal, and on a busy machine single rounds differ by a fifth.
ROUNDS = 15

_Text = tuple[str, str]


class _Runs:
    """Runs with one glossary. The cached base forms are cleared before each."""

    def __init__(self, rows: Sequence[_Text]) -> None:
        self._rows = rows
        self._lemmatizers = Lemmatizers()
        self._measurements = TermMeasurements(self._lemmatizers)
        self._sides = Side(SideKind.DRAFT, Entries.of(rows)), Side(SideKind.NONE)

    def begin(self, known: Sequence[_Text] | None) -> None:
        """Clear everything except the results of a previous run with the known texts, if any."""
        self._measurements = TermMeasurements(self._lemmatizers)
        if known is not None:
            self.check(known)
        for language in (PAIR.source, PAIR.target):
            lemmatize = self._lemmatizers.of(language)
            assert lemmatize is not None
            lemmatize("load")
            lemmatize.cache_clear()  # type: ignore[attr-defined]

    def check(self, texts: Sequence[_Text]) -> None:
        """Find and check the terms in two translations of each sentence."""
        sentences, outputs = [source for source, _ in texts], [Output(target) for _, target in texts]
        before = [Output(_other(target)) for _, target in texts]
        with self._measurements.borrow(*self._sides, PAIR, NoProgress()) as measurement:
            _, uses = measurement.uses(sentences, before, outputs, NoProgress())
        assert sum(map(len, uses)) > len(texts) // 4

    def read(self, texts: Sequence[_Text], *, with_terms: bool) -> None:
        """The yardstick: split and lemmatize sentences, both translations, and the terms of both languages."""
        terms = self._rows if with_terms else ()
        self._read_words([source for source, _ in (*texts, *terms)], PAIR.source)
        before = [_other(target) for _, target in texts]
        self._read_words([*before, *(target for _, target in (*texts, *terms))], PAIR.target)

    def _read_words(self, lines: Sequence[str], language: str) -> None:
        tokenizer, lemmatize = Tokenizer(language), self._lemmatizers.of(language)
        assert lemmatize is not None
        for line in lines:
            for word in tokenizer.tokens(line).words:
                lemmatize(word)


def _other(target: str) -> str:
    # The two translations must differ, because equal ones would be checked only once.
    return f"{target} ."


def matching(sentences: int = 1_000, terms: int = 10_000) -> list[Result]:
    """Three runs with one glossary, in time of the processor; the lists of base forms are loaded.

    First run: nothing is known; the yardstick reads sentences, translations and the terms of both languages.
    Same sentences: the run before had the same glossary and texts, and what it found out is kept; the yardstick reads
    sentences and translations. Other sentences: the run before had the same glossary and other texts, so that some of
    the terms are known and all sentences are new; the yardstick is the same.
    """
    rows, texts = _data(TEXTS, sentences, terms)
    runs, now, others = _Runs(rows), texts[:sentences], texts[sentences:]
    what = f"match {terms:,} terms in {len(now):,} sentences"

    def result(name: str, known: Sequence[_Text] | None) -> Result:
        begin: Callable[[], None] = lambda: runs.begin(known)  # noqa: E731 - typed, and shorter than a function
        measured, yardstick = alternating(
            lambda: runs.check(now),
            lambda: runs.read(now, with_terms=known is None),
            rounds=ROUNDS,
            before=begin,
            clock=time.process_time,
        )
        return Result("spot-check", f"{what}, {name}", measured, yardstick, 1.5)

    return [result("first run", None), result("same sentences", now), result("other sentences", others)]


def _data(path: Path, sentences: int, terms: int) -> tuple[list[_Text], list[_Text]]:
    """Return terms, and all available texts with their translations, more than `sentences`.

    Texts of two words with their translations are terms, completed from a dictionary; longer ones are sentences. Single
    words of a general dictionary would match every word of a sentence, unlike real terminology.
    """
    lines = [line.partition("\t") for line in path.read_text("utf-8").splitlines()]
    known = {source: target for source, _, target in lines if len(source.split()) == WORDS}
    rows = {**known, **dict(row for row in pairs(4 * terms) if " " in row[0])}
    long = [(source, target) for source, _, target in lines if len(source.split()) > WORDS]
    groups = (long[position : position + TOGETHER] for position in range(0, len(long), TOGETHER))
    texts = [(" ".join(each[0] for each in group), " ".join(each[1] for each in group)) for group in groups]
    assert len(texts) > sentences
    return list(islice(rows.items(), terms)), texts
