"""The computer sleeps while the program publishes. Afterwards everything is published once, and the window responds."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from support.campaign import HANGING_SECONDS, size
from support.proof.scorecard_plugin import Held

pytestmark = [
    pytest.mark.scorecard("R15"),
    pytest.mark.skipif(os.name != "posix", reason="processes are stopped by signals of POSIX"),
]

SLEEPS = size(1, 6)
# In long runs, longer than every deadline for silence.
SECONDS_ASLEEP = size(1, 45)
ENTRIES = 5_000
# Publishes an edit for each sleep. Prints when it starts, and at the end what the service has.
PUBLISHES = """
import asyncio, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from termdesk import main
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.files.folders import Folders
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog

PAIR = LanguagePair("en", "de")

async def publish(window):
    window.window_actions["publish"].trigger()
    await asyncio.sleep(0.02)
    while window.jobs.running:
        for each in QApplication.topLevelWidgets():
            if isinstance(each, PublishDialog) and each.isVisible():
                print("PUBLISHING", flush=True)
                each.accept_button.click()
        await asyncio.sleep(0.01)

async def use(controller):
    await controller.connect_now()
    library, window = controller.use_cases.library, controller.window
    rows = [(f"part {number}", f"Teil {number}") for number in range(int(sys.argv[3]))]
    await controller.glossaries.show_dictionary(await library.new("Parts", PAIR, Entries.of(rows)))
    page = controller.glossaries.page
    for sleep in range(int(sys.argv[2])):
        page.edits.set_cells([(sleep, TARGET, f"edited {sleep}")], "Edit")
        # Whoever is told that it failed publishes again.
        while page.has_unpublished_edits:
            await publish(window)
    api = await controller.use_cases.session.api()
    [glossary] = await api.glossaries.list()
    there = await api.glossaries.entries(glossary.glossary_id, PAIR)
    assert there.as_dict() == page.dictionary.entries.as_dict()
    assert glossary.name == "Parts"
    print("RIGHT", flush=True)

app = QApplication([])
app.setQuitOnLastWindowClosed(False)
main._run(app, Folders.under(Path(sys.argv[1])), use)
"""


def test_a_sleep_in_the_middle_of_publishing_doubles_and_loses_nothing(tmp_path: Path, held: Held) -> None:
    chance = random.Random(15)
    command = [sys.executable, "-c", PUBLISHES, str(tmp_path), str(SLEEPS), str(ENTRIES)]
    # A process group of its own, so that the service sleeps with the window.
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as program:
        assert program.stdout
        assert program.stderr
        slept = 0
        for line in program.stdout:
            if line.startswith("PUBLISHING") and slept < SLEEPS:
                slept += 1
                time.sleep(chance.uniform(0, 0.1))
                os.killpg(program.pid, signal.SIGSTOP)
                time.sleep(SECONDS_ASLEEP)
                os.killpg(program.pid, signal.SIGCONT)
            if line.startswith("RIGHT"):
                break
        program.wait(HANGING_SECONDS)
        complaints = program.stderr.read()

    assert program.returncode == 0, complaints
    assert "Traceback" not in complaints
    assert slept == SLEEPS
    held(
        f"one glossary, every entry correct, after {SLEEPS} sleeps of {SECONDS_ASLEEP} s during publishing", runs=SLEEPS
    )
