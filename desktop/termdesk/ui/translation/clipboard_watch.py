"""Texts that other programs put on the clipboard are taken over for translation, while the user wants that."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakSet

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QClipboard, QGuiApplication
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QWidget
from shiboken6 import isValid

from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.widgets.plain import PlainLabel, set_tooltip

# What programs add to a copy that nobody else shall read or keep: on desktops of Linux, on Windows and on macOS.
SECRET_MARKS = (
    "x-kde-passwordManagerHint",
    "ExcludeClipboardContentFromMonitorProcessing",
    "org.nspasteboard.ConcealedType",
    "org.nspasteboard.TransientType",
    "Clipboard Viewer Ignore",
)
# Nobody copies more to have it translated at a glance.
LONGEST_TEXT = 20_000

# Of all windows.
_all: WeakSet[ClipboardWatch] = WeakSet()


class ClipboardWatch(QWidget):
    """A line that is shown while the clipboard is watched. `copied` is sent with each text of another program.

    `send_asked`: the user wants the text translated that was copied while another one was being translated.

    Nothing is watched unless the user switches it on. Copies of this program and those that are marked as secret are
    never read. Of several windows one watches, the one in which it was switched on last: each would send, and pay for,
    the same text.
    """

    copied = Signal(str)
    send_asked = Signal()

    def __init__(
        self, remembered: WindowMemory, save_memory: Callable[[], None], *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._remembered = remembered
        self._save_memory = save_memory
        self._clipboard: QClipboard = QGuiApplication.clipboard()
        self._listens = False
        _all.add(self)
        if self._other_watches():
            # A further window begins with a copy of what the first one remembers.
            remembered.clipboard_watch = False
        self.words = PlainLabel(wraps=True)
        self.words.setObjectName("translate_clipboard")
        self.send = QPushButton(self.tr("Translate it now"))
        self.send.setObjectName("translate_clipboard_send")
        self.send.setAccessibleName(self.tr("Translate the copied text now"))
        set_tooltip(self.send, self.tr("The rest of the previous text is not sent."))
        self.at_once = QCheckBox(self.tr("Translate them at once"))
        self.at_once.setObjectName("translate_clipboard_at_once")
        self.at_once.setAccessibleName(self.tr("Translate copied texts at once"))
        set_tooltip(self.at_once, self.tr("Each text is sent to the service in use, which may bill it."))
        self.stop = QPushButton(self.tr("Stop watching"))
        self.stop.setObjectName("translate_clipboard_stop")
        self.stop.setAccessibleName(self.tr("Stop watching the clipboard"))
        self.stop.setProperty("role", "link")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.words, 1)
        line.addWidget(self.send)
        line.addWidget(self.at_once)
        line.addWidget(self.stop)
        self.at_once.setChecked(remembered.clipboard_sends)
        self.at_once.clicked.connect(self._on_at_once)
        self.stop.clicked.connect(self.toggle)
        self.send.clicked.connect(self.send_asked)
        self.show_unsent(False)
        self._show()

    @property
    def is_on(self) -> bool:
        """Whether the clipboard is watched."""
        return self._remembered.clipboard_watch

    @property
    def sends(self) -> bool:
        """Whether copied texts are translated without being asked for."""
        return self.is_on and self.at_once.isChecked()

    def toggle(self) -> None:
        """Watch the clipboard, or stop. What is on it now is not read. Other windows stop watching it."""
        if not self.is_on:
            for other in self._other_watches():
                other.toggle()
        self._remembered.clipboard_watch = not self.is_on
        self._save_memory()
        self._show()

    def _other_watches(self) -> list[ClipboardWatch]:
        """Those of other windows that watch: each window has a memory of its own."""
        others = [each for each in _all if isValid(each) and each._remembered is not self._remembered]
        return [each for each in others if each.is_on]

    def show_unsent(self, is_unsent: bool) -> None:
        """Say, or no longer say, that the text copied last was not sent because another one was being translated."""
        if is_unsent:
            words = self.tr("The copied text below was not sent: another text was being translated.")
        else:
            words = self.tr("Texts that you copy in other programs appear below.")
        self.words.setText(words)
        self.words.set_tone("warning" if is_unsent else "muted")
        self.send.setVisible(is_unsent)

    def _on_at_once(self) -> None:
        self._remembered.clipboard_sends = self.at_once.isChecked()
        self._save_memory()

    def _show(self) -> None:
        self.setVisible(self.is_on)
        # While nothing is watched, nobody listens.
        if self._listens:
            self._clipboard.dataChanged.disconnect(self._on_copied)
        self._listens = self.is_on
        if self._listens:
            self._clipboard.dataChanged.connect(self._on_copied)

    def _on_copied(self) -> None:
        if not self._is_own() and (content := self._clipboard.mimeData()) is not None:
            self.take(content)

    def _is_own(self) -> bool:
        """Whether this program made the text on the clipboard."""
        return self._clipboard.ownsClipboard()

    def take(self, content: QMimeData) -> None:
        """Send a text that another program has copied, unless it is secret, empty or too long."""
        # Files and links come with their addresses as a text, which nobody wants to have translated.
        if content.hasUrls() or any(mark in name for name in content.formats() for mark in SECRET_MARKS):
            return
        text = content.text() if content.hasText() else ""
        if text.strip() and len(text) <= LONGEST_TEXT:
            self.copied.emit(text)
