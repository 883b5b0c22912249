"""The words that screen readers speak for table cells."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from termdesk.ui.words.lists import list_facts


def accessible_text(text: str) -> str:
    """Return the text of a cell, or “empty”: for an empty text, a screen reader would say nothing."""
    return text or _tr("empty")


def cell_with_findings(cell: str, violation: str, finding_titles: Sequence[str]) -> str:
    """Return `cell`, already in words, with its violation, or else with the titles of its findings."""
    if violation:
        return _tr("{cell}, problem: {reason}").format(cell=cell, reason=violation)
    return (
        _tr("{cell}, warning: {titles}").format(cell=cell, titles=list_facts(finding_titles))
        if finding_titles
        else cell
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("CellWords", text)
