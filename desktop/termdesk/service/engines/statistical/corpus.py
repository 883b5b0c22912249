"""Training data, read from TMX or TSV and cleaned; skipped pairs are counted by reason."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from lxml import etree  # type: ignore[import-untyped]  # it has no types

from termdesk.domain.errors import UnreadableFile
from termdesk.domain.language.language import LanguagePair, root
from termdesk.messages.engine_messages import EngineFact
from termdesk.service.memories.tmx import read_units

Kind = Literal["tmx", "tsv"]
FEWEST = 200
MOST = 300_000
LONGEST_WORDS = 80
MOST_RATIO = 3.0
_BYTE_ORDER_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_REMEDY = EngineFact.GIVE_TMX_OR_TSV()
_LEFT_OUT = {
    "without a translation": EngineFact.LEFT_UNTRANSLATED,
    "too long": EngineFact.LEFT_TOO_LONG,
    "of very different lengths": EngineFact.LEFT_UNEQUAL,
    "twice": EngineFact.LEFT_TWICE,
    "beyond the limit": EngineFact.LEFT_BEYOND_LIMIT,
}


@dataclass(slots=True)
class Corpus:
    """Sentence pairs, and how many were skipped, by reason."""

    pairs: list[tuple[str, str]] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)


def read_corpus(path: Path, kind: Kind, pair: LanguagePair) -> Corpus:
    """Read and clean a file. Raises UnreadableFile if it is damaged or has too little content."""
    corpus = Corpus()
    seen: set[tuple[str, str]] = set()
    segments = _tmx(path, pair) if kind == "tmx" else _tsv(path)
    for source, target in segments:
        source, target = " ".join(source.split()), " ".join(target.split())
        reason = _reason_to_leave_out(source, target)
        if not reason and (source, target) in seen:
            reason = "twice"
        if not reason and len(corpus.pairs) >= MOST:
            reason = "beyond the limit"
        if reason:
            corpus.left_out[reason] += 1
        else:
            seen.add((source, target))
            corpus.pairs.append((source, target))
    if len(corpus.pairs) < FEWEST:
        left = [_LEFT_OUT[reason](count) for reason, count in corpus.left_out.most_common()]
        sentence = EngineFact.TOO_FEW_SEGMENTS_LEFT if left else EngineFact.TOO_FEW_SEGMENTS
        raise UnreadableFile(
            sentence(len(corpus.pairs), source=pair.source, target=pair.target, left=left),
            path=path.name,
            remedy=EngineFact.TAKE_MORE_SEGMENTS(least=FEWEST),
        )
    return corpus


def _reason_to_leave_out(source: str, target: str) -> str:
    if not source or not target:
        return "without a translation"
    lengths = sorted((len(source.split()), len(target.split())))
    # Splitting at spaces finds few words in languages without spaces, so the number of characters is limited, too.
    if lengths[1] > LONGEST_WORDS or max(len(source), len(target)) > 8 * LONGEST_WORDS:
        return "too long"
    short, long = sorted((len(source), len(target)))
    if short > 10 and long > MOST_RATIO * 2 * short:
        return "of very different lengths"
    return ""


def _tsv(path: Path) -> Iterator[tuple[str, str]]:
    with path.open("rb") as start:
        head = start.read(4)
    encoding = next((name for mark, name in _BYTE_ORDER_MARKS if head.startswith(mark)), "utf-8")
    try:
        with path.open(encoding=encoding, newline="") as file:
            for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                yield (row[0], row[1]) if len(row) > 1 else ("", "")
    except (UnicodeError, csv.Error) as error:
        raise UnreadableFile(EngineFact.NOT_TEXT(reason=str(error)), path=path.name, remedy=_REMEDY) from None


def _tmx(path: Path, pair: LanguagePair) -> Iterator[tuple[str, str]]:
    """Yield the units of a TMX file one by one, with languages reduced to their roots."""
    try:
        for unit in read_units(str(path)):
            texts: dict[str, str] = {}
            for language, text in unit.texts.items():
                texts.setdefault(root(language), text)
            yield texts.get(root(pair.source), ""), texts.get(root(pair.target), "")
    except etree.XMLSyntaxError as error:
        raise UnreadableFile(EngineFact.BROKEN_TMX(reason=error.msg or ""), path=path.name, remedy=_REMEDY) from None
