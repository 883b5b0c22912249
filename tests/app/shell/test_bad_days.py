"""The window reports what goes wrong, with a remedy, and no work of the user is lost."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from app.program import Control, ControlShift, Key, Program, at_rest
from support.campaign import not_hanging, size
from support.fixtures.patient_bot import PatientBot
from support.proof.scorecard_plugin import Held
from support.running_service import running_service
from termdesk.application.session.session import ConnectionState
from termdesk.domain.provider import Provider
from termdesk.ui.glossaries.importing.import_dialog import ImportDialog
from termdesk.ui.glossaries.importing.review_dialog import ReviewDialog
from termdesk.ui.glossaries.publishing.violations_dialog import ViolationsDialog
from termdesk.ui.widgets.dialogs import Question

# Starts like the program, then edits endlessly and prints each saved edit.
EDITOR = """
import asyncio, sys, time
from pathlib import Path
from PySide6.QtWidgets import QApplication
from termdesk import main
from termdesk.storage.files.folders import Folders

async def edit_for_ever(controller):
    controller.show()
    controller.connect_in_background()
    if sys.argv[2] == "first":
        await controller.glossaries.show_sample()
    while (page := controller.glossaries.page) is None or not page.grid.isVisible() or not page.grid.model().rowCount():
        await asyncio.sleep(0.005)
    known = await controller.use_cases.library.local_summaries()
    print([each.glossary_id for each in known], flush=True)
    print(page.dictionary.entries.targets[0], flush=True)
    number = 0
    while True:
        number += 1
        page.edits.set_cells([(0, 1, f"{sys.argv[2]} {number}")], "Edit")
        await page.dictionary.wait_until_saved()
        print(f"{sys.argv[2]} {number}", flush=True)
        await asyncio.sleep(0.05)

app = QApplication([])
app.setQuitOnLastWindowClosed(False)
main._run(app, Folders.under(Path(sys.argv[1])), edit_for_ever)
"""
KILLS = size(1, 10)


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


@contextmanager
def killing(program: subprocess.Popen[str]) -> Iterator[None]:
    """Kill the program at the end of the block, even if the block fails."""
    try:
        yield
    finally:
        program.kill()


def edited_until_killed(folder: Path, name: str, seconds: float) -> tuple[str, str, float]:
    """Start the program, edit, and kill it.

    Returns the first cell as soon as it can be edited, its last saved edit, and the seconds until the first edit was
    saved.
    """
    begin = time.monotonic()
    command = [sys.executable, "-c", EDITOR, str(folder), name]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    with program, killing(program), not_hanging():
        assert program.stdout is not None
        assert program.stdout.readline() == "[None]\n", "one glossary, that is not on the service"
        found, saved = program.stdout.readline().rstrip("\n"), program.stdout.readline().strip()
        usable = time.monotonic() - begin
        assert saved, "it did not start"
        with suppress(subprocess.TimeoutExpired):
            program.wait(seconds)
        program.kill()
        lines = program.stdout.read().split("\n")
    # A line that the kill cut off does not report a saved edit.
    return found, [saved, *lines[:-1]][-1], usable


def connected_to(program: Program, url: str, key: str) -> None:
    other = Provider("custom", url, scheme="Service-Auth-Key")
    program.wait_for(program.controller.use_cases.session.use(other, key))


@pytest.mark.scorecard("R01")
def test_after_a_kill_the_dictionary_is_open_again_with_its_edits(program_folder: Path, held: Held) -> None:
    _, saved, _ = edited_until_killed(program_folder, "first", 0.2)
    slowest = 0.0

    for kill in range(KILLS):
        # As if the crashes were days apart: after three within a minute, no dictionary is opened.
        (program_folder / "state" / "runs.json").unlink()
        found, last, seconds = edited_until_killed(program_folder, f"edit {kill}", 0.2)

        # The edit that was being saved may be there, too.
        name, _, number = saved.rpartition(" ")
        assert found in (saved, f"{name} {int(number) + 1}")
        saved, slowest = last, max(slowest, seconds)
    held(
        f"{KILLS} kills of the program: an edit in its grid was saved at most {slowest:.1f} s after the start",
        runs=KILLS,
    )


@pytest.mark.scorecard("R38")
def test_what_was_edited_is_open_again_before_the_service_is_connected(
    qtbot: PatientBot,
    qt_loop: asyncio.AbstractEventLoop,
    program_folder: Path,
    make_program: Callable[[Path], Program],
) -> None:
    first = make_program(program_folder)
    first.wait_for(first.controller.glossaries.show_sample())
    first.controller.window.close()
    first.until(first.controller.closed.is_set)
    first.end()
    again = Program(qtbot, qt_loop, program_folder)
    again.wait_for(again._build())
    glossaries, session = again.controller.glossaries, again.controller.use_cases.session
    seen: list[tuple[ConnectionState, bool]] = []
    session.state_changed.subscribe(lambda: seen.append((session.state, glossaries.page is not None)))

    again.controller.show()
    again.controller.connect_in_background()
    again.until(lambda: session.state is ConnectionState.READY and at_rest(again))

    assert [is_open for _, is_open in seen] == [True] * len(seen)
    assert seen[-1][0] is ConnectionState.READY
    # The library was read later, but the page is still in front and has the keyboard focus.
    assert glossaries.panel.model.total == 1
    assert glossaries.front is again.page
    assert glossaries.chosen_item() is not None
    assert again.page.grid.hasFocus()
    again.end()


@pytest.mark.slow
def test_a_broken_file_names_its_lines_and_a_refused_publish_its_rows(program: Program, tmp_path: Path) -> None:
    broken = tmp_path / "kaputt.en-de.tsv"
    broken.write_bytes(b"fuse\tSicherung\nno target\nlead \tx\nfuse\tSchmelzsicherung\n")

    program.drop(broken)
    dialog = program.dialog(ImportDialog)
    assert dialog.page.rejected_rows.count() == 1
    assert "Line 2" in dialog.page.rejected_rows.item(0).text()
    program.click(dialog.accept_button)
    program.click(program.dialog(ReviewDialog).accept_button)
    program.until(lambda: program.controller.glossaries.page is not None)
    assert len(program.page.dictionary) == 4

    program.press(Key.Key_P, ControlShift)
    refusals = program.dialog(ViolationsDialog)
    assert refusals.list.count() == 4
    refusals.list.setCurrentRow(2)
    violation = refusals.chosen_violation()
    assert violation is not None
    program.click(refusals.accept_button)
    program.until(lambda: program.page.grid.currentIndex().row() == violation.row)
    assert program.wait_for(program.controller.use_cases.library.summaries())[0].glossary_id is None


@pytest.mark.slow
def test_a_service_that_dies_is_started_again(fresh_program: Program) -> None:
    program = fresh_program
    session = program.controller.use_cases.session
    assert session.local_pid is not None

    os.kill(session.local_pid, signal.SIGKILL)
    program.until(lambda: session.state is not ConnectionState.READY)
    program.until(lambda: session.state is ConnectionState.READY)

    assert "ready" in program.controller.window.status.connection.text()
    assert program.wait_for(program.controller.use_cases.library.summaries()) == []


@pytest.mark.slow
def test_a_wrong_key_is_told_and_what_lies_here_stays(program: Program) -> None:
    program.wait_for(program.controller.glossaries.show_sample())
    with running_service() as other:
        connected_to(program, other.url, "not-the-key")

        assert program.controller.use_cases.session.state is ConnectionState.REFUSED
        assert "does not accept the key" in program.controller.window.status.connection.text()
        program.controller.glossaries.refresh()
        program.until(lambda: program.says("No service is connected"))
        program.page.edits.set_cells([(0, 1, "sigue aquí")], "Edit")
        program.wait_for(program.page.dictionary.wait_until_saved())
        program.leave_service()


@pytest.mark.scorecard("R32")
@pytest.mark.skipif(not Path("/usr/share/apertium/modes/eng-spa.mode").exists(), reason="Apertium en-es is not here")
def test_a_full_quota_keeps_the_text_and_says_which_quota(program: Program) -> None:
    with running_service("--character-limit", "10") as other:
        connected_to(program, other.url, other.key)
        program.press(Key.Key_2, Control)
        pane = program.controller.translate
        program.until(lambda: pane.target_language.code == "es")
        pane.source.setFocus()
        program.type("This text is longer than ten characters.")
        program.press(Key.Key_Return, Control)
        # The text takes more than half of the remaining characters, so the program asks.
        program.click(program.dialog(Question).accept_button)

        program.until(lambda: program.says("Too few characters are left for this text"))
        assert program.says("your account has 10 of its 10 left in this billing period")
        assert pane.source.toPlainText() == "This text is longer than ten characters."
        assert pane.report.text() == "Not translated."
        program.leave_service()


@pytest.mark.slow
def test_closing_with_unpublished_edits_does_not_ask_and_opens_them_again(
    program_folder: Path, make_program: Callable[[Path], Program]
) -> None:
    first = make_program(program_folder)
    first.wait_for(first.controller.glossaries.show_sample())
    first.page.insert_row()
    first.type("flywheel")
    key, pair = first.page.dictionary.draft.glossary_key, first.page.dictionary.pair

    first.controller.window.close()
    first.until(first.controller.closed.is_set)
    assert first.open_dialogs(Question) == []
    first.end()

    again = make_program(program_folder)
    again.until(lambda: again.controller.glossaries.page is not None)
    dictionary = again.page.dictionary
    assert (dictionary.draft.glossary_key, dictionary.pair) == (key, pair)
    assert "flywheel" in dictionary.entries.sources
    again.controller.glossaries.ask_close()
    again.until(lambda: again.controller.glossaries.page is None)
    again.controller.window.close()
    again.until(again.controller.closed.is_set)
    again.end()

    last = make_program(program_folder)
    assert last.controller.glossaries.page is None
