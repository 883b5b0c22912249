"""The head of a page: the name, a line about it, and buttons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from termdesk.ui.glossaries.sheet.head_buttons import HeadButtons
from termdesk.ui.shell.actions import Actions
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import ElidedLabel

SPACING = 8
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

    def _fit(self) -> None:
        """The buttons give way to what stands below the name: that is said nowhere else, and icons have tooltips."""
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
