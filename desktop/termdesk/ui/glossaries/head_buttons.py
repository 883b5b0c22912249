"""The buttons at the head of a page: with words where there is room, with icons alone where there is not."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from termdesk.ui import theme
from termdesk.ui.actions import Actions
from termdesk.ui.plain import tooltip

SPACING = 8
# An icon with the room that the style gives around it.
ICON_WIDTH = 44
# What is left for the name of what is open.
NAME_WIDTH = 220


class HeadButtons(QWidget):
    """Buttons for actions of the window, enabled as these are; the last one is the primary one.

    Each is (action, words, icon). `grid` takes the focus before a button acts: the window asks what is in front.
    """

    def __init__(
        self, actions: Actions, buttons: Sequence[tuple[str, str, str]], *, prefix: str, page: QWidget, grid: QWidget
    ) -> None:
        super().__init__(page)
        self._grid = grid
        self.buttons: list[QPushButton] = []
        self._words = [words for _, words, _ in buttons]
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(SPACING)
        for name, words, icon in buttons:
            is_primary = name == buttons[-1][0]
            self.buttons.append(self._made(actions, name, words, icon, prefix, is_primary=is_primary))
            line.addWidget(self.buttons[-1])
        self._is_narrow = False
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        page.installEventFilter(self)

    def _made(
        self, actions: Actions, name: str, words: str, icon: str, prefix: str, *, is_primary: bool
    ) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(f"{prefix}{name}")
        button.setAccessibleName(words)
        button.setToolTip(tooltip(words))
        button.setProperty("role", "primary" if is_primary else "")
        button.setIcon(theme.icon(icon, tint="accent_text" if is_primary else "text"))
        action = actions[name]
        button.setEnabled(action.isEnabled())
        action.enabledChanged.connect(button.setEnabled)
        button.pressed.connect(lambda: self._come_to_front(button))
        button.clicked.connect(lambda: action.trigger())
        return button

    def _come_to_front(self, button: QPushButton) -> None:
        # Some systems give the focus to fields only, and the action would go to another page.
        if not button.hasFocus():
            self._grid.setFocus()

    def _full_width(self) -> int:
        """What all buttons need with their words."""
        buttons = zip(self.buttons, self._words, strict=True)
        words = sum(button.fontMetrics().horizontalAdvance(text) for button, text in buttons)
        return words + (ICON_WIDTH + SPACING) * len(self.buttons)

    def _fit(self, room: int) -> None:
        """Show words in a page of this width, or icons alone."""
        is_narrow = room < self._full_width() + NAME_WIDTH
        if is_narrow == self._is_narrow:
            return
        self._is_narrow = is_narrow
        for button, words in zip(self.buttons, self._words, strict=True):
            button.setText("" if is_narrow else words)
        self.updateGeometry()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self._fit(watched.width())
        return super().eventFilter(watched, event)

    def minimumSizeHint(self) -> QSize:
        # As narrow as it can become, whatever it shows at the moment.
        width = ICON_WIDTH * len(self.buttons) + SPACING * (len(self.buttons) - 1)
        return QSize(width, super().minimumSizeHint().height())
