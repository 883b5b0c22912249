"""Every choice in the rehearsal dialog is a fault that the service knows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.service.fault_injection import InjectedFault
from termdesk.ui.engines.fault_injection_dialog import FaultInjectionDialog, ask_fault_injection

Opened = Callable[[type[Any]], Any]


@pytest.fixture
def dialog(window: QWidget) -> FaultInjectionDialog:
    return FaultInjectionDialog(window)


def test_the_service_knows_every_fault_and_every_family(dialog: FaultInjectionDialog) -> None:
    faults, families = set(), set()
    for family in range(dialog.family.count()):
        dialog.family.setCurrentIndex(family)
        for happening in range(dialog.happening.count()):
            dialog.happening.setCurrentIndex(happening)

            fault = msgspec.convert(dialog.fault(), InjectedFault)

            families.add(fault.family)
            faults.add(msgspec.json.encode(msgspec.structs.replace(fault, family="any")))
    assert len(faults) == dialog.happening.count()
    assert len(families) == dialog.family.count()


def test_it_happens_as_often_as_was_chosen(dialog: FaultInjectionDialog) -> None:
    dialog.count.setValue(7)
    assert dialog.fault()["next"] == 7

    dialog.count.setValue(0)
    assert dialog.fault()["next"] == 1, "a fault that never happens is none"


@pytest.mark.parametrize("is_begun", [True, False])
def test_without_a_yes_there_is_no_fault(
    window: QWidget, qt_loop: asyncio.AbstractEventLoop, qtbot: QtBot, opened: Opened, is_begun: bool
) -> None:
    task = qt_loop.create_task(ask_fault_injection(window))
    dialog = opened(FaultInjectionDialog)

    (dialog.accept if is_begun else dialog.reject)()
    qtbot.waitUntil(task.done)

    assert (task.result() is not None) is is_begun
