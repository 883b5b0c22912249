"""Invisible characters, their names, and the symbols that represent them on the screen."""

from __future__ import annotations

import re

# Symbol and name of each: line breaks, spaces, joiners, direction controls.
_ALWAYS: dict[str, tuple[str, str]] = {
    "\n": ("⏎", "line break"),
    "\r": ("⏎", "carriage return"),
    "\t": ("⇥", "tab"),
    "\x00": ("⦸", "null character"),
    "\x85": ("⏎", "next line"),
    "\u2028": ("⏎", "line separator"),
    "\u2029": ("¶", "paragraph separator"),
    "\u200b": ("∣", "zero-width space"),
    "\u2060": ("∣", "word joiner"),
    "\ufeff": ("∣", "byte order mark"),
    "\u202a": ("⊳", "left-to-right embedding"),
    "\u202b": ("⊲", "right-to-left embedding"),
    "\u202c": ("⊙", "pop directional formatting"),
    "\u202d": ("⊳", "left-to-right override"),
    "\u202e": ("⊲", "right-to-left override"),
    "\u2066": ("⊳", "left-to-right isolate"),
    "\u2067": ("⊲", "right-to-left isolate"),
    "\u2068": ("⊙", "first strong isolate"),
    "\u2069": ("⊙", "pop directional isolate"),
} | {chr(tag): ("▪", "tag character") for tag in (0xE0001, *range(0xE0020, 0xE0080))}
# Tags after this flag name its country; they are drawn together as one emoji.
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007f]+")
# Some languages need these (Persian, Hebrew), and a symbol would separate joined letters.
_ON_REQUEST: dict[str, tuple[str, str]] = {
    " ": ("·", "space"),
    "\xa0": ("⍽", "no-break space"),
    "\u202f": ("⍽", "narrow no-break space"),
    "\u2007": ("⍽", "figure space"),
    "\u3000": ("⍽", "ideographic space"),
    "\xad": ("¬", "soft hyphen"),
    "\u200c": ("⁞", "zero-width non-joiner"),
    "\u200d": ("⁀", "zero-width joiner"),
    "\u200e": ("▸", "left-to-right mark"),
    "\u200f": ("◂", "right-to-left mark"),
    "\u061c": ("◂", "Arabic letter mark"),
}

NAMES = {character: name for character, (_, name) in (_ALWAYS | _ON_REQUEST).items()}
_SIGNS = str.maketrans({character: sign for character, (sign, _) in _ALWAYS.items()})
_ALL_SIGNS = str.maketrans({character: sign for character, (sign, _) in (_ALWAYS | _ON_REQUEST).items()})
# The plain space needs no name: it is visible between words.
_NAMED = re.compile(f"[{re.escape(''.join(NAMES))}]".replace(r"\ ", ""))


def as_seen(phrase: str, *, with_all: bool = False) -> str:
    """A phrase for the screen, with symbols for line breaks and direction controls; `with_all` for all hidden ones."""
    signs = _ALL_SIGNS if with_all else _SIGNS
    if with_all or "\U0001f3f4" not in phrase:
        return phrase.translate(signs)
    flags = [*_FLAG.findall(phrase), ""]
    return "".join(text.translate(signs) + flag for text, flag in zip(_FLAG.split(phrase), flags, strict=True))


def names_in(phrase: str) -> list[str]:
    """The names of the invisible characters in a phrase, each once, in order."""
    if phrase.isascii() and phrase.isprintable():
        return []
    return list(dict.fromkeys(NAMES[character] for character in _NAMED.findall(phrase)))
