"""The words for a difference."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.domain.merging.difference import Difference
from termdesk.ui.words.lists import list_names


def count_changes(change: Difference) -> str:
    """Return text such as “2 added, 1 changed”, without zero counts."""
    return describe_counts(len(change.added), len(change.changed), len(change.removed))


def describe_counts(added: int, changed: int, removed: int) -> str:
    """Return the text of `count_changes` for given counts."""
    lines = [
        *([_tr("%Ln added", "", added)] if added else []),
        *([_tr("%Ln changed", "", changed)] if changed else []),
        *([_tr("%Ln removed", "", removed)] if removed else []),
    ]
    return list_names(lines) or _tr("No changes")


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("DifferenceWords", text, comment, n)
