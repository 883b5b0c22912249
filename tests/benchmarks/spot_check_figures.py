"""Spot-checks: terms found and checked in sentences, against what reading the same words costs."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from benchmarks.data import SHARED, pairs
from benchmarks.measuring import Result, alternating
from termdesk.application.spot_check.sides import Side, SideKind
from termdesk.application.spot_check.term_measurement import TermMeasurement
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.lemmas import Lemmatisers
from termdesk.domain.matching.tokens import Tokenizer
from termdesk.domain.progress import NoProgress
from termdesk.storage.spot_check.outputs import Output

PAIR = LanguagePair("en", "es")
TEXTS = SHARED.parent / "libreoffice.en-es.tsv"
# A term has so many words; longer texts, so many together, stand for a sentence.
WORDS, TOGETHER = 2, 3


def matching(sentences: int = 1_000, terms: int = 10_000) -> Result:
    """Terms in sentences and in both translations of each; the yardstick splits and lemmatises all three.

    Both begin with no word known, as a run does; the lists of the languages are loaded.
    """
    rows, texts = _data(TEXTS, sentences, terms)
    lemmatisers = Lemmatisers()
    sources, outputs = [source for source, _ in texts], [Output(target) for _, target in texts]
    # Translations that are the same on both sides would be checked once.
    before = [Output(f"{target} .") for _, target in texts]
    sides = [(sources, "en"), ([each.text for each in outputs] * 2, "es")]
    measurements: list[TermMeasurement] = []

    def forget() -> None:
        for language in ("en", "es"):
            lemmatisers.of(language).cache_clear()  # type: ignore[union-attr]
        after = Side(SideKind.DRAFT, Entries.of(rows))
        measurements[:] = [TermMeasurement(after, Side(SideKind.NONE), PAIR, lemmatisers, NoProgress())]
        for language in ("en", "es"):
            lemmatisers.of(language).cache_clear()  # type: ignore[union-attr]

    def match() -> None:
        _, uses = measurements[0].uses(sources, before, outputs, NoProgress())
        assert sum(map(len, uses)) > sentences // 4

    def read() -> None:
        for lines, language in sides:
            tokenizer, lemmatise = Tokenizer(language), lemmatisers.of(language)
            assert lemmatise is not None
            for line in lines:
                for word in tokenizer.tokens(line).words:
                    lemmatise(word)

    mine, yardstick = alternating(match, read, before=forget)
    return Result("spot-check", f"match {terms:,} terms in {sentences:,} sentences", mine, yardstick, 1.5)


def _data(path: Path, sentences: int, terms: int) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Texts of two words with their translations as terms, filled up from a dictionary; longer ones as sentences.

    A general dictionary of single words would have every word of a sentence, as no terminology has.
    """
    lines = [line.partition("\t") for line in path.read_text("utf-8").splitlines()]
    known = {source: target for source, _, target in lines if len(source.split()) == WORDS}
    rows = {**known, **dict(row for row in pairs(4 * terms) if " " in row[0])}
    long = [(source, target) for source, _, target in lines if len(source.split()) > WORDS]
    groups = (long[place : place + TOGETHER] for place in range(0, len(long), TOGETHER))
    texts = [(" ".join(each[0] for each in group), " ".join(each[1] for each in group)) for group in groups]
    return list(islice(rows.items(), terms)), texts[:sentences]
