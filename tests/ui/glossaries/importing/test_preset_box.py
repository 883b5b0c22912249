"""Presets for columns are chosen by name, saved under a typed name, and deleted."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.glossaries.importing.preset_box import PresetBox


@pytest.fixture
def box(window: QWidget) -> PresetBox:
    made = PresetBox(window)
    made.show_presets(["Mine"], tool="memoQ", chosen="")
    made.show()
    return made


def test_what_the_titles_tell_is_neither_saved_nor_deleted(box: PresetBox) -> None:
    assert box.box.currentText() == "As titled (memoQ)"
    assert not box.save.isEnabled()
    assert not box.delete.isVisible()


def test_a_typed_name_is_saved(box: PresetBox, qtbot: QtBot) -> None:
    edit = box.box.lineEdit()
    assert edit is not None
    edit.selectAll()
    QTest.keyClicks(edit, " Law ")

    with qtbot.waitSignal(box.saved) as reported:
        box.save.click()
    assert reported.args == ["Law"]


def test_a_preset_is_chosen_and_deleted(box: PresetBox, qtbot: QtBot) -> None:
    with qtbot.waitSignal(box.chosen) as reported:
        box.box.setCurrentIndex(1)
        box.box.activated.emit(1)
    assert reported.args == ["Mine"]
    assert box.delete.isVisible()

    with qtbot.waitSignal(box.deleted) as reported:
        box.delete.click()
    assert reported.args == ["Mine"]
