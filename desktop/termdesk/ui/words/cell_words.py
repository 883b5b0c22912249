"""What a screen reader says of the cells of tables."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from termdesk.ui.words.lists import list_facts


def spoken(text: str) -> str:
    """The text of a cell, or that it is empty: a screen reader would be silent there, as if it had not arrived."""
    return text or _tr("empty")


def cell_with_findings(cell: str, violation: str, warnings: Sequence[str]) -> str:
    """`cell`, already in words, with the rule that it breaks or else the titles of its warnings, if there are any."""
    if violation:
        return _tr("{cell}, violation: {reason}").format(cell=cell, reason=violation)
    return _tr("{cell}, warning: {titles}").format(cell=cell, titles=list_facts(warnings)) if warnings else cell


def _tr(text: str) -> str:
    return QCoreApplication.translate("CellWords", text)
