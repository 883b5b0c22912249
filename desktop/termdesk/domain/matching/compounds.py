"""Compounds that are written as one word: Kraftstoffpumpe is a Pumpe."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from termdesk.domain.language.language import root
from termdesk.domain.matching.letters import fold

# Languages that write compounds as one word. The prefixes of those without an entry in `_PREFIXES` are unknown.
COMPOUNDING = frozenset({"da", "de", "et", "fi", "hu", "nb", "nl", "sv"})

# Returns the words that a compound may end with, folded, longest first.
CompoundHeads = Callable[[str], Iterator[str]]

# Shorter heads are often coincidence: “Verein” ends with “rein”.
_SHORTEST_HEAD = 5
_SHORTEST_MODIFIER = 3
# The least length of a part, and of what is left beside it. Shorter parts are mostly coincidence.
_SHORTEST_PART = 4
_LEAST_BESIDE, _LEAST_BESIDE_SHORT = 3, 4
# Endings that a word may lose as the first part of a compound: Sprachkurs, Druckbereich.
_LOST_ENDING = re.compile("(?<=....)e?n$|(?<=.....)e$")
_WITHOUT_UMLAUTS = str.maketrans("äöüåøæ", "aouaoa")
# After these syllables, which end with a linking s, another word certainly starts. So it may be shorter:
# veiligheidsklep, säkerhetsdosa.
_SHORTEST_SURE_HEAD = 4
_SURE_MODIFIERS = {
    "nl": re.compile(r"\w{2,}(?:heids|ings|teits|schaps)"), "sv": re.compile(r"\w{2,}(?:hets|nings|tets|tions|skaps)"),
}  # fmt: skip
# Suffixes that turn words into adjectives; they are not heads of compounds.
_ENDINGS = frozenset("loos vrij rijk lijk full fria rika lösa".split())  # noqa: SIM905
# The part before a head must be a word, not a prefix: “Unterlage” is not a kind of “Lage”.
_PREFIXES = {
    "de": (
        "auf aus bei dar durch ein ent fort gegen her hin hinter los miss mit nach nieder statt über um un unter ur ver"
        " vor weg weiter wider wieder zer zu zurück zusammen"
    ),
    "nl": "aan achter bij door her mis neer onder ont op over tegen terug toe uit ver voor weg weer samen",
    "sv": "för under över efter fram från genom igen mot ned ner sam till upp ut veder åter",
    "da": "for under over efter frem fra gen gennem imod mod ned op sam til ud und ved",
    "nb": "for under over etter fram frem fra gjen gjennom imot mot ned opp sam til ut ved",
}
_PREFIXES_OF = {language: frozenset(prefixes.split()) for language, prefixes in _PREFIXES.items()}


def compound_heads(language: str) -> CompoundHeads | None:
    """A function that returns the possible heads of a compound.

    None for languages that do not write compounds as one word.
    """
    code = root(language)
    return partial(_heads, code) if code in _PREFIXES_OF else None


def _heads(language: str, word: str) -> Iterator[str]:
    if not word.isalpha() or word.isupper():
        return
    prefixes = _PREFIXES_OF[language]
    for start in range(_SHORTEST_MODIFIER, len(word) - _SHORTEST_HEAD + 1):
        if fold(word[:start]) not in prefixes:
            yield fold(word[start:])
    short = fold(word[-_SHORTEST_SURE_HEAD:])
    sure = _SURE_MODIFIERS.get(language)
    if sure and short not in _ENDINGS and sure.fullmatch(word[:-_SHORTEST_SURE_HEAD]):
        yield short


def without_umlauts(folded: str) -> str:
    """A folded word with plain vowels, as in other forms of it: Bücher, Buch."""
    return folded.translate(_WITHOUT_UMLAUTS)


def part_stem(word: str) -> str:
    """The letters that compounds with a folded word contain, without umlauts; empty if the word is too short."""
    return without_umlauts(_LOST_ENDING.sub("", word)) if len(word) >= _SHORTEST_PART else ""


def may_be_part(word: str, stem: str, compound: str, language: str) -> bool:
    """Whether a folded word may be a part of a longer folded word: Datensatz in Datensatzoperation.

    `stem` is its `part_stem`, which is not empty. This is a guess. A word that begins with the same letters by
    coincidence counts, too.
    """
    letters = without_umlauts(compound)
    beside = _LEAST_BESIDE if len(stem) > _SHORTEST_PART else _LEAST_BESIDE_SHORT
    if len(letters) < len(stem) + beside:
        return False
    if letters.startswith(stem):
        return True
    start = letters.find(stem, _SHORTEST_MODIFIER)
    if start < 0 or compound[:start] in _PREFIXES_OF.get(language, ()):
        return False
    return len(stem) > _SHORTEST_PART or letters.endswith(without_umlauts(word))
