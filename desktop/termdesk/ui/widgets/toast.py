"""A short message over the lower part of a window's content. It moves nothing, and disappears by itself."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent, QEnterEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from termdesk.ui.widgets import theme
from termdesk.ui.widgets.icon_label import Picture
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.words.lists import list_sentences

# The time to notice the message, plus the time to read it.
SHOWN_MS, SHOWN_MS_PER_CHARACTER, MOST_SHOWN_MS = 4_000, 60, 15_000
MARGIN = 16
WIDEST = 560


# What is clicked or typed into. Tables and texts are too large to be avoided, and can be scrolled.
_CONTROLS = (QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox, QTabBar)


class Toast(QFrame):
    """Shows one message at a time, centered above the lower edge of `area`. It stays while the mouse is over it.

    If buttons or fields are there, it moves up until it covers none.
    """

    def __init__(self, area: QWidget) -> None:
        super().__init__(area)
        self.setObjectName("toast")
        self._area = area
        self.words = ""
        self.title = PlainLabel(wraps=True)
        theme.make_heading(self.title, factor=1.0)
        self.text = PlainLabel(wraps=True)
        self.close_button = QToolButton()
        self.close_button.setObjectName("toast_close")
        self.close_button.setAccessibleName(self.tr("Close this message"))
        self.close_button.setToolTip(self.tr("Close"))
        self.close_button.setIcon(theme.icon("close"))
        # A toast must not disturb keyboard users: Tab skips it.
        self.close_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.close_button.clicked.connect(self.leave)
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(self.title)
        column.addWidget(self.text)
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 8, 8, 8)
        line.setSpacing(10)
        top = Qt.AlignmentFlag.AlignTop
        self.picture = Picture("check", tint="good", side=20)
        line.addWidget(self.picture, 0, top)
        line.addLayout(column, 1)
        line.addWidget(self.close_button, 0, top)
        self.timer = QTimer(self)
        self.timer.setSingleShot(True)
        self.timer.timeout.connect(self.leave)
        area.installEventFilter(self)
        self.hide()

    def show_message(self, title: str, text: str = "", *, is_hint: bool = False) -> None:
        """Replace the current message. A hint has a neutral icon instead of that for success."""
        self._dress("note" if is_hint else "good")
        self.words = list_sentences((title, text))
        self.setAccessibleName(self.words)
        self.title.setText(title)
        self.text.setText(text)
        self.text.setVisible(bool(text))
        self._place()
        self.show()
        self.raise_()
        self._wait()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def _dress(self, kind: str) -> None:
        if self.property("kind") != kind:
            self.setProperty("kind", kind)
            self.style().unpolish(self)
            self.style().polish(self)
        self.picture.show_icon(*("information", "accent") if kind == "note" else ("check", "good"))

    def leave(self) -> None:
        """Hide the message."""
        self.timer.stop()
        self.words = ""
        self.hide()

    def _wait(self) -> None:
        self.timer.start(min(MOST_SHOWN_MS, SHOWN_MS + SHOWN_MS_PER_CHARACTER * len(self.words)))

    def _place(self) -> None:
        area = self._area
        width = min(WIDEST, area.width() - 2 * MARGIN)
        height = max(self.heightForWidth(width), self.minimumSizeHint().height())
        lowest = QRect((area.width() - width) // 2, area.height() - height - MARGIN, width, height)
        self.setGeometry(free_area(lowest, self._find_used_areas()))

    def _find_used_areas(self) -> list[QRect]:
        """Return where the user may click or type: controls, and the cursor of a text or the current cell."""
        # `findChildren` and the focus chain would create Python objects for Qt's own widgets, which PySide never frees.
        areas = [
            _area_in(self._area, each, each.rect())
            for each in QApplication.allWidgets()
            if isinstance(each, _CONTROLS)
            and self._area.isAncestorOf(each)
            and each.isVisible()
            and not self.isAncestorOf(each)
        ]
        focus = QApplication.focusWidget()
        if focus is None or not self._area.isAncestorOf(focus):
            return areas
        if isinstance(focus, QAbstractItemView):
            cell = focus.visualRect(focus.currentIndex())
            return [*areas, _area_in(self._area, focus.viewport(), cell)] if cell.isValid() else areas
        cursor = focus.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
        return [*areas, _area_in(self._area, focus, cursor)] if isinstance(cursor, QRect) else areas

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self._place()
        return super().eventFilter(watched, event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.timer.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        if not self.isHidden():
            self._wait()
        super().leaveEvent(event)


def free_area(lowest: QRect, used: Sequence[QRect]) -> QRect:
    """Return the lowest place at or above `lowest` that touches none of the `used` ones; `lowest` if there is none."""
    area, gap = QRect(lowest), 8
    while area.top() >= gap:
        covered = [each for each in used if each.intersects(area)]
        if not covered:
            return area
        area.moveBottom(min(each.top() for each in covered) - gap)
    return lowest


def _area_in(area: QWidget, widget: QWidget, rect: QRect) -> QRect:
    return QRect(widget.mapTo(area, rect.topLeft()), rect.size())
