"""What the formulas and input rules of a workbook name: texts that they compare cells with, and table columns."""

from __future__ import annotations

import html
import re
from fnmatch import translate

from termdesk.service.documents.document import has_words
from termdesk.service.documents.office.package import OfficePackage

_WITH_FORMULAS = (
    "spreadsheetml.worksheet+xml",
    "spreadsheetml.sheet.main+xml",
    "spreadsheetml.table+xml",
)
# Formulas of cells, names, tables, conditional formats and input rules.
_FORMULA = re.compile(
    rb"<(?:\w+:)?(?:f|definedName|formula[12]?|calculatedColumnFormula|totalsRowFormula)(?:\s[^>]*)?>([^<]*)</"
)
# A text in a formula, with the signs around it. Quotes in it are doubled.
_TEXT = re.compile(r'(?<!")(&\s*)?"((?:[^"]|"")*)"(?!")(\s*&)?')
# A criterion, as in COUNTIF(A:A,"<>Done"), may begin with an operator and have wildcards; `~` takes their meaning away.
_OPERATOR = re.compile(r"^(?:<>|<=|>=|[<>=])")
_WILDCARD = re.compile(r"(?<!~)[*?]|~[*?~]")
_NO_WILDCARD = re.compile(r"~([*?~])|\[")


class FormulaTexts:
    """The texts in formulas, without those that a formula only shows, joined to others by `&`.

    `refers_to_columns` tells whether any formula refers to a table's column, as in Sales[Amount].
    """

    def __init__(self, package: OfficePackage) -> None:
        self._compared: set[str] = set()
        self.refers_to_columns = False
        for name in package.parts(*_WITH_FORMULAS):
            for formula in package.find_all(name, _FORMULA):
                self.refers_to_columns |= b"[" in formula[1]
                self._add(html.unescape(formula[1].decode("utf-8", "replace")))
        # A pattern without words, such as `*`, fits the translation as well as the text.
        self._patterns = [_pattern(text) for text in self._compared if _WILDCARD.search(text) and has_words(text)]

    def _add(self, formula: str) -> None:
        if '"' not in formula:
            return
        is_list = formula.startswith('"') and formula.endswith('"')
        for before, text, after in _TEXT.findall(formula):
            if before or after:
                continue
            text = text.replace('""', '"')
            # Spreadsheets compare texts without regard to case. The items of an input rule are in one text.
            for each in text.split(",") if is_list else [text]:
                self._compared |= {each.strip().casefold(), _OPERATOR.sub("", each).strip().casefold()}
        self._compared.discard("")

    def has(self, text: str) -> bool:
        """Whether a formula or an input rule compares with this text."""
        text = text.strip().casefold()
        return text in self._compared or any(pattern.match(text) for pattern in self._patterns)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(translate(_NO_WILDCARD.sub(lambda match: f"[{match[1] or '['}]", text)))
