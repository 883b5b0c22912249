"""Word documents: body, tables, headers, footers, notes, comments and text boxes, with formatting, links and fields."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from termdesk.domain.language.language import is_right_to_left
from termdesk.domain.language.language import root as root_of
from termdesk.service.documents.office.drawings import DRAWING_TYPES, drawing_format
from termdesk.service.documents.office.inline import Atom, Container, Inline, Run
from termdesk.service.documents.office.paragraphs import FixedPart, Format, OfficeDocument, office_document
from termdesk.service.documents.xml_files import Element, beside, etree, local_name

_TYPES = tuple(
    f"wordprocessingml.{name}+xml"
    for name in ("document.main", "header", "footer", "footnotes", "endnotes", "comments")
)
_STYLES = ("wordprocessingml.styles+xml",)
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_CONTAINERS = frozenset({"hyperlink", "ins", "moveTo", "smartTag", "customXml", "dir", "bdo"})
_PROPERTIES = frozenset({"smartTagPr", "customXmlPr"})
# Properties and traces of editing, which say nothing about the text.
_NO_CONTENT = _PROPERTIES | {"pPr", "rPr", "proofErr", "lastRenderedPageBreak", "softHyphen"}
# Elements that are not translated but whose text is part of the sentence.
_SHOWN = frozenset({"fldSimple", "hyperlink"})
_ELEMENTS = {"\t": "tab", "\n": "br"}
_BREAKS = re.compile(r"([\t\n])")

_MAIN = "wordprocessingml.document.main+xml"


def read(path: Path, kind: str) -> OfficeDocument:
    """Read a Word document. Raises UnreadableDocument."""
    how = Format(_paragraphs, _content, _runs, frozenset({"pPr"}), frozenset(), _put_in_language, _repair)
    # The styles have no texts; they are included only to set their language.
    return office_document(path, _MAIN, {_TYPES: how, DRAWING_TYPES: drawing_format(), _STYLES: how})


def _paragraphs(root: Element) -> Iterator[Element]:
    yield from root.iter(f"{{{W}}}p")


def _content(paragraph: Element) -> list[Sequence[Inline] | FixedPart]:
    """Return the paragraph's stretches, separated by fields that begin or end in another paragraph."""
    parts: list[Sequence[Inline] | FixedPart] = []
    stretch: list[Inline] = []
    for bit in _in_fields(list(_bits(paragraph))):
        if isinstance(bit, _FieldMark):
            parts.extend((stretch, FixedPart(bit.atom)))
            stretch = []
        else:
            stretch.append(bit)
    return [*parts, stretch]


@dataclass(frozen=True, slots=True)
class _FieldMark:
    """The start, the `instruction`, the separator or the end of a field."""

    what: str
    atom: Atom
    instruction: str = ""


_Bit: TypeAlias = Inline | _FieldMark


def _bits(parent: Element) -> Iterator[_Bit]:
    for child in parent:
        name = local_name(child)
        if name in _NO_CONTENT:
            continue
        if name == "r":
            yield from _of_run(child)
        elif name == "sdt":
            slot = child.find(beside(child, "sdtContent"))
            yield _container(child, slot) if slot is not None else _as_it_is(child)
        elif name in _CONTAINERS:
            yield _container(child, child)
        else:
            yield _as_it_is(child)


def _as_it_is(element: Element) -> Atom:
    shown = "".join(element.itertext(beside(element, "t"))) if local_name(element) in _SHOWN else ""
    return Atom(lambda: [element], shown)


def _container(shell: Element, slot: Element) -> Inline:
    content = _in_fields(list(_bits(slot)))
    inside = [bit for bit in content if not isinstance(bit, _FieldMark)]
    if len(inside) < len(content):
        # A field starts in it and ends elsewhere, so nothing in it can be moved.
        return _as_it_is(shell)
    return Container(inside, shell, slot, [child for child in slot if local_name(child) in _PROPERTIES])


def _of_run(run: Element) -> Iterator[_Bit]:
    look = run.find(beside(run, "rPr"))
    for child in run:
        name = local_name(child)
        if name in _NO_CONTENT:
            continue
        text = _text_of(child, name)
        if text is not None:
            yield Run(text, look)
            continue
        atom = Atom(partial(_in_run_like, run, child))
        if name == "fldChar":
            yield _FieldMark(child.get(beside(child, "fldCharType"), ""), atom)
        elif name == "instrText":
            yield _FieldMark("instruction", atom, child.text or "")
        else:
            yield atom


def _in_run_like(run: Element, child: Element) -> list[Element]:
    """Put the child into a new run that looks like this one."""
    new = etree.Element(run.tag, dict(run.attrib))
    new.extend([deepcopy(each) for each in run if local_name(each) == "rPr"])
    new.append(child)
    return [new]


def _text_of(child: Element, name: str) -> str | None:
    """Return the text of an element; None if it has no text."""
    if name == "t":
        return child.text or ""
    if name == "br" and child.get(beside(child, "type"), "textWrapping") == "textWrapping":
        return "\n"
    return {"tab": "\t", "cr": "\n", "noBreakHyphen": "\u2011"}.get(name)


def _in_fields(bits: Sequence[_Bit]) -> list[_Bit]:
    """Merge each field that starts and ends here: links with their text to translate, all others unchanged."""
    found: list[_Bit] = []
    begins: list[int] = []
    for bit in bits:
        found.append(bit)
        if not isinstance(bit, _FieldMark):
            continue
        if bit.what == "begin":
            begins.append(len(found) - 1)
        elif bit.what == "end" and begins:
            start = begins.pop()
            found[start:] = [_field(found[start:])]
    return found


def _field(bits: Sequence[_Bit]) -> Inline:
    marks = [bit for bit in bits if isinstance(bit, _FieldMark)]
    result = [bit for bit in bits if not isinstance(bit, _FieldMark)]
    instruction = "".join(mark.instruction for mark in marks).split()
    if instruction[:1] == ["HYPERLINK"]:
        return Container(result, before=[mark.atom for mark in marks[:-1]], behind=[marks[-1].atom])
    shown = "".join(bit.text for bit in result if not isinstance(bit, Container))
    return Atom(lambda: [element for bit in bits for element in _whole(bit)], shown)


def _whole(bit: _Bit) -> Sequence[Element]:
    if isinstance(bit, Run):
        return _runs(bit.text, bit.look)
    if isinstance(bit, Container):
        inside = [element for child in bit.children for element in _whole(child)]
        around = [[element for atom in atoms for element in atom.made()] for atoms in (bit.before, bit.behind)]
        return [bit.shell] if bit.shell is not None else [*around[0], *inside, *around[1]]
    return (bit.atom if isinstance(bit, _FieldMark) else bit).made()


def _runs(text: str, look: Element | None) -> list[Element]:
    """Return one run. Tabs and line breaks become separate elements."""
    run = etree.Element(f"{{{W}}}r")
    if look is not None:
        run.append(deepcopy(look))
    for chunk in _BREAKS.split(text):
        if chunk in _ELEMENTS:
            etree.SubElement(run, f"{{{W}}}{_ELEMENTS[chunk]}")
        elif chunk:
            written = etree.SubElement(run, f"{{{W}}}t")
            written.text = chunk
            written.set(_SPACE, "preserve")
    return [run]


def _repair(elements: list[Element]) -> list[Element]:
    """Repair ranges whose end precedes their start: move the end right after the start."""
    order: list[Element] = []
    early: dict[tuple[str, str], Element] = {}
    starts = {_range_of(each) for each in elements if local_name(each).endswith("Start")}
    seen: set[tuple[str, str]] = set()
    for each in elements:
        name, is_of = local_name(each), _range_of(each)
        if name.endswith("End") and is_of in starts - seen:
            early[is_of] = each
            continue
        order.append(each)
        if name.endswith("Start"):
            seen.add(is_of)
            order += [early.pop(is_of)] if is_of in early else []
    return order


def _range_of(element: Element) -> tuple[str, str]:
    return local_name(element).removesuffix("Start").removesuffix("End"), element.get(f"{{{W}}}id", "")


def _put_in_language(root: Element, target_lang: str) -> None:
    """Set the proofing language where one is declared."""
    name = "eastAsia" if root_of(target_lang) in ("ja", "ko", "zh") else "val"
    name = "bidi" if is_right_to_left(target_lang) else name
    for each in root.iter(f"{{{W}}}lang"):
        if each.get(f"{{{W}}}{name}") is not None:
            each.set(f"{{{W}}}{name}", target_lang)
