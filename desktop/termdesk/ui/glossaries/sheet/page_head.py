"""The head of a page: the name, a line about it, and buttons, which lose their words where there is no room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from termdesk.ui.keyboard.regions import mark_region
from termdesk.ui.shell.actions import Actions
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import ElidedLabel, set_tooltip
from termdesk.ui.words.lists import add_title

SPACING = 8
# An icon with the room that the style gives around it.
ICON_WIDTH = 51
# What is left for the name of what is open, and for the words below it where these are longer.
NAME_WIDTH, MOST_WIDTH = 180, 440


class PageHead(QWidget):
    """`title` and `subtitle` are for the page to fill; `buttons` are as for `HeadButtons`, `before` stands before them.

    The parts are named after the page: `{name}_title`, `{name}_subtitle`.
    """

    def __init__(
        self,
        name: str,
        actions: Actions,
        buttons: Sequence[tuple[str, str, str]],
        *,
        prefix: str,
        page: QWidget,
        grid: QWidget,
        before: QWidget | None = None,
    ) -> None:
        super().__init__(page)
        mark_region(self)
        self.title = ElidedLabel()
        self.title.setObjectName(f"{name}_title")
        theme.make_heading(self.title)
        self.subtitle = ElidedLabel(tone="muted")
        self.subtitle.setObjectName(f"{name}_subtitle")
        names = QVBoxLayout()
        names.setSpacing(2)
        names.addWidget(self.title)
        names.addWidget(self.subtitle)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(SPACING)
        line.addLayout(names, 1)
        if before is not None:
            line.addWidget(before)
        self._before = before
        self._buttons = HeadButtons(actions, buttons, prefix=prefix, page=page, grid=grid)
        line.addWidget(self._buttons)

    def show_primary(self, is_primary: bool) -> None:
        """Whether the last button is what is to be done next, or one among others."""
        self._buttons.show_primary(is_primary)

    def _fit(self) -> None:
        """Buttons lose their words first: icons have tooltips, but the text below the name is shown nowhere else."""
        words = self.subtitle.fontMetrics().horizontalAdvance(self.subtitle.text()) + SPACING
        room = self.width() - max(NAME_WIDTH, min(words, MOST_WIDTH)) - SPACING
        if self._before is not None and not self._before.isHidden():
            room -= self._before.sizeHint().width() + SPACING
        self._buttons.fit(room)

    # Qt's side

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        # Other words have come.
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)


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
        self._primary_icon = buttons[-1][2]
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(SPACING)
        for name, words, icon in buttons:
            is_primary = name == buttons[-1][0]
            self.buttons.append(self._made(actions, name, words, icon, prefix, is_primary=is_primary))
            line.addWidget(self.buttons[-1])
        # A method of a widget, so that Qt ends the connection with it: pages come and go.
        self._actions, self._primary_name = actions, buttons[-1][0]
        self._primary_action = actions[self._primary_name]
        self._primary_action.changed.connect(self._show_action)
        self._show_action()
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def _made(
        self, actions: Actions, name: str, words: str, icon: str, prefix: str, *, is_primary: bool
    ) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(f"{prefix}{name}")
        button.setAccessibleName(words)
        set_tooltip(button, words)
        button.setProperty("role", "primary" if is_primary else "")
        button.setIcon(theme.icon(icon, tint="accent_text" if is_primary else "text"))
        action = actions[name]
        button.setEnabled(action.isEnabled())
        action.enabledChanged.connect(button.setEnabled)
        button.pressed.connect(lambda: self._come_to_front(button))
        button.clicked.connect(lambda: action.trigger())
        return button

    def _show_action(self) -> None:
        """The primary action says more than its button: the service that is meant, or what the key lacks."""
        words, said = self._words[-1], self._primary_action.text().replace("&", "")
        more = words if words == said else add_title(words.rstrip("…"), said)
        set_tooltip(self.buttons[-1], self._actions.withheld_reason(self._primary_name) or more)

    def show_primary(self, is_primary: bool) -> None:
        """Draw the last button as the primary one, or like the others."""
        button, role = self.buttons[-1], "primary" if is_primary else ""
        if button.property("role") != role:
            button.setProperty("role", role)
            button.setIcon(theme.icon(self._primary_icon, tint="accent_text" if is_primary else "text"))
            button.style().unpolish(button)
            button.style().polish(button)

    def _come_to_front(self, button: QPushButton) -> None:
        # Some systems give the focus to fields only, and the action would go to another page.
        if not button.hasFocus():
            self._grid.setFocus()

    def fit(self, room: int) -> None:
        """Show as many labels as fit. The middle ones are dropped first, that of the primary button last."""
        first, *middle, last = range(len(self.buttons))
        widths = [
            button.fontMetrics().horizontalAdvance(words)
            for button, words in zip(self.buttons, self._words, strict=True)
        ]
        needed = sum(widths) + (ICON_WIDTH + SPACING) * len(widths)
        before = [button.text() for button in self.buttons]
        for place in (*middle, first, last):
            self.buttons[place].setText(self._words[place] if needed <= room else "")
            needed -= 0 if needed <= room else widths[place]
        if before != [button.text() for button in self.buttons]:
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        # As narrow as it can become, whatever it shows at the moment.
        width = ICON_WIDTH * len(self.buttons) + SPACING * (len(self.buttons) - 1)
        return QSize(width, super().minimumSizeHint().height())
