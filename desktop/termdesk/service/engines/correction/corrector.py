"""Runs the checkers of one language in turn: LingoTweaker, Harper, Kiwi, known mistakes, Chinese scripts."""

from __future__ import annotations

import dataclasses
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from termdesk.domain.language.composition import compose
from termdesk.domain.language.language import canonical, root
from termdesk.domain.matching.protected_terms import ProtectedTerms
from termdesk.service.engines.correction.english_agreement import find_disagreements
from termdesk.service.engines.correction.known_mistakes import find_known_mistakes
from termdesk.service.engines.correction.korean import KoreanChecker
from termdesk.service.engines.correction.noun_agreement import keep_agreement
from termdesk.service.engines.correction.proposals import (
    Finder,
    LanguageKnowledge,
    Proposal,
    begins_name,
    fix,
)
from termdesk.service.engines.correction.rule_choice import rule_choice
from termdesk.service.engines.correction.spelling import is_doubling, plain
from termdesk.service.engines.correction.wordy_phrases import find_wordy
from termdesk.service.engines.missing_packages import is_missing
from termdesk.service.engines.sentences import segments

# Rules that are off by default and that rewording may enable; `rule_choice` decides which of them are followed.
OPTIONAL_RULES = {
    "pt": ("PT_WORDINESS_REPLACE", "PT_REDUNDANCY_REPLACE"),
    "fr": ("FR_REDUNDANCY_REPLACE",),
}
# The kind of the matches for words of another variant of the language.
_OTHER_VARIANT = "locale-violation"
_STYLE_CATEGORIES = frozenset(
    {
        "CAMBIOS_NORMA",
        "CAT_PLEONASMES",
        "CAT_TOURS_CRITIQUES",
        "CAT_TYPOGRAPHIE",
        "CLARITY",
        "CREATIVE_WRITING",
        "EMPFOHLENE_RECHTSCHREIBUNG",
        "PLAIN_ENGLISH",
        "PONCTUATION_VIRGULE",
        "REDUNDANCY",
        "STYLE",
        "WORDINESS",
    }
)
# Word lists that lack many words of their language: for an unknown word they suggest a different one.
_SMALL_LISTS = frozenset({"it"})
# Rules that look words up in a list. Each other spelling rule describes one mistake that people really make.
_WORD_LIST = re.compile("MORFOLOGIK|HUNSPELL|SPELLER_RULE|FR_SPELLING_RULE")
# Words borrowed from English, which are terms in software (input, script, pixel); and rules about unpaired brackets,
# which see only a part of the text.
_NOISY_FAMILY = re.compile("BARBARISM|^ST_|UNPAIRED")
# Agreement rules suggest changing one word or the other. Writers know the pronoun or article but forget the ending
# after it, so suggestions that keep the first word come first. Before an adjective the verb is wrong, so there the last
# word is kept.
_KEEPS_FIRST = re.compile("ACCORD_R_PERS_VERBE|AGREEMENT_DET_NOUN")
_KEEPS_LAST = re.compile("AGREEMENT_SER_ADJ")
# Rules that compare an article with its noun. They guess the gender and number of abbreviations.
_ARTICLE_RULE = re.compile("^(?:D_N$|AGREEMENT_DET_NOUN|GENERAL_NUMBER_AGREEMENT)")
_ABBREVIATION = re.compile(r"\b[A-Z]{2,}$")
# Rules that suggest not only the right ending, but also a comma or another word in between.
_GUESSES_MORE = re.compile("^GENERAL_.*_AGREEMENT")
# Harper replaces a noun after “an” and keeps the article: an tip.
_WRONG_AN = re.compile(r"\ban (?=[b-df-gj-np-tv-z])")
# Abbreviations that word lists take for eggs and other words.
_ABBREVIATIONS = {"eg": "e.g.", "ie": "i.e."}
# At the start of a sentence, “it’s” is nearly always “it is”. Harper takes it for “its” before many adjectives.
_BEGINNINGS = frozenset({"It's", "It’s"})
# Words that Harper puts together after any verb (“may take a while”), and a number that it takes for a pronoun
# (“after World War I it became”).
_HARPER_GUESSES = frozenset({"a while", "I it"})
# The end of a subject of two people (“Mary and she are here”), which Harper takes for its last word alone.
_JOINT_SUBJECT = re.compile(r"\band (?:he|she|it) $", re.IGNORECASE)
# Nouns without a plural, before which “a” is wrong. For other nouns Harper only guesses that “a” or a plural is wrong.
_MASS_NOUNS = frozenset(
    {
        "advice",
        "documentation",
        "equipment",
        "evidence",
        "feedback",
        "furniture",
        "homework",
        "information",
        "luggage",
        "research",
        "software",
    }
)
# Contains an unknown word, so that everything needed for checking and for suggestions is loaded.
_WARMING = "A wrnogword, b."
# The maximum number of sentences whose matches are cached.
_MOST_CHECKED = 500
_COLUMNS = re.compile(r"\S[ \t]{3,}\S")
_WORD = re.compile(r"\w+")
_INSTRUCTION = re.compile(r"\[[A-Z ]+\]")
# The kinds of lints that Harper is good at; its other kinds are matters of taste.
_HARPER_KINDS = frozenset(
    {"Agreement", "BoundaryError", "Eggcorn", "Grammar", "Malapropism", "Repetition", "Spelling", "Typo"}
)


class Corrector:
    """The checkers of one language or variant. It takes much memory and runs in a worker process."""

    def __init__(self, language: str) -> None:
        self._language = canonical(language)
        self._root = root(language)
        self._choice = rule_choice(self._root)
        self._engine: Any = None
        self._korean = KoreanChecker()
        self._linters: dict[str, Any] = {}
        self._converters: dict[str, Any] | None = None
        self._checked: dict[str, list[dict[str, Any]]] = {}
        self._judged_by = LanguageKnowledge(
            usual_words=_usual_words(self._root),
            has_capital_nouns=self._root == "de",
            is_known_elsewhere=self._is_english if self._root != "en" else _is_never_known,
        )

    def warm(self) -> None:
        """Load everything that the first text would have to wait for."""
        self.improve(_WARMING, mode="rephrase", protected_terms=ProtectedTerms())
        self._is_english(_WARMING)

    def improve(self, text: str, *, mode: Literal["rephrase", "correct"], protected_terms: ProtectedTerms) -> str:
        """Return the corrected text; `rephrase` also rewords wordy phrases. Line breaks stay."""
        finders: list[Finder] = [self._find_known_mistakes]
        if self._root == "en":
            finders.append(find_disagreements)
        if self._root == "ko":
            finders.append(self._korean.find)
        elif not is_missing("lt_py"):
            finders.append(self._rules(with_style=mode == "rephrase"))
        if self._language == "en-US":
            finders.append(self._american)
        if self._language == "en-GB":
            finders.append(self._american_words)
        if mode == "rephrase":
            finders.append(self._wordy)
        return "\n".join(
            self._fix_block(block, finders, protected_terms, begins=begins) for block, begins in _blocks(text)
        )

    def rules_for(self, text: str) -> list[str]:
        """Return the rules of LingoTweaker or Kiwi that match the text, whether followed or not; parts are in brackets.

        Only the benchmarks ask, to tell which rule made a correction.
        """
        if self._root == "ko":
            return [each.rule for each in self._korean.find(text)]
        found = {each["rule_id"]: each["sub_id"] for each in self._matches(text)}
        return [f"{rule}[{part}]" if part else rule for rule, part in found.items()]

    def _fix_block(self, block: str, finders: list[Finder], protected_terms: ProtectedTerms, *, begins: bool) -> str:
        """Correct the block sentence by sentence, because checking time grows with the square of the length."""
        if self._language == "zh-Hans":
            block = self._simplify(block, protected_terms)
        chunks = []
        is_open = False
        for before, sentence, after in segments(block, self._root, splitting="nonewlines"):
            # After an ellipsis, a small letter continues the sentence.
            is_sentence = begins and _is_sentence(sentence) and not (is_open and sentence[:1].islower())
            chunks += [before, self._fix(sentence, finders, protected_terms, is_sentence=is_sentence), after]
            begins, is_open = True, sentence.rstrip("\"'”»").endswith(("…", "..."))
        return "".join(chunks)

    def _fix(self, sentence: str, finders: list[Finder], protected_terms: ProtectedTerms, *, is_sentence: bool) -> str:
        # The checkers know letters with accents only as single characters.
        better = composed = compose(sentence)
        for find in finders if sentence else []:
            better = fix(better, find, protected_terms, is_sentence=is_sentence, language=self._judged_by)
        return sentence if better == composed else better

    def _is_english(self, word: str) -> bool:
        """Whether a word is English: other languages borrow English words that their word lists lack."""
        import simplemma

        return simplemma.is_known(word.lower(), lang="en")

    def _names(self, text: str, proposal: Proposal) -> bool:
        """Whether a common word of the other variant names somebody or something: “António Comboio”."""
        import simplemma

        written = text[proposal.start : proposal.end]
        return begins_name(text, proposal) and simplemma.is_known(written.lower(), lang=self._root)

    def _find_known_mistakes(self, text: str) -> list[Proposal]:
        codes = {self._root, self._language}
        return [each for code in sorted(codes) for each in find_known_mistakes(text, code)]

    def _wordy(self, text: str) -> list[Proposal]:
        return find_wordy(text, self._root)

    def _matches(self, text: str) -> list[dict[str, Any]]:
        """Return LingoTweaker's matches.

        Cached, because the same sentence is checked repeatedly while suggestions are tried.
        """
        found = self._checked.get(text)
        if found is None:
            if len(self._checked) >= _MOST_CHECKED:
                self._checked.clear()
            found = self._checked[text] = self._load_engine().check(text)
        return found

    def _rules(self, *, with_style: bool) -> Finder:
        """Return a finder for LingoTweaker, with or without its rules about style.

        One engine of up to 600 MB serves both: it finds everything, and what is not followed is dropped afterwards.
        """
        choice = self._choice

        def is_followed(match: dict[str, Any], text: str) -> bool:
            rule, part = match["rule_id"], match["sub_id"]
            if _is_style(match):
                return with_style and choice.rewords(rule, part, text)
            return choice.corrects(rule, part, text) and not _NOISY_FAMILY.search(rule)

        def find(text: str) -> list[Proposal]:
            matches = [each for each in self._matches(text) if is_followed(each, text)]
            proposals = [(_proposal(text, each), each["issue_type"]) for each in matches]
            found = [each for each, kind in proposals if not (kind == _OTHER_VARIANT and self._names(text, each))]
            found = [each for each in self._without_kept(text, found) if not _guesses_article(text, each)]
            if self._root == "en":
                found = [_prefer_other_form(text, _write_abbreviation(text, each)) for each in found]
            if self._root == "pt":
                found = [kept for each in found if (kept := keep_agreement(text, each)) is not None]
            return [_certain(text, each) for each in found] if self._root in _SMALL_LISTS else found

        return find

    def _without_kept(self, text: str, found: list[Proposal]) -> list[Proposal]:
        kept = self._choice.kept_words
        others = [each for each in found if text[each.start : each.end].casefold() not in kept]
        return [_keep_words(text, each, kept) for each in others]

    def _load_engine(self) -> Any:
        if self._engine is None:
            import lt_py  # type: ignore[import-untyped]  # it has no types

            self._engine = lt_py.Engine(
                self._root,
                variant=self._language if self._root in ("en", "pt") else None,
                data_dir=str(data_folder(self._root)),
                enabled_rules=list(OPTIONAL_RULES.get(self._root, ())),
            )
        return self._engine

    def _american(self, text: str) -> list[Proposal]:
        """Return Harper's proposals for American English."""
        return self._without_kept(text, self._harper(text, "AMERICAN"))

    def _american_words(self, text: str) -> list[Proposal]:
        """Find American words in a British text: those that Harper knows in its American list and not in its British
        one.

        The British list alone would also flag names and many correct words.
        """
        found = [each for each in self._without_kept(text, self._harper(text, "BRITISH")) if each.is_spelling]
        if not found:
            return []
        unknown = {(each.start, each.end) for each in self._harper(text, "AMERICAN")}
        american = [each for each in found if (each.start, each.end) not in unknown]
        return [
            dataclasses.replace(each, suggestions=each.suggestions[:1], is_known_misspelling=True) for each in american
        ]

    def _harper(self, text: str, dialect: str) -> list[Proposal]:
        import harper

        linter = self._linters.get(dialect)
        if linter is None:
            linter = self._linters[dialect] = harper.Linter(getattr(harper.Dialect, dialect))
        found = []
        for lint in linter.lint(text, language=harper.Language.PLAINTEXT):
            replacing = (each for each in lint.suggestions if each.kind == harper.SuggestionKind.REPLACE)
            texts = tuple(each.replacement_text.rstrip() for each in replacing)
            if lint.lint_kind == "Typo":
                # Ignore suggestions that only split the word: most unknown words consist of two known ones (represent
                # able).
                written = text[lint.span.start : lint.span.end]
                texts = tuple(each for each in texts if each.replace(" ", "") != written)
            texts = tuple(_WRONG_AN.sub("a ", each) for each in texts)
            written = text[lint.span.start : lint.span.end]
            is_guess = written.isspace() or written in _ABBREVIATIONS.keys() | _BEGINNINGS | _HARPER_GUESSES
            is_guess = is_guess or ("mass noun" in lint.message and not _names_mass_noun(written))
            is_joint = lint.lint_kind == "Agreement" and _JOINT_SUBJECT.search(text[: lint.span.start])
            is_guess = is_guess or bool(is_joint)
            if texts and lint.lint_kind in _HARPER_KINDS and not is_guess and not _takes_article(written, texts):
                is_spelling = lint.lint_kind == "Spelling"
                rule = f"Harper: {lint.lint_kind}"
                found.append(Proposal(lint.span.start, lint.span.end, texts, is_spelling, rule=rule))
        return found

    def _simplify(self, text: str, protected_terms: ProtectedTerms) -> str:
        """Convert traditional Chinese to simplified characters and mainland words, except in protected terms."""
        if self._converters is None:
            import opencc

            self._converters = {name: opencc.OpenCC(name) for name in ("t2s", "s2t", "tw2sp")}
        to_simplified, to_traditional = self._converters["t2s"].convert(text), self._converters["s2t"].convert(text)
        if _differences(text, to_simplified) <= _differences(text, to_traditional):
            return text
        chunks, end = [], 0
        for start, stop in sorted(protected_terms.positions(text)):
            if start >= end:
                chunks += [self._converters["tw2sp"].convert(text[end:start]), text[start:stop]]
                end = stop
        return "".join([*chunks, self._converters["tw2sp"].convert(text[end:])])


def _differences(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=False))


def _is_style(match: dict[str, Any]) -> bool:
    if match["issue_type"] == _OTHER_VARIANT:
        return False
    is_redundancy = match["rule_id"].startswith("REDUNDANCY_")
    return is_redundancy or match["issue_type"] == "style" or match["category_id"] in _STYLE_CATEGORIES


def _blocks(text: str) -> Iterator[tuple[str, bool]]:
    """Yield blocks of lines, each with whether it begins a sentence. A sentence broken into lines stays one block."""
    block, begins = "", True
    for number, line in enumerate(text.split("\n")):
        is_ended = not block.strip() or block.rstrip()[-1:] in ".!?:…"
        if number and not is_ended and line.lstrip()[:1].islower():
            block = f"{block}\n{line}"
            continue
        if number:
            yield block, begins
            begins = is_ended
        block = line
    yield block, begins


def _is_sentence(text: str) -> bool:
    """Whether a block is prose: it ends like a sentence and has no columns or ellipses, unlike tables and commands."""
    return text[-1:] in ".!?" and not text.endswith("..") and not _COLUMNS.search(text)


def _is_never_known(word: str) -> bool:
    return False


def _proposal(text: str, match: dict[str, Any]) -> Proposal:
    # Offsets and lengths count UTF-8 bytes, not characters.
    data = text.encode()
    start = len(data[: match["offset"]].decode("utf-8", "ignore"))
    end = len(data[: match["offset"] + match["length"]].decode("utf-8", "ignore"))
    is_misspelling = match["issue_type"] == "misspelling"
    is_listed = bool(_WORD_LIST.search(match["rule_id"]))
    return Proposal(
        start,
        end,
        tuple(_suggestions(match, text[start:end])),
        is_spelling=is_misspelling and is_listed,
        is_known_misspelling=is_misspelling and (not is_listed or _names_variant(match["message"] or "")),
        rule=match["rule_id"],
    )


def _suggestions(match: dict[str, Any], written: str) -> list[str]:
    """Return the words that a rule suggests, likelier ones first."""
    rule = match["rule_id"]
    # Some rules return instructions such as [OMIT] instead of words.
    words = [each for each in match["suggestions"] if not _INSTRUCTION.search(each)]
    if "’" in written:
        # Rules suggest straight apostrophes.
        words = [each.replace("'", "’") for each in words]
    if _GUESSES_MORE.search(rule):
        size = written.count(","), len(written.split())
        words = [each for each in words if (each.count(","), len(each.split())) == size]
    if _KEEPS_FIRST.search(rule):
        words.sort(key=lambda each: each.split()[:1] != written.split()[:1])
    if _KEEPS_LAST.search(rule):
        # Only a statement is meant, so an imperative (estad) is never the correction.
        words = [each for each in words if not each.startswith(("estad ", "sed "))]
        words.sort(key=lambda each: each.split()[-1:] != written.split()[-1:])
    return words


def _keep_words(text: str, proposal: Proposal, kept: frozenset[str]) -> Proposal:
    """Return the proposal without the suggestions that change one of the kept words in it, or its capitals."""
    words = {each for each in _WORD.findall(text[proposal.start : proposal.end]) if each.casefold() in kept}
    if not words:
        return proposal
    keeping = tuple(each for each in proposal.suggestions if words.issubset(_WORD.findall(each)))
    return dataclasses.replace(proposal, suggestions=keeping)


def _guesses_article(text: str, proposal: Proposal) -> bool:
    """Whether a rule changes the article of an abbreviation."""
    written = text[proposal.start : proposal.end]
    return bool(_ARTICLE_RULE.search(proposal.rule)) and bool(_ABBREVIATION.search(written))


def _write_abbreviation(text: str, proposal: Proposal) -> Proposal:
    """Return the proposal of a word list; for an abbreviation without periods, that with periods instead."""
    right = _ABBREVIATIONS.get(text[proposal.start : proposal.end])
    if not right or not proposal.is_spelling or text[proposal.end : proposal.end + 1] == ".":
        return proposal
    return dataclasses.replace(proposal, suggestions=(right,), is_known_misspelling=True)


def _prefer_other_form(text: str, proposal: Proposal) -> Proposal:
    """The proposal without “is like” where “likes” is proposed, too: “he like it” lacks an ending, not a verb."""
    written = text[proposal.start : proposal.end]
    others = tuple(each for each in proposal.suggestions if each != f"is {written}")
    return dataclasses.replace(proposal, suggestions=others) if f"{written}s" in others else proposal


def _names_mass_noun(written: str) -> bool:
    """Whether a noun in these words has no plural."""
    return any(each in _MASS_NOUNS or each.removesuffix("s") in _MASS_NOUNS for each in written.casefold().split())


def _takes_article(written: str, suggestions: tuple[str, ...]) -> bool:
    """Whether the suggestion removes an article that may be correct, as in “interest on a security”."""
    article, _, noun = written.partition(" ")
    nouns = {each.casefold() for each in suggestions}
    return article.lower() in ("a", "an") and noun.casefold() in nouns and noun.casefold() not in _MASS_NOUNS


def _certain(text: str, proposal: Proposal) -> Proposal:
    """For small word lists, keep only suggestions that correct an accent or a doubled letter."""
    if not proposal.is_spelling:
        return proposal
    written = plain(text[proposal.start : proposal.end]).casefold()
    words = ((each, plain(each).casefold()) for each in proposal.suggestions)
    sure = tuple(each for each, word in words if word == written or is_doubling(word, written))
    return dataclasses.replace(proposal, suggestions=sure)


def _names_variant(message: str) -> bool:
    """Whether the message says that the word is correct in another variant: color is British English."""
    return any(each in message for each in ("British English", "American English", "português"))


def _usual_words(code: str) -> frozenset[str]:
    """Return the most frequent words, about ten thousand, if the language's data has such a list."""
    if is_missing(f"lingotweaker_data_{code}"):
        return frozenset()
    listed = data_folder(code) / code / "words" / "common_words.txt"
    if not listed.is_file():
        return frozenset()
    return frozenset(line.strip().casefold() for line in listed.read_text("utf-8").splitlines())


def data_folder(code: str) -> Path:
    """Return the folder of a language's rules. Without it, the engine searches the working directory first."""
    package = importlib.import_module(f"lingotweaker_data_{code}")
    assert package.__file__ is not None
    return Path(package.__file__).with_name("data")
