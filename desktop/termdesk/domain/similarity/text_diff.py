"""Word-level difference of two texts for a reader: words that were kept, removed, added or replaced.

rapidfuzz compares 10 KiB in a fraction of a millisecond, while `difflib` takes seconds. Words are first compared with
the punctuation marks that touch them, and only changed ones by token. A token includes the space before it: no single
space is shown as kept between two changed words. Adjacent changes are joined.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import accumulate, repeat, starmap
from typing import NamedTuple

# Scripts without spaces between words are compared by character; so is Hangul, because of its endings.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
# Marks belong to the letter before them: Latin, Hebrew, Arabic, Indic; Thai, Lao, Burmese, Khmer, kana.
_MARKS = (
    "\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0903\u093a-\u0963\u0981-\u0dff"
    "\u200c\u200d"
)
_UNSPACED_MARKS = (
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u17b4-\u17d3\u3099\u309a"
)
# An emoji includes its variation selectors, skin tones and joined emoji.
_PICTURE_MARKS = "\ufe0e\ufe0f\U0001f3fb-\U0001f3ff"

_SIMPLE = re.compile(r" ?+\w++(?:['’]\w++)*| ?+[^\w\s]|\s")
_IS_INTRICATE = re.compile(f"[{_UNSPACED}{_MARKS}{_PICTURE_MARKS}]")
_LETTERS = f"(?:[{_MARKS}]++|[^\\W{_UNSPACED}]++)+"
_INTRICATE = re.compile(
    rf" ?+{_LETTERS}(?:['’]{_LETTERS})*"
    rf"| ?[{_UNSPACED}][{_UNSPACED_MARKS}{_MARKS}]*"
    rf"| ?[^\w\s](?:[{_PICTURE_MARKS}]|\u200d.)*"
    r"|\s"
)
# Words with single spaces between them, and punctuation marks of which each is a token.
_WORDS = re.compile(r"\w++(?:['’]\w++)*(?: \w++(?:['’]\w++)*)*")
_SIGNS = frozenset('!"#$%&()*+,-./:;<=>?@[\\]^`{|}~')

# The spans of a change in both texts, in the order of the fields of `Chunk`.
_Change = tuple[int, int, int, int]


class DiffKind(StrEnum):
    """What happened to a chunk of text."""

    EQUAL = "equal"
    INSERTED = "inserted"
    DELETED = "deleted"
    REPLACED = "replaced"


class Chunk(NamedTuple):
    """A span of both texts: characters `before_start:before_end` of the old, `after_start:after_end` of the new.

    A named tuple, since a rewritten text has a thousand of them.
    """

    kind: DiffKind
    before_start: int
    before_end: int
    after_start: int
    after_end: int


_EQUAL, _INSERTED, _DELETED, _REPLACED = DiffKind


def tokens(text: str) -> list[str]:
    """Split a text into units for a reader, each with the space before it; joined they are the original text."""
    return (_SIMPLE if _is_simple(text) else _INTRICATE).findall(text)


def compare(before: str, after: str) -> list[Chunk]:
    """The chunks from `before` to `after`: they cover both texts in order, without gaps; no two adjacent ones are
    equal.

    Words between spaces are compared first, and then the tokens of changed words.
    """
    from rapidfuzz.distance import Indel

    if not before or not after:
        kind = _INSERTED if after else _DELETED
        return [Chunk(kind, 0, len(before), 0, len(after))] if before or after else []
    old, new = before.split(" "), after.split(" ")
    found: list[tuple[DiffKind, int, int, int, int]] = []
    add = found.append
    # Index and position of the first word after the last equal block, and the end of the last change.
    row = new_row = start = new_start = done = new_done = 0
    for block in Indel.editops(old, new).as_matching_blocks():
        next_row, next_new_row, size = block.a, block.b, block.size
        same = len(" ".join(old[next_row : next_row + size]))
        if same < size:
            # Only spaces.
            continue
        gone, added = next_row - row, next_new_row - new_row
        end, new_end = start, new_start
        # With the space after the changed words.
        if gone:
            one = old[row] if gone == 1 else " ".join(old[row:next_row])
            end += len(one) + 1
        if added:
            other = new[new_row] if added == 1 else " ".join(new[new_row:next_new_row])
            new_end += len(other) + 1
        changes: Iterable[_Change] = ()
        if gone and added:
            if one.isascii() and one.isalnum() and one not in other:
                # The same as below, for most changes: they replace one word by another.
                changes = ((0, len(one), 0, len(other)),)
            else:
                changes = _token_changes(one, other, " " if row else "")
        elif gone or added:
            # Words come with the space before them, at the start of the text with the one after them.
            space = 1 if row else 0
            changes = ((-space, end - start - space, -space, new_end - new_start - space),)
        for left, right, new_left, new_right in changes:
            first, new_first = start + left, new_start + new_left
            if first > done:
                add((_EQUAL, done, first, new_done, new_first))
            done, new_done = start + right, new_start + new_right
            kind = _INSERTED if left == right else _DELETED if new_left == new_right else _REPLACED
            add((kind, first, done, new_first, new_done))
        row, new_row = next_row + size, next_new_row + size
        start, new_start = end + same + 1, new_end + same + 1
    if len(before) > done:
        add((_EQUAL, done, len(before), new_done, len(after)))
    # The same as `Chunk(*fields)`, in a third of the time.
    return list(starmap(tuple.__new__, zip(repeat(Chunk), found)))  # noqa: RUF058 - `map` takes longer here


def _token_changes(before: str, after: str, space: str) -> Iterable[_Change]:
    """The changes between two stretches of text that have no word in common, found by comparing their tokens.

    `space` is what is before both: a space or nothing.
    """
    if _is_apart(before, after) or _is_apart(after, before):
        return ((0, len(before), 0, len(after)),)
    if " " not in before and " " not in after and before and after:
        if before[-1] == after[-1] and before[-1] in _SIGNS:
            # The same as below, for most words.
            one, other = before[:-1], after[:-1]
            if one.isalnum() and other.isalnum() and _is_simple(before) and _is_simple(after):
                return ((0, len(one), 0, len(other)),)
        first, end, new_end = _without_signs(before, after)
        is_stripped = first or end < len(before)
        if is_stripped and _has_only_words(before[first:end]) and _has_only_words(after[first:new_end]):
            return ((first, end, first, new_end),)
    if not space:
        return _compare_by_token(before, after)
    # With it, the first word is the same as one in the middle of the other stretch.
    changes = _compare_by_token(f" {before}", f" {after}")
    return [(first - 1, end - 1, new_first - 1, new_end - 1) for first, end, new_first, new_end in changes]


def _is_apart(before: str, after: str) -> bool:
    """Whether a stretch of words of letters and digits has no token in common with another one that has no word in
    common.

    So it is if none of the words is even a part of the other stretch. A word of letters and digits is one token.
    """
    if not _is_simple(before):
        return False
    if before.isalnum():
        return before not in after or (after.isalnum() and _is_simple(after))
    return before.replace(" ", "").isalnum() and not any(map(after.__contains__, before.split(" ")))


def _without_signs(before: str, after: str) -> tuple[int, int, int]:
    """The start of both texts, and the end of each, without the punctuation marks that both have there."""
    first, end, new_end = 0, len(before), len(after)
    shortest = min(end, new_end)
    while first < shortest and before[first] == after[first] and before[first] in _SIGNS:
        first += 1
    while min(end, new_end) > first and before[end - 1] == after[new_end - 1] and before[end - 1] in _SIGNS:
        end, new_end = end - 1, new_end - 1
    return first, end, new_end


def _has_only_words(text: str) -> bool:
    return _WORDS.fullmatch(text) is not None and _is_simple(text)


def _is_simple(text: str) -> bool:
    return text.isascii() or _IS_INTRICATE.search(text) is None


def _compare_by_token(before: str, after: str) -> list[_Change]:
    """The changes between two texts, found by comparing all their tokens."""
    old, new = tokens(before), tokens(after)
    if old and new and set(old).isdisjoint(new):
        # A shortcut for most stretches: they have no token in common.
        return [_change_between(before, after, (0, len(before), 0, len(after)), (old[-1], new[-1]))]

    from rapidfuzz.distance import Indel

    old_starts, new_starts = _starts(old), _starts(new)
    done = new_done = 0
    changes: list[_Change] = []
    for block in Indel.editops(old, new).as_matching_blocks():
        row, new_row, size = block.a, block.b, block.size
        end, new_end = old_starts[row], new_starts[new_row]
        if end > done and new_end > new_done:
            whole = done, end, new_done, new_end
            changes.append(_change_between(before, after, whole, (old[row - 1], new[new_row - 1])))
        elif end > done or new_end > new_done:
            changes.append((done, end, new_done, new_end))
        done, new_done = old_starts[row + size], new_starts[new_row + size]
    return changes


def _change_between(before: str, after: str, whole: _Change, last: tuple[str, str]) -> _Change:
    """The change that replaces a stretch of the old text by one of the new; `last` are the last tokens of both.

    A word that only lost or gained the space before it counts as equal; a space before both is kept.
    """
    first, end, new_first, new_end = whole
    same = _same_word(*last)
    end, new_end = end - same, new_end - same
    if before.startswith(" ", first, end) and after.startswith(" ", new_first, new_end):
        return first + 1, end, new_first + 1, new_end
    return first, end, new_first, new_end


def _starts(words: Sequence[str]) -> list[int]:
    """The starts of all words, and the end of the last."""
    return list(accumulate(map(len, words), initial=0))


def _same_word(old: str, new: str) -> int:
    """The length of the word if both differ only in the space before it; 0 otherwise."""
    word = old.lstrip(" ")
    return len(word) if word == new.lstrip(" ") else 0
