"""Reader of TMX translation memories of all versions, without inline tags; writer of TMX 1.4."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from pathlib import Path

from termdesk.domain.entries.term_fields import DEFINITION, FIELD_NAMES, fields_of
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.column_roles import ColumnRole
from termdesk.formats.concepts import (
    Concept,
    Term,
    Termbase,
    code_of,
    count_altered,
    on_one_line,
    without_layout,
)
from termdesk.formats.termbases.field_kinds import STATUS, STATUS_KINDS, kind_of_field, status_in, stricter
from termdesk.formats.termbases.inline_tags import text_between_tags
from termdesk.formats.termbases.xml_records import (
    Element,
    XmlRecords,
    attribute_near_start,
    language_label,
    local_name,
)
from termdesk.formats.termbases.xml_termbase import (
    ConceptBooks,
    escape_text,
    field_name,
    quoted,
    write_concepts,
    xml_rejection,
)
from termdesk.messages.format_messages import FileNote, FormatLoss
from termdesk.messages.row_messages import RowMessage, RowRemedy

_DOMAIN = frozenset({"domain", "subject", "subjectfield"})
_STATUS = frozenset({"status", "termstatus", "administrativestatus", "forbidden", "isforbidden"})
_ANY_LANGUAGE = "*all*"
_NO_DETAILS = {"note": "", "domain": "", "status": "", **dict.fromkeys(FIELD_NAMES, "")}
_FIELD_OF = {name.casefold(): name for name in FIELD_NAMES}

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
<header creationtool="Termdesk" creationtoolversion="1" segtype="phrase" o-tmf="Termdesk" adminlang="en" \
srclang={language} datatype="plaintext"/>
<body>
"""
_TAIL = "</body>\n</tmx>\n"


def read(path: Path, *, roles: Mapping[str, ColumnRole] = {}, progress: Progress = NoProgress()) -> Termbase:
    """Read a whole file: each unit is a concept, each variant a term. `progress` may cancel with `Stopped`.

    `roles` gives the meaning of properties with unknown names. Inline tags are removed with the codes in them, and
    counted. Spaces around a segment are removed, and line ends and tabs inside it become single spaces. Units without
    two texts, or with a text in an unknown language, are rejected. If the file is damaged, everything before the damage
    is read. Raises UnreadableFile as `XmlRecords` does.
    """
    source = attribute_near_start(path, "header", "srclang")
    records = XmlRecords(path, kind="TMX", roots=("tmx",), records=("tu",))
    return _TmxReader(records, roles).read(progress, "" if source == _ANY_LANGUAGE or not source else code_of(source))


def write(concepts: Iterable[Concept]) -> Iterator[bytes]:
    """Write a TMX 1.4 file in chunks, UTF-8, LF.

    Status, domain and definition become properties, notes become notes. Raises InvalidInput, naming the row, if a text
    contains a character that XML does not allow.
    """
    return write_concepts(concepts, _unit, head=_HEAD, tail=_TAIL, no_language=_ANY_LANGUAGE, kind="TMX")


def format_losses(concepts: Iterable[Concept]) -> list[str]:
    """Return messages about what Termdesk or other programs lose when they read the TMX file."""
    concepts = list(concepts)
    lost: list[str] = []
    if altered := count_altered(concepts):
        lost.append(FormatLoss.PHRASE_LAYOUT(count=altered))
    if count := sum(1 for concept in concepts for term in concept.terms if term.status):
        lost.append(FormatLoss.NO_STATUS_IN_TMX(count=count))
    if count := sum(1 for concept in concepts if _has_properties(concept)):
        lost.append(FormatLoss.NO_DOMAIN_IN_TMX(count=count))
    if count := sum(1 for concept in concepts if sum(bool(on_one_line(term.text)) for term in concept.terms) < 2):
        lost.append(FormatLoss.TOO_FEW_TEXTS(count=count))
    return lost


def _has_properties(concept: Concept) -> bool:
    return bool(concept.domain or concept.definition or concept.fields or any(term.fields for term in concept.terms))


class _TmxReader:
    """Reads a file unit by unit, and counts what cannot be imported."""

    def __init__(self, records: XmlRecords, roles: Mapping[str, ColumnRole]) -> None:
        self._records = records
        self._books = ConceptBooks(roles)
        self._dropped = self._books.dropped

    def read(self, progress: Progress, source: str) -> Termbase:
        for number, (record, damage) in enumerate(self._records.read(progress), start=1):
            self._take(record, number, damage)
        version = self._records.root_attribute("version")
        return self._books.termbase(f"TMX {version}".strip(), self._records, source)

    def _take(self, unit: Element, number: int, damage: str) -> None:
        own = self._details(unit, {"tuv"})
        terms = [term for variant in unit if local_name(variant) == "tuv" for term in self._terms(variant)]
        if rejection := _rejection(unit, terms, damage):
            self._books.add_rejected(unit, number, rejection, terms)
            return
        fields = fields_of((name, own[name]) for name in FIELD_NAMES if name != DEFINITION)
        texts = own[DEFINITION], own["domain"], own["note"]
        self._books.take(Concept(number, unit.sourceline, tuple(terms), *texts, fields))

    def _terms(self, variant: Element) -> Iterator[Term]:
        segment = next((part for part in variant if local_name(part) == "seg"), None)
        text = "" if segment is None else text_between_tags(segment, self._dropped)
        if not text:
            self._dropped[FileNote.VARIANT_WITHOUT_TEXT()] += 1
            return
        own = self._details(variant, {"seg"}) if len(variant) > 1 else _NO_DETAILS
        if own["domain"]:
            self._dropped[FileNote.PROPERTY_OF_VARIANT()] += 1
        label, fields = language_label(variant), fields_of((name, own[name]) for name in FIELD_NAMES)
        yield Term(code_of(label) if label else "", text, own["status"], own["note"], fields)

    def _details(self, element: Element, skipped: set[str]) -> dict[str, str]:
        """Return the notes and known properties of a unit or variant; several of a kind are joined by line ends."""
        found: dict[str, dict[str, None]] = {kind: {} for kind in _NO_DETAILS}
        for part in element:
            name = local_name(part)
            if name in skipped or not name:
                continue
            text = without_layout("".join(part.itertext()))
            kind = "note" if name == "note" else _property(part) if name == "prop" else ""
            if text and not kind:
                kind = self._books.other_fields.take(field_name(part))
            if kind in STATUS_KINDS:
                known = status_in(kind_of_field(part.get("type") or "") or kind, text)
                kind, text = (STATUS, known) if known is not None else ("", text)
            if kind and text:
                found[kind][text] = None
            elif text:
                self._dropped[f"{name} {part.get('type', '')}".strip()[:100]] += 1
        status = reduce(stricter, found["status"], "")
        return {kind: "\n".join(texts) for kind, texts in found.items()} | {"status": status}


def _property(part: Element) -> str:
    kind = (part.get("type") or "").casefold().removeprefix("x-").replace("-", "").replace(" ", "")
    if kind in _DOMAIN:
        return "domain"
    if kind in _STATUS:
        return "status"
    return _FIELD_OF.get(kind, "")


def _rejection(unit: Element, terms: list[Term], damage: str) -> tuple[str, str] | None:
    """Return why a unit is rejected, and the remedy; None if it is not."""
    if rejection := xml_rejection(unit, damage):
        return rejection
    if len(terms) < 2:
        return RowMessage.ONE_TEXT() if terms else RowMessage.NO_TEXT(), RowRemedy.ADD_TRANSLATION()
    if not all(term.language for term in terms):
        return RowMessage.TEXT_WITHOUT_LANGUAGE(), RowRemedy.LANGUAGE_OF_VARIANT()
    return None


def _unit(concept: Concept) -> str:
    lines = [f'<tu tuid="{concept.number}">']
    if concept.note:
        lines.append(f"<note>{escape_text(concept.note)}</note>")
    if concept.domain:
        lines.append(f'<prop type="x-domain">{escape_text(concept.domain)}</prop>')
    if concept.definition:
        lines.append(f'<prop type="x-definition">{escape_text(concept.definition)}</prop>')
    lines += [_property_of(name, text) for name, text in concept.fields]
    lines += [_variant(term) for term in concept.terms]
    lines.append("</tu>\n")
    return "\n".join(lines)


def _property_of(name: str, text: str) -> str:
    return f"<prop type={quoted(f'x-{name}')}>{escape_text(text)}</prop>"


def _variant(term: Term) -> str:
    note = f"<note>{escape_text(term.note)}</note>" if term.note else ""
    status = f'<prop type="x-status">{term.status}</prop>' if term.status else ""
    fields = "".join(_property_of(name, text) for name, text in term.fields)
    return f"<tuv xml:lang={quoted(term.language)}>{note}{status}{fields}<seg>{escape_text(term.text)}</seg></tuv>"
