"""A phrase begins on the side of its language, whatever the direction of the window is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from termdesk.ui.widgets.phrase_alignment import alignment

Side = Qt.AlignmentFlag


@pytest.mark.parametrize(
    ("code", "side"), [("en", Side.AlignLeft), ("ar", Side.AlignRight), ("he", Side.AlignRight), ("", Side.AlignLeft)]
)
def test_a_phrase_begins_on_the_side_of_its_language(code: str, side: Qt.AlignmentFlag) -> None:
    assert alignment(code) == side | Side.AlignVCenter | Side.AlignAbsolute
