"""The filter above the library: words of a name, pairs, tags and states. A glossary must match all of them.

    solar en-de #acme is:draft

A pair is written en-de, en→de or en>de; en→ and →de match one side. A tag starts with #, or with its kind, as in
client:acme. Words with spaces are quoted. Every other word is searched in the names and tags, and a language code also
in the pairs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary, SyncStatus
from termdesk.domain.language.composition import fold, fold_all

# Separates the parts of a search text. Names and tags contain no control characters.
_END = "\x1d"
_ARROWS = "(?:→|->|>)"
_SPACED_PAIR = re.compile(rf"(?<!\S)([a-z]{{2,3}})\s+{_ARROWS}\s+([a-z]{{2,3}})(?!\S)")
_PAIR = re.compile(rf"([a-z]{{2,3}})?(?:{_ARROWS}|-)([a-z]{{1,3}})?")
_WORDS = re.compile(r'[^\s"]*"[^"]*"?|\S+')
# Incomplete words: they do not filter yet.
_BEGUN = frozenset({"", "#", "-", "→", "->", ">"})
_CODE = re.compile(r"[a-z]{2,3}")
_STATE_MARKS = {state: f"={state.value.upper()}{_END}" for state in SyncStatus}


class SearchTexts:
    """The texts in which the filter searches, built on demand."""

    def __init__(self, summaries: Sequence[GlossarySummary]) -> None:
        self._summaries = summaries

    @cached_property
    def words(self) -> list[str]:
        """Names and case-folded tags. Upper case marks the parts that a plain word must not match."""
        names = [summary.name for summary in self._summaries]
        fold_all(names)
        return [
            f"{name}{_END}{_tag_words(summary)}" if summary.tags else name
            for name, summary in zip(names, self._summaries, strict=True)
        ]

    @cached_property
    def marks(self) -> list[str]:
        """The pairs and the state of each glossary."""
        return [_marks_of(summary) for summary in self._summaries]


@dataclass(frozen=True, slots=True)
class FilterTerm:
    """One typed word. A glossary matches if any of `words` is in its words, or any of `marks` in its marks."""

    words: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


def filter_summaries(texts: SearchTexts, summaries: Sequence[GlossarySummary], typed: str) -> list[GlossarySummary]:
    """Return the glossaries that match every typed word, in their order. `texts` are those of `summaries`."""
    kept: Iterable[int] = range(len(summaries))
    for term in parse_filter(typed):
        asked = [(needle, texts.words) for needle in term.words] + [(needle, texts.marks) for needle in term.marks]
        found = [position for needle, where in asked for position in kept if needle in where[position]]
        kept = found if len(asked) == 1 else sorted(set(found))
    return [summaries[position] for position in kept]


def rows_of_typed_pairs(summary: GlossarySummary, typed: str) -> list[DictionarySummary]:
    """Return the dictionaries of a glossary whose pair was typed; none if no pair was typed."""
    words = _words_of(summary)
    asked = [
        term.marks
        for term in parse_filter(typed)
        if any("→" in mark for mark in term.marks) and not any(word in words for word in term.words)
    ]
    texts = [f"{_END}{row.pair.source}→{row.pair.target}{_END}".upper() for row in summary.rows]
    fits = [all(any(mark in text for mark in marks) for marks in asked) for text in texts]
    return [row for row, is_asked in zip(summary.rows, fits, strict=True) if is_asked] if asked else []


def parse_filter(typed: str) -> list[FilterTerm]:
    """Return a term for each typed word."""
    folded = _SPACED_PAIR.sub(r"\1→\2", fold(typed))
    words = (word.replace('"', "").replace(_END, "") for word in _WORDS.findall(folded))
    return [_filter_term(word) for word in words if word not in _BEGUN]


def _filter_term(word: str) -> FilterTerm:
    kind, colon, rest = word.partition(":")
    if colon and kind == "is" and any(state.startswith(rest) for state in SyncStatus):
        return FilterTerm(marks=(f"={rest.upper()}",))
    if colon and kind in ("client", "domain"):
        return FilterTerm((f"{_END}#{kind.upper()}:{rest}",))
    if word.startswith("#"):
        return FilterTerm((f"{_END}{word}",))
    if pair := _PAIR.fullmatch(word):
        source, target = (code.upper() for code in pair.groups(default=""))
        asked = f"{_END}{source}→{target}" if source else f"→{target}"
        # A name may contain the arrow or hyphen, too.
        return FilterTerm((word,), (asked,))
    if _CODE.fullmatch(word):
        return FilterTerm((word,), (f"{_END}{word.upper()}→", f"→{word.upper()}{_END}"))
    return FilterTerm((word,))


def _words_of(summary: GlossarySummary) -> str:
    return f"{fold(summary.name)}{_END}{_tag_words(summary)}"


def _tag_words(summary: GlossarySummary) -> str:
    texts = [(tag.kind.upper(), fold(tag.text)) for tag in summary.tags]
    return "".join([f"#{text}{_END}#{kind}:{text}{_END}" for kind, text in texts])


def _marks_of(summary: GlossarySummary) -> str:
    pairs = "".join([f"{each.source_lang}→{each.target_lang}{_END}" for each in summary.dictionaries])
    if summary.drafts:
        pairs += "".join([f"{row.pair.source}→{row.pair.target}{_END}" for row in summary.drafts])
    return f"{_END}{pairs.upper()}{_STATE_MARKS[summary.state]}"
