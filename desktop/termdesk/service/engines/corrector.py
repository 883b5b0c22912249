"""The checkers of one language: LingoTweaker, Harper, known slips and Chinese scripts, applied one after another."""

from __future__ import annotations

import dataclasses
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from termdesk.domain.language import canonical, root
from termdesk.service.engines.kept_terms import KeptTerms
from termdesk.service.engines.known_slips import find_slips
from termdesk.service.engines.proposals import Finder, Proposal, is_doubling, mended, plain
from termdesk.service.engines.splitting import segments

# Style rules that are off by default and that rewording switches on.
STYLE_RULES = {
    "en": ("EN_PLAIN_ENGLISH_REPLACE", "EN_REDUNDANCY_REPLACE", "EN_WORDINESS_REPLACE"),
    "pt": ("PT_WORDINESS_REPLACE", "PT_REDUNDANCY_REPLACE"),
    "fr": ("FR_REDUNDANCY_REPLACE",),
    "es": ("ES_WORDINESS_REPLACE",),
}
# Rules that were seen to harm sound sentences, or to put one fault in the place of another (“I and him”,
# “meio-cansada”); and the one that asks for Oxford spelling in British English.
NOISY_RULES = (
    "ABREVIATIONS_PUNCTUATION",
    "CONFUSION_OF_ME_I",
    "IN_UND_AUSWENDIG",
    "KARDINALZAHLEN",
    "MEIO_ADJETIVO_HÍFEN_PT_PT",
    "NE_IMP_PAS",
    "OXFORD_SPELLING_Z_NOT_S",
    "REMERCIER_POUR",
    "UP_TO_DATE_HYPHEN",
)
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
# Word lists that miss much of their language: what they propose for a word that they do not know is another word.
_SMALL_LISTS = frozenset({"it"})
# Rules that look words up in a list; other rules about spelling name one mistake that is really made.
_WORD_LIST = re.compile("MORFOLOGIK|HUNSPELL|SPELLER_RULE|FR_SPELLING_RULE")
# Words borrowed from English, which are terms here (input, script, pixel); and brackets that rules miss in parts.
_NOISY_FAMILY = re.compile("BARBARISM|^ST_|UNPAIRED")
# What the rule about plain English takes for wordy, and what is not: “the number of files” is no amount.
_PLAIN_ENOUGH = frozenset({"failed to", "number of"})
_COLUMNS = re.compile(r"\S[ \t]{3,}\S")
_INSTRUCTION = re.compile(r"\[[A-Z ]+\]")
# What Harper is good at; its other kinds are matters of taste.
_HARPER_KINDS = frozenset(
    {"Agreement", "BoundaryError", "Eggcorn", "Grammar", "Malapropism", "Repetition", "Spelling", "Typo"}
)


class Corrector:
    """The checkers of one language or variant. Heavy: it lives in a worker process."""

    def __init__(self, language: str) -> None:
        self._language = canonical(language)
        self._root = root(language)
        self._engine: Any = None
        self._linters: dict[str, Any] = {}
        self._converters: dict[str, Any] | None = None

    def improve(self, text: str, *, mode: Literal["rephrase", "correct"], kept: KeptTerms) -> str:
        """The text with its faults mended; `rephrase` also rewords what is wordy. Line breaks stay."""
        finders: list[Finder] = [self._slips, self._rules(with_style=mode == "rephrase")]
        if self._language == "en-US":
            finders.append(self._american)
        if self._language == "en-GB":
            finders.append(self._american_words)
        return "\n".join(self._mended_block(block, finders, kept, begins=begins) for block, begins in _blocks(text))

    def _mended_block(self, block: str, finders: list[Finder], kept: KeptTerms, *, begins: bool) -> str:
        """The block mended sentence by sentence, or the time would grow with the square of its length."""
        if self._language == "zh-Hans":
            block = self._simplified(block, kept)
        pieces = []
        for before, sentence, after in segments(block, self._root, splitting="nonewlines"):
            is_sentence = begins and _is_sentence(sentence)
            pieces += [before, self._mended(sentence, finders, kept, is_sentence=is_sentence), after]
            begins = True
        return "".join(pieces)

    def _mended(self, sentence: str, finders: list[Finder], kept: KeptTerms, *, is_sentence: bool) -> str:
        is_known_elsewhere = self._is_english if self._root != "en" else _is_never_known
        for find in finders if sentence else []:
            sentence = mended(sentence, find, kept, is_sentence=is_sentence, is_known_elsewhere=is_known_elsewhere)
        return sentence

    def _is_english(self, word: str) -> bool:
        """Whether English knows a word: other languages borrow from it, and their word lists do not know."""
        import simplemma

        return simplemma.is_known(word.lower(), lang="en")

    def _slips(self, text: str) -> list[Proposal]:
        return find_slips(text, self._root)

    def _rules(self, *, with_style: bool) -> Finder:
        """LingoTweaker. One engine for both modes, since each takes up to 600 MB; style is left out afterwards."""

        def find(text: str) -> list[Proposal]:
            matches = [each for each in self._loaded_engine().check(text) if with_style or not _is_style(each)]
            found = [_proposal(text, each) for each in matches if not _NOISY_FAMILY.search(each["rule_id"])]
            found = [each for each in found if text[each.start : each.end].casefold() not in _PLAIN_ENOUGH]
            return [_certain(text, each) for each in found] if self._root in _SMALL_LISTS else found

        return find

    def _loaded_engine(self) -> Any:
        if self._engine is None:
            import lt_py  # type: ignore[import-untyped]  # it has no types

            self._engine = lt_py.Engine(
                self._root,
                variant=self._language if self._root in ("en", "pt") else None,
                data_dir=str(data_folder(self._root)),
                enabled_rules=list(STYLE_RULES.get(self._root, ())),
                disabled_rules=list(NOISY_RULES),
            )
        return self._engine

    def _american(self, text: str) -> list[Proposal]:
        """Harper's faults of American English."""
        return self._harper(text, "AMERICAN")

    def _american_words(self, text: str) -> list[Proposal]:
        """American words left in a British text: those that Harper knows in the one list and not in the other.

        Its British list alone proposes oddities for names and for much that is sound.
        """
        found = [each for each in self._harper(text, "BRITISH") if each.is_spelling]
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
                # Most words that it does not know are two that it does (representable: represent able).
                written = text[lint.span.start : lint.span.end]
                texts = tuple(each for each in texts if each.replace(" ", "") != written)
            if texts and lint.lint_kind in _HARPER_KINDS:
                found.append(Proposal(lint.span.start, lint.span.end, texts, lint.lint_kind == "Spelling"))
        return found

    def _simplified(self, text: str, kept: KeptTerms) -> str:
        """A text in traditional characters with simplified ones and the mainland's words, but for its terms."""
        if self._converters is None:
            import opencc

            self._converters = {name: opencc.OpenCC(name) for name in ("t2s", "s2t", "tw2sp")}
        to_simplified, to_traditional = self._converters["t2s"].convert(text), self._converters["s2t"].convert(text)
        if _differences(text, to_simplified) <= _differences(text, to_traditional):
            return text
        pieces, end = [], 0
        for start, stop in sorted(kept.places(text)):
            if start >= end:
                pieces += [self._converters["tw2sp"].convert(text[end:start]), text[start:stop]]
                end = stop
        return "".join([*pieces, self._converters["tw2sp"].convert(text[end:])])


def _differences(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=False))


def _is_style(match: dict[str, Any]) -> bool:
    if match["issue_type"] == "locale-violation":
        return False
    return match["issue_type"] == "style" or match["category_id"] in _STYLE_CATEGORIES


def _blocks(text: str) -> Iterator[tuple[str, bool]]:
    """Lines, but those of a sentence that was broken into lines together; and whether each begins a sentence."""
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
    """Whether a block reads as sentences: it has an end, and no columns or ellipsis as tables and commands have."""
    return text[-1:] in ".!?" and not text.endswith("..") and not _COLUMNS.search(text)


def _is_never_known(word: str) -> bool:
    return False


def _proposal(text: str, match: dict[str, Any]) -> Proposal:
    # Offsets and lengths are bytes of UTF-8, not characters.
    data = text.encode()
    start = len(data[: match["offset"]].decode("utf-8", "ignore"))
    end = len(data[: match["offset"] + match["length"]].decode("utf-8", "ignore"))
    is_misspelling = match["issue_type"] == "misspelling"
    is_listed = bool(_WORD_LIST.search(match["rule_id"]))
    # Some rules write instructions such as [OMIT] instead of words.
    words = [each for each in match["suggestions"] if not _INSTRUCTION.search(each)]
    return Proposal(
        start,
        end,
        tuple(words),
        is_spelling=is_misspelling and is_listed,
        is_known_misspelling=is_misspelling and (not is_listed or _names_variant(match["message"] or "")),
    )


def _certain(text: str, proposal: Proposal) -> Proposal:
    """With those suggestions of a small word list that only put an accent or a doubled letter right."""
    if not proposal.is_spelling:
        return proposal
    written = plain(text[proposal.start : proposal.end]).casefold()
    words = ((each, plain(each).casefold()) for each in proposal.suggestions)
    sure = tuple(each for each, word in words if word == written or is_doubling(word, written))
    return dataclasses.replace(proposal, suggestions=sure)


def _names_variant(message: str) -> bool:
    """Whether a word list says that the word is right in another variant: colour is British English."""
    return any(each in message for each in ("British English", "American English", "português"))


def data_folder(code: str) -> Path:
    """Where the rules of a language lie. The engine must be told: it would look in the working directory first."""
    package = importlib.import_module(f"lingotweaker_data_{code}")
    assert package.__file__ is not None
    return Path(package.__file__).with_name("data")
