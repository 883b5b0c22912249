"""Invisible characters, their names, and the symbols that represent them on the screen."""

from __future__ import annotations

import re

from termdesk.messages.character_names import CharacterName
from termdesk.messages.message import Message

# Symbol and name of each: line breaks, spaces, joiners, direction controls.
_ALWAYS: dict[str, tuple[str, Message]] = {
    "\n": ("⏎", CharacterName.LINE_BREAK()),
    "\r": ("⏎", CharacterName.CARRIAGE_RETURN()),
    "\t": ("⇥", CharacterName.TAB()),
    "\x00": ("⦸", CharacterName.NULL_CHARACTER()),
    "\x85": ("⏎", CharacterName.NEXT_LINE()),
    "\u2028": ("⏎", CharacterName.LINE_SEPARATOR()),
    "\u2029": ("¶", CharacterName.PARAGRAPH_SEPARATOR()),
    "\u200b": ("∣", CharacterName.ZERO_WIDTH_SPACE()),
    "\u2060": ("∣", CharacterName.WORD_JOINER()),
    "\ufeff": ("∣", CharacterName.BYTE_ORDER_MARK()),
    "\u202a": ("⊳", CharacterName.LEFT_TO_RIGHT_EMBEDDING()),
    "\u202b": ("⊲", CharacterName.RIGHT_TO_LEFT_EMBEDDING()),
    "\u202c": ("⊙", CharacterName.POP_DIRECTIONAL_FORMATTING()),
    "\u202d": ("⊳", CharacterName.LEFT_TO_RIGHT_OVERRIDE()),
    "\u202e": ("⊲", CharacterName.RIGHT_TO_LEFT_OVERRIDE()),
    "\u2066": ("⊳", CharacterName.LEFT_TO_RIGHT_ISOLATE()),
    "\u2067": ("⊲", CharacterName.RIGHT_TO_LEFT_ISOLATE()),
    "\u2068": ("⊙", CharacterName.FIRST_STRONG_ISOLATE()),
    "\u2069": ("⊙", CharacterName.POP_DIRECTIONAL_ISOLATE()),
} | {chr(tag): ("▪", CharacterName.TAG_CHARACTER()) for tag in (0xE0001, *range(0xE0020, 0xE0080))}
# Tags after this flag name its country; they are drawn together as one emoji.
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007f]+")
# Some languages need these (Persian, Hebrew), and a symbol would separate joined letters.
_ON_REQUEST: dict[str, tuple[str, Message]] = {
    " ": ("·", CharacterName.SPACE()),
    "\xa0": ("⍽", CharacterName.NO_BREAK_SPACE()),
    "\u202f": ("⍽", CharacterName.NARROW_NO_BREAK_SPACE()),
    "\u2007": ("⍽", CharacterName.FIGURE_SPACE()),
    "\u3000": ("⍽", CharacterName.IDEOGRAPHIC_SPACE()),
    "\xad": ("¬", CharacterName.SOFT_HYPHEN()),
    "\u200c": ("⁞", CharacterName.ZERO_WIDTH_NON_JOINER()),
    "\u200d": ("⁀", CharacterName.ZERO_WIDTH_JOINER()),
    "\u200e": ("▸", CharacterName.LEFT_TO_RIGHT_MARK()),
    "\u200f": ("◂", CharacterName.RIGHT_TO_LEFT_MARK()),
    "\u061c": ("◂", CharacterName.ARABIC_LETTER_MARK()),
}

# Four times the maximum length of a phrase. Drawing millions of characters would block the window for seconds.
MOST_SEEN = 4_096

NAMES = {character: name for character, (_, name) in (_ALWAYS | _ON_REQUEST).items()}
_SIGNS = str.maketrans({character: sign for character, (sign, _) in _ALWAYS.items()})
_ALL_SIGNS = str.maketrans({character: sign for character, (sign, _) in (_ALWAYS | _ON_REQUEST).items()})
# The plain space has no name, because it is visible between words.
_NAMED = re.compile(f"[{re.escape(''.join(NAMES))}]".replace(r"\ ", ""))


def as_seen(phrase: str, *, with_all: bool = False) -> str:
    """A phrase for display, with symbols for line breaks and direction controls; `with_all` for all invisible
    characters.

    A very long phrase is cut.
    """
    if len(phrase) > MOST_SEEN:
        phrase = phrase[:MOST_SEEN] + "…"
    signs = _ALL_SIGNS if with_all else _SIGNS
    if with_all or "\U0001f3f4" not in phrase:
        return phrase.translate(signs)
    flags = [*_FLAG.findall(phrase), ""]
    return "".join(text.translate(signs) + flag for text, flag in zip(_FLAG.split(phrase), flags, strict=True))


def names_in(phrase: str) -> list[Message]:
    """The names of the invisible characters in a phrase, each once, in order."""
    if phrase.isascii() and phrase.isprintable():
        return []
    return list(dict.fromkeys(NAMES[character] for character in _NAMED.findall(phrase)))
