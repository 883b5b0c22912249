"""What term bases and memories in XML have in common: concepts that are read, the books kept, the frame of writing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from termdesk.domain.errors import InvalidInput
from termdesk.domain.progress import Progress
from termdesk.formats.concepts import Concept, Term, Termbase, unwritable
from termdesk.formats.read_result import RejectedRow
from termdesk.formats.termbases.xml_records import QUICK_FIX, Element, XmlRecords, original_of, undeclared_reference

DEFINITION, DOMAIN, NOTE = "definition", "domain", "note"
_BLOCK = 1_024


class ConceptBooks:
    """Concepts that were read, what was wrong with others, and what has no place, counted in `dropped` by its name."""

    def __init__(self) -> None:
        self.dropped: Counter[str] = Counter()
        self._concepts: list[Concept] = []
        self._rejected_rows: list[RejectedRow] = []
        self._languages: dict[str, None] = {}

    def take(self, concept: Concept) -> None:
        """Add a concept that was read."""
        self._languages.update(dict.fromkeys(term.language for term in concept.terms))
        self._concepts.append(concept)

    def add_rejected(self, record: Element, number: int, rejection: tuple[str, str], terms: Sequence[Term]) -> None:
        """Add a record that is no entry. `rejection` is the reason and the remedy; its first two terms are salvaged."""
        source, target, *_ = [*(term.text for term in terms), "", ""]
        rejected = RejectedRow(record.sourceline, number, 0, *rejection, original_of(record), (source, target))
        self._rejected_rows.append(rejected)

    def termbase(self, dialect: str, records: XmlRecords) -> Termbase:
        """All of it, when the records are at their end."""
        return Termbase(
            dialect,
            tuple(self._languages),
            tuple(self._concepts),
            (*self._rejected_rows, *records.rejected_rows),
            dict(self.dropped),
        )


class ConceptReading(ABC):
    """One concept while it is read: its terms, and the texts of its own by kind, each once."""

    def __init__(self, dropped: Counter[str]) -> None:
        self.terms: list[Term] = []
        self.texts: dict[str, dict[str, None]] = {}
        self._dropped = dropped

    @abstractmethod
    def read(self, record: Element) -> None:
        """Take the terms and texts of a record; what has no place is counted."""

    @abstractmethod
    def rejection(self, record: Element, damage: str) -> tuple[str, str] | None:
        """Why the concept that was read cannot be taken, and what to do."""

    def _rejection_of_terms(self, name: str, language_remedy: str) -> tuple[str, str] | None:
        if not self.terms:
            return f"The {name} has no term.", "Give it a term, or delete it."
        if not all(term.language for term in self.terms):
            return f"A term of the {name} has no language.", language_remedy
        return None


def read_concepts(
    records: XmlRecords, reading: Callable[[Counter[str]], ConceptReading], progress: Progress
) -> ConceptBooks:
    """Read record by record, each as a concept by a `reading` of its own."""
    books = ConceptBooks()
    for number, (record, damage) in enumerate(records.read(progress), start=1):
        concept = reading(books.dropped)
        concept.read(record)
        if rejection := concept.rejection(record, damage):
            books.add_rejected(record, number, rejection, concept.terms)
            continue
        texts = ("\n".join(concept.texts.get(kind, ())) for kind in (DEFINITION, DOMAIN, NOTE))
        books.take(Concept(number, record.sourceline, tuple(concept.terms), *texts))
    return books


def xml_rejection(record: Element, damage: str, *, name: str) -> tuple[str, str] | None:
    """Why the XML of a record cannot be taken, and what to do; `name` is what the format calls a record."""
    if reference := undeclared_reference(record):
        return (
            f"The {name} has the reference {reference[:40]}, which stands for nothing.",
            "Type the character itself.",
        )
    return (f"The {name} is no sound XML: {damage}.", QUICK_FIX) if damage else None


def framed(
    concepts: Iterable[Concept],
    write: Callable[[Concept], str],
    *,
    head: str,
    tail: str,
    no_language: str,
    kind: str,
) -> Iterator[bytes]:
    """A file in chunks, UTF-8. `head` has a place for the `{language}` of the first term, or else `no_language`.

    Raises InvalidInput, naming the row, where a text holds a character that XML cannot hold.
    """
    chunks: list[str] = []
    is_begun = False
    for concept in concepts:
        if not is_begun:
            language = concept.terms[0].language if concept.terms else no_language
            chunks.append(head.format(language=quoteattr(language)))
            is_begun = True
        if unwritable(concept):
            raise InvalidInput(
                f"Row {concept.number} holds half a character or a control character, "
                f"which cannot stand in a {kind} file.",
                remedy="Type the text again.",
            )
        chunks.append(write(concept))
        if len(chunks) >= _BLOCK:
            yield "".join(chunks).encode()
            chunks.clear()
    if not is_begun:
        chunks.append(head.format(language=quoteattr(no_language)))
    yield "".join([*chunks, tail]).encode()


def escaped(text: str) -> str:
    """A text as the content of an element; carriage returns survive reading."""
    # A bare carriage return would be read as a line feed.
    return escape(text, {"\r": "&#13;"})
