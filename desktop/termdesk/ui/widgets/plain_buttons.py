"""Small buttons and boxes with the names that tests and screen readers know them by."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QSizePolicy, QToolButton

from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import set_tooltip


def icon_button(name: str, icon: str, words: str) -> QToolButton:
    """A button that shows an icon alone; `words` are its tooltip."""
    button = QToolButton()
    button.setObjectName(name)
    button.setIcon(theme.icon(icon))
    button.setAccessibleName(words)
    set_tooltip(button, words)
    button.setAutoRaise(True)
    return button


def tick_box(name: str, words: str, *, meaning: str = "", is_on: bool = False) -> QCheckBox:
    """A box to tick. `meaning` explains it to a screen reader and in the tooltip."""
    box = QCheckBox(words)
    box.setObjectName(name)
    box.setAccessibleName(meaning or words)
    set_tooltip(box, meaning)
    box.setChecked(is_on)
    # As wide as its words: the frame of the focus would go right across a form.
    box.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    return box
