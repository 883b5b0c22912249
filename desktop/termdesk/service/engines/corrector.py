"""Proposals of LingoTweaker and Harper made into finished text, without damage to names and terms.

A checker proposes; somebody has to decide. The guards here: names, codes, addresses and protected words are
never touched, a spelling fix must be close to what was written, and of several suggestions the one is
taken after which the fewest faults are left.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from rapidfuzz.distance import DamerauLevenshtein

from termdesk.domain.language import canonical, root

ROUNDS = 4
SUGGESTIONS = 3
MOST_EDITS = 2

# Style rules that are off by default and that rewording switches on.
STYLE_RULES = {
    "en": ("EN_PLAIN_ENGLISH_REPLACE", "EN_REDUNDANCY_REPLACE", "EN_WORDINESS_REPLACE"),
    "pt": ("PT_WORDINESS_REPLACE", "PT_REDUNDANCY_REPLACE"),
    "fr": ("FR_REDUNDANCY_REPLACE",),
    "es": ("ES_WORDINESS_REPLACE",),
}
# Rules that were seen to harm sound sentences; and the one that asks for Oxford spelling in British English.
NOISY_RULES = ("REMERCIER_POUR", "IN_UND_AUSWENDIG", "OXFORD_SPELLING_Z_NOT_S")
_STYLE_CATEGORIES = frozenset({"STYLE", "PLAIN_ENGLISH", "REDUNDANCY", "WORDINESS", "CREATIVE_WRITING"})
_INSTRUCTION = re.compile(r"\[[A-Z ]+\]")
_UNTOUCHED = re.compile(r"\S*(?:://|@|www\.)\S*|\S*\d\S*")


@dataclass(frozen=True, slots=True)
class Proposal:
    """Replace `start` to `end` (code points) by one of the suggestions."""

    start: int
    end: int
    suggestions: tuple[str, ...]
    is_spelling: bool
    is_known_misspelling: bool = False


Finder = Callable[[str], list[Proposal]]


class Corrector:
    """The checkers of one language or variant. Heavy: it lives in a worker process."""

    def __init__(self, language: str) -> None:
        self._language = canonical(language)
        self._finders: dict[str, list[Finder]] = {}
        self._engines: dict[bool, Any] = {}
        self._linter: Any = None

    def improve(self, text: str, *, mode: Literal["rephrase", "correct"], protected: frozenset[str]) -> str:
        """The text with its faults mended; `rephrase` also rewords what is wordy. Line breaks stay."""
        finders: list[Finder] = [self._lingotweaker(with_style=mode == "rephrase")]
        # Harper's British word list proposes oddities for what is sound, so it looks at American English only.
        if self._language == "en-US":
            finders.append(self._harper)
        lines = text.split("\n")
        return "\n".join(self._mended_inside(line, finders, protected) for line in lines)

    def _mended_inside(self, line: str, finders: Iterable[Finder], protected: frozenset[str]) -> str:
        """The line mended, its indentation as it was: checkers take two spaces for a fault."""
        text = line.strip()
        if not text:
            return line
        lead = line[: len(line) - len(line.lstrip())]
        return f"{lead}{self._mended(text, finders, protected)}{line[len(line.rstrip()) :]}"

    def _mended(self, line: str, finders: Iterable[Finder], protected: frozenset[str]) -> str:
        for find in finders:
            for _round in range(ROUNDS):
                better = _one_round(line, find, protected)
                if better == line:
                    break
                line = better
        return line

    def _lingotweaker(self, *, with_style: bool) -> Finder:
        engine = self._engines.get(with_style)
        if engine is None:
            import lt_py  # type: ignore[import-untyped]  # it has no types

            code = root(self._language)
            engine = lt_py.Engine(
                code,
                variant=self._language if self._language != code else None,
                data_dir=str(data_folder(code)),
                enabled_rules=list(STYLE_RULES.get(code, ())) if with_style else [],
                disabled_rules=list(NOISY_RULES),
            )
            self._engines[with_style] = engine

        def find(text: str) -> list[Proposal]:
            found = (_proposal(text, match) for match in engine.check(text))
            return [each for each, is_style in found if with_style or not is_style]

        return find

    def _harper(self, text: str) -> list[Proposal]:
        import harper

        if self._linter is None:
            self._linter = harper.Linter(harper.Dialect.AMERICAN)
        replace = harper.SuggestionKind.REPLACE
        found = []
        for lint in self._linter.lint(text, language=harper.Language.PLAINTEXT):
            texts = [each.replacement_text.rstrip() for each in lint.suggestions if each.kind == replace]
            if texts and lint.lint_kind in _HARPER_KINDS:
                found.append(Proposal(lint.span.start, lint.span.end, tuple(texts), lint.lint_kind == "Spelling"))
        return found


# What Harper is good at; its other kinds are matters of taste.
_HARPER_KINDS = frozenset(
    {"Agreement", "BoundaryError", "Eggcorn", "Grammar", "Malapropism", "Repetition", "Spelling", "Typo"}
)


def _proposal(text: str, match: dict[str, Any]) -> tuple[Proposal, bool]:
    # Offsets and lengths are bytes of UTF-8, not characters.
    data = text.encode()
    start = len(data[: match["offset"]].decode("utf-8", "ignore"))
    end = len(data[: match["offset"] + match["length"]].decode("utf-8", "ignore"))
    is_spelling = match["issue_type"] == "misspelling"
    is_variant = is_spelling and " is " in (match["message"] or "") and "English" in match["message"]
    is_style = match["issue_type"] == "style" or match["category_id"] in _STYLE_CATEGORIES
    if match["issue_type"] == "locale-violation":
        is_style = False
    # Some rules write instructions such as [OMIT] instead of words.
    words = [each for each in match["suggestions"] if not _INSTRUCTION.search(each)]
    proposal = Proposal(start, end, tuple(words[:SUGGESTIONS]), is_spelling, is_variant)
    return proposal, is_style


def _one_round(text: str, find: Finder, protected: frozenset[str]) -> str:
    """Accept what may be accepted, from the end to the start so that places stay right."""
    proposals = [each for each in find(text) if _may_change(text, each, protected)]
    end = len(text) + 1
    for proposal in sorted(proposals, key=lambda each: each.start, reverse=True):
        if proposal.end > end:
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


def _may_change(text: str, proposal: Proposal, protected: frozenset[str]) -> bool:
    written = text[proposal.start : proposal.end]
    if not proposal.suggestions or _is_protected(written, protected) or _in_address(text, proposal):
        return False
    if not proposal.is_spelling:
        return True
    if _looks_like_name(text, proposal.start, written):
        return False
    return proposal.is_known_misspelling or DamerauLevenshtein.distance(written, proposal.suggestions[0]) <= MOST_EDITS


def _is_protected(written: str, protected: frozenset[str]) -> bool:
    return any(word.casefold() in protected for word in re.findall(r"\w+", written))


def _in_address(text: str, proposal: Proposal) -> bool:
    return any(each.start() < proposal.end and proposal.start < each.end() for each in _UNTOUCHED.finditer(text))


def _looks_like_name(text: str, start: int, written: str) -> bool:
    """Inner capitals, all capitals, or a capital inside a sentence."""
    letters = written[1:]
    if letters != letters.lower():
        return True
    opens = not text[:start].strip() or text[:start].rstrip()[-1:] in ".!?:"
    return written[:1].isupper() and not opens


def data_folder(code: str) -> Path:
    """Where the rules of a language lie. The engine must be told: it would look in the working directory first."""
    package = importlib.import_module(f"lingotweaker_data_{code}")
    assert package.__file__ is not None
    return Path(package.__file__).with_name("data")
