"""Column names that a workbook stores beside the header cells: both must be equal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial

from termdesk.service.documents.office.formula_texts import FormulaTexts
from termdesk.service.documents.office.package import OfficePackage
from termdesk.service.documents.office.paragraphs import escape_breaks, unescape_breaks
from termdesk.service.documents.xml_files import Element, serialize

_S = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_TABLES = ("spreadsheetml.table+xml",)
_PIVOTS = ("spreadsheetml.pivotCacheDefinition+xml",)


class TableNames:
    """The column names of all tables and pivot tables of a workbook."""

    def __init__(self, package: OfficePackage, formulas: FormulaTexts) -> None:
        self._tables = {name: package.root(name) for name in package.parts(*_TABLES)}
        columns = {_name(column) for root in self._tables.values() for column in _columns(root)}
        self._columns = columns
        self._fixed = set()
        for name in package.parts(*_PIVOTS):
            self._fixed |= {field.get("name", "") for field in package.root(name).iter(f"{{{_S}}}cacheField")}
        if formulas.refers_to_columns:
            self._fixed |= columns

    def has(self, text: str) -> bool:
        """Whether a table has a column of this name."""
        return text in self._columns

    def is_fixed(self, text: str) -> bool:
        """Whether formulas or pivot tables use this column name: then the header must not change."""
        return text in self._fixed

    def new_names(self, translations: Mapping[str, str]) -> dict[str, str]:
        """Return the new name of each column; the old one if two columns of a table would get the same name."""
        new = {name: translations.get(name, name) for name in self._columns}
        while clashing := self._find_clashing_names(new):
            new.update({name: name for name in clashing})
        return new

    def write(self, renamed: Mapping[str, str]) -> dict[str, Callable[[], bytes]]:
        """Return the parts of the tables, with their columns renamed."""
        for root in self._tables.values():
            for column in _columns(root):
                column.set("name", escape_breaks(renamed[_name(column)]))
        return {name: partial(serialize, root) for name, root in self._tables.items()}

    def _find_clashing_names(self, new: Mapping[str, str]) -> set[str]:
        clashing = set()
        for root in self._tables.values():
            names = [_name(column) for column in _columns(root)]
            count = Counter(new[name].casefold() for name in names)
            clashing |= {name for name in names if count[new[name].casefold()] > 1 and new[name] != name}
        return clashing


def _columns(root: Element) -> list[Element]:
    return list(root.iter(f"{{{_S}}}tableColumn"))


def _name(column: Element) -> str:
    """Return the name as in the cell."""
    return unescape_breaks(column.get("name", ""))
