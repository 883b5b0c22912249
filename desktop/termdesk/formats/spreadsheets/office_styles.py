"""The styles of an XLSX workbook: which cells are struck out, and how cells display numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from termdesk.formats.spreadsheets.number_formats import BUILT_IN
from termdesk.formats.spreadsheets.spreadsheet_package import Element

# No program writes more styles, and each cell is compared with each of them.
_MOST_STYLES = 1_000


@dataclass(frozen=True, slots=True)
class OfficeStyles:
    """The styles that strike out, and number formats by style; styles are identified by their numbers."""

    struck: frozenset[int] = frozenset()
    formats: Mapping[int, str] = field(default_factory=dict)


NO_STYLES = OfficeStyles()


def styles_of(root: Element) -> OfficeStyles:
    """Return the styles of a workbook from the root of its `styles.xml`."""
    codes = dict(BUILT_IN)
    for each in root.iter("{*}numFmt"):
        if (number := each.get("numFmtId", "")).isdecimal():
            codes[int(number)] = each.get("formatCode", "")
    fonts = root.find("{*}fonts")
    struck_fonts = {
        str(position) for position, font in enumerate(fonts if fonts is not None else ()) if _is_struck(font)
    }
    used = root.find("{*}cellXfs")
    styles = list(enumerate(used if used is not None else ()))
    struck = [number for number, style in styles if style.get("fontId") in struck_fonts]
    formats = {
        number: codes[int(name)]
        for number, style in styles
        if (name := style.get("numFmtId", "")).isdecimal() and int(name) in codes
    }
    if len(struck) > _MOST_STYLES or len(formats) > _MOST_STYLES:
        return NO_STYLES
    return OfficeStyles(frozenset(struck), formats)


def _is_struck(font: Element) -> bool:
    mark = font.find("{*}strike")
    return mark is not None and mark.get("val", "1") not in ("0", "false")
