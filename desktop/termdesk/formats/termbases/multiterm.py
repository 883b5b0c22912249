"""Reader and writer of MultiTerm XML, as exported by MultiTerm and compatible tools."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from termdesk.domain.entries.entry_detail import FORBIDDEN
from termdesk.domain.entries.term_fields import FIELD_NAMES, title_of
from termdesk.domain.language.language_names import english_name
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.column_roles import ColumnRole
from termdesk.formats.concepts import Concept, Term, Termbase, code_of, with_status_note, without_layout
from termdesk.formats.language_labels import language_of
from termdesk.formats.termbases.field_kinds import (
    DOMAIN,
    NOTE,
    STATUS_KINDS,
    USAGE,
    kind_of_field,
    status_in,
)
from termdesk.formats.termbases.xml_records import Element, XmlRecords, language_label, local_name
from termdesk.formats.termbases.xml_termbase import (
    ConceptReading,
    escape_text,
    field_name,
    quoted,
    read_concepts,
    term_losses,
    write_concepts,
    xml_rejection,
)
from termdesk.messages.format_messages import FileNote
from termdesk.messages.row_messages import RowRemedy

# Attributes that link to a picture, a term or a page; the link may replace the whole text.
_LINKS = ("Glink", "Plink", "Ulink", "Clink", "Tlink", "Slink")
_HEAD, _TAIL = '<?xml version="1.0" encoding="UTF-8"?>\n<mtf>\n', "</mtf>\n"


def read(path: Path, *, roles: Mapping[str, ColumnRole] = {}, progress: Progress = NoProgress()) -> Termbase:
    """Read a whole file: each `conceptGrp` is a concept, each `termGrp` of a language is one of its terms.

    Field names are known in seven languages; `roles` gives the user's choice for other names. Unsupported content, such
    as history and links, is counted by name. An unknown status goes to the note. A language is identified by its code,
    or else by its name. Definitions and notes of a language apply to the concept. Concepts without a term, or with a
    term in an unknown language, are rejected. If the file is damaged, everything before the damage is read. Raises
    UnreadableFile as `XmlRecords` does.
    """
    records = XmlRecords(path, kind="MultiTerm XML", roots=("mtf",), records=("conceptGrp",))
    return read_concepts(records, _MultitermReading, roles, progress).termbase("MultiTerm XML", records)


def write(concepts: Iterable[Concept]) -> Iterator[bytes]:
    """Write a file that MultiTerm imports, in chunks: UTF-8, LF.

    It contains subject, definition and note of each concept, and status and note of each term. Raises InvalidInput,
    naming the row, if a text contains a character that XML does not allow.
    """
    return write_concepts(concepts, _write_concept, head=_HEAD, tail=_TAIL, no_language="en", kind="MultiTerm XML")


def format_losses(concepts: Iterable[Concept]) -> list[str]:
    """Return messages about what is lost when the file is read again."""
    return term_losses(concepts)


def _write_concept(concept: Concept) -> str:
    lines = [f"<conceptGrp><concept>{concept.number}</concept>"]
    for field, text in (("Subject", concept.domain), ("Definition", concept.definition), ("Note", concept.note)):
        lines += [_field(field, text)] if text else []
    lines += [_field(title_of(name), text) for name, text in concept.fields]
    for language in dict.fromkeys(term.language for term in concept.terms):
        name, code = quoted(english_name(language)), quoted(language.upper())
        lines.append(f"<languageGrp><language type={name} lang={code}/>")
        lines += [_write_term(term) for term in concept.terms if term.language == language]
        lines.append("</languageGrp>")
    return "\n".join([*lines, "</conceptGrp>\n"])


def _write_term(term: Term) -> str:
    status = _field("Status", term.status) if term.status else ""
    note = _field("Note", term.note) if term.note else ""
    fields = "".join(_field(title_of(name), text) for name, text in term.fields)
    return f"<termGrp><term>{escape_text(term.text)}</term>{status}{fields}{note}</termGrp>"


def _field(name: str, text: str) -> str:
    return f"<descripGrp><descrip type={quoted(name)}>{escape_text(text)}</descrip></descripGrp>"


class _MultitermReading(ConceptReading):
    def read(self, record: Element) -> None:
        is_forbidden = False
        for part in record:
            match local_name(part):
                case "languageGrp":
                    self._read_language(part)
                case "concept" | "system" | "":
                    # The entry number and the entry class have no meaning outside their term base.
                    pass
                case _:
                    is_forbidden |= self._read_own(part)
        if is_forbidden:
            self.forbid_from(0)

    def rejection(self, record: Element, damage: str) -> tuple[str, str] | None:
        return xml_rejection(record, damage) or self._rejection_of_terms(RowRemedy.LANGUAGE_OF_GROUP())

    def _read_language(self, section: Element) -> None:
        language = ""
        first, is_forbidden = len(self.terms), False
        for part in section:
            match local_name(part):
                case "language":
                    language = _language(part)
                case "termGrp":
                    self._read_term(part, language)
                case _:
                    is_forbidden |= self._read_own(part)
        if is_forbidden:
            self.forbid_from(first)

    def _read_own(self, part: Element) -> bool:
        """Read the fields that apply to the concept, or to all its terms in a language.

        Return whether they forbid the terms.
        """
        is_forbidden = False
        for leaf in _leaves(part):
            text = self._text(leaf)
            kind = self._kind(leaf, text)
            if kind in STATUS_KINDS and text:
                is_forbidden |= status_in(kind, text) == FORBIDDEN
                kind, text = NOTE, text if kind == USAGE else with_status_note("", text)
            if kind in (DOMAIN, NOTE, *FIELD_NAMES) and text:
                self.texts.setdefault(kind, {})[text] = None
            else:
                self._drop(leaf, text)
        return is_forbidden

    def _leaves(self, part: Element) -> Iterator[Element]:
        return _leaves(part)

    def _text(self, leaf: Element) -> str:
        if not len(leaf):
            return without_layout(leaf.text or "")
        self._dropped[FileNote.LINKS()] += sum(1 for each in leaf.iter() if local_name(each) == "xref")
        return without_layout("".join(leaf.itertext()))

    def _kind(self, leaf: Element, text: str) -> str:
        if local_name(leaf) != "descrip":
            return ""
        kind = kind_of_field(leaf.get("type") or "")
        return self._other_fields.take(field_name(leaf)) if text and not kind else kind

    def _drop(self, leaf: Element, text: str) -> None:
        name = local_name(leaf)
        # A date belongs to an event that is counted already.
        if name != "date" and (text or any(leaf.get(link) for link in _LINKS)):
            self._dropped[f"{name} {leaf.get('type', '')}".strip()[:100]] += 1


def _language(element: Element) -> str:
    """Return the language code of an index. Most indexes have a code; all have a name, such as “German (Austria)”."""
    label = str(element.get("lang") or element.get("locale") or language_label(element)).strip()
    name = str(element.get("type") or element.get("name") or "").strip()
    return code_of(label) if label else language_of(name) or (code_of(name) if name else "")


def _leaves(part: Element) -> Iterator[Element]:
    """Yield the elements that contain text, in order, including those inside groups."""
    waiting = [part]
    while waiting:
        element = waiting.pop()
        name = local_name(element)
        if name.endswith("Grp"):
            waiting.extend(reversed(element))
        elif name:
            yield element
