"""Tables with one row for each term: a concept number groups the rows, and each row names its language.

IATE exports such tables. Results of Wikidata queries are similar; their texts may carry their own language tag.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.entries.term_fields import DEFINITION, TERM_TYPE, Fields
from termdesk.formats.column_roles import (
    ColumnRole,
    DetailColumns,
    field_of,
    language_of_title,
    plain_title,
    role_of,
)
from termdesk.formats.concepts import UNDETERMINED, Concept, Term, Termbase, code_of
from termdesk.formats.language_labels import language_of
from termdesk.formats.read_result import RejectedRow

_CONCEPT_TITLES = frozenset(
    ("id", "concept", "concept id", "conceptid", "entry", "entry id", "entryid", "item", "item id", "qid", "begriff id")
)
_LANGUAGE_TITLES = frozenset(
    ("l code", "code", "language", "lang", "language code", "lang code", "term language", "termlang", "label lang")
).union(("sprache", "langue", "idioma", "lingua", "taal"))
_TERM_TITLES = frozenset(
    ("term", "terms", "label", "benennung", "bezeichnung", "terme", "término", "termine", "termo", "用語", "术语")
)
# Column titles of such tables, in addition to those of other tables.
_ROLES = {"domains": ColumnRole.DOMAIN, "evaluation": ColumnRole.STATUS}
_FIELDS = {"type": TERM_TYPE}
# Prefixes of column titles: IATE's letter for entry, language or term, and the query variable `item`.
_PREFIX = re.compile(r"^(?:[elt]|item) (?=\S)")
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class TermCell:
    """A cell with its text and the language tag of that text; an empty tag if it has none."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class TermColumns:
    """Meaning of the columns, by index from 0. `terms` has the language of term columns, empty if the rows name it."""

    concept: int | None = None
    language: int | None = None
    terms: Mapping[int, str] = field(default_factory=dict)
    details: DetailColumns = field(default_factory=DetailColumns)

    @property
    def is_term_list(self) -> bool:
        """Whether the table has one row for each term instead of one for each concept."""
        return self.concept is not None and self.language is not None and len(self.terms) == 1

    @property
    def used_columns(self) -> frozenset[int]:
        """Indexes of all columns that are read."""
        single = (position for position in (self.concept, self.language) if position is not None)
        return frozenset((*single, *self.terms, *self.details.positions))


def term_columns(titles: Sequence[str]) -> TermColumns:
    """Return the columns of a table, recognized by their titles."""
    plain = [_plain(title) for title in titles]
    concept = _first(plain, _CONCEPT_TITLES)
    language = _first(plain, _LANGUAGE_TITLES)
    others = [position for position in range(len(plain)) if position not in (concept, language)]
    terms = {position: "" for position in others if plain[position] in _TERM_TITLES}
    terms |= {position: code for position in others if (code := language_of_title(plain[position]))}
    others = [position for position in others if position not in terms]
    roles = ((position, _ROLES.get(plain[position]) or role_of(plain[position])) for position in others)
    # A concept cannot be marked as finished for only some of its terms.
    roles = ((position, role) for position, role in roles if role is not ColumnRole.UNFINISHED)
    fields = [
        (name, position) for position in others if (name := _FIELDS.get(plain[position]) or field_of(plain[position]))
    ]
    return TermColumns(concept, language, terms, DetailColumns.by_role(roles, fields))


def is_term_list(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Return whether a table has one row for each term: rows name their language, and a concept has several rows."""
    columns = term_columns(titles)
    if not columns.is_term_list or columns.concept is None or columns.language is None:
        return False
    width = max(columns.concept, columns.language) + 1
    whole = [row for row in rows if len(row) >= width]
    concepts = Counter(row[columns.concept] for row in whole if row[columns.concept])
    have_languages = bool(whole) and all(language_of(row[columns.language]) for row in whole)
    return have_languages and any(count > 1 for count in concepts.values())


class TermRows:
    """Collects the rows of a table, in order, into concepts."""

    def __init__(self, titles: Sequence[str]) -> None:
        self._titles = titles
        self.columns = term_columns(titles)
        self._concepts: dict[str, _OpenConcept] = {}
        self._dropped: Counter[str] = Counter()
        self._languages: dict[str, None] = {}

    def add(self, line: int, cells: Sequence[TermCell]) -> bool:
        """Add the row that starts at this line of the file. Return False if it has no term."""
        columns = self.columns
        texts = [cell.text.strip() for cell in cells]
        texts += [""] * (len(self._titles) - len(texts))
        own_language = (
            code_of(texts[columns.language]) if columns.language is not None and texts[columns.language] else ""
        )
        terms = dict(columns.terms)
        # A text with a language tag is a term, whatever the title of its column.
        terms |= {
            position: ""
            for position, cell in enumerate(cells)
            if cell.language and position not in columns.used_columns
        }
        used = {*columns.used_columns, *terms}
        self._dropped.update(
            title for position, title in enumerate(self._titles) if position not in used and texts[position]
        )
        found = [
            (code_of(cell.language) if cell.language else code or own_language or UNDETERMINED, texts[position])
            for position, code in terms.items()
            if position < len(cells) and texts[position] and (cell := cells[position])
        ]
        if not found:
            return False
        key = texts[columns.concept] if columns.concept is not None else ""
        concept = self._concepts.setdefault(key or f"\n{line}", _OpenConcept(line))
        detail = columns.details.detail(lambda position: texts[position]) or EntryDetail()
        concept.add(found, detail)
        self._languages.update(dict.fromkeys(language for language, _ in found))
        return True

    def termbase(self, dialect: str, rejected_rows: Iterable[RejectedRow] = ()) -> Termbase:
        """Return all added concepts, with their languages in the order of their first use."""
        concepts = tuple(each.close(number) for number, each in enumerate(self._concepts.values(), 1))
        return Termbase(dialect, tuple(self._languages), concepts, tuple(rejected_rows), dict(self._dropped))


class _OpenConcept:
    """A concept whose rows are still being read; a repeated term is ignored."""

    def __init__(self, line: int) -> None:
        self._line = line
        self._terms: dict[tuple[str, str], Term] = {}
        self._definitions: dict[str, None] = {}
        self._domains: dict[str, None] = {}

    def add(self, terms: Iterable[tuple[str, str]], detail: EntryDetail) -> None:
        fields = dict(detail.fields)
        self._definitions.update(dict.fromkeys(filter(None, [fields.pop(DEFINITION, "")])))
        self._domains.update(dict.fromkeys(filter(None, [detail.domain])))
        own: Fields = tuple(fields.items())
        for language, text in terms:
            self._terms.setdefault((language, text), Term(language, text, detail.status, detail.note, own))

    def close(self, number: int) -> Concept:
        definition, domain = "\n".join(self._definitions), "; ".join(self._domains)
        return Concept(number, self._line, tuple(self._terms.values()), definition, domain)


def _plain(title: str) -> str:
    """Return a title without its prefix, and with a space before each inner capital: `?itemLabel`, `T_TERM`."""
    return _PREFIX.sub("", plain_title(_CAPITAL.sub(" ", title.lstrip("?"))))


def _first(titles: Sequence[str], known: frozenset[str]) -> int | None:
    return next((position for position, title in enumerate(titles) if title in known), None)
