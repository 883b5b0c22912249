"""Tests inflected terms through the installed Apertium pairs: which terms are placed, and whether the words agree.

Each line of `sentences/terms.tsv` has a pair, a source and a target. Each line of `sentences/sentences.tsv` has a pair,
a sentence, and the expected translation: the engine's, but with the term in its right form and all dependent words in
agreement. Mistakes that the engine also makes without a glossary are left in it.
"""

from __future__ import annotations

import asyncio
import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.terms import TermIndex
from termdesk.service.engines.apertium.apertium_engine import ApertiumEngine
from termdesk.service.engines.lemmas import lemmatizer
from termdesk.service.engines.translation import TranslationEngines
from termdesk.service.memory import ConfirmedMemory

FOLDER = Path(__file__).parent.parent / "service/engines/apertium/sentences"


@dataclass(frozen=True, slots=True)
class TermFigures:
    """The number of terms, and the sentences with a term that is not placed, or with wrong agreement."""

    sentences: int
    unplaced: tuple[str, ...]
    faulty: tuple[str, ...]


def translate_sentences() -> TermFigures:
    """Translate all sentences with their terms."""
    return asyncio.run(_translated())


async def _translated() -> TermFigures:
    terms: dict[str, list[tuple[str, str]]] = {}
    for pair, source, target in rows("terms.tsv"):
        terms.setdefault(pair, []).append((source, target))
    engine = ApertiumEngine()
    await engine.find()
    chain = TranslationEngines(ConfirmedMemory({}), [engine])
    sentences = list(rows("sentences.tsv"))
    unplaced, faulty = [], []
    for code, text, expected in sentences:
        pair = LanguagePair(*code.split("-"))
        index = TermIndex.of(terms[code], language=pair.source, lemmatize=lemmatizer(pair.source))
        answer = await chain.translate(text, pair=pair, terms=index)
        if not answer.terms_placed or answer.terms_missed:
            unplaced.append(text)
        if answer.text != expected:
            faulty.append(f"{text} -> {answer.text}")
    await engine.close()
    return TermFigures(len(sentences), tuple(unplaced), tuple(faulty))


def rows(name: str) -> Iterator[list[str]]:
    """Return the rows of `terms.tsv` or `sentences.tsv`."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        yield from csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
