"""A changed text from which a reader accepts some changes and rejects others."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from termdesk.domain.similarity.text_diff import Chunk, DiffKind


class ChosenText(NamedTuple):
    """The text that results; `positions` are the start and end of each chunk in it, in code points."""

    text: str
    positions: tuple[tuple[int, int], ...]


def choose_changes(before: str, after: str, chunks: Sequence[Chunk], rejected: Collection[int]) -> ChosenText:
    """The new text with the old words in place of the `rejected` chunks, counted from 0."""
    parts: list[str] = []
    positions: list[tuple[int, int]] = []
    end = 0
    for number, chunk in enumerate(chunks):
        is_old = number in rejected
        part = before[chunk.before_start : chunk.before_end] if is_old else after[chunk.after_start : chunk.after_end]
        parts.append(part)
        positions.append((end, end + len(part)))
        end += len(part)
    return ChosenText("".join(parts), tuple(positions))


def changes_in(chunks: Sequence[Chunk]) -> list[int]:
    """The indexes of the chunks that change something."""
    return [number for number, chunk in enumerate(chunks) if chunk.kind is not DiffKind.EQUAL]


def shift(chunks: Sequence[Chunk], *, before: int, after: int) -> list[Chunk]:
    """Convert the chunks of a part of both texts to chunks of the whole texts, in which the part starts at these
    positions.
    """
    return [
        Chunk(
            each.kind,
            each.before_start + before,
            each.before_end + before,
            each.after_start + after,
            each.after_end + after,
        )
        for each in chunks
    ]
