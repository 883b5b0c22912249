"""What is typed above the library: words of a name, pairs, tags and states, all of which a glossary must fit.

    solar en-de #acme is:draft

A pair is written en-de, en→de or en>de; en→ and →de ask for one side. A tag begins with #, or with its kind, as in
client:acme; what holds a space is quoted. Every other word is looked for in the name and in the tags, and a language
code among the languages too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from termdesk.application.shelves import Shelf, ShelfState

# Between the parts of a search text. Names and tags hold no control characters.
_END = "\x1d"
_ARROW = re.compile(r"\s*(?:→|->|>)\s*(?=\w|\s|$)")
_WORDS = re.compile(r'[^\s"]*"[^"]*"?|\S+')
_PAIR = re.compile(r"([a-z]{2,3})?[→-]([a-z]{1,3})?")
_CODE = re.compile(r"[a-z]{2,3}")
_STATE_MARKS = {state: f"={state.value.upper()}{_END}" for state in ShelfState}


def search_text(shelf: Shelf) -> str:
    """What a glossary is found by. Pairs, states and kinds of tags stand in capitals, which no plain word has."""
    name = shelf.name.casefold()
    pairs = "".join([f"{each.source_lang}→{each.target_lang}{_END}" for each in shelf.dictionaries])
    if shelf.drafts or shelf.tags:
        pairs += "".join([f"{row.pair.source}→{row.pair.target}{_END}" for row in shelf.drafts])
        tags = "".join(
            [f"#{tag.text.casefold()}{_END}#{tag.kind.upper()}:{tag.text.casefold()}{_END}" for tag in shelf.tags]
        )
        name = f"{name}{_END}{tags}"
    return f"{name}{_END}{pairs.upper()}{_STATE_MARKS[shelf.state]}"


def matching(texts: Sequence[str], typed: str) -> list[int]:
    """The places of the search texts that fit all that was typed, in their order."""
    kept: Sequence[int] = range(len(texts))
    for needles in needles_of(typed):
        if len(needles) == 1:
            [needle] = needles
            kept = [place for place in kept if needle in texts[place]]
        else:
            found = {place for needle in needles for place in kept if needle in texts[place]}
            kept = sorted(found)
    return list(kept)


def needles_of(typed: str) -> list[tuple[str, ...]]:
    """For each word that was typed the strings of which one must stand in a search text."""
    folded = _ARROW.sub(" → " if typed.strip() in ("→", "->", ">") else "→", typed.casefold())
    words = (word.replace('"', "").replace(_END, "") for word in _WORDS.findall(folded))
    return [_needles(word) for word in words if word.strip("#→")]


def _needles(word: str) -> tuple[str, ...]:
    kind, colon, rest = word.partition(":")
    if colon and kind == "is" and any(state.startswith(rest) for state in ShelfState):
        return (f"={rest.upper()}",)
    if colon and kind in ("client", "domain"):
        return (f"{_END}#{kind.upper()}:{rest}",)
    if word.startswith("#"):
        return (f"{_END}{word}",)
    if pair := _PAIR.fullmatch(word):
        source, target = (code.upper() for code in pair.groups(default=""))
        asked = f"{_END}{source}→{target}" if source else f"→{target}"
        return (asked, word) if "-" in word else (asked,)
    if _CODE.fullmatch(word):
        return (word, f"{_END}{word.upper()}→", f"→{word.upper()}{_END}")
    return (word,)
