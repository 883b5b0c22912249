"""The main work repeated: open, edit, filter, sort, publish, close. No resource may grow.

`dev.py test --long` repeats it for an hour; `TERMDESK_SOAK_SECONDS` overrides this.
"""

from __future__ import annotations

import asyncio
import gc
import threading
from dataclasses import dataclass

import psutil
import pytest
from PySide6.QtWidgets import QApplication

from app.program import Program, at_rest, run
from support.campaign import IS_LONG, size, steps
from support.multilingual_glossary import made
from support.proof.scorecard_plugin import Held
from termdesk.application.glossaries.summaries import LibraryItem
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.free_memory import return_free_memory
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog

pytestmark = pytest.mark.scorecard("R42")

SECONDS = size(0, 3_600, variable="TERMDESK_SOAK_SECONDS")
# Loading, caches and pools at the start are not growth. The event loop keeps cancelled timers until their time comes,
# for five minutes at most.
WARM_UP, LEAST_ROUNDS = (160, 200) if IS_LONG else (3, 6)
ROWS = 2_000 if IS_LONG else 200
# At first, the memory kept by allocators varies by some megabytes.
MOST_GROWTH_MB = 4.0 if IS_LONG else 30.0
# Pools start a thread when all others are busy, which may happen late.
MOST_LATE = 4


@dataclass(frozen=True, slots=True)
class Usage:
    """Resources that window and service use while they are idle."""

    files: int
    threads: int
    tasks: int
    widgets: int
    megabytes: float
    service_megabytes: float


def usage(program: Program) -> Usage:
    program.until(lambda: at_rest(program))
    gc.collect()
    # The window does this after some idle seconds.
    return_free_memory()
    own = psutil.Process()
    pid = program.controller.use_cases.session.local_pid
    assert pid is not None
    return Usage(
        files=own.num_fds(),
        threads=threading.active_count(),
        tasks=len(asyncio.all_tasks(program.loop)),
        widgets=len(QApplication.allWidgets()),
        megabytes=own.memory_info().rss / 1e6,
        service_megabytes=psutil.Process(pid).memory_info().rss / 1e6,
    )


def work(program: Program, number: int) -> None:
    """Do one round: open, edit, filter, sort, publish and close each of two dictionaries."""
    pane, window = program.controller.glossaries, program.controller.window
    for summary in list(pane.panel.model.summaries):
        for row in summary.rows:
            pane.opening.open_item(LibraryItem(summary, row))
            program.until(lambda: pane.page is not None and at_rest(program))
            page = program.page
            page.edits.set_cells([(item, TARGET, f"{number} {item}") for item in range(number % 7, ROWS, 97)], "Edit")
            page.edits.history.undo()
            page.edits.history.redo()
            page.filter_bar.field.setText("9")
            program.until(lambda: at_rest(program))
            page.filter_bar.field.setText("")
            page.sort_by(number % 2)
            program.until(lambda: at_rest(program))
            run(program, "publish")
            program.click(program.dialog(PublishDialog).accept_button)
            program.until(lambda page=page: at_rest(program) and not page.has_unpublished_edits)
            program.wait_for(pane.close_dictionary())
    for item in range(len(window.panes)):
        window.show_pane(item)
        program.until(lambda: at_rest(program))
    window.show_pane(0)
    window.notices.clear()
    program.wait_for(pane.read_library())


def test_nothing_grows_with_the_work(program: Program, held: Held) -> None:
    rows = [(f"part {number}", f"Teil {number}") for number in range(ROWS)]
    made_of = {"de": Entries.of(rows), "fr": Entries.of(rows)}
    program.wait_for(made(program.controller.use_cases.library, "Parts", made_of))
    program.wait_for(program.controller.glossaries.read_library())
    measured: list[Usage] = []

    for number in steps(LEAST_ROUNDS, SECONDS):
        work(program, number)
        assert program.bugs == []
        if number > WARM_UP:
            measured.append(usage(program))
        if number % 100 == 0:
            print(number, measured[-1:], flush=True)

    first, last = measured[0], measured[-1]
    growth = last.megabytes - first.megabytes
    held(
        f"{number:,} rounds in {max(SECONDS, 1) / 60:.0f} min; window {growth:+.1f} MB, "
        f"service {last.service_megabytes - first.service_megabytes:+.1f} MB; "
        f"{last.files} files, {last.threads} threads, {last.tasks} tasks, {last.widgets} widgets, at first "
        f"{first.files}, {first.threads}, {first.tasks}, {first.widgets}",
        runs=number,
    )
    assert last.files <= first.files + MOST_LATE
    assert last.threads <= first.threads + MOST_LATE
    assert last.tasks <= first.tasks
    assert last.widgets <= first.widgets
    assert growth < MOST_GROWTH_MB
    assert last.service_megabytes - first.service_megabytes < MOST_GROWTH_MB
