"""English “don't” after a singular subject at the start of a clause: it don't, the pump dont.

The rules know “he don't” only, and restore the apostrophe of “dont” without a look at the subject.
"""

from __future__ import annotations

import re

from termdesk.service.engines.correction.proposals import Proposal

_DONT = r"(?P<verb>don['’]?t)(?![\w'’])"
# Behind these words a pronoun is the only subject. Elsewhere it may be an object (“If you need it don't hesitate”) or
# one of two subjects (“Mary and she don't know it”).
_CLAUSE_STARTS = r"^\W*|\b(?:although|because|but|if|since|so|though|until|when|whenever|whether|while) "
_PRONOUN = re.compile(rf"(?:{_CLAUSE_STARTS})(?:he|it|she) {_DONT}", re.IGNORECASE)
_DEMONSTRATIVE = re.compile(rf"^\W*(?:that|this) {_DONT}", re.IGNORECASE)
# This article is before a singular noun only.
_SINGULAR = re.compile(rf"^\W*an? [a-z]+ {_DONT}", re.IGNORECASE)
# The number of these nouns must be guessed, so only what is misspelled anyway is changed.
_NOUN = re.compile(
    r"^\W*(?:each|every|her|his|its|my|our|that|the|their|this|your) (?P<noun>[a-z]+) (?P<verb>dont)(?![\w'’])",
    re.IGNORECASE,
)
# Plurals without -s, adjectives that stand for several people, and nouns that may be no subject: “This time dont …”
_OTHERS = re.compile(
    r"\w*(?:men|people)|bacteria|blind|british|cattle|children|chinese|clergy|criteria|data|dead|deaf|dutch|english|feet"
    r"|fish|french|geese|irish|japanese|media|mice|old|oxen|phenomena|police|poor|rich|sheep|staff|teeth|unemployed|welsh"
    r"|young|youth|case|day|evening|moment|month|morning|night|point|time|way|week|year"
)


def find_disagreements(sentence: str) -> list[Proposal]:
    """Return each “don't” that must be “doesn't” because of its subject; `sentence` is a whole sentence."""
    found = [match for pattern in (_PRONOUN, _DEMONSTRATIVE, _SINGULAR) for match in pattern.finditer(sentence)]
    found += [match for match in _NOUN.finditer(sentence) if _is_singular_subject(match["noun"].lower())]
    return [
        Proposal(*match.span("verb"), ("doesn’t" if "’" in match["verb"] else "doesn't",), rule="don't")
        for match in found
    ]


def _is_singular_subject(noun: str) -> bool:
    is_other = _OTHERS.fullmatch(noun) is not None
    return not is_other and (not noun.endswith("s") or noun.endswith(("ss", "us")))
