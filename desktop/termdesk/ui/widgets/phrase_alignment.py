"""The alignment of a phrase in its cell."""

from __future__ import annotations

from PySide6.QtCore import Qt

from termdesk.domain.language.language import is_right_to_left


def alignment(code: str) -> Qt.AlignmentFlag:
    """Return the side of a cell on which text in this language starts."""
    # The alignment is absolute: the language of the column decides, not the direction of the window.
    side = Qt.AlignmentFlag.AlignRight if is_right_to_left(code) else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
