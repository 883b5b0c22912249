"""The real program starts with a damaged database: it asks, repairs, and continues, or ends if the user quits."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.files.damaged_files import NAME, write_drafts
from termdesk.storage.files.folders import Folders
from termdesk.storage.records import Records

pytestmark = pytest.mark.scorecard("R08")

STARTS = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QPushButton
from termdesk import main
from termdesk.storage.files.folders import Folders

def click():
    for window in QApplication.topLevelWidgets():
        button = window.findChild(QPushButton, sys.argv[2])
        if window.objectName() == "damage_dialog" and window.isVisible() and button:
            print("asked", flush=True)
            timer.stop()
            button.click()
            return

async def look(controller):
    drafts = await controller.use_cases.library._records.journal.drafts("local")
    print(len(drafts), *controller.window.notices.texts(), sep="|", flush=True)

app = QApplication([])
app.setQuitOnLastWindowClosed(False)
timer = QTimer()
timer.timeout.connect(click)
timer.start(20)
sys.exit(main._run(app, Folders.under(Path(sys.argv[1])), look))
"""


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    path = Folders.under(tmp_path).data / NAME

    async def write() -> None:
        async with Records(path) as records:
            await write_drafts(records, edits=3)
            await records.check(keep=True)

    asyncio.run(write())
    path.write_bytes(b"")
    return tmp_path


def started(folder: Path, button: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-X", "dev", "-W", "error", "-c", STARTS, str(folder), button]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False, env={**os.environ, "HOME": str(folder)}
    )


def test_a_backup_is_restored_and_told(damaged: Path) -> None:
    ended = started(damaged, "damage_accept")

    asked, reported = ended.stdout.splitlines()[:2]
    assert (ended.returncode, ended.stderr, asked) == (0, "", "asked")
    assert reported.startswith("1|")
    assert "was restored" in ended.stdout
    assert (next((damaged / "data").glob("damaged-*")) / NAME).exists()


def test_who_quits_finds_everything_as_it_was(damaged: Path) -> None:
    ended = started(damaged, "damage_quit")

    assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", "asked\n")
    assert (damaged / "data" / NAME).read_bytes() == b""
