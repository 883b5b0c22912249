"""Garbage is collected in the window's thread while nobody works, and automatically again afterwards."""

from __future__ import annotations

import gc
import platform
import threading
import weakref

import psutil
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit
from pytestqt.qtbot import QtBot

from termdesk.application import released_memory
from termdesk.application.released_memory import LargeRows, freeze_expected, memory_released
from termdesk.ui.shell import idle_gc
from termdesk.ui.shell.idle_gc import collects_when_idle

ENOUGH = 2_000


@pytest.fixture(scope="module", autouse=True)
def _full_collections_are_short() -> None:
    """Do not let them traverse what earlier tests imported and cached: these tests wait for dozens of them."""
    gc.collect()
    gc.freeze()


class Knot:
    """Refers to itself, so that only the garbage collector can free it."""

    def __init__(self) -> None:
        self.me = self


class KnottedDialog(QDialog):
    """Refers to itself, as windows do that have methods as callbacks."""

    def __init__(self) -> None:
        super().__init__()
        self.hide_later = self.hide


def knots(freed_in: list[str]) -> list[weakref.ref[Knot]]:
    made = [Knot() for _ in range(ENOUGH)]
    for each in made:
        weakref.finalize(each, lambda: freed_in.append(threading.current_thread().name))
    return [weakref.ref(each) for each in made]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle_gc, "LOOK_EVERY_MS", 5)


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_garbage_waits_while_somebody_works_and_goes_when_nobody_does(qtbot: QtBot) -> None:
    looks: list[bool] = []
    freed_in: list[str] = []
    is_working = True

    def is_busy() -> bool:
        looks.append(is_working)
        return is_working

    with collects_when_idle(is_busy):
        lost = knots(freed_in)
        qtbot.waitUntil(lambda: len(looks) > 3)
        assert all(each() is not None for each in lost)

        is_working = False
        qtbot.waitUntil(lambda: all(each() is None for each in lost))

    assert set(freed_in) == {threading.main_thread().name}


@pytest.mark.usefixtures("quick")
def test_nothing_is_collected_while_modules_are_loaded(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[bool] = []
    monkeypatch.setattr(released_memory.gc, "freeze", lambda: None)
    # Rows that other tests left open would put the freezing off, into a later test.
    monkeypatch.setattr(released_memory, "_open_rows", weakref.WeakSet())
    monkeypatch.setattr(released_memory, "_freeze_due", threading.Event())

    def is_busy() -> bool:
        looks.append(True)
        return False

    with collects_when_idle(is_busy):
        freeze_expected.set()
        lost = knots([])
        qtbot.waitUntil(lambda: len(looks) > 3)
        assert all(each() is not None for each in lost)

        released_memory.freeze_once()
        qtbot.waitUntil(lambda: all(each() is None for each in lost))


@pytest.mark.usefixtures("quick")
def test_so_much_garbage_does_not_wait(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle_gc, "_MOST_YOUNG", ENOUGH)

    with collects_when_idle(lambda: True):
        lost = knots([])
        qtbot.waitUntil(lambda: all(each() is None for each in lost))


@pytest.mark.usefixtures("quick")
def test_what_is_old_is_looked_through_now_and_then(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = knots([])
    old = [knot() for knot in lost]
    gc.collect()
    old.clear()
    monkeypatch.setattr(idle_gc, "_ALL_EVERY_SECONDS", 0.0)

    with collects_when_idle(lambda: False):
        more = knots([])
        qtbot.waitUntil(lambda: all(each() is None for each in [*lost, *more]))


@pytest.mark.usefixtures("quick")
def test_what_was_open_during_a_full_collection_goes_with_a_later_one(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idle_gc, "_ALL_EVERY_SECONDS", 0.0)
    monkeypatch.setattr(released_memory, "_open_rows", weakref.WeakSet())
    lost = knots([])
    old = [knot() for knot in lost]
    dialog = KnottedDialog()
    closed = weakref.ref(dialog)
    gc.collect()
    old.clear()

    with collects_when_idle(lambda: False):
        more = knots([])
        qtbot.waitUntil(lambda: all(each() is None for each in [*lost, *more]))
        del dialog
        knots([])
        qtbot.waitUntil(lambda: closed() is None)


@pytest.mark.usefixtures("quick")
def test_what_was_large_goes_at_rest(qtbot: QtBot) -> None:
    looks: list[bool] = []
    is_working = True

    def is_busy() -> bool:
        looks.append(is_working)
        return is_working

    lost = knots([])
    old = [knot() for knot in lost]
    gc.collect()
    old.clear()
    with collects_when_idle(is_busy):
        for rows in (49_999, 50_000, 1):
            LargeRows(rows).release()
        qtbot.waitUntil(lambda: len(looks) > 3)
        assert all(each() is not None for each in lost)

        is_working = False
        qtbot.waitUntil(lambda: all(each() is None for each in lost))


@pytest.mark.usefixtures("quick")
def test_what_was_large_waits_for_more_than_a_moment_of_rest(qtbot: QtBot) -> None:
    looks: list[bool] = []
    works_again = True

    def is_busy() -> bool:
        looks.append(works_again and len(looks) % 4 == 3)
        return looks[-1]

    lost = knots([])
    old = [knot() for knot in lost]
    gc.collect()
    old.clear()
    with collects_when_idle(is_busy):
        LargeRows(50_000).release()
        qtbot.waitUntil(lambda: len(looks) > 20)
        assert all(each() is not None for each in lost)

        works_again = False
        qtbot.waitUntil(lambda: all(each() is None for each in lost))


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("by", ["key", "mouse", "input method"])
def test_nobody_who_types_has_the_pause_of_what_was_large(qtbot: QtBot, by: str) -> None:
    field = shown_field(qtbot)
    looks = 0
    is_typing = True

    def is_busy() -> bool:
        nonlocal looks
        looks += 1
        # As often as somebody who pauses between two words.
        if is_typing and looks % 9 == 0:
            use(field, by)
        return False

    lost = knots([])
    old = [knot() for knot in lost]
    gc.collect()
    old.clear()
    with collects_when_idle(is_busy):
        LargeRows(50_000).release()
        qtbot.waitUntil(lambda: looks > 40)
        assert all(each() is not None for each in lost)

        is_typing = False
        qtbot.waitUntil(lambda: all(each() is None for each in lost))


@pytest.mark.usefixtures("quick")
def test_whoever_never_rests_has_the_pause_in_the_end(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle_gc, "_MOST_LOOKS_WAITED", 30)
    field = shown_field(qtbot)

    def is_busy() -> bool:
        use(field, "key")
        return False

    lost = knots([])
    old = [knot() for knot in lost]
    gc.collect()
    old.clear()
    with collects_when_idle(is_busy):
        LargeRows(50_000).release()
        qtbot.waitUntil(lambda: all(each() is None for each in lost))


@pytest.mark.usefixtures("quick")
def test_three_large_dictionaries_do_not_wait_for_the_end_of_work(qtbot: QtBot) -> None:
    looks = 0

    def is_busy() -> bool:
        nonlocal looks
        looks += 1
        return True

    lost = knots([])
    old = [knot() for knot in lost]
    gc.collect()
    old.clear()
    with collects_when_idle(is_busy):
        waiting = [LargeRows(100_000) for _ in range(3)]
        for each in waiting[1:]:
            each.release()
        for _ in range(20):
            # Nothing refers to them, so they are freed at once.
            LargeRows(100_000).release()
        qtbot.waitUntil(lambda: looks > 20)
        assert all(knot() is not None for knot in lost)

        waiting[0].release()
        qtbot.waitUntil(lambda: all(each() is None for each in lost))


def shown_field(qtbot: QtBot) -> QLineEdit:
    field = QLineEdit()
    qtbot.addWidget(field)
    with qtbot.waitActive(field):
        field.show()
        field.activateWindow()
    field.setFocus()
    return field


def use(field: QLineEdit, by: str) -> None:
    window = field.windowHandle()
    match by:
        case "key":
            QTest.keyClick(window, Qt.Key.Key_A)
        case "mouse":
            QTest.mouseClick(window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(3, 3))
        case _:
            event = QInputMethodEvent()
            event.setCommitString("한")
            QApplication.sendEvent(field, event)


@pytest.mark.usefixtures("quick")
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries keep nothing back")
def test_free_memory_goes_back_to_the_system(qtbot: QtBot) -> None:
    def megabytes() -> float:
        return psutil.Process().memory_info().rss / 1e6

    # Every second one stays, so that the heap cannot shrink from its end.
    kept = [bytearray(100_000) for _ in range(1_000)]
    del kept[::2]
    before = megabytes()

    with collects_when_idle(lambda: False):
        memory_released.set()
        qtbot.waitUntil(lambda: megabytes() < before - 30)

    assert len(kept) == 500


def test_the_automatic_collection_comes_back() -> None:
    with collects_when_idle(lambda: False):
        assert not gc.isenabled()

    assert gc.isenabled()
