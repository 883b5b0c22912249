"""Common parts of the XML formats: reading concepts, collecting results, writing the frame of a file."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

from termdesk.domain.entries.entry_detail import FORBIDDEN
from termdesk.domain.entries.term_fields import DEFINITION, FIELD_NAMES, Fields, fields_of, join_fields
from termdesk.domain.errors import InvalidInput
from termdesk.domain.progress import Progress
from termdesk.formats.column_roles import ColumnRole
from termdesk.formats.concepts import Concept, Term, Termbase, count_altered, on_one_line, unwritable
from termdesk.formats.read_result import RejectedRow
from termdesk.formats.termbases.field_kinds import DOMAIN, NOTE, STATUS_KINDS, OtherFields, note_in, status_in, stricter
from termdesk.formats.termbases.xml_records import (
    Element,
    XmlRecords,
    find_undeclared_reference,
    local_name,
    original_of,
)
from termdesk.messages.file_messages import FileMessage, FileRemedy
from termdesk.messages.format_messages import FileNote, FormatLoss
from termdesk.messages.message import Message
from termdesk.messages.row_messages import RowMessage, RowRemedy

_BLOCK = 1_024


class ConceptBooks:
    """Collects the concepts and rejected rows of a file; `dropped` counts unsupported content by name.

    `roles` gives the meaning of fields with unknown names.
    """

    def __init__(self, roles: Mapping[str, ColumnRole]) -> None:
        self.dropped: Counter[str] = Counter()
        self.other_fields = OtherFields(roles)
        self._concepts: list[Concept] = []
        self._rejected_rows: list[RejectedRow] = []
        self._languages: dict[str, None] = {}

    def take(self, concept: Concept) -> None:
        """Add a concept and the languages of its terms."""
        self._languages.update(dict.fromkeys(term.language for term in concept.terms))
        self._concepts.append(concept)

    def add_rejected(self, record: Element, number: int, rejection: tuple[str, str], terms: Sequence[Term]) -> None:
        """Add a rejected record. `rejection` is the reason and the remedy; the row keeps the first two terms."""
        source, target, *_ = [*(term.text for term in terms), "", ""]
        rejected = RejectedRow(record.sourceline, number, 0, *rejection, original_of(record), (source, target))
        self._rejected_rows.append(rejected)

    def termbase(self, dialect: str, records: XmlRecords, source: str = "") -> Termbase:
        """Return everything collected, after the last record. `source` is the source language that the file names."""
        return Termbase(
            dialect,
            tuple(self._languages),
            tuple(self._concepts),
            (*self._rejected_rows, *records.rejected_rows),
            dict(self.dropped),
            source,
            dict(self.other_fields.found),
        )


class ConceptReading(ABC):
    """One concept while it is read: its terms, and its own texts by kind, without duplicates."""

    def __init__(self, books: ConceptBooks) -> None:
        self.terms: list[Term] = []
        self.texts: dict[str, dict[str, None]] = {}
        self._dropped = books.dropped
        self._other_fields = books.other_fields

    @abstractmethod
    def read(self, record: Element) -> None:
        """Add the terms and texts of a record; count unsupported content."""

    @abstractmethod
    def rejection(self, record: Element, damage: str) -> tuple[str, str] | None:
        """Return why the concept is rejected, and the remedy; None if it is not."""

    def forbid_from(self, first: int) -> None:
        """Forbid the terms from this index on, because a mark of a language or concept applies to all its terms."""
        self.terms[first:] = [term._replace(status=FORBIDDEN) for term in self.terms[first:]]

    @abstractmethod
    def _leaves(self, part: Element) -> Iterator[Element]:
        """Yield the elements of a part that contain text, in order."""

    @abstractmethod
    def _text(self, leaf: Element) -> str:
        """Return the text of an element, without line breaks that only lay out the file."""

    @abstractmethod
    def _kind(self, leaf: Element, text: str) -> str:
        """Return the kind of a field; empty if it is unknown."""

    @abstractmethod
    def _drop(self, leaf: Element, text: str) -> None:
        """Count an element that cannot be used."""

    def _read_term(self, section: Element, language: str) -> None:
        term = status = ""
        notes: dict[str, None] = {}
        fields: Fields = ()
        for leaf in self._leaves(section):
            name, text = local_name(leaf), self._text(leaf)
            kind = "" if name == "term" else self._kind(leaf, text)
            if name == "term" and not term:
                term = on_one_line(text)
            elif not text:
                self._drop(leaf, text)
            elif kind == NOTE:
                notes[text] = None
            elif kind in STATUS_KINDS:
                status = stricter(status, status_in(kind, text) or "")
                notes.update({note: None} if (note := note_in(kind, text)) else {})
            elif kind in (DEFINITION, DOMAIN):
                self.texts.setdefault(kind, {})[text] = None
            elif kind in FIELD_NAMES:
                fields = join_fields(fields, ((kind, text),))
            else:
                self._drop(leaf, text)
        if term:
            self.terms.append(Term(language, term, status, "\n".join(notes), fields))
        else:
            self._dropped[FileNote.TERM_WITHOUT_TEXT()] += 1

    def _rejection_of_terms(self, language_remedy: Message) -> tuple[str, str] | None:
        if not self.terms:
            return RowMessage.NO_TERM(), RowRemedy.GIVE_TERM()
        if not all(term.language for term in self.terms):
            return RowMessage.NO_LANGUAGE(), language_remedy
        return None


def read_concepts(
    records: XmlRecords,
    reading: Callable[[ConceptBooks], ConceptReading],
    roles: Mapping[str, ColumnRole],
    progress: Progress,
) -> ConceptBooks:
    """Read all records, each with a new `reading`. `roles` is as in `ConceptBooks`."""
    books = ConceptBooks(roles)
    for number, (record, damage) in enumerate(records.read(progress), start=1):
        concept = reading(books)
        concept.read(record)
        if rejection := concept.rejection(record, damage):
            books.add_rejected(record, number, rejection, concept.terms)
            continue
        definition, domain, note = ("\n".join(concept.texts.get(kind, ())) for kind in (DEFINITION, DOMAIN, NOTE))
        fields = fields_of((name, "\n".join(concept.texts.get(name, ()))) for name in FIELD_NAMES if name != DEFINITION)
        books.take(Concept(number, record.sourceline, tuple(concept.terms), definition, domain, note, fields))
    return books


def field_name(leaf: Element) -> str:
    """Return the name of a field: its type, or else the name of the element."""
    return (leaf.get("type") or local_name(leaf)).strip()


def xml_rejection(record: Element, damage: str) -> tuple[str, str] | None:
    """Return why the XML of a record is rejected, and the remedy; None if it is not."""
    if reference := find_undeclared_reference(record):
        return RowMessage.UNKNOWN_REFERENCE(reference=reference[:40]), RowRemedy.TYPE_CHARACTER()
    return (RowMessage.NO_SOUND_XML(reason=damage), RowRemedy.CORRECT_PLACE()) if damage else None


def write_concepts(
    concepts: Iterable[Concept],
    write: Callable[[Concept], str],
    *,
    head: str,
    tail: str,
    no_language: str,
    kind: str,
) -> Iterator[bytes]:
    """Write a file in chunks, UTF-8.

    `head` has a placeholder `{language}` for the language of the first term, or `no_language` without terms. Raises
    InvalidInput, naming the row, if a text contains a character that XML does not allow.
    """
    chunks: list[str] = []
    is_begun = False
    for concept in concepts:
        if not is_begun:
            language = concept.terms[0].language if concept.terms else no_language
            chunks.append(head.format(language=quoted(language)))
            is_begun = True
        if unwritable(concept):
            message = FileMessage.CHARACTER_NOT_IN_XML(row=concept.number, format=kind)
            raise InvalidInput(message, remedy=FileRemedy.TYPE_TEXT())
        chunks.append(write(concept))
        if len(chunks) >= _BLOCK:
            yield "".join(chunks).encode()
            chunks.clear()
    if not is_begun:
        chunks.append(head.format(language=quoted(no_language)))
    yield "".join([*chunks, tail]).encode()


def term_losses(concepts: Iterable[Concept]) -> list[str]:
    """Return messages about terms that are changed or lost when the XML is read."""
    concepts = list(concepts)
    lost: list[str] = []
    if altered := count_altered(concepts):
        lost.append(FormatLoss.TERM_LAYOUT(count=altered))
    if count := sum(1 for concept in concepts if not all(on_one_line(term.text) for term in concept.terms)):
        lost.append(FormatLoss.HALF_ENTRIES(count=count))
    return lost


_SPECIAL = re.compile("[&<>\r]")
# Quote an attribute value. Cached, because a file has few languages and kinds of fields, but many concepts.
quoted = lru_cache(maxsize=256)(quoteattr)


def escape_text(text: str) -> str:
    """Escape the text of an element; carriage returns are kept."""
    # XML parsers read a literal carriage return as a line feed. Most texts have nothing to escape.
    return escape(text, {"\r": "&#13;"}) if _SPECIAL.search(text) else text
