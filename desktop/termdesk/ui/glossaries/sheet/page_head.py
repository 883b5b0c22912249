"""The head of a page: name, subtitle, and buttons that hide their labels if space is short."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from termdesk.ui.keyboard.regions import mark_region
from termdesk.ui.shell.actions import Actions
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import ElidedLabel, set_tooltip
from termdesk.ui.words.lists import add_title

SPACING = 8
# The width of an icon with the padding of the style.
ICON_WIDTH = 51
# The width that is kept free for the name, and the most that is kept free for a longer subtitle.
NAME_WIDTH, MOST_WIDTH = 180, 440


class PageHead(QWidget):
    """The page sets `title` and `subtitle`. `buttons` are those of `HeadButtons`; `before` is placed before them.

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
        focus_grid: Callable[[], None],
        before: QWidget | None = None,
    ) -> None:
        super().__init__(page)
        mark_region(self)
        self.title = ElidedLabel(parent=self)
        self.title.setObjectName(f"{name}_title")
        theme.make_heading(self.title)
        self.subtitle = ElidedLabel(parent=self, tone="muted")
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
        self._buttons = HeadButtons(actions, buttons, prefix=prefix, page=self, focus_grid=focus_grid)
        line.addWidget(self._buttons)

    def show_primary(self, is_primary: bool) -> None:
        """Set whether the last button is highlighted as the next step."""
        self._buttons.show_primary(is_primary)

    def _fit(self) -> None:
        """Hide button labels first: icons have tooltips, but the subtitle is shown nowhere else."""
        words = self.subtitle.fontMetrics().horizontalAdvance(self.subtitle.text()) + SPACING
        room = self.width() - max(NAME_WIDTH, min(words, MOST_WIDTH)) - SPACING
        if self._before is not None and not self._before.isHidden():
            room -= self._before.sizeHint().width() + SPACING
        self._buttons.fit(room)

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        # The text has changed.
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)


class HeadButtons(QWidget):
    """Buttons for actions of the window, enabled like these; the last one is the primary button.

    `buttons` has (action, label, icon) of each. `focus_grid` is called before an action runs, because the window acts
    on the focused page.
    """

    def __init__(
        self,
        actions: Actions,
        buttons: Sequence[tuple[str, str, str]],
        *,
        prefix: str,
        page: QWidget,
        focus_grid: Callable[[], None],
    ) -> None:
        super().__init__(page)
        self._focus_grid = focus_grid
        self.buttons: list[QPushButton] = []
        self._words = [words for _, words, _ in buttons]
        self._primary_icon = buttons[-1][2]
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(SPACING)
        for name, words, icon in buttons:
            is_primary = name == buttons[-1][0]
            self.buttons.append(self._make_button(actions, name, words, icon, prefix, is_primary=is_primary))
            line.addWidget(self.buttons[-1])
        # Connect a method of a widget, so that Qt disconnects it when the page is deleted.
        self._actions, self._primary_name = actions, buttons[-1][0]
        self._primary_action = actions[self._primary_name]
        self._primary_action.changed.connect(self._show_action)
        self._show_action()
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def _make_button(
        self, actions: Actions, name: str, words: str, icon: str, prefix: str, *, is_primary: bool
    ) -> QPushButton:
        button = QPushButton(words, self)
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
        """Update the primary button's tooltip: the full text of its action, or why it is disabled."""
        words, action = self._words[-1], self._primary_action.text().replace("&", "")
        more = words if words == action else add_title(words.rstrip("…"), action)
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
        # On some systems a click does not focus the button, so the action would apply to another page.
        if not button.hasFocus():
            self._focus_grid()

    def fit(self, room: int) -> None:
        """Show as many labels as fit. Those in the middle are hidden first, that of the primary button last."""
        first, *middle, last = range(len(self.buttons))
        widths = [
            button.fontMetrics().horizontalAdvance(words)
            for button, words in zip(self.buttons, self._words, strict=True)
        ]
        needed = sum(widths) + (ICON_WIDTH + SPACING) * len(widths)
        before = [button.text() for button in self.buttons]
        for position in (*middle, first, last):
            self.buttons[position].setText(self._words[position] if needed <= room else "")
            needed -= 0 if needed <= room else widths[position]
        if before != [button.text() for button in self.buttons]:
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        # The minimum size does not depend on what is currently shown.
        width = ICON_WIDTH * len(self.buttons) + SPACING * (len(self.buttons) - 1)
        return QSize(width, super().minimumSizeHint().height())
