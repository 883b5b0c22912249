"""Reader of TBX of the 2008 and 2019 standards in any dialect and style; writer of TBX-Basic of both standards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, PREFERRED
from termdesk.domain.entries.term_fields import CONTEXT, DEFINITION, FIELD_NAMES, SOURCE, SUBSET
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.column_roles import ColumnRole
from termdesk.formats.concepts import (
    Concept,
    Term,
    Termbase,
    code_of,
    with_status_note,
    without_layout,
)
from termdesk.formats.termbases.field_kinds import (
    DOMAIN,
    NOTE,
    STATUS_KINDS,
    kind_of_field,
    status_in,
)
from termdesk.formats.termbases.xml_records import (
    LANGUAGE,
    Element,
    XmlRecords,
    language_label,
    local_name,
)
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
from termdesk.messages.row_messages import RowRemedy

_ROOTS = ("martif", "tbx", "TBX")
_CONCEPTS = ("termEntry", "conceptEntry")
_LANGUAGES = frozenset({"langSet", "langSec"})
_TERMS = frozenset({"tig", "ntig", "termSec"})


_STATUS_VALUES = {
    PREFERRED: "preferredTerm-admn-sts",
    ADMITTED: "admittedTerm-admn-sts",
    FORBIDDEN: "deprecatedTerm-admn-sts",
}


# All other fields are written as `termNote`.
_ELEMENTS = {DEFINITION: "descrip", CONTEXT: "descrip", SOURCE: "admin", SUBSET: "admin"}


class Standard(NamedTuple):
    """Start, end and element names of a file in one version of the standard."""

    head: str
    tail: str
    entry: str
    language: str
    term: str


# TBX-Basic of ISO 30042:2019 in DCA style instead of DCT: most element names are those of the 2008 standard, so tools
# that do not know the new namespaces still find terms, notes and status.
TBX_2019 = Standard(
    """<?xml version="1.0" encoding="UTF-8"?>
<tbx type="TBX-Basic" style="dca" xml:lang={language} xmlns="urn:iso:std:iso:30042:ed-2">
<tbxHeader><fileDesc><sourceDesc><p>Termdesk</p></sourceDesc></fileDesc>
<encodingDesc><p type="XCSURI">TBXBasicXCS.xcs</p></encodingDesc></tbxHeader>
<text><body>
""",
    "</body></text>\n</tbx>\n",
    "conceptEntry",
    "langSec",
    "termSec",
)
# ISO 30042:2008 without its DOCTYPE, because some readers would fetch the DTD from the network.
TBX_2008 = Standard(
    """<?xml version="1.0" encoding="UTF-8"?>
<martif type="TBX-Basic" xml:lang={language}>
<martifHeader><fileDesc><sourceDesc><p>Termdesk</p></sourceDesc></fileDesc>
<encodingDesc><p type="XCSURI">TBXBasicXCSV02.xcs</p></encodingDesc></martifHeader>
<text><body>
""",
    "</body></text>\n</martif>\n",
    "termEntry",
    "langSet",
    "tig",
)


def read(path: Path, *, roles: Mapping[str, ColumnRole] = {}, progress: Progress = NoProgress()) -> Termbase:
    """Read a whole file. `progress` may cancel with `Stopped`.

    `roles` gives the meaning of fields with unknown names. Spaces around terms are removed, and line ends and tabs
    inside them become single spaces, because they are layout of the file. Definitions and notes of a language apply to
    the concept. Concepts without a term, or with a term in an unknown language, are rejected. If the file is damaged,
    everything before the damage is read, and a rejected row names the rest. Raises UnreadableFile as `XmlRecords` does.
    """
    records = XmlRecords(path, kind="TBX", roots=_ROOTS, records=_CONCEPTS)
    books = read_concepts(records, _TbxReading, roles, progress)
    label = records.root_attribute(LANGUAGE) or records.root_attribute("lang")
    return books.termbase(_dialect(records), records, code_of(label) if label else "")


def write(concepts: Iterable[Concept], standard: Standard = TBX_2019) -> Iterator[bytes]:
    """Write a file in chunks: TBX-Basic of one of the standards, UTF-8, LF.

    Raises InvalidInput, naming the concept, if a text contains a character that XML does not allow.
    """
    write_concept = partial(_concept, standard)
    return write_concepts(concepts, write_concept, head=standard.head, tail=standard.tail, no_language="en", kind="TBX")


def format_losses(concepts: Iterable[Concept]) -> list[str]:
    """Return messages about what a TBX file loses; empty if nothing."""
    return term_losses(concepts)


class _TbxReading(ConceptReading):
    def read(self, record: Element) -> None:
        is_forbidden = False
        for part in record:
            if local_name(part) in _LANGUAGES:
                self._read_language(part)
            else:
                is_forbidden |= self._read_own(part)
        if is_forbidden:
            self.forbid_from(0)

    def rejection(self, record: Element, damage: str) -> tuple[str, str] | None:
        return xml_rejection(record, damage) or self._rejection_of_terms(RowRemedy.LANGUAGE_OF_SET())

    def _read_language(self, section: Element) -> None:
        label = language_label(section)
        language = code_of(label) if label else ""
        first, is_forbidden = len(self.terms), False
        for part in section:
            if local_name(part) in _TERMS:
                self._read_term(part, language)
            else:
                is_forbidden |= self._read_own(part)
        if is_forbidden:
            self.forbid_from(first)

    def _read_own(self, part: Element) -> bool:
        """Read the fields that apply to a concept or to all its terms in a language.

        Return whether they forbid the terms.
        """
        is_forbidden = False
        for leaf in _leaves(part):
            text = _text(leaf)
            kind = self._kind(leaf, text)
            if kind in (DOMAIN, NOTE, *FIELD_NAMES):
                self.texts.setdefault(kind, {}).update({text: None} if text else {})
            elif kind in STATUS_KINDS and status_in(kind, text) == FORBIDDEN:
                is_forbidden = True
            else:
                self._drop(leaf, text)
        return is_forbidden

    def _leaves(self, part: Element) -> Iterator[Element]:
        return _leaves(part)

    def _text(self, leaf: Element) -> str:
        return _text(leaf)

    def _kind(self, leaf: Element, text: str) -> str:
        kind = _kind(leaf)
        return self._other_fields.take(field_name(leaf)) if text and not kind else kind

    def _drop(self, leaf: Element, text: str) -> None:
        if text:
            self._dropped[f"{local_name(leaf)} {leaf.get('type', '')}".strip()[:100]] += 1


def _leaves(part: Element) -> Iterator[Element]:
    """Yield the elements that contain text, in order, including those inside groups."""
    waiting = [part]
    while waiting:
        element = waiting.pop()
        name = local_name(element)
        if name.endswith("Grp") or name in _TERMS:
            waiting.extend(reversed(element))
        elif name:
            yield element


def _kind(leaf: Element) -> str:
    """Return the kind of a field by its type, or in DCT style, where each type is an element, by its name."""
    name = local_name(leaf)
    return kind_of_field(name if name == "note" else leaf.get("type") or name)


def _text(leaf: Element) -> str:
    if not len(leaf):
        return without_layout(leaf.text or "")
    return without_layout("".join(leaf.itertext()))


def _dialect(records: XmlRecords) -> str:
    name = records.root_attribute("type") or "TBX"
    if records.root_name == "martif":
        return f"{name} (TBX 2)"
    style = records.root_attribute("style").upper()
    return f"{name} (TBX 3, {style})" if style else f"{name} (TBX 3)"


def _concept(standard: Standard, concept: Concept) -> str:
    lines = [f'<{standard.entry} id="c{concept.number}">']
    if concept.domain:
        lines.append(f'<descrip type="subjectField">{escape_text(concept.domain)}</descrip>')
    if concept.definition:
        lines.append(f'<descrip type="definition">{escape_text(concept.definition)}</descrip>')
    lines += [_field(name, text) for name, text in concept.fields]
    if concept.note:
        lines.append(f"<note>{escape_text(concept.note)}</note>")
    terms: dict[str, list[str]] = {}
    for term in concept.terms:
        terms.setdefault(term.language, []).append(_term(standard.term, term))
    for language, lines_of_terms in terms.items():
        lines.append(f"<{standard.language} xml:lang={quoted(language)}>")
        lines += lines_of_terms
        lines.append(f"</{standard.language}>")
    lines.append(f"</{standard.entry}>\n")
    return "\n".join(lines)


def _term(element: str, term: Term) -> str:
    status, note = "", term.note
    if value := _STATUS_VALUES.get(term.status):
        status = f'<termNote type="administrativeStatus">{value}</termNote>'
    elif term.status:
        # An unknown status may come from a newer version of Termdesk.
        note = with_status_note(note, term.status)
    if note:
        note = f"<note>{escape_text(note)}</note>"
    fields = "".join(_field(name, text) for name, text in term.fields)
    return f"<{element}><term>{escape_text(term.text)}</term>{status}{fields}{note}</{element}>"


def _field(name: str, text: str) -> str:
    element = _ELEMENTS.get(name, "termNote")
    return f"<{element} type={quoted(name)}>{escape_text(text)}</{element}>"
