"""Sort keys of a whole column: the keys of `alphabetical`, for many phrases at a time.

Half of the time for a key is spent on looking up single letters. A column has few different characters, so one table of
bytes replaces the lookups: encode by character, decode to its part of the key.
"""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Sequence

from termdesk.domain.chunks import chunks
from termdesk.domain.language.collation import (
    SortKey,
    alphabetical,
    composing_marks,
    has_plain_letters,
    is_by_letters,
    shape_of,
)

_PHRASES_AT_ONCE = 200
_MOST_SIGNS = 256
# The codec accepts no other characters.
_LAST_IN_TABLES = 0xFFFD


def alphabetical_keys(language: str, phrases: Sequence[str]) -> list[str]:
    """`alphabetical(language)` of each phrase. For a worker."""
    key = alphabetical(language)
    signs = _Signs(language) if is_by_letters(language) else None
    keys: list[str] = []
    for chunk in chunks(len(phrases), _PHRASES_AT_ONCE):
        some = phrases[chunk]
        keys += (signs.keys(some) if signs else None) or map(key, some)
    return keys


class _Signs:
    """The known characters of a column with their parts of a key."""

    def __init__(self, language: str) -> None:
        self._key: SortKey = alphabetical(language)
        self._shaped = shape_of(language)
        self._is_plain = has_plain_letters(language)
        self._composing = composing_marks(language)
        self._single: dict[str, str] = {}
        self._longer: dict[str, str] = {}
        self._is_full = False
        self._learn("".join(map(chr, range(128))))

    def keys(self, phrases: Sequence[str]) -> list[str] | None:
        """The keys of these phrases; None if one of them needs the slow path."""
        text = "\n".join(phrases)
        if self._is_plain and text.isascii():
            found: str | None = text.casefold()
        else:
            found = self._translate(text)
        if found is None:
            return None
        keys = (self._shaped(found) if self._shaped else found).split("\n")
        return keys if len(keys) == len(phrases) else None

    def _translate(self, text: str) -> str | None:
        encoded = self._encode(text)
        if encoded is None and self._learn(text := self._compose(text)):
            encoded = self._encode(text)
        if encoded is None:
            return None
        return codecs.charmap_decode(encoded.translate(None, self._nothing), "strict", self._read_as)[0]

    def _compose(self, text: str) -> str:
        """Combine marks with their letters; remaining marks are dropped from keys."""
        text = unicodedata.normalize("NFC", text)
        for mark in self._composing:
            text = text.replace(mark, "")
        return text

    def _encode(self, text: str) -> bytes | None:
        for sign, several in self._longer.items():
            text = text.replace(sign, several)
        try:
            return codecs.charmap_encode(text, "strict", self._table)[0]
        except UnicodeEncodeError:
            return None

    def _learn(self, text: str) -> bool:
        """Add new characters; return whether the table has space for all."""
        new = sorted(set(text).difference(self._single, self._longer))
        if self._is_full or not new:
            return not self._is_full
        for sign in new:
            stands_for = self._key(sign)
            if len(stands_for) > 1:
                self._longer[sign] = stands_for
            for each, one in [(sign, stands_for)] if len(stands_for) <= 1 else zip(stands_for, stands_for, strict=True):
                self._is_full |= self._single.setdefault(each, one) != one or ord(each) > _LAST_IN_TABLES
        self._is_full |= len(self._single) > _MOST_SIGNS
        if not self._is_full:
            self._table = codecs.charmap_build("".join(self._single))
            self._nothing = bytes(position for position, one in enumerate(self._single.values()) if not one)
            self._read_as = "".join(one or "\0" for one in self._single.values())
        return not self._is_full
