"""The head of a page: what is open and where it stands, and buttons for what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from termdesk.ui import theme
from termdesk.ui.actions import Actions
from termdesk.ui.glossaries.head_buttons import HeadButtons
from termdesk.ui.plain import ElidedLabel


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
        line.setSpacing(8)
        line.addLayout(names, 1)
        if before is not None:
            line.addWidget(before)
        line.addWidget(HeadButtons(actions, buttons, prefix=prefix, page=page, grid=grid))
