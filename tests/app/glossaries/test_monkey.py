"""R41: a monkey plays with the grid of the whole program. Nothing breaks, and its edits survive a crash.

`dev.py test --long` makes three of them play for ten minutes each. `TERMDESK_MONKEY_SECONDS` and
`TERMDESK_MONKEY_STEPS` override this; `TERMDESK_MONKEY_SEED` chooses other random actions. A failure prints the seed
and the last steps.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QFileDialog
from pytestqt.qtbot import QtBot
from shiboken6 import delete, isValid

from app.glossaries.monkey import Key, Monkey, press_key, shown
from app.program import Program
from support.campaign import IS_LONG, size, steps
from support.proof.scorecard_plugin import Held
from termdesk.domain.entries.entry_rules import violations
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import confirm

pytestmark = pytest.mark.scorecard("R41")

STEPS = size(300, 2_000, variable="TERMDESK_MONKEY_STEPS")
SECONDS = size(0, 600, variable="TERMDESK_MONKEY_SECONDS")
SEEDS = [int(each) for each in os.environ.get("TERMDESK_MONKEY_SEED", "41,42,43" if IS_LONG else "41").split(",")]
CHECKED_EVERY = 100
ENTRIES = "".join(
    f"{word} {number}\t{word.upper()}{number}\n" for number in range(40) for word in ("tree", "été", "日本")
)


class KeyedDialog(QDialog):
    """Records the keys that are pressed and released in it.

    It deletes itself after `last`, like one whose page closes.
    """

    def __init__(self, last: Qt.Key | None = None) -> None:
        super().__init__()
        self.last = last
        self.pressed: list[int] = []
        self.released: list[int] = []
        self.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.pressed.append(event.key())
        if event.key() == self.last:
            QTimer.singleShot(0, partial(delete, self))

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        self.released.append(event.key())


@pytest.mark.parametrize("last", [Key.Key_Shift, Key.Key_Control, Key.Key_Down])
def test_the_other_keys_reach_the_next_window_when_one_ends_among_them(qtbot: QtBot, last: Qt.Key) -> None:
    order = [Key.Key_Shift, Key.Key_Control, Key.Key_Down]
    next_dialog, ending = KeyedDialog(), KeyedDialog(last)
    qtbot.addWidget(next_dialog)

    press_key(
        lambda: ending if isValid(ending) else next_dialog,
        Key.Key_Down,
        Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier,
    )

    assert not isValid(ending)
    assert ending.pressed == order[: order.index(last) + 1]
    assert next_dialog.pressed == order[order.index(last) + 1 :]
    assert next_dialog.released == order[::-1]


def imported(program: Program, folder: Path) -> None:
    program.import_text(folder / "plants.en-ar.tsv", ENTRIES)


def check(page: DictionaryPage) -> None:
    """Assert that derived values equal new computations, and that the grid shows rows of the dictionary once each."""
    dictionary, model = page.dictionary, page.model
    published = dictionary.entries.copy_published_part()
    order = list(model.order)

    # A dictionary with one empty row is a new one, which has no violations yet. Rows that are not published count, too.
    wrong = [] if list(dictionary.entries) == [("", "")] else list(violations(published))
    assert dictionary.violation_count == len(wrong)
    assert dictionary.size_in_bytes == published.size_in_bytes()
    assert len(set(order)) == len(order) == model.rowCount()
    assert shown(page.grid) == [dictionary.entries[row] for row in order]
    assert page.grid.currentIndex().isValid() or not order
    assert page.edits.history.position == dictionary.steps.done


def test_a_question_that_opens_late_does_not_keep_the_monkey_waiting(
    make_program: Callable[[Path], Program], program_folder: Path, tmp_path: Path
) -> None:
    program = make_program(program_folder)
    imported(program, tmp_path)
    window, answers = program.controller.window, list[bool]()

    async def ask_late() -> None:
        await asyncio.sleep(0.3)
        answers.append(await confirm(window, "Late", "Go on"))

    window.jobs.start(JobKind.PASTE, "Pasting", ask_late)
    Monkey(program, 0).calm_down()

    assert answers == [False]
    assert not window.jobs.running


@pytest.mark.parametrize("seed", range(4))
def test_a_file_dialog_is_canceled_at_once(qtbot: QtBot, seed: int, shared_program: Program) -> None:
    monkey, dialog = Monkey(shared_program, seed), QFileDialog()
    qtbot.addWidget(dialog)
    dialog.open()

    monkey.in_dialog(dialog)

    assert not dialog.isVisible()
    assert len(monkey.steps) == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_a_monkey_breaks_nothing_and_finds_everything_again(
    make_program: Callable[[Path], Program], program_folder: Path, tmp_path: Path, seed: int, held: Held
) -> None:
    program = make_program(program_folder)
    imported(program, tmp_path)
    monkey = Monkey(program, seed)
    nothings = sys.getrefcount(None)
    try:
        for number in steps(STEPS, SECONDS):
            monkey.act()
            # With 0, the event loop would not run.
            program.qtbot.wait(1)
            assert not program.bugs
            if number % CHECKED_EVERY == 0:
                monkey.calm_down()
                check(program.page)
    except BaseException:
        print(f"seed {seed}, step {len(monkey.steps)}; the last ones:", *monkey.steps[-40:], sep="\n  ")
        raise
    monkey.calm_down()
    # A run in which the monkey changed nothing would prove nothing.
    assert program.page.edits.history.count > 10
    left = list(program.page.dictionary.entries)
    titles = program.page.dictionary.steps.titles
    # Bindings that release None too often would end in an abort, hours later.
    assert sys.getrefcount(None) > nothings - 1_000

    program.wait_for(program.page.dictionary.wait_until_saved())
    # The text of the last open cell is deleted from the disk only a moment after the cell closes.
    assert program.page.open_cell is not None
    program.wait_for(program.page.open_cell.close())
    # Copy the files as a kill would leave them: nothing was closed.
    shutil.copytree(program_folder, tmp_path / "after")
    again = make_program(tmp_path / "after")
    tree = again.controller.glossaries.panel.tree
    tree.activated.emit(tree.model().index(0, 0))
    again.until(lambda: again.controller.glossaries.page is not None and not again.controller.window.jobs.running)

    assert list(again.page.dictionary.entries) == left
    assert again.page.dictionary.steps.titles == titles
    check(again.page)
    held(f"seed {seed}: 0 tracebacks in {number:,} steps")
