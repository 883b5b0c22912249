"""Damage at the start is reported, and repaired in two clicks."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QRadioButton
from pytestqt.qtbot import QtBot

from support.files.damaged_files import NAME, write_drafts
from termdesk.application.recovery.database_repair import (
    DamageFinding,
    DamageKind,
    DatabaseRepair,
    Offer,
    Remedies,
    RepairResult,
    RescueResult,
)
from termdesk.storage.integrity.backups import Backup
from termdesk.storage.integrity.damage import DatabaseDamaged
from termdesk.storage.records import Records
from termdesk.ui.recovery.damage_dialog import DamageDialog, repair_damage, repaired_words

MOMENT = datetime(2026, 3, 4, 12, tzinfo=UTC)
FINDINGS = (DamageFinding(DamageKind.CHANGED_PAGES, 3, 1200), DamageFinding(DamageKind.LOST_END, 12, 595))


def offer(number: int, lost: int) -> Offer:
    return Offer(Backup(Path("x"), number, MOMENT.replace(hour=number), 6, 1, ""), lost)


@pytest.fixture
def rescued() -> RescueResult:
    return RescueResult(Path("x"), dictionaries=3, edits=583, lost_edits=12, lost_drafts=())


def test_what_was_found_is_said_and_what_loses_least_is_chosen(qtbot: QtBot, rescued: RescueResult) -> None:
    dialog = DamageDialog(FINDINGS, Remedies((offer(9, 40), offer(8, 70)), rescued), folder="/home/me/termdesk")
    qtbot.addWidget(dialog)
    dialog.show()
    if folder := os.environ.get("TERMDESK_PICTURES"):
        dialog.grab().save(f"{folder}/damage.png")

    assert dialog.chosen_remedy() is rescued
    assert "3 of 1,200 parts" in dialog.findChild(object, "damage_findings").text()  # type: ignore[attr-defined]


def test_a_backup_that_loses_less_is_chosen_first(qtbot: QtBot, rescued: RescueResult) -> None:
    dialog = DamageDialog(FINDINGS, Remedies((offer(9, 2), offer(8, 70)), rescued), folder="/home/me/termdesk")
    qtbot.addWidget(dialog)

    assert dialog.chosen_remedy() == offer(9, 2)

    dialog.backups.setCurrentIndex(1)
    dialog.backups.activated.emit(1)
    assert dialog.chosen_remedy() == offer(8, 70)


def test_with_nothing_left_it_begins_anew(qtbot: QtBot) -> None:
    dialog = DamageDialog((DamageFinding(DamageKind.MISSING),), Remedies((), None), folder="/home/me/termdesk")
    qtbot.addWidget(dialog)

    assert dialog.chosen_remedy() is None
    assert dialog.findChild(QRadioButton, "damage_backup") is None


@pytest.mark.slow
def test_a_damaged_database_is_repaired_by_a_click(
    qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop, tmp_path: Path
) -> None:
    async def damage() -> DatabaseDamaged:
        async with Records(tmp_path / NAME) as records:
            await write_drafts(records, edits=5)
            await records.check(keep=True)
        (tmp_path / NAME).write_bytes(b"")
        try:
            async with Records(tmp_path / NAME):
                raise AssertionError("opened")
        except DatabaseDamaged as error:
            return error

    async def repair() -> tuple[RepairResult | None, int]:
        repaired = await repair_damage(DatabaseRepair(await damage()))
        async with Records(tmp_path / NAME) as records:
            return repaired, len(await records.journal.drafts("local"))

    task = qt_loop.create_task(repair())
    qtbot.waitUntil(lambda: _dialog() is not None, timeout=10_000)
    dialog = _dialog()
    assert dialog is not None
    accept = dialog.findChild(QPushButton, "damage_accept")
    assert accept is not None
    qtbot.mouseClick(accept, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(task.done, timeout=10_000)

    repaired, drafts = task.result()
    assert repaired is not None
    assert drafts == 1
    assert "was restored" in repaired_words(repaired)
    assert (repaired.aside / NAME).exists()


def _dialog() -> DamageDialog | None:
    return next((each for each in QApplication.topLevelWidgets() if isinstance(each, DamageDialog)), None)
