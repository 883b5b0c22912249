"""What checkers propose, and which of it may be done: names, codes, addresses and terms are not touched.

A checker proposes; somebody has to decide. A spelling fix must be close to what was written and must not cut a
word in two, and of several suggestions the one is taken after which the fewest faults are left.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace

from rapidfuzz.distance import DamerauLevenshtein

from termdesk.service.engines.kept_terms import KeptTerms, stands_in

ROUNDS = 4
SUGGESTIONS = 3
# Of a longer sentence the first suggestion is taken: looking through it for each would take minutes.
LONGEST_TO_COMPARE = 1_000
# Two letters of a short word are much of it: nearly any other word is as near.
MOST_EDITS = 2
MOST_EDITS_IN_SHORT_WORDS = 1
LONGEST_SHORT_WORD = 7
LONGEST_TINY_WORD = 4

# Addresses, codes with digits, options, placeholders, markup, entities, paths, names of files; letters in brackets.
_UNTOUCHED = re.compile(
    r"[!-~]*(?:://|@|www\.)[!-~]*|[!-~]*\d[!-~]*|\{[^{}\s]*\}|%\(\w+\)[a-z]|</?\w[^<>]*>|&#?\w+;"
    r"|(?<![\w])--?\w[!-~]*|(?<!\S)[./~][!-~]{2,}|[!-~]*[=<>{}\\$%#_|~^+\[\]][!-~]*|[!-~]*(?:/[\w.-]+){2,}"
    r"|\b\w+\.(?!\s)[a-z]{2,5}\b|\w*\(\w+\)\w+|\w+\(\w*\)"
)
# Words in quotes that are no sentence are named, not used: `git am`, »launch«.
_QUOTED = re.compile(
    r"""(?<!\w)(?:`[^`'\n]{1,30}[`']|'[^'\n]{0,30}[^'\n.!?]'|"[^"\n]{0,30}[^"\n.!?]"|“[^”\n]{0,30}[^”\n.!?]”"""
    r"""|«[^»\n]{0,30}[^»\n.!?]»|»[^«\n]{0,30}[^«\n.!?]«|„[^“\n]{0,30}[^“\n.!?]“)(?!\w)"""
)
_SEPARATOR = re.compile(r"[\s'’-]")
_HIRAGANA = re.compile("[\u3041-\u309f]")
_OPENING = "\"'«»„“”‘’([¿¡-–—•*>#「『"
_TYPOGRAPHY = "\u00a0\u202f–—…‘’“”„«»→−×"
_SENTENCE_ENDS = ".!?…。！？"


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


def mended(
    text: str,
    find: Finder,
    kept: KeptTerms,
    *,
    is_sentence: bool = True,
    is_known_elsewhere: Callable[[str], bool] = lambda word: False,
) -> str:
    """The text after some rounds of what may be done; one fault mended often lets another be seen.

    `is_sentence` false is a label or a part of a sentence: its capitals and spaces are its own.
    `is_known_elsewhere` says of a word whether it is sound in a language that others borrow from.
    """
    judge = _Judge(kept, is_sentence, is_known_elsewhere)
    for _round in range(ROUNDS):
        better = _one_round(text, find, judge)
        if better == text:
            break
        text = better
    return text


def _one_round(text: str, find: Finder, judge: _Judge) -> str:
    """Accept what may be accepted, from the end to the start so that places stay right."""
    allowed = judge.allowed(text, find(text))
    end = len(text) + 1
    for proposal in sorted(allowed, key=lambda each: each.start, reverse=True):
        if proposal.end > end:
            continue
        text = _best(text, proposal, find)
        end = proposal.start
    return text


def _best(text: str, proposal: Proposal, find: Finder) -> str:
    """The text with the suggestion after which the fewest faults are left; the first of equals."""
    candidates = [text[: proposal.start] + each + text[proposal.end :] for each in proposal.suggestions]
    if len(candidates) == 1 or len(text) > LONGEST_TO_COMPARE:
        return candidates[0]
    return min(candidates, key=lambda candidate: len(find(candidate)))


@dataclass(frozen=True, slots=True)
class _Judge:
    kept: KeptTerms
    is_sentence: bool
    is_known_elsewhere: Callable[[str], bool]

    def allowed(self, text: str, proposals: list[Proposal]) -> list[Proposal]:
        """The proposals that may be done, each with the suggestions that do no harm."""
        terms = self.kept.places(text)
        untouched = [match.span() for match in _UNTOUCHED.finditer(text)]
        quoted = [match.span() for match in _QUOTED.finditer(text)]
        found = []
        for proposal in proposals:
            if _touches(proposal, untouched) or any(a < proposal.start and proposal.end < b for a, b in quoted):
                continue
            if self._is_name_or_term(text, proposal):
                continue
            suggestions = [each for each in self._fitting(text, proposal) if _keeps(text, proposal, each, terms)]
            if suggestions:
                found.append(replace(proposal, suggestions=tuple(suggestions[:SUGGESTIONS])))
        return found

    def _is_name_or_term(self, text: str, proposal: Proposal) -> bool:
        written = text[proposal.start : proposal.end]
        if proposal.is_spelling or proposal.is_known_misspelling:
            return _looks_like_name(text, proposal.start, written) or self.kept.has_word_of(written)
        # Codes and abbreviations: nothing is known of them, whatever a rule believes.
        return written[1:] != written[1:].lower() and " " not in written

    def _fitting(self, text: str, proposal: Proposal) -> list[str]:
        written, rest = text[proposal.start : proposal.end], text[proposal.end :]
        suggestions = [
            each
            for each in proposal.suggestions
            if not _is_typography(written, each)
            and each.count("\n") == written.count("\n")
            and (self.is_sentence or not written.isspace())
            and not _cuts_inflection(written, each, rest)
            and not _changes_end(written, each, rest)
            and (self.is_sentence or proposal.is_spelling or written.casefold() != each.casefold())
        ]
        if not proposal.is_spelling or proposal.is_known_misspelling:
            return suggestions
        near = _near(written, suggestions)
        if self.is_known_elsewhere(written):
            return [each for each in near if plain(each) == plain(written)]
        return near


def _touches(proposal: Proposal, places: list[tuple[int, int]]) -> bool:
    return any(start < proposal.end and proposal.start < end for start, end in places)


def _keeps(text: str, proposal: Proposal, suggestion: str, terms: list[tuple[int, int]]) -> bool:
    """Whether every term that the proposal touches stands in the suggestion as it was written."""
    for start, end in terms:
        if start >= proposal.end or proposal.start >= end:
            continue
        if not (proposal.start <= start and end <= proposal.end and stands_in(text[start:end], suggestion)):
            return False
    return True


def _near(written: str, suggestions: list[str]) -> list[str]:
    """Suggestions of a word list that are near enough; none where the first is not.

    Word lists cut what they do not know into shorter words (letre: l'entre): such suggestions are left out.
    """
    separators = len(_SEPARATOR.findall(written))
    whole = [each for each in suggestions if len(_SEPARATOR.findall(each)) <= separators]
    if not whole or not _is_near(written, whole[0]):
        return []
    return [each for each in whole if _is_near(written, each)]


def _is_near(written: str, suggestion: str) -> bool:
    """Whether somebody may have meant the one and written the other, word by word."""
    written_words, suggested_words = written.split(" "), suggestion.split(" ")
    if len(written_words) > 1 and len(written_words) == len(suggested_words):
        return all(map(_is_near, written_words, suggested_words))
    one, other = plain(written), plain(suggestion)
    if other[1:] != other[1:].lower():
        # An abbreviation: csv is not cSv.
        return False
    if one.casefold() == other.casefold():
        return True
    # People seldom miss the first letter, but for a silent one; and the last is an ending that the list has not.
    is_shortened = one[:-1] == other and not is_doubling(one, other)
    if is_shortened or (one[:1] != other[:1] and "h" not in (one[:1], other[:1])):
        return False
    distance = DamerauLevenshtein.distance(written, suggestion)
    if len(written) > LONGEST_TINY_WORD:
        return distance <= (MOST_EDITS if len(written) > LONGEST_SHORT_WORD else MOST_EDITS_IN_SHORT_WORDS)
    # Of a tiny word one letter is forgotten, doubled or in the wrong place; another letter makes another word.
    is_forgotten = len(other) > len(one) >= LONGEST_TINY_WORD
    return distance == 1 and (is_forgotten or is_doubling(one, other) or sorted(one) == sorted(other))


def is_doubling(one: str, other: str) -> bool:
    """Whether two words differ in one letter that is doubled in either of them."""
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return any(
        longer[:at] + longer[at + 1 :] == shorter for at in range(1, len(longer)) if longer[at] == longer[at - 1]
    )


def plain(word: str) -> str:
    """Without accents."""
    return "".join(each for each in unicodedata.normalize("NFD", word) if not unicodedata.combining(each))


def _is_typography(written: str, suggestion: str) -> bool:
    """Whether signs are put in that a keyboard does not have, or a layout's spaces taken out: a matter of taste."""
    if written.strip() in ("`", "´", "...") or any(each in suggestion and each not in written for each in _TYPOGRAPHY):
        return True
    return written.isspace() and len(written) > 2


def _changes_end(written: str, suggestion: str, rest: str) -> bool:
    """Whether the last sign of a text becomes another: rules guess whether it is a sentence, or a question."""
    if rest.strip() or not suggestion:
        return False
    one, other = written[-1:], suggestion[-1:]
    return one != other and (one in _SENTENCE_ENDS or other in _SENTENCE_ENDS)


def _cuts_inflection(written: str, suggestion: str, rest: str) -> bool:
    """Whether a Japanese ending goes on after the match, which the suggestion's other last letter does not fit."""
    return bool(_HIRAGANA.match(rest) and _HIRAGANA.match(suggestion[-1:]) and written[-1:] != suggestion[-1:])


def _looks_like_name(text: str, start: int, written: str) -> bool:
    """Inner capitals, all capitals, or a capital inside a sentence."""
    letters = written[1:]
    if letters != letters.lower():
        return True
    before = text[:start].rstrip().rstrip(_OPENING).rstrip()
    opens = not before or before[-1:] in ".!?:"
    return written[:1].isupper() and not opens
