"""Data of the sizes that the figures speak of, made once a run from the shared dictionary, or from nothing."""

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
    """`count` valid entries with sources of their own."""
    return list(islice(_numbered_pairs(), count))


@cache
def pairs_of_size(size: int) -> list[tuple[str, str]]:
    """As many entries as fit into `size` bytes of TSV."""
    result, used = [], 0
    for source, target in _numbered_pairs():
        used += len(f"{source}\t{target}\n".encode())
        if used > size:
            return result
        result.append((source, target))
    return result


def tsv(rows: list[tuple[str, str]]) -> bytes:
    return "".join(f"{source}\t{target}\n" for source, target in rows).encode()


def _numbered_pairs() -> Iterator[tuple[str, str]]:
    """The rows of the dictionary, then again with a number behind the source, without end."""
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
        # Synthetic words of the same average length, so that the table can be printed anywhere.
        return [(f"source {number * 7919 % 999_983:x}", f"Ziel{number:x}") for number in range(360_000)]
    lines = gzip.decompress(SHARED.read_bytes()).decode().splitlines()
    # Phrases with quotes are written quoted, which the plain split yardsticks do not understand.
    plain = [line.partition("\t") for line in lines if '"' not in line]
    return [(source, target) for source, _, target in plain]
