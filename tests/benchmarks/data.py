"""Data in the sizes of the figures, made once per run from the shared dictionary or, without it, synthetically."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data" / "freedict.eng-deu.tsv.gz"
TEN_MIB = 10_485_760


@cache
def pairs(count: int) -> list[tuple[str, str]]:
    """Return `count` valid entries with unique sources."""
    return list(islice(_numbered_pairs(), count))


@cache
def pairs_of_size(size: int) -> list[tuple[str, str]]:
    """Return as many entries as fit into `size` bytes of TSV."""
    result: list[tuple[str, str]] = []
    used = 0
    for source, target in _numbered_pairs():
        used += len(f"{source}\t{target}\n".encode())
        if used > size:
            return result
        result.append((source, target))
    return result


def tsv(rows: list[tuple[str, str]]) -> bytes:
    return "".join(f"{source}\t{target}\n" for source, target in rows).encode()


def _numbered_pairs() -> Iterator[tuple[str, str]]:
    """Yield the rows of the dictionary, then endlessly again with a number after the source."""
    rows = _rows()
    yield from rows
    round_number = 2
    while True:
        for source, target in rows:
            yield f"{source} {round_number}", target
        round_number += 1


@cache
def _rows() -> list[tuple[str, str]]:
    if not SHARED.exists():
        # Synthetic words of the same average length, so that the benchmarks run anywhere.
        return [(f"source {number * 7919 % 999_983:x}", f"Ziel{number:x}") for number in range(360_000)]
    lines = gzip.decompress(SHARED.read_bytes()).decode().splitlines()
    # Phrases with quotes would be quoted in TSV, which the yardsticks that split lines do not parse.
    plain = [line.partition("\t") for line in lines if '"' not in line]
    return [(source, target) for source, _, target in plain]
