"""Agreement of predicates with a term that is the subject: “O apartamento é caro” for “La vivienda es cara”.

The transfer rules let articles and adjectives beside a noun agree with it. They keep the gender of a predicate, because
their own dictionaries seldom change that of its noun. A term may change it. So the predicate gets the gender of the
term before the transfer: an adjective or participle that agrees with the term's word in the source, behind a copula,
in front of it with the subject behind (“está abierta la …”), as a superlative (“la más bonita”), or in an insertion
(“, aunque pequeña,”). If the subject is two nouns joined by “y”, its predicate has the gender of both. Where the words
may belong to another noun, nothing is changed.

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
_BEHIND_NOUN = frozenset({"adj"}) | _ADVERBS
# What may stand behind a preposition: “de mi padre”. The noun there is no subject.
_IN_ATTRIBUTE = frozenset({"det", "predet", "num", "n", "np"})
# What may stand in an insertion that belongs to the noun before it: “, aunque pequeña y vieja,”.
_CONCESSIONS = frozenset({"cnjadv", "cnjsub"})
_COMPARATIVES = frozenset({"más", "menos", "mais"})
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

    @property
    def is_copula(self) -> bool:
        """Whether it is a verb that joins a subject with a predicate, or a part of its compound tenses."""
        return self.kind in _AUXILIARIES or (self.kind in _VERBS and self.lemma.lower() in _COPULAS)

    def agrees(self, gender: str, number: str) -> bool:
        """Whether it has this gender and number."""
        return gender in self.tags and number in self.tags

    def contradicts(self, gender: str, number: str) -> bool:
        """Whether it has the other gender or number. “grande” has no gender."""
        return bool(
            {"m", "f"}.difference({gender}) & set(self.tags) or {"sg", "pl"}.difference({number}) & set(self.tags)
        )


def agree_with_subject(stream: str, key: str, *, source_gender: str, target_gender: str) -> str:
    """Return the stream after the lookup with the term's gender in the predicates of a term. `key` is its lemma."""
    genders = {source_gender, target_gender}
    if genders != {"m", "f"}:
        return stream
    found = _split_at_term(stream, key)
    if found is None:
        return stream
    number = _tag_among(found.term.tags, "sg", "pl")
    if joined := _find_joined_subject(found):
        predicates = _find_joint_predicates(joined, source_gender)
        return _with_gender(stream, predicates, joined.joint_gender(target_gender), "pl")
    return _with_gender(stream, _find_predicates(found, source_gender, number), target_gender, number)


def _with_gender(stream: str, units: Sequence[_StreamUnit], gender: str, number: str) -> str:
    """Return the stream with this gender in the targets of these units."""
    other = "f" if gender == "m" else "m"
    for unit in reversed(units):
        target = stream[unit.slash : unit.end].replace(f"<{other}>", f"<{gender}>")
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


class _JoinedSubject(NamedTuple):
    """The noun that is joined with a term to one subject (“la puerta y la …”), and the units behind both."""

    other: _StreamUnit
    behind: list[_StreamUnit]

    def joint_gender(self, gender: str) -> str:
        """The gender of both nouns together, given that of the term: feminine only if both are."""
        return "f" if gender == "f" and "f" in self.other.target_tags else "m"


def _find_joined_subject(clause: _Clause) -> _JoinedSubject | None:
    """Return the second noun of a subject of two. None if the term is the only one, or no subject."""
    rest = _skip(clause.after, _BEHIND_NOUN)
    if rest and rest[0].kind == "cnjcoo" and _opens_clause(clause.before):
        phrase = _skip(rest[1:], _BEFORE_NOUN)
        if phrase and phrase[0].kind in ("n", "np"):
            return _JoinedSubject(phrase[0], _skip(phrase[1:], _BEHIND_NOUN))
    before = _skip(clause.before[::-1], _BEFORE_NOUN)
    phrase = _skip(before[1:], _BEHIND_NOUN) if before and before[0].kind == "cnjcoo" else []
    if phrase and phrase[0].kind in ("n", "np") and _opens_clause(phrase[:0:-1]):
        return _JoinedSubject(phrase[0], rest)
    return None


def _skip(units: Sequence[_StreamUnit], kinds: frozenset[str]) -> list[_StreamUnit]:
    """Return the units without the first ones of these kinds."""
    start = next((at for at, unit in enumerate(units) if unit.kind not in kinds), len(units))
    return list(units[start:])


def _find_joint_predicates(joined: _JoinedSubject, source_gender: str) -> list[_StreamUnit]:
    """Return the predicates in the plural that both nouns have. `source_gender` is that of the term."""
    is_feminine = source_gender == "f" and "f" in joined.other.tags
    if not joined.behind or not joined.behind[0].is_copula:
        return []
    return list(_predicates(joined.behind, "f" if is_feminine else "m", "pl"))


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


def _find_predicates(clause: _Clause, gender: str, number: str) -> list[_StreamUnit]:
    """Return the units that agree with a term that is a subject, from left to right."""
    if inverted := _find_inverted_predicates(clause.before, gender, number):
        return inverted
    if not _opens_clause(clause.before):
        return []
    after = list(_predicates(clause.after, gender, number))
    has_copula = any(unit.is_copula for unit in clause.after[: _index_of_verb(clause.after) + 1])
    # “Aunque cansada, la casa le gusta” tells of somebody else.
    before = _find_opening_concession(clause.before, gender, number) if after and has_copula else []
    return [*before, *after]


def _index_of_verb(units: Sequence[_StreamUnit]) -> int:
    return next((at for at, unit in enumerate(units) if unit.kind in _VERBS and not unit.may_agree), len(units))


def _without_determiner(before: Sequence[_StreamUnit]) -> list[_StreamUnit] | None:
    """Return what is before the phrase of a noun, given all before the noun. None if the phrase has no determiner."""
    rest = list(before)
    while rest and rest[-1].kind in _BEFORE_NOUN - {"det", "predet"}:
        rest.pop()
    if not rest or rest[-1].kind != "det":
        return None
    while rest and rest[-1].kind in ("det", "predet"):
        rest.pop()
    return rest


def _find_inverted_predicates(before: Sequence[_StreamUnit], gender: str, number: str) -> list[_StreamUnit]:
    """Return the predicates before a subject, if these words are all of its clause: “está muy abierta la …”."""
    rest = _without_determiner(before)
    if rest and rest[-1].kind == "cnjcoo":
        # “Está rota y la …” has another subject.
        return []
    found: list[_StreamUnit] = []
    while rest and (rest[-1].may_agree or rest[-1].kind in _ADVERBS or rest[-1].kind == "cnjcoo"):
        unit = rest.pop()
        if unit.may_agree:
            found.append(unit)
    # A participle behind “haber” has no gender.
    if not rest or not found or not rest[-1].is_copula or rest[-1].kind == "vbhaver":
        return []
    while rest and (rest[-1].is_copula or rest[-1].kind in _ADVERBS):
        rest.pop()
    is_whole = not rest or rest[-1].kind in _CLAUSE_STARTS or rest[-1].lemma == "¿"
    return _select_agreeing(found[::-1], gender, number) if is_whole else []


def _find_opening_concession(before: Sequence[_StreamUnit], gender: str, number: str) -> list[_StreamUnit]:
    """Return the adjectives in “aunque pequeña, la …” before a subject, if these words are all before it."""
    rest = _without_determiner(before)
    if not rest or rest.pop().kind != "cm":
        return []
    found = _read_insertion(rest, gender, number)
    is_concession = bool(rest) and rest[0].kind in _CONCESSIONS
    return found if is_concession else []


def _read_insertion(units: Sequence[_StreamUnit], gender: str, number: str) -> list[_StreamUnit]:
    """Return the adjectives of an insertion such as “aunque pequeña y vieja”. Empty if it has other words, too."""
    rest = units[1:] if units and units[0].kind in _CONCESSIONS else units
    found = [unit for unit in rest if unit.may_agree]
    others = (unit for unit in rest if not unit.may_agree)
    is_plain = all(unit.kind in _ADVERBS or unit.kind == "cnjcoo" for unit in others)
    return _select_agreeing(found, gender, number) if is_plain else []


def _select_agreeing(units: Sequence[_StreamUnit], gender: str, number: str) -> list[_StreamUnit]:
    """Return those with this gender and number; none if one has another, because then they belong to another noun."""
    if any(unit.contradicts(gender, number) for unit in units):
        return []
    return [unit for unit in units if unit.agrees(gender, number)]


def _skip_insertion(units: Sequence[_StreamUnit], at: int) -> int:
    """Return the position of the comma that ends an insertion, given that of its first comma; 0 if there is none."""
    return next((end for end in range(at + 1, len(units)) if units[end].kind == "cm"), 0)


def _read_superlative(units: Sequence[_StreamUnit], gender: str, number: str) -> list[_StreamUnit]:
    """Return article and adjective of “la más bonita” at the beginning of these units, if no noun is behind them."""
    if len(units) < 3 or units[0].kind != "det" or "def" not in units[0].tags:
        return []
    article, comparative, adjective = units[:3]
    is_superlative = comparative.lemma.lower() in _COMPARATIVES and adjective.may_agree
    has_noun = len(units) > 3 and units[3].kind in ("n", "np", "adj")
    fits = article.agrees(gender, number) and adjective.agrees(gender, number)
    return [article, adjective] if is_superlative and fits and not has_noun else []


def _predicates(
    after: Sequence[_StreamUnit], gender: str, number: str, *, part: _Part = _Part.PHRASE
) -> Iterator[_StreamUnit]:
    """Yield the adjectives and participles that agree with a noun before these words, and with no other."""
    is_compound = is_joined = False
    behind = -1
    for at, unit in enumerate(after):
        if at <= behind or unit.kind in _ADVERBS:
            continue
        if unit.kind == "cnjcoo":
            is_joined = True
        elif unit.may_agree:
            # A participle behind “haber” is part of the verb and has no gender.
            if part is not _Part.ATTRIBUTE and not is_compound and unit.agrees(gender, number):
                yield unit
            is_compound = is_joined = False
        elif unit.kind in _VERBS:
            if not unit.is_copula or (is_joined and part is not _Part.PREDICATE):
                return
            part, is_compound, is_joined = _Part.PREDICATE, unit.kind == "vbhaver", False
        elif unit.kind == "pr" and part is not _Part.PREDICATE:
            part = _Part.ATTRIBUTE
        elif part is _Part.PHRASE and unit.kind == "cm":
            behind = _skip_insertion(after, at)
            inserted = _read_insertion(after[at + 1 : behind], gender, number)
            if not inserted:
                return
            yield from inserted
        elif part is _Part.PREDICATE and unit.kind == "det":
            yield from _read_superlative(after[at:], gender, number)
            return
        elif part is not _Part.ATTRIBUTE or unit.kind not in _IN_ATTRIBUTE:
            return
