"""What checkers propose, and which of it may be done: names, codes, addresses and terms are not touched.

A checker proposes; somebody has to decide. A spelling fix must be a mistake that people make (`spelling.py`), and of
several suggestions the one is taken after which the fewest faults are left, none of them caused by it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from termdesk.domain.matching.protected_terms import ProtectedTerms, stands_in
from termdesk.service.engines.correction.spelling import LONGEST_TINY_WORD, MistakeKind, likely, plain
from termdesk.service.engines.protected_parts import protected_places

ROUNDS = 4
SUGGESTIONS = 3
# Of a longer sentence the first suggestion is taken: looking through it for each would take minutes.
LONGEST_TO_COMPARE = 1_000

# Beside what is protected from every engine: codes with digits, options, signs of code in a word; letters in brackets.
_UNTOUCHED = re.compile(
    r"[!-~]*\d[!-~]*|</?\w[^<>]*>|(?<![\w])--?\w[!-~]*|(?<!\S)[./~][!-~]{2,}|[!-~]*(?:://|[=<>{}\\$%#_|~^+@\[\]])[!-~]*"
    r"|[!-~]*(?:/[\w.-]+){2,}|[\w:-]*\w?::[\w:-]+|\b\w+\.(?!\s)[a-z]{2,5}\b|\w*\(\w+\)\w+|\w+\(\w*\)"
)
# Words in quotes that are no sentence are named, not used: `git am`, »launch«.
_QUOTED = re.compile(
    r"""(?<!\w)(?:`[^`'\n]{1,30}[`']|'[^'\n]{0,30}[^'\n.!?]'|"[^"\n]{0,30}[^"\n.!?]"|“[^”\n]{0,30}[^”\n.!?]”"""
    r"""|«[^»\n]{0,30}[^»\n.!?]»|»[^«\n]{0,30}[^«\n.!?]«|„[^“\n]{0,30}[^“\n.!?]“)(?!\w)"""
)
# What joins the parts of a code: clamav-milter, sources.list, and/or.
_JOINED_BEFORE = re.compile(r"(?:[-/_@~:]|\w\.)$")
_JOINED_AFTER = re.compile(r"[-/_@~]|[.:]\w")
_SIGNS = tuple(".,;:!")
# An abbreviation whose first letter was made small.
_ODD_CAPITALS = re.compile(r"\b[a-z][A-Z]{2}")
_WORD = re.compile(r"[^\W\d_]+")
_BEFORE_NAME = re.compile(
    r"\b(?:Herrn?|Frau|Fräulein|Familie|Firma|Dr|Prof|Dipl|Ing|St|Sankt|Bad|von|van|vom|zu|zum|de|del|di|la|le"
    r"|[A-ZÄÖÜ])\.?\s+$"
)
_HIRAGANA = re.compile("[\u3041-\u309f]")
_OPENING = "\"'«»„“”‘’([¿¡-–—•*>#「『"
_TYPOGRAPHY = "\u00a0\u202f–—…‘’“”„«»→−×"
_SENTENCE_ENDS = ".!?…。！？"


@dataclass(frozen=True, slots=True)
class Proposal:
    """Replace `start` to `end` (code points) by one of the suggestions.

    `is_spelling` comes from a word list, which knows no names; `is_known_misspelling` from somebody who wrote
    this very mistake down. `rule` is the checker's name for what it found.
    """

    start: int
    end: int
    suggestions: tuple[str, ...]
    is_spelling: bool = False
    is_known_misspelling: bool = False
    rule: str = ""


Finder = Callable[[str], list[Proposal]]


@dataclass(frozen=True, slots=True)
class LanguageKnowledge:
    """What is known of a language to judge proposals.

    `usual_words` are in lower case. `has_capital_nouns`: a capital letter inside a sentence does not mean a name.
    `is_known_elsewhere` tells whether a word is correct in a language that this one borrows from.
    """

    usual_words: frozenset[str] = frozenset()
    has_capital_nouns: bool = False
    is_known_elsewhere: Callable[[str], bool] = field(default=lambda word: False)


def fixed(
    text: str,
    find: Finder,
    protected_terms: ProtectedTerms,
    *,
    is_sentence: bool = True,
    language: LanguageKnowledge | None = None,
) -> str:
    """The text after some rounds of corrections; one correction often uncovers the next.

    `is_sentence` false is a label or a part of a sentence: its capitals and spaces are its own.
    """
    judge = _Judge(protected_terms, is_sentence, language or LanguageKnowledge())
    for _round in range(ROUNDS):
        better = _one_round(text, find, judge)
        if better == text:
            break
        text = better
    return text


def _one_round(text: str, find: Finder, judge: _Judge) -> str:
    """Accept what may be accepted, from the end to the start so that places stay right."""
    found = find(text)
    allowed = judge.allowed(text, found)
    rules = frozenset(each.rule for each in found)
    end = len(text) + 1
    for proposal in sorted(allowed, key=lambda each: each.start, reverse=True):
        if proposal.end > end:
            continue
        text = _best(text, proposal, find, rules)
        end = proposal.start
    return text


def _best(text: str, proposal: Proposal, find: Finder, rules: frozenset[str]) -> str:
    """The text with the suggestion after which the fewest faults are left; the first of equals.

    A suggestion that a rule which found nothing before would have replaced again only moves the fault: “la gente
    están cansadas” is no better with “cansada”. Where there is no other, the text stays.
    """
    candidates = [text[: proposal.start] + each + text[proposal.end :] for each in proposal.suggestions]
    if len(text) > LONGEST_TO_COMPARE:
        return candidates[0]
    best, fewest = text, len(text)
    for candidate, suggestion in zip(candidates, proposal.suggestions, strict=True):
        left = find(candidate)
        place = (proposal.start, proposal.start + len(suggestion))
        is_replaced = any(each.rule not in rules and _replaces(each, place, candidate) for each in left)
        if len(left) < fewest and not is_replaced:
            best, fewest = candidate, len(left)
    return best


def _replaces(proposal: Proposal, place: tuple[int, int], text: str) -> bool:
    """Whether a proposal would replace words that another proposal has just written there."""
    words = set(_WORD.findall(text[max(proposal.start, place[0]) : min(proposal.end, place[1])].casefold()))
    return bool(words) and not any(words <= set(_WORD.findall(each.casefold())) for each in proposal.suggestions)


@dataclass(frozen=True, slots=True)
class _Judge:
    protected_terms: ProtectedTerms
    is_sentence: bool
    language: LanguageKnowledge

    def allowed(self, text: str, proposals: list[Proposal]) -> list[Proposal]:
        """The proposals that may be done, each with the suggestions that do no harm."""
        terms = self.protected_terms.places(text)
        untouched = [*protected_places(text), *(match.span() for match in _UNTOUCHED.finditer(text))]
        quoted = [match.span() for match in _QUOTED.finditer(text)]
        # With the space between, and the first letter of the word beside them.
        unknown = [(each.start - 2, each.end + 2) for each in proposals if each.is_spelling]
        found = []
        for proposal in proposals:
            if _touches(proposal, untouched) or any(a < proposal.start and proposal.end < b for a, b in quoted):
                continue
            if self._is_name_or_term(text, proposal):
                continue
            suggestions = [each for each in self._fitting(text, proposal) if _keeps(text, proposal, each, terms)]
            if _touches(proposal, [each for each in unknown if each != (proposal.start - 2, proposal.end + 2)]):
                suggestions = self._beside_unknown(text, proposal, suggestions)
            if suggestions:
                found.append(replace(proposal, suggestions=tuple(suggestions[:SUGGESTIONS])))
        return found

    def _beside_unknown(self, text: str, proposal: Proposal, suggestions: list[str]) -> list[str]:
        """Nothing is known of a word that the list has not, so rules about words beside it are guessing."""
        written = text[proposal.start : proposal.end]
        if not proposal.is_spelling:
            return [each for each in suggestions if _letters(each) == _letters(written)]
        # Two unknown words that are joined are a code.
        return [] if _is_in_code(text, proposal) else suggestions

    def _is_name_or_term(self, text: str, proposal: Proposal) -> bool:
        written = text[proposal.start : proposal.end]
        if proposal.is_spelling or proposal.is_known_misspelling:
            return self._looks_like_name(text, proposal.start, written) or self.protected_terms.has_word_of(written)
        # Codes and abbreviations: nothing is known of them, whatever a rule believes.
        return written[1:] != written[1:].lower() and " " not in written

    def _looks_like_name(self, text: str, start: int, written: str) -> bool:
        """Inner capitals, all capitals, or a capital inside a sentence where these make names."""
        if written[1:] != written[1:].lower():
            return True
        if not _is_inner_capital(text, start, written):
            return False
        return not self.language.has_capital_nouns or bool(_BEFORE_NAME.search(text[:start]))

    def _fitting(self, text: str, proposal: Proposal) -> list[str]:
        written, rest = text[proposal.start : proposal.end], text[proposal.end :]
        if not proposal.is_spelling and _is_in_code(text, proposal):
            return []
        suggestions = [
            each
            for each in proposal.suggestions
            if not _is_typography(written, each)
            and each.count("\n") == written.count("\n")
            and (self.is_sentence or not written.isspace())
            and not _cuts_inflection(written, each, rest)
            and not _changes_end(written, each, rest)
            and not (_ODD_CAPITALS.search(each) and not _ODD_CAPITALS.search(written))
            and not _drops_placeholder(written, each)
            and not _lowers_title(text, proposal.start, written, each)
            and (self.is_sentence or proposal.is_spelling or written.casefold() != each.casefold())
        ]
        if not proposal.is_spelling or proposal.is_known_misspelling:
            return suggestions
        return self._spelled(text, proposal, suggestions)

    def _spelled(self, text: str, proposal: Proposal, suggestions: list[str]) -> list[str]:
        """Of a word list's suggestions those that were meant; the likeliest kind of mistake alone."""
        written = text[proposal.start : proposal.end]
        is_repeated = len(re.findall(rf"(?<!\w){re.escape(written)}(?!\w)", text)) > 1
        is_code = "-" in written or _is_in_code(text, proposal)
        most = MistakeKind.FINGER if is_repeated or is_code else MistakeKind.FAR
        if is_code and len(written) <= LONGEST_TINY_WORD:
            # Parts of a code are short: the dist of dist-upgrade.
            most = MistakeKind.ACCENT
        is_capital = written[:1].isupper()
        if is_capital:
            # A list that knows no names proposes small words for them.
            suggestions = [each for each in suggestions if each[:1].isupper()]
        elif not self.language.has_capital_nouns:
            # A name in small letters is one whose letters are right.
            suggestions = [each for each in suggestions if each[:1].islower() or _letters(each) == _letters(written)]
        found = likely(written, suggestions, self.language.usual_words, is_capital=is_capital, most=most)
        if is_code:
            # The parts of a code have small letters.
            found = [each for each in found if each.casefold() != written.casefold()]
        if self.language.is_known_elsewhere(written):
            return [each for each in found if plain(each) == plain(written)]
        return found


def _touches(proposal: Proposal, places: list[tuple[int, int]]) -> bool:
    return any(start < proposal.end and proposal.start < end for start, end in places)


def _keeps(text: str, proposal: Proposal, suggestion: str, terms: list[tuple[int, int]]) -> bool:
    """Whether the suggestion has every term that the proposal touches, as it was written."""
    for start, end in terms:
        if start >= proposal.end or proposal.start >= end:
            continue
        if not (proposal.start <= start and end <= proposal.end and stands_in(text[start:end], suggestion)):
            return False
    return True


def _is_in_code(text: str, proposal: Proposal) -> bool:
    """Whether it is a part of a code or of the name of a file: the `list` of sources.list."""
    written, rest = text[proposal.start : proposal.end], text[proposal.end :]
    sign = (written + rest).lstrip()
    if sign[:1] in _SIGNS and sign[1:2].islower():
        # A new sentence begins with a capital.
        return True
    is_joined = written[:1].isalnum() and bool(_JOINED_BEFORE.search(text[: proposal.start]))
    return is_joined or (written[-1:].isalnum() and bool(_JOINED_AFTER.match(rest)))


def _letters(text: str) -> str:
    return "".join(_WORD.findall(text)).casefold()


def _drops_placeholder(written: str, suggestion: str) -> bool:
    """Whether a word in capitals is taken for a repeated one: the type TYPE, or FILE beside its explanation."""
    words = written.split()
    is_repeated = len({each.casefold() for each in words}) < len(words)
    return is_repeated and len(suggestion.split()) < len(words) and any(map(str.isupper, words))


def _lowers_title(text: str, start: int, written: str, suggestion: str) -> bool:
    """Whether a capital is taken away beside other capitals or signs: a title or the name of a menu has its own."""
    if not written[:1].isupper() or suggestion != written[:1].lower() + written[1:]:
        return False
    before = text[:start].rstrip()
    return not before[-1:].isalpha() or before.split()[-1].lstrip(_OPENING)[:1].isupper()


def _is_inner_capital(text: str, start: int, written: str) -> bool:
    before = text[:start].rstrip().rstrip(_OPENING).rstrip()
    opens = not before or before[-1:] in ".!?:"
    return written[:1].isupper() and not opens


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
    """Whether a Japanese ending continues after the match, and does not fit the last letter of the suggestion."""
    return bool(_HIRAGANA.match(rest) and _HIRAGANA.match(suggestion[-1:]) and written[-1:] != suggestion[-1:])
