"""Terms inside terms: "credit" in "credit note", and whether the longer entry says the same of it."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from termdesk.domain.language import LanguagePair, root
from termdesk.domain.progress import NoProgress, Progress
from termdesk.domain.terms import UNSPACED

_TOKEN = re.compile(r"\w+|[^\w\s]")
_JOINT = "\x1f"
_ROWS_A_STEP = 5_000
# A single character stands in half of all phrases and says nothing.
_SHORTEST = 2


@dataclass(slots=True)
class Nestings:
    """Pairs of rows: `inner[i]` stands inside `outer[i]`, longest from left to right. Columns, not objects.

    `agrees[i]` says whether the target of the inner one stands in that of the outer one.
    """

    outer: array[int] = field(default_factory=lambda: array("L"))
    inner: array[int] = field(default_factory=lambda: array("L"))
    agrees: bytearray = field(default_factory=bytearray)

    def __len__(self) -> int:
        return len(self.outer)


def nestings(
    sources: Sequence[str], targets: Sequence[str], pair: LanguagePair, progress: Progress = NoProgress()
) -> Nestings:
    """Which entries stand inside others, ignoring case; of equal ones the first counts. For a worker."""
    is_unspaced = root(pair.source) in UNSPACED
    rows: dict[str, int] = {}
    lengths: dict[str, int] = {}
    for row, source in enumerate(sources):
        if row % _ROWS_A_STEP == 0:
            progress.step(row, 2 * len(sources))
        tokens = _tokens(source, is_unspaced)
        if tokens and len(source) >= _SHORTEST:
            rows.setdefault(_joined(tokens, is_unspaced), row)
            lengths[tokens[0]] = max(lengths.get(tokens[0], 0), len(tokens))
    found = Nestings()
    for row, source in enumerate(sources):
        if row % _ROWS_A_STEP == 0:
            progress.step(len(sources) + row, 2 * len(sources))
        tokens = _tokens(source, is_unspaced)
        if len(tokens) > 1:
            for inner in _inside(tokens, rows, lengths, is_unspaced):
                found.outer.append(row)
                found.inner.append(inner)
                found.agrees.append(targets[inner].casefold() in targets[row].casefold())
    return found


def _tokens(phrase: str, is_unspaced: bool) -> Sequence[str]:
    folded = phrase.casefold()
    return folded if is_unspaced else _TOKEN.findall(folded)


def _joined(tokens: Sequence[str], is_unspaced: bool) -> str:
    return str(tokens) if is_unspaced else _JOINT.join(tokens)


def _inside(tokens: Sequence[str], rows: dict[str, int], lengths: dict[str, int], is_unspaced: bool) -> Iterator[int]:
    """Rows of the longest entries inside a phrase, the whole phrase left out, none over another."""
    place = 0
    while place < len(tokens):
        step = 1
        longest = min(lengths.get(tokens[place], 0), len(tokens) - place)
        for count in range(longest, 0, -1):
            if count == len(tokens):
                continue
            inner = rows.get(_joined(tokens[place : place + count], is_unspaced))
            if inner is not None:
                yield inner
                step = count
                break
        place += step
