"""Messages to the user: bars in the window for what needs attention, toasts for success."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from termdesk.application.diagnosis import CONNECT_KINDS, TRY_AGAIN_KINDS, FailureKind
from termdesk.domain.errors import TermdeskError
from termdesk.ui.keyboard.regions import mark_region
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.icon_label import Picture
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.toast import Toast
from termdesk.ui.words.failure_words import Explanation, explain, trace_words
from termdesk.ui.words.lists import list_sentences

MOST_AT_ONCE = 3
# The maximum number of characters of a text. A service may answer with a whole page.
MOST_SHOWN = 2_000
_ICONS = {"error": "error", "warning": "warning", "good": "check", "note": "information"}


class Notices(QWidget):
    """The bars above the panes, newest first. Most stay until they are closed or no longer apply.

    Success that needs no action is shown as a toast over the panes, which disappears by itself.
    """

    connect_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notices")
        mark_region(self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 8, 12, 0)
        self._column.setSpacing(6)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._toast: Toast | None = None
        self._toast_area: QWidget | None = None
        self.hide()

    def show_toasts_over(self, area: QWidget) -> None:
        """Set the widget over which toasts appear. Without it, success is shown as a bar, too."""
        self._toast_area = area

    def show_failure(
        self, explanation: Explanation, *, on_retry: Callable[[], object] | None = None, topic: str = ""
    ) -> None:
        """Show what failed, why, and the remedy, with a button for it.

        Failed calls of a service can be copied with their details. `on_retry` repeats what failed. It is offered if a
        retry may help and cannot be charged twice. `topic` is as in `say`.
        """
        if topic:
            self.end_topic(topic)
        text = list_sentences((explanation.cause, explanation.next_step))
        copied = explanation.as_text() if explanation.trace_id or explanation.details else ""
        action, on_action = "", on_retry
        if explanation.kind in CONNECT_KINDS:
            action, on_action = self.tr("Connect…"), lambda: self.connect_asked.emit()
        elif explanation.kind in TRY_AGAIN_KINDS and on_retry is not None:
            action = self.tr("Try again")

        def act() -> None:
            self._drop(notice)
            if on_action is not None:
                on_action()

        notice = Notice(
            "error",
            explanation.title,
            text,
            trace_id=explanation.trace_id,
            copied=copied,
            action=action,
            on_action=act,
        )
        notice.failure_kind, notice.topic = explanation.kind, topic
        self._add(notice)

    def fail(self, error: TermdeskError, *, on_retry: Callable[[], object] | None = None, topic: str = "") -> None:
        """Show an error, as `show_failure` does."""
        self.show_failure(explain(error), on_retry=on_retry, topic=topic)

    def say(
        self,
        title: str,
        text: str = "",
        *,
        kind: str = "note",
        action: str = "",
        on_action: Callable[[], object] | None = None,
        topic: str = "",
        stays: bool = True,
    ) -> None:
        """Show a message. `kind` is `note`, `good`, `warning` or `error`; an `action` becomes a button.

        A bar with a `topic` replaces an earlier one of the same topic, and `end_topic` removes it. With `stays=False`
        the bar is removed when another pane comes to the front.
        """
        if kind == "good" and not action and self._toast_area is not None:
            self._toast = self._toast or Toast(self._toast_area)
            self._toast.show_message(title, text)
            return
        if topic:
            self.end_topic(topic)
        notice = Notice(kind, title, text, action=action, on_action=on_action)
        notice.topic, notice.stays = topic, stays
        self._add(notice)

    def end_topic(self, topic: str) -> None:
        """Remove the messages of this topic, because they no longer apply."""
        for notice in self._notices():
            if notice.topic == topic:
                self._drop(notice)

    def hint(self, title: str, text: str) -> None:
        """Show in a toast why nothing happened."""
        if self._toast_area is None:
            self.say(title, text)
        else:
            self._toast = self._toast or Toast(self._toast_area)
            self._toast.show_message(title, text, is_hint=True)

    def texts(self) -> list[str]:
        """Return what is shown: a toast, then the bars, newest first."""
        toast = [self._toast.words] if self._toast is not None and self._toast.words else []
        return toast + [notice.words for notice in self._notices()]

    def clear(self) -> None:
        """Remove all messages."""
        self.leave_toast()
        for notice in self._notices():
            self._drop(notice)

    def leave_pane(self) -> None:
        """Remove the toast and other temporary messages, because another pane comes to the front."""
        self.leave_toast()
        for notice in self._notices():
            if not notice.stays:
                self._drop(notice)

    def leave_toast(self) -> None:
        """Remove the toast."""
        if self._toast is not None:
            self._toast.leave()

    def end(self, kinds: Collection[FailureKind]) -> None:
        """Remove failures of these kinds, because they no longer apply."""
        for notice in self._notices():
            if notice.failure_kind in kinds:
                self._drop(notice)

    def tell_return(self, kinds: Collection[FailureKind]) -> None:
        """Let failures of these kinds say that the service responds again. What failed may still have to be repeated.

        They are then removed when another pane comes to the front.
        """
        for notice in self._notices():
            if notice.failure_kind in kinds:
                notice.change(self.tr("The service responds again. Repeat what failed if it is still needed."))
                notice.failure_kind, notice.stays = None, False

    def _notices(self) -> list[Notice]:
        # Children are in the order in which they were added.
        return [each for each in reversed(self.children()) if isinstance(each, Notice)]

    def _add(self, notice: Notice) -> None:
        for old in self._notices():
            if old.words == notice.words or old.is_over:
                self._drop(old)
        self._column.insertWidget(0, notice)
        notice.close_button.clicked.connect(lambda: self._drop(notice))
        for old in self._notices()[MOST_AT_ONCE:]:
            self._drop(old)
        self.show()
        QAccessible.updateAccessibility(QAccessibleEvent(notice, QAccessible.Event.Alert))

    def _drop(self, notice: Notice) -> None:
        self._column.removeWidget(notice)
        notice.setParent(None)
        notice.deleteLater()
        self.setVisible(bool(self._notices()))


class Notice(QFrame):
    """A bar with one message."""

    def __init__(
        self,
        kind: str,
        title: str,
        text: str,
        *,
        trace_id: str = "",
        copied: str = "",
        action: str = "",
        on_action: Callable[[], object] | None = None,
    ) -> None:
        """Build a bar. `copied` is the text for its button “Copy”; without it there is no button."""
        super().__init__()
        self.words = list_sentences((title, text))
        # The kind of failure, if it is one.
        self.failure_kind: FailureKind | None = None
        # The topic, for messages that may cease to apply.
        self.topic = ""
        # Whether the bar stays when another pane comes to the front.
        self.stays = True
        self.is_over = kind == "good" and not action
        self.setObjectName("notice")
        self.setProperty("kind", kind)
        self.setAccessibleName(self.words)
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 8, 8, 8)
        line.setSpacing(10)
        self._picture = _picture(kind)
        line.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignTop)
        self._title, self._text = title, PlainLabel(text[:MOST_SHOWN], wraps=True)
        line.addLayout(_words(title, self._text, trace_id), 1)
        if action and on_action:
            button = QPushButton(action)
            button.setObjectName("notice_action")
            button.setAccessibleName(action)
            button.clicked.connect(lambda: on_action())
            line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        if copied:
            line.addWidget(_copy_button(copied), 0, Qt.AlignmentFlag.AlignTop)
        self.close_button = QToolButton()
        self.close_button.setObjectName("notice_close")
        self.close_button.setAccessibleName(self.tr("Close this message"))
        self.close_button.setToolTip(self.tr("Close"))
        self.close_button.setIcon(theme.icon("close"))
        line.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)

    def change(self, text: str) -> None:
        """Show a failure that is over: its title with another text, as a note. The buttons stay."""
        self.words = list_sentences((self._title, text))
        self.setAccessibleName(self.words)
        self._text.setText(text)
        self._text.setHidden(not text)
        picture, line = _picture("note"), self.layout()
        assert line is not None
        line.replaceWidget(self._picture, picture)
        self._picture.deleteLater()
        self._picture = picture
        self.setProperty("kind", "note")
        self.style().unpolish(self)
        self.style().polish(self)


def _picture(kind: str) -> Picture:
    tint = {"error": "problem", "warning": "warning", "good": "good"}.get(kind, "accent")
    return Picture(_ICONS[kind], tint=tint, side=20)


def _words(title: str, text: PlainLabel, trace_id: str) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(2)
    heading = PlainLabel(title, wraps=True)
    theme.make_heading(heading, factor=1.0)
    column.addWidget(heading)
    for label in (text, PlainLabel(trace_words(trace_id), wraps=True)):
        label.make_selectable()
        column.addWidget(label)
        # The label has no parent yet: to show it would open a window.
        if not label.text():
            label.hide()
    return column


def _copy_button(text: str) -> QPushButton:
    button = QPushButton(QCoreApplication.translate("Notice", "Copy"))
    button.setObjectName("notice_copy")
    button.setAccessibleName(QCoreApplication.translate("Notice", "Copy this message with its details"))
    button.clicked.connect(lambda: QGuiApplication.clipboard().setText(text))
    return button
