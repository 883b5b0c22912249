"""Five large dictionaries are published as one job and loaded: the window goes on, and never shows one by half.

With `dev.py test --long` alone: `test_bulk_publishing` and `test_large_run` publish small ones in every run.
"""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from app.program import Program, at_rest, run
from benchmarks.pause_figures import Ticks
from support.campaign import long_only
from support.proof.scorecard_plugin import Held
from support.publishing.large_entries import large_entries
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog

EN_DE = LanguagePair("en", "de")
COUNT = 5
BYTES = 10_000_000
IDLE_MS = 3_000


async def make_drafts(program: Program) -> None:
    library = program.controller.use_cases.library
    for number in range(COUNT):
        await library.close(await library.new(f"Large {number}", EN_DE, large_entries(BYTES, number)))
    await program.controller.glossaries.read_library()


@long_only
@pytest.mark.scorecard("R37")
def test_large_dictionaries_are_published_and_loaded_while_the_window_goes_on(program: Program, held: Held) -> None:
    program.wait_for(make_drafts(program))
    program.until(lambda: at_rest(program))
    ticks = Ticks()
    ticks.doing = "idle"
    program.qtbot.wait(IDLE_MS)
    ticks.doing = "published"
    run(program, "publish_everything")
    program.click(program.dialog(PublishDialog).accept_button)
    program.until(lambda: program.says(f"{COUNT} dictionaries are published") and at_rest(program))

    ticks.doing = "loaded"
    pane, library = program.controller.glossaries, program.controller.use_cases.library
    rows = set()
    for summary in pane.panel.model.summaries:
        program.wait_for(pane.show_dictionary(program.wait_for(library.open(summary, EN_DE))))
        rows.add(program.page.model.rowCount())
        QApplication.processEvents()
    ticks.doing = ""

    assert rows == {len(large_entries(BYTES))}
    assert program.wait_for(program.controller.use_cases.bulk_publisher.unpublished()) == []
    said = "; ".join(
        f"{doing} p99 {each['p99']:.0f} ms, worst {each['worst']:.0f} ms" for doing, each in ticks.figures().items()
    )
    held(f"{COUNT} dictionaries of {BYTES / 1e6:g} MB in one job, gaps of the window: {said}")
