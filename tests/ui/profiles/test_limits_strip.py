"""The strip shows what a key may not do and since when, and offers another test."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.profiles.limits_strip import LimitsStrip


@pytest.fixture
def strip(window: QWidget) -> LimitsStrip:
    return LimitsStrip(window)


def test_it_is_there_only_while_there_is_something_to_tell(strip: LimitsStrip) -> None:
    assert not strip.isVisible()

    strip.show_limits(["It may not read.", "It may not write."], "2026-11-23")
    assert strip.isVisible()
    assert strip.words.text().startswith("It may not read. It may not write. Found on ")
    assert "2026" in strip.words.text()

    strip.show_limits([], "2026-11-23")
    assert not strip.isVisible()
    assert strip.words.text() == ""


def test_a_day_that_is_none_is_left_out(strip: LimitsStrip) -> None:
    strip.show_limits(["It may not read."], "yesterday")

    assert strip.words.text() == "It may not read."


def test_the_button_asks_for_a_test(strip: LimitsStrip, qtbot: QtBot) -> None:
    strip.show_limits(["It may not read."], "")

    with qtbot.waitSignal(strip.test_asked):
        strip.test_button.click()
