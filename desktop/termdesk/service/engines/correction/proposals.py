"""Decides which of the checkers' proposals are applied: names, codes, addresses and terms stay unchanged.

A spelling fix must correct a mistake that people make (`spelling.py`). Of several suggestions, the one that leaves the
fewest faults is taken, unless it causes a new one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from termdesk.domain.matching.protected_parts import find_protected_positions
from termdesk.domain.matching.protected_terms import ProtectedTerms, stands_in
from termdesk.service.engines.correction.spelling import LONGEST_TINY_WORD, MistakeKind, likely, plain

ROUNDS = 4
SUGGESTIONS = 3
# In longer sentences the first suggestion is taken: checking the sentence for each suggestion would take minutes.
LONGEST_TO_COMPARE = 1_000

# Left unchanged in addition to `find_protected_positions`: codes with digits, options, words with symbols, letters in
# brackets.
_UNTOUCHED = re.compile(
    r"[!-~]*\d[!-~]*|</?\w[^<>]*>|(?<![\w])--?[\w?][!-~]*|(?<!\S)[./~][!-~]{2,}|[!-~]*(?:://|[=<>{}\\$%#_|~^+@\[\]])[!-~]*"
    r"|[!-~]*(?:/[\w.-]+){2,}|[!-~]*/\.{1,2}(?!\w)|[\w:-]*\w?::[\w:-]+|\b\w+\.(?!\s)[a-z]{2,5}\b|\w*\(\w+\)\w+|\w+\(\w*\)"
)
# Quoted words that do not end like a sentence are names: `git am`, »launch«.
_QUOTED = re.compile(
    r"""(?<!\w)(?:`[^`'\n]{1,30}[`']|'[^'\n]{0,30}[^'\n.!?]'|"[^"\n]{0,30}[^"\n.!?]"|“[^”\n]{0,30}[^”\n.!?]”"""
    r"""|«[^»\n]{0,30}[^»\n.!?]»|»[^«\n]{0,30}[^«\n.!?]«|„[^“\n]{0,30}[^“\n.!?]“)(?!\w)"""
)
# Signs alone between quotation marks: the folder "..".
_QUOTED_SIGNS = re.compile(r"""["'`“„«»][^\w\s"'`“”„«»]{1,4}["'`“”«»]""")
# A quotation mark between two words without a space, or after a sign and before a word: “loop”como.
_GLUED_QUOTE = re.compile(r"""[^\s(\[{¿¡–—-]["«»“”„]\w""")
_QUOTES = '"«»“”„'
# Characters that join the parts of a code: clamav-milter, sources.list, and/or.
_JOINED_BEFORE = re.compile(r"(?:[-/_@~:]|\w\.)$")
_JOINED_AFTER = re.compile(r"[-/_@~]|[.:]\w")
_SIGNS = tuple(".,;:!")
# The end of a program's name of three parts, as in gnome-control-center.
_PART_OF_NAME = re.compile(r"\w-\w+-\w+$")
# A sign that a text is about, with spaces around it: “press ' twice”, (( A + B )). Also quotes around spaces.
_MENTIONED_SIGN = re.compile(
    r"""(?<!\S)(?:["'`´„“”‘’«»()\[\]{}…]+(?!\S)|[!?](?=\s+[a-z]))|["'„“”‘’«»]\s+["'“”‘’«»]|\(\(|\)\)"""
)
# A message of a program that may continue another text: with a placeholder, of one word, or with a keyword first.
_MESSAGE = re.compile(r"%[\w.*-]|[{}]|^\S+[:.!]?$|^\S+\s?: ")
# An abbreviation with its first letter in lower case, as some rules suggest.
_ODD_CAPITALS = re.compile(r"\b[a-z][A-Z]{2}")
_WORD = re.compile(r"[^\W\d_]+")
# Words after which German menu names often begin (“Klicken Sie auf Neuer Ordner”), and options with an explanation.
_BEFORE_TITLE = re.compile(
    r"\b(?:als|auf|bei|dass|für|in|nach|oder|siehe|über|und|unter|von|zu)\s+$|(?<!\S)[-+]\w+\s+$"
)
_BEFORE_NAME = re.compile(
    r"\b(?:Herrn?|Frau|Fräulein|Familie|Firma|Dr|Prof|Dipl|Ing|St|Sankt|Bad|von|van|vom|zu|zum|de|del|di|la|le"
    r"|[A-ZÄÖÜ])\.?\s+$"
)
# An arrow leads to the name of a menu or a command: Colors → To gray.
_BEFORE_MENU_NAME = re.compile(r"[→▸›]\s+(?:\w+\s+){0,2}$")
_CAPITALIZED = r"[^\W\d_a-zß-ÿ][^\W\d_]+"
_CAPITAL_AT_END = re.compile(rf"\b{_CAPITALIZED}\s+$")
_CAPITAL_AT_START = re.compile(rf"\s+{_CAPITALIZED}")
# An abbreviation of several letters, after which no sentence begins: c.-à-d., z. B., e.g.
_ABBREVIATION = re.compile(r"(?<!\w)(?:\w\.[- ]?|\w-)+\w\.$")
_LAYOUT = re.compile(r"\t|[ ]{3}")
_APOSTROPHE = re.compile("['’]")
_HIRAGANA = re.compile("[\u3041-\u309f]")
_OPENING = "\"'«»„“”‘’([¿¡-–—•*>#「『"
_TYPOGRAPHY = "\u00a0\u202f–—…‘’“”„«»→−×"
_SENTENCE_ENDS = ".!?…。！？"


@dataclass(frozen=True, slots=True)
class Proposal:
    """Replace `start` to `end` (code points) by one of the suggestions.

    `is_spelling`: the word is missing in a word list; names are missing there, too. `is_known_misspelling`: this very
    mistake is in a list of mistakes. `rule` is the checker's name for the finding.
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
    """Facts about a language for judging proposals.

    `usual_words` are in lower case. `has_capital_nouns`: a capital letter inside a sentence does not mean a name.
    `is_known_elsewhere` tells whether a word is correct in a language that this one borrows from.
    """

    usual_words: frozenset[str] = frozenset()
    has_capital_nouns: bool = False
    is_known_elsewhere: Callable[[str], bool] = field(default=lambda word: False)


def fix(
    text: str,
    find: Finder,
    protected_terms: ProtectedTerms,
    *,
    is_sentence: bool = True,
    language: LanguageKnowledge | None = None,
) -> str:
    """Correct the text in several rounds, because one correction often reveals the next mistake.

    With `is_sentence` false, the text is a label or a fragment: its capitals and spaces stay.
    """
    judge = _Judge(protected_terms, is_sentence, language or LanguageKnowledge())
    for _round in range(ROUNDS):
        better = _one_round(text, find, judge)
        if better == text:
            break
        text = better
    return text


def _one_round(text: str, find: Finder, judge: _Judge) -> str:
    """Apply the allowed proposals from the end to the start, so that positions stay valid."""
    found = find(text)
    allowed = judge.choose_allowed(text, found)
    rules = frozenset(each.rule for each in found)
    end = len(text) + 1
    for proposal in sorted(allowed, key=lambda each: each.start, reverse=True):
        if proposal.end > end:
            continue
        text = _best(text, proposal, find, rules)
        end = proposal.start
    return text


def _best(text: str, proposal: Proposal, find: Finder, rules: frozenset[str]) -> str:
    """Return the text with the suggestion after which the checker finds the fewest faults. Of equally good suggestions,
    take the first.

    A suggestion is skipped if another rule would then replace it, because it only moves the fault: “la gente están
    cansadas” is no better with “cansada”. But a missing apostrophe is a fault of its own: “she dont” becomes “she
    don't”, and the next round corrects the verb. If no suggestion is left, the text stays.
    """
    candidates = [text[: proposal.start] + each + text[proposal.end :] for each in proposal.suggestions]
    if len(text) > LONGEST_TO_COMPARE:
        return candidates[0]
    best, fewest = text, len(text)
    written = text[proposal.start : proposal.end]
    for candidate, suggestion in zip(candidates, proposal.suggestions, strict=True):
        left = find(candidate)
        position = (proposal.start, proposal.start + len(suggestion))
        is_replaced = any(each.rule not in rules and _replaces(each, position, candidate) for each in left)
        is_certain = proposal.is_known_misspelling and _APOSTROPHE.sub("", suggestion) == written
        if len(left) < fewest and (is_certain or not is_replaced):
            best, fewest = candidate, len(left)
    return best


def _replaces(proposal: Proposal, position: tuple[int, int], text: str) -> bool:
    """Whether a proposal would replace words that another proposal has just written there."""
    words = set(_WORD.findall(text[max(proposal.start, position[0]) : min(proposal.end, position[1])].casefold()))
    return bool(words) and not any(words <= set(_WORD.findall(each.casefold())) for each in proposal.suggestions)


@dataclass(frozen=True, slots=True)
class _Judge:
    protected_terms: ProtectedTerms
    is_sentence: bool
    language: LanguageKnowledge

    def choose_allowed(self, text: str, proposals: list[Proposal]) -> list[Proposal]:
        """Return the proposals that may be applied, each with its harmless suggestions."""
        terms = self.protected_terms.positions(text)
        untouched = [*find_protected_positions(text), *(match.span() for match in _UNTOUCHED.finditer(text))]
        quoted = [match.span() for pattern in (_QUOTED, _QUOTED_SIGNS) for match in pattern.finditer(text)]
        # Each range is two characters longer on both sides, so that a proposal for a neighboring word touches it.
        unknown = [(each.start - 2, each.end + 2) for each in proposals if each.is_spelling]
        found = []
        for proposal in proposals:
            if _touches(proposal, untouched) or any(a < proposal.start and proposal.end < b for a, b in quoted):
                continue
            if self._is_name_or_term(text, proposal) or _BEFORE_MENU_NAME.search(text[: proposal.start]):
                continue
            suggestions = [
                each for each in self._fitting_suggestions(text, proposal) if _keeps(text, proposal, each, terms)
            ]
            if _touches(proposal, [each for each in unknown if each != (proposal.start - 2, proposal.end + 2)]):
                suggestions = self._beside_unknown(text, proposal, suggestions)
            if suggestions:
                found.append(replace(proposal, suggestions=tuple(suggestions[:SUGGESTIONS])))
        return found

    def _beside_unknown(self, text: str, proposal: Proposal, suggestions: list[str]) -> list[str]:
        """Filter the suggestions for a word beside an unknown word, because rules only guess there."""
        written = text[proposal.start : proposal.end]
        if not proposal.is_spelling:
            return [each for each in suggestions if _letters(each) == _letters(written)]
        # Two unknown words that are joined form a code.
        return [] if _is_in_code(text, proposal) else suggestions

    def _is_name_or_term(self, text: str, proposal: Proposal) -> bool:
        written = text[proposal.start : proposal.end]
        if proposal.is_spelling or proposal.is_known_misspelling:
            if _PART_OF_NAME.search(text[: proposal.start] + written) or self._begins_name(text, proposal):
                return True
            return self._looks_like_name(text, proposal.start, written) or self.protected_terms.has_word_of(written)
        # Capitals after the first letter mean a code or an abbreviation. Rules know nothing about these and only guess.
        return written[1:] != written[1:].lower() and " " not in written

    def _begins_name(self, text: str, proposal: Proposal) -> bool:
        """Whether an unknown word and the next one have capitals, as in “Siad Barre”."""
        if self.language.has_capital_nouns or proposal.is_known_misspelling:
            return False
        is_capital = text[proposal.start : proposal.start + 1].isupper()
        return is_capital and bool(_CAPITAL_AT_START.match(text[proposal.end :]))

    def _looks_like_name(self, text: str, start: int, written: str) -> bool:
        """Whether the capitals of a word suggest a name: all capitals, capitals inside it, or a capital inside a
        sentence.
        """
        if written[1:] != written[1:].lower():
            return True
        if not _is_inner_capital(text, start, written):
            return False
        return not self.language.has_capital_nouns or bool(_BEFORE_NAME.search(text[:start]))

    def _fitting_suggestions(self, text: str, proposal: Proposal) -> list[str]:
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
            and not (self._repeats_purposely(written) and len(each.split()) < len(written.split()))
            and not _moves_sign(text, proposal, each)
            and not _moves_quote(text, proposal, each)
            and not _capitalizes_message(text, proposal, each)
            and not _lowers_title(text, proposal.start, written, each)
            and not _is_inside_name(text, proposal, each)
            and (self.is_sentence or proposal.is_spelling or written.casefold() != each.casefold())
        ]
        if not proposal.is_spelling or proposal.is_known_misspelling:
            return suggestions
        return self._choose_spellings(text, proposal, suggestions)

    def _repeats_purposely(self, written: str) -> bool:
        """Whether a word is repeated as a placeholder in capitals, or as a name: “the type TYPE”, “files app Files”."""
        words = written.split()
        if len({each.casefold() for each in words}) == len(words):
            return False
        has_name = not self.language.has_capital_nouns and any(each[:1].isupper() for each in words[1:])
        return has_name or any(map(str.isupper, words))

    def _choose_spellings(self, text: str, proposal: Proposal, suggestions: list[str]) -> list[str]:
        """Return the suggestions of a word list that were probably meant. All are of the same, likeliest kind of
        mistake.
        """
        written = text[proposal.start : proposal.end]
        if len(written) == 1:
            # The text is about this letter.
            return []
        is_repeated = len(re.findall(rf"(?<!\w){re.escape(written)}(?!\w)", text)) > 1
        is_code = "-" in written or _is_in_code(text, proposal)
        most = MistakeKind.FINGER if is_repeated or is_code else MistakeKind.FAR
        if is_code and len(written) <= LONGEST_TINY_WORD:
            # Short parts of a code are mostly abbreviations, such as `dist` in dist-upgrade.
            most = MistakeKind.ACCENT
        is_capital = written[:1].isupper()
        if is_capital:
            # For unknown names, word lists suggest words in lower case.
            suggestions = [each for each in suggestions if each[:1].isupper()]
        else:
            # A capitalized suggestion counts only if it has the same letters as the word, or if it is a common noun.
            usual = self.language.usual_words if self.language.has_capital_nouns else frozenset[str]()
            suggestions = [
                each
                for each in suggestions
                if each[:1].islower() or _letters(each) == _letters(written) or each.casefold() in usual
            ]
        found = likely(written, suggestions, self.language.usual_words, is_capital=is_capital, most=most)
        if is_code:
            # Parts of a code may be in lower case, so a change of case alone is not a correction.
            found = [each for each in found if each.casefold() != written.casefold()]
        if self.language.is_known_elsewhere(written):
            return [each for each in found if plain(each) == plain(written)]
        return found


def _touches(proposal: Proposal, positions: list[tuple[int, int]]) -> bool:
    return any(start < proposal.end and proposal.start < end for start, end in positions)


def _keeps(text: str, proposal: Proposal, suggestion: str, terms: list[tuple[int, int]]) -> bool:
    """Whether the suggestion contains every term that the proposal touches, as it was written."""
    for start, end in terms:
        if start >= proposal.end or proposal.start >= end:
            continue
        if not (proposal.start <= start and end <= proposal.end and stands_in(text[start:end], suggestion)):
            return False
    return True


def _is_in_code(text: str, proposal: Proposal) -> bool:
    """Whether the range is part of a code or file name: the `list` of sources.list."""
    written, rest = text[proposal.start : proposal.end], text[proposal.end :]
    sign = (written + rest).lstrip()
    if sign[:1] in _SIGNS and sign[1:2].islower():
        # A new sentence would begin with a capital.
        return True
    is_joined = written[:1].isalnum() and bool(_JOINED_BEFORE.search(text[: proposal.start]))
    return is_joined or (written[-1:].isalnum() and bool(_JOINED_AFTER.match(rest)))


def _letters(text: str) -> str:
    return "".join(_WORD.findall(text)).casefold()


def _moves_sign(text: str, proposal: Proposal, suggestion: str) -> bool:
    """Whether only spaces around a sign change, and the text is about the sign or is code."""
    if "".join(text[proposal.start : proposal.end].split()) != "".join(suggestion.split()):
        return False
    return _touches(proposal, [match.span() for match in _MENTIONED_SIGN.finditer(text)])


def _moves_quote(text: str, proposal: Proposal, suggestion: str) -> bool:
    """Whether a space beside a quotation mark goes or comes on the wrong side: rules take a closing mark for an opening
    one.
    """
    written, before, after = text[proposal.start : proposal.end], text[: proposal.start], text[proposal.end :]
    if "".join(written.split()) != "".join(suggestion.split()):
        return False
    end = len(before) + len(suggestion) + 2
    changed = (before + suggestion + after)[max(0, len(before) - 2) : end]
    if _GLUED_QUOTE.search(changed) and not _GLUED_QUOTE.search(text[max(0, len(before) - 2) : proposal.end + 2]):
        return True
    # A straight mark after an odd number of them closes.
    start = len(before) + suggestion.find(' "')
    return ' "' in suggestion and ' "' not in written and text[:start].count('"') % 2 == 1


def _capitalizes_message(text: str, proposal: Proposal, suggestion: str) -> bool:
    """Whether the suggestion is a capital at the start of a message that may continue another text, of a code or of a
    quotation, or after an ellipsis or an abbreviation.
    """
    written = text[proposal.start : proposal.end]
    if written == suggestion or written[:1].upper() + written[1:] != suggestion:
        return False
    before = text[: proposal.start].strip()
    if before.endswith(("…", "...")) or _ABBREVIATION.search(before) or (before and not before.strip(_QUOTES)):
        return True
    return not proposal.start and (not written.isalpha() or bool(_MESSAGE.search(text)))


def _lowers_title(text: str, start: int, written: str, suggestion: str) -> bool:
    """Whether the suggestion puts a word into lower case after a capitalized word, a symbol or a German preposition.

    Titles and menu names keep their capitals.
    """
    if not written[:1].isupper() or suggestion != written[:1].lower() + written[1:]:
        return False
    before = text[:start].rstrip()
    if not before[-1:].isalpha() or before.split()[-1].lstrip(_OPENING)[:1].isupper():
        return True
    return bool(_BEFORE_TITLE.search(text[:start]))


def _is_inside_name(text: str, proposal: Proposal, suggestion: str) -> bool:
    """Whether the suggestion capitalizes a small word between capitalized words, as in “Usuman dan Fodio”."""
    written = text[proposal.start : proposal.end]
    if written == suggestion or written[:1].upper() + written[1:] != suggestion:
        return False
    before, after = text[: proposal.start], text[proposal.end :]
    return bool(_CAPITAL_AT_END.search(before) and _CAPITAL_AT_START.match(after))


def begins_name(text: str, proposal: Proposal) -> bool:
    """Whether a word has a capital inside a sentence, or anywhere before another capitalized word."""
    written = text[proposal.start : proposal.end]
    if written[1:] != written[1:].lower():
        return False
    is_followed = written[:1].isupper() and bool(_CAPITAL_AT_START.match(text[proposal.end :]))
    return is_followed or _is_inner_capital(text, proposal.start, written)


def _is_inner_capital(text: str, start: int, written: str) -> bool:
    before = text[:start].rstrip().rstrip(_OPENING).rstrip()
    opens = not before or before[-1:] in ".!?:"
    return written[:1].isupper() and not opens


def _is_typography(written: str, suggestion: str) -> bool:
    """Whether the change is only typographic: characters that keyboards lack, or spaces that make a layout."""
    if written.strip() in ("`", "´", "...") or any(each in suggestion and each not in written for each in _TYPOGRAPHY):
        return True
    if "".join(written.split()) == "".join(suggestion.split()) and _LAYOUT.search(written):
        return True
    return written.isspace() and len(written) > 2


def _changes_end(written: str, suggestion: str, rest: str) -> bool:
    """Whether the suggestion changes the punctuation at the end of the text.

    Rules only guess whether a text is a sentence or a question.
    """
    if rest.strip() or not suggestion:
        return False
    one, other = written[-1:], suggestion[-1:]
    return one != other and (one in _SENTENCE_ENDS or other in _SENTENCE_ENDS)


def _cuts_inflection(written: str, suggestion: str, rest: str) -> bool:
    """Whether a Japanese ending follows that does not fit the last letter of the suggestion."""
    return bool(_HIRAGANA.match(rest) and _HIRAGANA.match(suggestion[-1:]) and written[-1:] != suggestion[-1:])
