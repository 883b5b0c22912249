"""Agreement of predicates with a term that is the subject: “O apartamento é caro” for “La vivienda es cara”.

The transfer rules let articles and adjectives beside a noun agree with it. They keep the gender of a predicate, because
their own dictionaries seldom change that of its noun. A term may change it. So the predicate gets the gender of the
term before the transfer: an adjective or participle that agrees with the term's word in the source, behind a copula.

If a term is an attribute of the subject, the rules give its gender to the predicate: “A porta do domicílio está
fechado”. After the transfer, the predicate gets the gender of the subject again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from termdesk.service.engines.apertium.stream import UNIT, read_tags

# Languages in which adjectives and participles show their gender, and whose compound tenses show none.
LANGUAGES = frozenset({"es", "pt"})
_COPULAS = frozenset("estar parecer permanecer quedar resultar ficar continuar seguir".split())  # noqa: SIM905
_AUXILIARIES = frozenset({"vbser", "vbhaver", "vbmod"})
_VERBS = _AUXILIARIES | {"vblex", "vaux"}
_ADVERBS = frozenset({"adv", "preadv"})
# What may stand before a noun in its phrase.
_BEFORE_NOUN = frozenset({"det", "predet", "adj", "num"}) | _ADVERBS
# What may stand behind a preposition: “de mi padre”. The noun there is no subject.
_IN_ATTRIBUTE = frozenset({"det", "predet", "num", "n", "np"})
# What ends the clause before.
_CLAUSE_STARTS = frozenset({"cnjcoo", "cnjsub", "cnjadv", "cm", "sent"})


class _Part(Enum):
    """The part of the clause that is read."""

    PHRASE = auto()
    ATTRIBUTE = auto()
    PREDICATE = auto()


class Predicate(NamedTuple):
    """An adjective or participle behind the term `key`: its target lemma, and the gender that it must have."""

    key: str
    lemma: str
    gender: str


@dataclass(frozen=True, slots=True)
class _StreamUnit:
    """A unit of the stream after the lookup, with its source side and its first target parsed."""

    start: int
    slash: int
    end: int
    lemma: str
    tags: tuple[str, ...]
    target_lemma: str
    target_tags: tuple[str, ...]

    @property
    def kind(self) -> str:
        return self.tags[0] if self.tags else ""

    @property
    def may_agree(self) -> bool:
        """Whether it is an adjective, a participle or a possessive."""
        return self.kind == "adj" or "pos" in self.tags or (self.kind == "vblex" and "pp" in self.tags)


def agree_with_subject(stream: str, key: str, *, source_gender: str, target_gender: str) -> str:
    """Return the stream after the lookup with the term's gender in the predicates of a term. `key` is its lemma."""
    genders = {source_gender, target_gender}
    if genders != {"m", "f"}:
        return stream
    found = _split_at_term(stream, key)
    if found is None or not _opens_clause(found.before):
        return stream
    number = _tag_among(found.term.tags, "sg", "pl")
    for unit in reversed(list(_predicates(found.after, source_gender, number))):
        target = stream[unit.slash : unit.end].replace(f"<{source_gender}>", f"<{target_gender}>")
        # “vieux” is both numbers, “vieille” is not.
        target = target.replace("<sp>", f"<{number}>") if number else target
        stream = f"{stream[: unit.slash]}{target}{stream[unit.end :]}"
    return stream


def find_predicates_of_others(stream: str, key: str, *, target_gender: str) -> list[Predicate]:
    """Return the predicates behind a term that belong to its noun: “fechada” in “a porta do domicílio está fechada”.

    `stream` is that after the lookup. Empty if the term is no attribute, or its noun has the same gender.
    """
    split = _split_at_term(stream, key)
    head = _find_head(split.before) if split is not None else None
    if split is None or head is None:
        return []
    of_source, of_target = (_tag_among(tags, "m", "f") for tags in (head.tags, head.target_tags))
    if not of_source or not of_target or of_target == target_gender:
        return []
    number = _tag_among(head.tags, "sg", "pl")
    found = _predicates(split.after, of_source, number, part=_Part.ATTRIBUTE)
    return [Predicate(key, unit.target_lemma, of_target) for unit in found]


def restore_genders(stream: str, predicates: Sequence[Predicate]) -> str:
    """Return the stream after the transfer with the genders that these predicates must have."""
    for key, lemma, gender in predicates:
        start = stream.lower().find(f"^{key}")
        other = "f" if gender == "m" else "m"
        for match in UNIT.finditer(stream, max(0, start)) if start >= 0 else ():
            unit = match.group()
            if unit.lower().startswith(f"^{lemma.lower()}<") and f"<{other}>" in unit:
                restored = unit.replace(f"<{other}>", f"<{gender}>")
                stream = f"{stream[: match.start()]}{restored}{stream[match.end() :]}"
                break
    return stream


class _Clause(NamedTuple):
    """The units of a stream: those before a term, the term, and those after it."""

    before: list[_StreamUnit]
    term: _StreamUnit
    after: list[_StreamUnit]


def _split_at_term(stream: str, key: str) -> _Clause | None:
    units = list(_read_units(stream))
    for position, unit in enumerate(units):
        if unit.lemma.lower() == key:
            return _Clause(units[:position], unit, units[position + 1 :])
    return None


def _read_units(stream: str) -> Iterator[_StreamUnit]:
    for match in UNIT.finditer(stream):
        source, slash, rest = match.group()[1:-1].partition("/")
        if slash:
            lemma, _, tags = source.partition("<")
            target, _, target_tags = rest.partition("/")[0].partition("<")
            at = match.start() + 1 + len(source)
            sides = read_tags(f"<{tags}"), target, read_tags(f"<{target_tags}")
            yield _StreamUnit(match.start(), at, match.end(), lemma, *sides)


def _tag_among(tags: Sequence[str], *among: str) -> str:
    return next((tag for tag in tags if tag in among), "")


def _find_head(before: list[_StreamUnit]) -> _StreamUnit | None:
    """Return the noun that these words make a term an attribute of, if it opens its clause: “la puerta de la …”."""
    rest = list(before)
    while rest:
        while rest and rest[-1].kind in _BEFORE_NOUN:
            rest.pop()
        if not rest or rest.pop().kind != "pr":
            return None
        while rest and rest[-1].kind in ("adj", *_ADVERBS):
            rest.pop()
        if not rest or rest[-1].kind not in ("n", "np"):
            return None
        head = rest.pop()
        if _opens_clause(rest):
            return head
    return None


def _opens_clause(before: list[_StreamUnit]) -> bool:
    """Whether a noun behind these words is the head of the first phrase of its clause."""
    for unit in reversed(before):
        if unit.kind in _CLAUSE_STARTS:
            return True
        if unit.kind not in _BEFORE_NOUN:
            return False
    return True


def _predicates(
    after: list[_StreamUnit], gender: str, number: str, *, part: _Part = _Part.PHRASE
) -> Iterator[_StreamUnit]:
    """Yield the adjectives and participles that agree with a noun before these words, and with no other."""
    is_compound = is_joined = False
    for unit in after:
        if unit.kind in _ADVERBS:
            continue
        if unit.kind == "cnjcoo":
            is_joined = True
            continue
        if unit.may_agree:
            # A participle behind “haber” is part of the verb and has no gender.
            if part is not _Part.ATTRIBUTE and not is_compound and gender in unit.tags and number in unit.tags:
                yield unit
            is_compound = is_joined = False
        elif unit.kind in _VERBS:
            is_copula = unit.kind in _AUXILIARIES or unit.lemma.lower() in _COPULAS
            if not is_copula or (is_joined and part is not _Part.PREDICATE):
                return
            part, is_compound, is_joined = _Part.PREDICATE, unit.kind == "vbhaver", False
        elif unit.kind == "pr" and part is not _Part.PREDICATE:
            part = _Part.ATTRIBUTE
        elif part is not _Part.ATTRIBUTE or unit.kind not in _IN_ATTRIBUTE:
            return
