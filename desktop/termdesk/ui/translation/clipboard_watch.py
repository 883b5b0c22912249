"""Takes over texts that other programs copy to the clipboard, if the user turns this on."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakSet

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QClipboard, QGuiApplication
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QWidget
from shiboken6 import isValid

from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.widgets.plain import PlainLabel, set_tooltip

# Markers for copies that nobody else may read or keep: on Linux desktops, Windows and macOS.
SECRET_MARKS = (
    "x-kde-passwordManagerHint",
    "ExcludeClipboardContentFromMonitorProcessing",
    "org.nspasteboard.ConcealedType",
    "org.nspasteboard.TransientType",
    "Clipboard Viewer Ignore",
)
# Longer copies are hardly meant to be translated.
LONGEST_TEXT = 20_000

# The watches of all windows.
_all: WeakSet[ClipboardWatch] = WeakSet()


class ClipboardWatch(QWidget):
    """A line that is shown while the clipboard is watched.

    `copied` is sent with each text that another program copies. `send_asked` is sent when the user wants to translate a
    text that was copied during another translation.

    Watching is off until the user turns it on. Copies of this program and copies marked as secret are never read. Only
    the window where it was turned on last watches: otherwise each window would send, and pay for, the same text.
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
            # A further window starts with a copy of the first window's memory.
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
        """Whether copied texts are translated automatically."""
        return self.is_on and self.at_once.isChecked()

    def toggle(self) -> None:
        """Start or stop watching. The present clipboard content is not read. Other windows stop watching."""
        if not self.is_on:
            for other in self._other_watches():
                other.toggle()
        self._remembered.clipboard_watch = not self.is_on
        self._save_memory()
        self._show()

    def _other_watches(self) -> list[ClipboardWatch]:
        """Return the active watches of other windows, which have a memory of their own."""
        others = [each for each in _all if isValid(each) and each._remembered is not self._remembered]
        return [each for each in others if each.is_on]

    def show_unsent(self, is_unsent: bool) -> None:
        """Show or hide the message that the last copied text was not sent because of another translation."""
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
        # Listen to the clipboard only while watching.
        if self._listens:
            self._clipboard.dataChanged.disconnect(self._on_copied)
        self._listens = self.is_on
        if self._listens:
            self._clipboard.dataChanged.connect(self._on_copied)

    def _on_copied(self) -> None:
        if not self._is_own() and (content := self._clipboard.mimeData()) is not None:
            self.take(content)

    def _is_own(self) -> bool:
        """Return whether this program owns the text on the clipboard."""
        return self._clipboard.ownsClipboard()

    def take(self, content: QMimeData) -> None:
        """Emit a text that another program has copied, unless it is secret, empty or too long."""
        # Copied files and links include their addresses as text, which nobody wants to translate.
        if content.hasUrls() or any(mark in name for name in content.formats() for mark in SECRET_MARKS):
            return
        text = content.text() if content.hasText() else ""
        if text.strip() and len(text) <= LONGEST_TEXT:
            self.copied.emit(text)
