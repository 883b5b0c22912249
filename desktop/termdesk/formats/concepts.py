"""Concepts with many languages and synonyms, as in term bases, and their conversion to the entries
of a language pair.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, NO_DETAIL, PREFERRED, EntryDetail
from termdesk.domain.entries.status_words import status_of
from termdesk.domain.entries.term_fields import (
    DEFINITION,
    Fields,
    join_fields,
    of_source,
    source_fields,
    target_fields,
)
from termdesk.domain.language.language import LanguagePair, canonical, root
from termdesk.formats.language_labels import language_of
from termdesk.formats.read_result import ReadResult, RejectedRow
from termdesk.messages.format_messages import FileNote

# Reasons why content of a term base is not in an entry; the keys of `PairReading.noted`.
NO_SOURCE, NO_TARGET = FileNote.NO_SOURCE(), FileNote.NO_TARGET()
TARGET_SYNONYMS = FileNote.TARGET_SYNONYMS()
FORBIDDEN_TERMS = FileNote.FORBIDDEN_TERMS()
FORBIDDEN_ALONE = FileNote.FORBIDDEN_ALONE()

# Code of an unknown language, as in BCP 47.
UNDETERMINED = "und"

# Prefix of a line in the note that keeps an unknown status.
_STATUS_NOTE = "Status: "
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# Matches only from the first of several spaces; otherwise a million spaces would take hours.
_LINE_ENDS = re.compile("(?<! ) *+[\t\r\n][ \t\r\n]*+")
_ALTERED = re.compile(r"^[ \t\r\n]|[ \t\r\n]$|[\t\r\n]")


class Term(NamedTuple):
    """One term. `status` is "preferred", "admitted", "forbidden", or "" if missing or unknown."""

    language: str
    text: str
    status: str = ""
    note: str = ""
    fields: Fields = ()


class Concept(NamedTuple):
    """One meaning with its terms. `number` counts concepts of the file from 1, `line` is where this one starts.

    `fields` contains what applies to all terms, except definition, domain and note.
    """

    number: int
    line: int
    terms: tuple[Term, ...]
    definition: str = ""
    domain: str = ""
    note: str = ""
    fields: Fields = ()


@dataclass(frozen=True, slots=True)
class Termbase:
    """The content of a term base.

    `dialect` is shown to the user; `languages` are canonical codes in order of first appearance. `source` is the source
    language named in the file, or empty. `dropped` counts unsupported content by element name. `other_fields` counts
    the fields with unknown names, including those to which the user gave a role.
    """

    dialect: str
    languages: tuple[str, ...]
    concepts: tuple[Concept, ...]
    rejected_rows: tuple[RejectedRow, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    source: str = ""
    other_fields: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PairReading:
    """The entries of one pair in a term base, with their details.

    `noted` counts what is not a plain entry, by reason; concepts without any entry are in `result.ignored_rows`.
    """

    result: ReadResult
    noted: Mapping[str, int] = field(default_factory=dict)

    def describe_noted_counts(self) -> list[str]:
        """Return messages about what is not a plain entry."""
        return [FileNote.COUNTED(what=reason, count=count) for reason, count in self.noted.items()]


def as_read_result(termbase: Termbase, pair: LanguagePair, *, has_variants: bool = True) -> PairReading:
    """Return the entries of a pair.

    * A term belongs to the side with the same language. With `has_variants`, if a concept has no such term, a term
      also belongs to a side if one language is the root of the other: `en-US` for `en`, and `en` for `en-US`.
      Without it, each variant is a separate language.
    * The first preferred term of each side makes the entry; without a preferred one, the first that is not
      forbidden.
    * Each further source term makes an entry with the same target. Further target terms go to the note, but
      admitted terms next to a preferred one make entries that are its synonyms.
    * Forbidden terms make forbidden entries with the main term of the other side, after the other entries of the
      concept. A forbidden target without a source is forbidden everywhere; a forbidden source without a target is
      only counted.
    * A concept without a usable term on one side makes no other entries, and is counted if it makes none at all.
    * The status is that of the target term. The note has all notes, one on each line. The definition is a field; so
      is other information about the concept and both terms.
    """
    flattening = _EntryBuilder(pair, has_variants=has_variants)
    for concept in termbase.concepts:
        flattening.add(concept)
    return flattening.build(termbase.rejected_rows)


def concepts_of(entries: Entries, pair: LanguagePair, *, joins_synonyms: bool = False) -> Iterator[Concept]:
    """Yield one concept for each entry, so that importing an export gives the same entries.

    Status, note and fields belong to the target term, domain and definition to the concept, and fields of the source to
    the source term. With `joins_synonyms`, admitted synonyms are added to the concept of the preferred entry; synonyms
    with another domain or definition remain separate concepts.
    """
    joined = _group_synonyms(entries) if joins_synonyms else {}
    rows_in_others = {row for rows in joined.values() for row in rows}
    for row, source in enumerate(entries.sources):
        if row in rows_in_others:
            continue
        detail = entries.detail(row)
        if detail is NO_DETAIL and row not in joined:
            # Most entries.
            yield Concept(row + 1, row + 1, (Term(pair.source, source), Term(pair.target, entries.targets[row])))
            continue
        terms = [Term(pair.source, source, fields=source_fields(detail.fields))]
        terms += [target_term(entries, each, pair.target) for each in (row, *joined.get(row, ()))]
        definition = dict(detail.fields).get(DEFINITION, "")
        yield Concept(row + 1, row + 1, tuple(terms), definition, detail.domain)


def target_term(entries: Entries, row: int, language: str) -> Term:
    """Return the target of an entry as a term with its own details."""
    detail = entries.detail(row)
    return Term(language, entries.targets[row], detail.status, detail.note, target_fields(detail.fields))


def _group_synonyms(entries: Entries) -> dict[int, list[int]]:
    """Return the rows of synonyms by the row of their preferred entry, if both have the same domain, definition and
    source fields.
    """
    synonyms = entries.synonym_ids()
    if not synonyms:
        return {}
    sources = set(synonyms.values())
    preferred = {entries.sources[row]: row for row in entries.find_published_rows() if entries.sources[row] in sources}
    joined: dict[int, list[int]] = {}
    for row, row_id in enumerate(entries.ids):
        main = preferred[synonyms[row_id]] if row_id in synonyms else row
        if main != row and _of_concept(entries.detail(row)) == _of_concept(entries.detail(main)):
            joined.setdefault(main, []).append(row)
    return joined


def _of_concept(detail: EntryDetail) -> tuple[object, ...]:
    return detail.domain, dict(detail.fields).get(DEFINITION), source_fields(detail.fields)


def detail_of(status: str, note: str, domain: str) -> EntryDetail | None:
    """Return the details in the columns of a table; None if all are empty. An unknown status goes to the note."""
    label, note, domain = status.strip(), note.strip(), domain.strip()
    if not (label or note or domain):
        return None
    known = status_of(label) if label else ""
    if known is None:
        known, note = "", with_status_note(note, label)
    return EntryDetail(known, note, domain)


def with_status_note(note: str, label: str) -> str:
    """Return a note with a line that keeps an unknown status."""
    return _join_lines(note, f"{_STATUS_NOTE}{label}")


def keeps_status(note: str) -> bool:
    """Return whether a note keeps an unknown status."""
    return note.startswith(_STATUS_NOTE) or f"\n{_STATUS_NOTE}" in note


def status_in_note(note: str) -> str:
    """Return the first unknown status that a note keeps; empty if there is none."""
    if not keeps_status(note):
        return ""
    return next(line for line in note.split("\n") if line.startswith(_STATUS_NOTE)).removeprefix(_STATUS_NOTE).strip()


def without_status_note(note: str) -> str:
    """Return a note without the line that `status_in_note` reads."""
    lines = note.split("\n")
    position = next((position for position, line in enumerate(lines) if line.startswith(_STATUS_NOTE)), len(lines))
    return "\n".join(lines[:position] + lines[position + 1 :])


def code_of(label: str) -> str:
    """Return the canonical code of a language named in a file; an unknown one is kept as it is."""
    return language_of(label) or canonical(label)


def on_one_line(text: str) -> str:
    """Return a phrase without XML layout: spaces around it are removed, each line end or tab becomes one space."""
    return _LINE_ENDS.sub(" ", text).strip(" ")


def without_layout(text: str) -> str:
    """Return a note without XML layout: a line end before an indented line becomes a space, others are kept."""
    text = text.strip(" \t\r\n")
    if "\n " not in text and "\n\t" not in text:
        return text
    first, *others = text.split("\n")
    parts = [first.rstrip(" \t\r")]
    for line in others:
        kept = line.strip(" \t\r")
        if not line.startswith((" ", "\t")):
            parts.append(f"\n{kept}")
        elif kept:
            parts.append(f" {kept}")
    return "".join(parts)


def unwritable(concept: Concept) -> bool:
    """Return whether a text of the concept has a character that XML does not allow."""
    texts = [concept.definition, concept.domain, concept.note]
    for term in concept.terms:
        texts += (term.text, term.note)
        texts += [text for _, text in term.fields]
    texts += [text for _, text in concept.fields]
    # Search all texts at once, because there are hundreds of thousands of concepts.
    return _UNWRITABLE.search("".join(texts)) is not None


def count_altered(concepts: Iterable[Concept]) -> int:
    """Return how many terms XML readers will change: those with outer spaces, tabs or line ends."""
    return sum(1 for concept in concepts for term in concept.terms if _ALTERED.search(term.text))


_NO_TERM = Term("", "")


class _EntryBuilder:
    """Builds the entries concept by concept, and counts what is left out."""

    def __init__(self, pair: LanguagePair, *, has_variants: bool) -> None:
        self._pair = pair
        self._has_variants = has_variants
        self._entries = Entries()
        self._lines = array("L")
        self._details: dict[int, EntryDetail] = {}
        self._noted: Counter[str] = Counter()

    def add(self, concept: Concept) -> None:
        sources, banned_sources = _usable(self._side(concept, self._pair.source))
        targets, banned_targets = _usable(self._side(concept, self._pair.target))
        source, target = (terms[0] if terms else _NO_TERM for terms in (sources, targets))
        before = len(self._lines)
        if sources and targets:
            self._add_usable(concept, sources, targets)
        for term in banned_sources:
            self._forbid(concept, term, target, note=term.note)
        for term in banned_targets:
            self._forbid(concept, source, term, note=term.note)
        if len(self._lines) == before:
            self._noted[NO_TARGET if sources else NO_SOURCE] += 1

    def _side(self, concept: Concept, language: str) -> list[Term]:
        same = [term for term in concept.terms if term.language == language]
        if same or not self._has_variants:
            return same
        return [term for term in concept.terms if root(term.language) == language or term.language == root(language)]

    def _add_usable(self, concept: Concept, sources: list[Term], targets: list[Term]) -> None:
        target = targets[0]
        synonyms = [term for term in targets[1:] if target.status == PREFERRED and term.status == ADMITTED]
        others = [term for term in targets[1:] if term not in synonyms]
        self._noted[TARGET_SYNONYMS] += len(others)
        also = "Also: " + "; ".join(map(_with_note, others)) if others else ""
        for term in sources:
            for each in (target, *synonyms):
                note = _join_lines(each.note, term.note, concept.note, "" if each in synonyms else also)
                fields = self._fields(concept, term, each)
                self._append(concept, term.text, each.text, EntryDetail(each.status, note, concept.domain, fields))

    def build(self, rejected_rows: tuple[RejectedRow, ...]) -> PairReading:
        entries = Entries(self._entries.sources, self._entries.targets)
        entries.details = self._details
        ignored = self._noted[NO_SOURCE] + self._noted[NO_TARGET]
        result = ReadResult(entries, self._lines, rejected_rows, ignored_rows=ignored)
        noted = {reason: count for reason, count in self._noted.items() if count}
        return PairReading(result, noted)

    def _forbid(self, concept: Concept, source: Term, target: Term, *, note: str) -> None:
        if target.text:
            fields = self._fields(concept, source, target)
            detail = EntryDetail(FORBIDDEN, _join_lines(note, concept.note), concept.domain, fields)
            self._append(concept, source.text, target.text, detail)
        self._noted[FORBIDDEN_TERMS if target.text else FORBIDDEN_ALONE] += 1

    def _fields(self, concept: Concept, source: Term, target: Term) -> Fields:
        own = ((DEFINITION, concept.definition), *concept.fields)
        return join_fields(own, target.fields, of_source(source.fields))

    def _append(self, concept: Concept, source: str, target: str, detail: EntryDetail) -> None:
        if not detail.is_empty:
            self._details[len(self._lines)] = detail
        self._entries.sources.append(source)
        self._entries.targets.append(target)
        self._lines.append(concept.line)


def _usable(terms: list[Term]) -> tuple[list[Term], list[Term]]:
    """Return the usable terms, main term first, and the forbidden terms; each text only once."""
    usable: dict[str, Term] = {}
    for term in terms:
        if term.status != FORBIDDEN:
            usable.setdefault(term.text, term)
    return sorted(usable.values(), key=_is_not_preferred), [term for term in terms if term.status == FORBIDDEN]


def _is_not_preferred(term: Term) -> bool:
    return term.status != PREFERRED


def _with_note(term: Term) -> str:
    return f"{term.text} ({term.note})" if term.note else term.text


def _join_lines(*texts: str) -> str:
    return "\n".join(dict.fromkeys(text for text in texts if text))
