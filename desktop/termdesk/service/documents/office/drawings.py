"""DrawingML texts: in slides, and in shapes, charts and diagrams of every office document."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import partial

from termdesk.service.documents.office.inline import Atom, Inline, Run
from termdesk.service.documents.office.paragraphs import FixedPart, Format
from termdesk.service.documents.xml_files import Element, etree, local_name

A = "http://schemas.openxmlformats.org/drawingml/2006/main"
# Charts keep the names of their series and categories, as last read from their data.
C = "http://schemas.openxmlformats.org/drawingml/2006/chart"
_VALUE = f"{{{C}}}v"
DRAWING_TYPES = (
    "drawingml.chart+xml",
    "drawingml.diagramData+xml",
    "drawingml.diagramDrawing+xml",
    "officedocument.drawing+xml",
)
_BREAKS = re.compile(r"([\n\v])")


def drawing_format(find: Callable[[Element], Iterator[Element]] | None = None) -> Format:
    """Return the format of drawings. `find` yields the paragraphs of a part; None means all paragraphs."""
    first, last = frozenset({"pPr"}), frozenset({"endParaRPr"})
    return Format(find or paragraphs, _content, _runs, first, last, _put_in_language)


def paragraphs(root: Element) -> Iterator[Element]:
    """Yield the paragraphs of a drawing and the names in a chart, in order."""
    for each in root.iter(f"{{{A}}}p", f"{{{C}}}tx", f"{{{C}}}strCache"):
        if each.tag == f"{{{A}}}p":
            yield each
        elif each.tag == f"{{{C}}}tx":
            yield from [each] if each.find(_VALUE) is not None else []
        else:
            yield from each.iterchildren(f"{{{C}}}pt")


def _content(paragraph: Element) -> Sequence[Sequence[Inline] | FixedPart]:
    return [list(_bits(paragraph))]


def _bits(paragraph: Element) -> Iterator[Inline]:
    for child in paragraph:
        if child.tag == _VALUE:
            yield Run(child.text or "", child)
            continue
        name = local_name(child)
        look = child.find(f"{{{A}}}rPr")
        if name == "r":
            yield Run(child.findtext(f"{{{A}}}t") or "", look)
        elif name == "br":
            yield Run("\n", look)
        elif name not in ("pPr", "endParaRPr"):
            # A field, such as the slide number or the date.
            yield Atom(partial(list, [child]), child.findtext(f"{{{A}}}t") or "")


def _runs(text: str, look: Element | None) -> list[Element]:
    if look is not None and look.tag == _VALUE:
        value = etree.Element(_VALUE)
        value.text = text
        return [value]
    made = []
    for chunk in _BREAKS.split(text):
        if not chunk:
            continue
        is_break = chunk in "\n\v"
        run = etree.Element(f"{{{A}}}{'br' if is_break else 'r'}")
        if look is not None:
            run.append(deepcopy(look))
        if not is_break:
            etree.SubElement(run, f"{{{A}}}t").text = chunk
        made.append(run)
    return made


def _put_in_language(root: Element, target_lang: str) -> None:
    """Set the proofing language where one is declared."""
    for name in ("rPr", "endParaRPr"):
        for each in root.iter(f"{{{A}}}{name}"):
            if each.get("lang") is not None:
                each.set("lang", target_lang)
