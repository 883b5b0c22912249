"""What checkers propose, and which of it may be done: names, codes, addresses and terms are not touched.

A checker proposes; somebody has to decide. A spelling fix must be close to what was written and must not cut a
word in two, and of several suggestions the one is taken after which the fewest faults are left.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from rapidfuzz.distance import DamerauLevenshtein

from termdesk.service.engines.kept_terms import KeptTerms, stands_in

ROUNDS = 4
SUGGESTIONS = 3
MOST_EDITS = 2
# Two letters of a short word are half of it: nearly any other word is as near.
MOST_EDITS_IN_SHORT_WORDS = 1
LONGEST_SHORT_WORD = 4

# Addresses, codes with digits, placeholders, markup, entities, paths and names of files.
_UNTOUCHED = re.compile(
    r"[!-~]*(?:://|@|www\.)[!-~]*|[!-~]*\d[!-~]*|\{[^{}\s]*\}|%\(\w+\)[a-z]|%[a-z]\b|\$\{?\w+\}?|</?\w[^<>]*>|&#?\w+;"
    r"|[!-~]*(?:/[\w.-]+){2,}|\b\w+\.(?!\s)[a-z]{2,5}\b|\b\w*_\w+\b|\\[nrt]",
)
_SEPARATOR = re.compile(r"[\s'’-]")
_HIRAGANA = re.compile("[\u3041-\u309f]")
_OPENING = "\"'«»„“”‘’([¿¡-–—•*>#「『"


@dataclass(frozen=True, slots=True)
class Proposal:
    """Replace `start` to `end` (code points) by one of the suggestions.

    `is_spelling` comes from a word list, which knows no names; `is_known_misspelling` from somebody who wrote
    this very mistake down.
    """

    start: int
    end: int
    suggestions: tuple[str, ...]
    is_spelling: bool = False
    is_known_misspelling: bool = False


Finder = Callable[[str], list[Proposal]]


def mended(text: str, find: Finder, kept: KeptTerms) -> str:
    """The text after some rounds of what may be done; one fault mended often lets another be seen."""
    for _round in range(ROUNDS):
        better = _one_round(text, find, kept)
        if better == text:
            break
        text = better
    return text


def _one_round(text: str, find: Finder, kept: KeptTerms) -> str:
    """Accept what may be accepted, from the end to the start so that places stay right."""
    places = kept.places(text)
    allowed = [_allowed(text, each, kept, places) for each in find(text)]
    end = len(text) + 1
    for proposal in sorted(allowed, key=lambda each: each.start, reverse=True):
        if proposal.end > end or not proposal.suggestions:
            continue
        text = _best(text, proposal, find)
        end = proposal.start
    return text


def _best(text: str, proposal: Proposal, find: Finder) -> str:
    """The text with the suggestion after which the fewest faults are left; the first of equals."""
    candidates = [text[: proposal.start] + each + text[proposal.end :] for each in proposal.suggestions]
    if len(candidates) == 1:
        return candidates[0]
    return min(candidates, key=lambda candidate: len(find(candidate)))


def _allowed(text: str, proposal: Proposal, kept: KeptTerms, places: list[tuple[int, int]]) -> Proposal:
    """The proposal with the suggestions that do no harm; none may be left."""
    written = text[proposal.start : proposal.end]
    is_word = proposal.is_spelling or proposal.is_known_misspelling
    if _in_untouched(text, proposal) or (is_word and _looks_like_name(text, proposal.start, written)):
        return replace(proposal, suggestions=())
    if is_word and kept.has_word_of(written):
        return replace(proposal, suggestions=())
    suggestions = [each for each in proposal.suggestions if _keeps_terms(text, proposal, each, places)]
    suggestions = [each for each in suggestions if not _cuts_inflection(written, each, text[proposal.end :])]
    if proposal.is_spelling and not proposal.is_known_misspelling:
        suggestions = _near(written, suggestions)
    return replace(proposal, suggestions=tuple(suggestions[:SUGGESTIONS]))


def _keeps_terms(text: str, proposal: Proposal, suggestion: str, places: list[tuple[int, int]]) -> bool:
    """Whether every term that the proposal touches stands in the suggestion as it was written."""
    for start, end in places:
        if start >= proposal.end or proposal.start >= end:
            continue
        if not (proposal.start <= start and end <= proposal.end and stands_in(text[start:end], suggestion)):
            return False
    return True


def _near(written: str, suggestions: list[str]) -> list[str]:
    """Suggestions of a word list that are near enough; none where the first is not.

    Word lists cut what they do not know into shorter words (letre: l'entre), which is right only where
    nothing but the separator is new.
    """
    separators = len(_SEPARATOR.findall(written))
    letters = _SEPARATOR.sub("", written)
    whole = [each for each in suggestions if len(_SEPARATOR.findall(each)) <= separators]
    usable = whole or [each for each in suggestions if _SEPARATOR.sub("", each) == letters]
    most = MOST_EDITS_IN_SHORT_WORDS if len(written) <= LONGEST_SHORT_WORD else MOST_EDITS
    if not usable or DamerauLevenshtein.distance(written, usable[0]) > most:
        return []
    return [each for each in usable if DamerauLevenshtein.distance(written, each) <= most]


def _cuts_inflection(written: str, suggestion: str, rest: str) -> bool:
    """Whether a Japanese ending goes on after the match, which the suggestion's other last letter does not fit."""
    return bool(_HIRAGANA.match(rest) and _HIRAGANA.match(suggestion[-1:]) and written[-1:] != suggestion[-1:])


def _in_untouched(text: str, proposal: Proposal) -> bool:
    return any(each.start() < proposal.end and proposal.start < each.end() for each in _UNTOUCHED.finditer(text))


def _looks_like_name(text: str, start: int, written: str) -> bool:
    """Inner capitals, all capitals, or a capital inside a sentence."""
    letters = written[1:]
    if letters != letters.lower():
        return True
    before = text[:start].rstrip().rstrip(_OPENING).rstrip()
    opens = not before or before[-1:] in ".!?:"
    return written[:1].isupper() and not opens
