"""The strip is visible while a rehearsal runs, and offers its end only when that is possible."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.shell.fault_injection_strip import FaultInjectionStrip


@pytest.fixture
def strip(window: QWidget) -> FaultInjectionStrip:
    return FaultInjectionStrip(window)


def test_it_is_hidden_until_a_rehearsal_begins(strip: FaultInjectionStrip) -> None:
    assert not strip.isVisible()

    strip.show_fault_injection(is_on=True, may_end=True)
    assert strip.isVisible()
    assert strip.end_button.isVisible()

    strip.show_fault_injection(is_on=False, may_end=True)
    assert not strip.isVisible()


def test_it_is_named_once(strip: FaultInjectionStrip) -> None:
    words = [label.text() for label in strip.findChildren(QLabel)]

    assert " ".join(words).count("Rehearsal") == 1


def test_faults_of_a_service_elsewhere_cannot_be_ended_here(strip: FaultInjectionStrip) -> None:
    strip.show_fault_injection(is_on=True, may_end=False)

    assert strip.isVisible()
    assert not strip.end_button.isVisible()


def test_the_button_asks_for_the_end_and_the_strip_waits_for_it(strip: FaultInjectionStrip, qtbot: QtBot) -> None:
    strip.show_fault_injection(is_on=True, may_end=True)

    with qtbot.waitSignal(strip.end_asked):
        strip.end_button.click()

    assert strip.isVisible(), "the service has not ended it yet"
