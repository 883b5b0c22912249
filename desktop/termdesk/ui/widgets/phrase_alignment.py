"""The side of a cell where a phrase begins."""

from __future__ import annotations

from PySide6.QtCore import Qt

from termdesk.domain.language.language import is_right_to_left


def alignment(code: str) -> Qt.AlignmentFlag:
    """The side of a cell where text in the language with this code begins."""
    # Absolute: the language of the column decides, not the direction of the window.
    side = Qt.AlignmentFlag.AlignRight if is_right_to_left(code) else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
