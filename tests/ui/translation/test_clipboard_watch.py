"""The clipboard is read only while the user wants it, except for secrets and the program's own copies."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.translation.clipboard_watch import LONGEST_TEXT, ClipboardWatch


class Saved:
    def __init__(self) -> None:
        self.memory = WindowMemory()
        self.times = 0

    def save(self) -> None:
        self.times += 1


@pytest.fixture
def saved() -> Saved:
    return Saved()


def made(window: QWidget, saved: Saved) -> tuple[ClipboardWatch, list[str]]:
    watch = ClipboardWatch(saved.memory, saved.save, parent=window)
    if window.layout() is None:
        QVBoxLayout(window)
    window.layout().addWidget(watch)
    copied: list[str] = []
    watch.copied.connect(copied.append)
    return watch, copied


class ForeignClipboard(ClipboardWatch):
    """Copies of this test count as those of another program."""

    def _is_own(self) -> bool:
        return False


class OwnClipboard(ClipboardWatch):
    """Copies of this test count as the program's own, which Qt without a screen does not report."""

    def _is_own(self) -> bool:
        return True


def copy(text: str) -> QMimeData:
    content = QMimeData()
    content.setText(text)
    return content


def test_it_is_off_until_it_is_switched_on_and_that_is_remembered(window: QWidget, saved: Saved) -> None:
    watch, _ = made(window, saved)
    assert not watch.is_on
    assert watch.isHidden()

    watch.toggle()
    watch.at_once.click()
    assert watch.isVisible()
    assert watch.sends
    again, _ = made(window, saved)
    assert again.sends

    watch.stop.click()
    assert watch.isHidden()
    assert not watch.sends
    assert saved.times == 3


def test_one_of_several_windows_watches_so_that_a_text_is_paid_for_once(window: QWidget, saved: Saved) -> None:
    first, _ = made(window, saved)
    first.toggle()
    first.at_once.click()
    further = Saved()
    further.memory = replace(saved.memory)

    second, _ = made(window, further)
    assert (first.is_on, second.is_on) == (True, False)

    second.toggle()
    assert (first.is_on, second.is_on) == (False, True)
    assert first.isHidden()
    third, _ = made(window, saved)
    assert not third.is_on


def test_only_copies_of_others_are_read_and_only_while_it_is_on(window: QWidget, saved: Saved) -> None:
    copied: list[str] = []
    foreign = ForeignClipboard(saved.memory, saved.save, parent=window)
    foreign.copied.connect(copied.append)
    own, of_own = OwnClipboard(saved.memory, saved.save, parent=window), list[str]()
    own.copied.connect(of_own.append)
    clipboard = QGuiApplication.clipboard()

    clipboard.setText("before")
    foreign.toggle()
    own._show()
    assert own.is_on
    assert copied == [], "what was there is not read"
    clipboard.setText("Good morning")
    foreign.toggle()
    clipboard.setText("after")

    assert copied == ["Good morning"]
    assert of_own == [], "it was copied here"


@pytest.mark.parametrize(
    "mark",
    [
        "x-kde-passwordManagerHint",
        'application/x-qt-windows-mime;value="ExcludeClipboardContentFromMonitorProcessing"',
        "org.nspasteboard.ConcealedType",
        'application/x-qt-windows-mime;value="Clipboard Viewer Ignore"',
    ],
)
def test_what_a_password_manager_copies_is_not_read(window: QWidget, saved: Saved, mark: str) -> None:
    watch, copied = made(window, saved)
    secret = copy("hunter2")
    secret.setData(mark, b"secret")

    watch.take(secret)
    watch.take(copy("Good morning"))

    assert copied == ["Good morning"]


@pytest.mark.parametrize("text", ["", "  \n", "a" * (LONGEST_TEXT + 1)])
def test_nothing_and_whole_books_are_not_taken(window: QWidget, saved: Saved, text: str) -> None:
    watch, copied = made(window, saved)

    watch.take(copy(text))
    watch.take(QMimeData())

    assert copied == []


def test_files_and_links_that_are_copied_are_no_texts(window: QWidget, saved: Saved) -> None:
    watch, copied = made(window, saved)
    files = copy("/home/me/contract.pdf")
    files.setUrls([QUrl("file:///home/me/contract.pdf")])

    watch.take(files)

    assert copied == []
