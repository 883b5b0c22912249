"""Glossary terms carried through an engine: replaced by words that it does not know, put back afterwards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from termdesk.domain.terms import TermHit

# Letters only, unlike any word: engines take it for a name, keep it, and place it by their own rules.
_PLACEHOLDER = "Zqx{first}{second}j"
_LETTERS = "ABCDEFGHIKLMNOPRSTUVWY"
_IS_PLACEHOLDER = re.compile(f"zqx[{_LETTERS}]{{2}}j", re.IGNORECASE)
MOST_TERMS = len(_LETTERS) ** 2


@dataclass(frozen=True, slots=True)
class Carried:
    """A sentence whose terms are replaced, and what belongs in their place."""

    text: str
    terms: tuple[tuple[str, TermHit, str], ...]

    def restored(self, translation: str) -> tuple[str, tuple[TermHit, ...]]:
        """The translation with the terms put in, and the terms whose placeholder was lost."""
        missing = []
        for placeholder, hit, target in self.terms:
            translation, count = re.subn(placeholder, target.replace("\\", "\\\\"), translation, flags=re.IGNORECASE)
            if not count:
                missing.append(hit)
        return translation, tuple(missing)


def carry(sentence: str, hits: Sequence[TermHit]) -> Carried:
    """Replace the terms of a sentence, at most `MOST_TERMS` of them."""
    pieces, end, terms = [], 0, []
    for number, hit in enumerate(hits[:MOST_TERMS]):
        first, second = divmod(number, len(_LETTERS))
        placeholder = _PLACEHOLDER.format(first=_LETTERS[first], second=_LETTERS[second]).upper()
        pieces += [sentence[end : hit.start], placeholder]
        end = hit.end
        terms.append((placeholder, hit, cased_like(sentence, hit)))
    return Carried("".join([*pieces, sentence[end:]]), tuple(terms))


def is_placeholder(word: str) -> bool:
    """Whether an engine's unknown word is one of ours: unknown on purpose."""
    return _IS_PLACEHOLDER.fullmatch(word) is not None


def cased_like(sentence: str, hit: TermHit) -> str:
    """The target phrase as written, but capitalised where a lower-case term opens the sentence with a capital."""
    written = sentence[hit.start : hit.end]
    opens = not sentence[: hit.start].strip("\"'«“‘([¿¡ ")
    # A first word with capitals inside, like iPhone, is written in its own way everywhere.
    is_plain = hit.target.partition(" ")[0].islower()
    if opens and is_plain and written[:1].isupper() and hit.source[:1].islower():
        return hit.target[:1].upper() + hit.target[1:]
    return hit.target
