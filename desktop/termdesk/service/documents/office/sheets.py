"""Spreadsheets: texts of cells, notes, input rules, shapes and charts. Cells that formulas compare with stay."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from termdesk.service.documents.document import has_words
from termdesk.service.documents.office.drawings import DRAWING_TYPES, drawing_format
from termdesk.service.documents.office.formula_texts import FormulaTexts
from termdesk.service.documents.office.inline import Inline, Run
from termdesk.service.documents.office.package import OfficePackage
from termdesk.service.documents.office.paragraphs import (
    AttributeText,
    FixedPart,
    Format,
    PackagePart,
    Paragraph,
    parts_of,
    texts_of,
    write_parts,
)
from termdesk.service.documents.office.table_names import TableNames
from termdesk.service.documents.xml_files import Element, etree, local_name, serialize
from termdesk.service.engines.marked_text import MarkedText

S = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_TEXTS = ("spreadsheetml.sharedStrings+xml", "spreadsheetml.comments+xml")
_SHEETS = ("spreadsheetml.worksheet+xml",)
_MOST_NAMED = 5
_WORKBOOK = ("spreadsheetml.sheet.main+xml",)
# The texts of an input rule, and the most characters that Excel takes.
_PROMPTS = {"promptTitle": 32, "prompt": 255, "errorTitle": 32, "error": 225}
# Most sheets, even with a million numbers, have no texts of their own: texts are in a shared part.
# Each pattern begins with a literal, which is found four times as fast as either of two.
_OWN_TEXTS = (
    re.compile(rb"inlineStr"),
    re.compile(rb"dataValidation(?:\s[^>]*)?\s(?:prompt|promptTitle|error|errorTitle)\s*="),
)
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"


@dataclass(frozen=True, slots=True)
class _Workbook:
    package: OfficePackage
    parts: Sequence[PackagePart]
    names: TableNames
    # The texts of cells that stay, because formulas, input rules or pivot tables name them.
    fixed: Sequence[str]

    @property
    def texts(self) -> list[MarkedText]:
        return texts_of(self.parts)

    def notes(self, target_lang: str) -> list[str]:
        """Name cells that are not translated."""
        if not self.fixed:
            return []
        shown = ", ".join(f"“{each[:30]}”" for each in self.fixed[:_MOST_NAMED])
        more = f" and {len(self.fixed) - _MOST_NAMED:,} more" if len(self.fixed) > _MOST_NAMED else ""
        return [f"Cells that formulas, input rules or pivot tables name are not translated: {shown}{more}."]

    def write(self, path: Path, translations: Sequence[MarkedText], *, target_lang: str) -> None:
        texts = self.texts
        renamed = self.names.new_names({old.text: new.text for old, new in zip(texts, translations, strict=True)})
        # A column's header cell must equal the column name in its table; if the name cannot change, the cell stays,
        # too.
        settled = [
            old if self.names.has(old.text) and renamed[old.text] == old.text else new
            for old, new in zip(texts, translations, strict=True)
        ]
        more = {**self.names.write(renamed), **_ask_to_calculate(self.package)}
        write_parts(self.package, self.parts, path, settled, target_lang=target_lang, more=more)


def read(path: Path, kind: str) -> _Workbook:
    """Read an Excel workbook. Raises UnreadableDocument."""
    package = OfficePackage(path)
    package.check_main("spreadsheetml.sheet.main+xml")
    how = Format(_texts, _content, _runs, frozenset(), frozenset(), _put_in_language, _simplify)
    with_texts = [name for name in package.parts(*_SHEETS) if package.matches(name, *_OWN_TEXTS)]
    parts = parts_of(
        package,
        [
            (package.parts(*_TEXTS), how),
            (with_texts, how),
            (package.parts(*DRAWING_TYPES), drawing_format()),
        ],
    )
    formulas = FormulaTexts(package)
    names = TableNames(package, formulas)
    texts = (text.text for part in parts for each in part.paragraphs for text in each.texts)
    fixed = list(dict.fromkeys(text for text in texts if names.is_fixed(text) or formulas.has(text)))
    kept = [part.without(lambda paragraph: _is_fixed(paragraph, names, formulas)) for part in parts]
    return _Workbook(package, [_with_prompts(part) for part in kept], names, fixed)


def _is_fixed(paragraph: Paragraph | AttributeText, names: TableNames, formulas: FormulaTexts) -> bool:
    return any(names.is_fixed(text.text) or formulas.has(text.text) for text in paragraph.texts)


def _with_prompts(part: PackagePart) -> PackagePart:
    """Return the part with the titles and messages of its input rules."""
    prompts = [
        AttributeText(rule, name, longest, escapes_breaks=True)
        for rule in part.root.iter(f"{{{S}}}dataValidation")
        for name, longest in _PROMPTS.items()
        if has_words(rule.get(name, ""))
    ]
    return replace(part, paragraphs=[*part.paragraphs, *prompts])


def _ask_to_calculate(package: OfficePackage) -> dict[str, Callable[[], bytes]]:
    """Return the workbook part, which asks to calculate all formulas anew: their results may show translated cells."""
    written = {}
    for name in package.parts(*_WORKBOOK):
        root = package.root(name)
        calculation = root.find(f"{{{S}}}calcPr")
        if calculation is not None and calculation.get("fullCalcOnLoad") not in ("1", "true"):
            calculation.set("fullCalcOnLoad", "1")
            written[name] = partial(serialize, root)
    return written


def _texts(root: Element) -> Iterator[Element]:
    yield from root.iter(f"{{{S}}}si", f"{{{S}}}is", f"{{{S}}}text")


def _content(item: Element) -> Sequence[Sequence[Inline] | FixedPart]:
    return [list(_bits(item))]


def _bits(item: Element) -> Iterator[Inline]:
    for child in item:
        if local_name(child) == "t":
            yield Run(child.text or "", None)
        elif local_name(child) == "r":
            yield Run(child.findtext(f"{{{S}}}t") or "", child.find(f"{{{S}}}rPr"))


def _runs(text: str, look: Element | None) -> list[Element]:
    run = etree.Element(f"{{{S}}}r")
    if look is not None:
        run.append(deepcopy(look))
    written = etree.SubElement(run, f"{{{S}}}t")
    written.text = text
    if text != text.strip() or "\n" in text:
        written.set(_SPACE, "preserve")
    return [run]


def _simplify(elements: list[Element]) -> list[Element]:
    """Write a single run without properties as plain text."""
    if len(elements) == 1 and elements[0].find(f"{{{S}}}rPr") is None:
        return list(elements[0])
    return elements


def _put_in_language(root: Element, target_lang: str) -> None:
    """Do nothing: cells have no language."""
