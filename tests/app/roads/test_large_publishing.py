"""Five large dictionaries are published together and loaded. Meanwhile the window responds and never shows a part.

Runs only with `dev.py test --long`. `test_bulk_publishing` and `test_large_run` publish small ones in every run.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from app.program import Program, at_rest, run
from benchmarks.pause_figures import Ticks
from support.campaign import long_only
from support.proof.scorecard_plugin import Held
from support.publishing.large_entries import large_entries
from termdesk import main
from termdesk.domain.language.language import LanguagePair
from termdesk.ui import idle_imports
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


def is_shown(program: Program, name: str) -> bool:
    page = program.controller.glossaries.page
    return page is not None and page.dictionary.name == name


@pytest.fixture(autouse=True)
def _started_as_by_main() -> Iterator[None]:
    """Set the switch interval of threads as the program does, and prepare what it prepares when it is idle."""
    before = sys.getswitchinterval()
    for step in idle_imports.steps():
        step()
    sys.setswitchinterval(main.SWITCH_SECONDS)
    yield
    sys.setswitchinterval(before)
    gc.unfreeze()


@long_only
@pytest.mark.scorecard("R37")
def test_large_dictionaries_are_published_and_loaded_while_the_window_goes_on(program: Program, held: Held) -> None:
    program.wait_for(make_drafts(program))
    program.until(lambda: at_rest(program))
    # As when the window was shown: a full collection visits only newer objects.
    gc.collect()
    gc.freeze()
    ticks = Ticks()
    ticks.doing = "idle"
    program.qtbot.wait(IDLE_MS)
    ticks.doing = "published"
    run(program, "publish_everything")
    program.click(program.dialog(PublishDialog).accept_button)
    program.until(lambda: program.says(f"{COUNT} dictionaries are published") and at_rest(program))

    ticks.doing = "loaded"
    pane = program.controller.glossaries
    rows = set()
    for summary in list(pane.panel.model.summaries):
        # Open it in a job, as for a user.
        pane.opening.open_glossary(summary.key, EN_DE)
        program.until(lambda name=summary.name: is_shown(program, name) and at_rest(program))
        rows.add(program.page.model.rowCount())
        QApplication.processEvents()
    ticks.doing = ""

    assert rows == {len(large_entries(BYTES))}
    assert program.wait_for(program.controller.use_cases.bulk_publisher.find_unpublished()) == []
    work = ticks.most_work()
    said = "; ".join(
        f"{doing} p99 {each['p99']:.0f} ms, worst {each['worst']:.0f} ms ({work[doing]:.0f} ms of processor time)"
        for doing, each in ticks.figures().items()
    )
    held(f"{COUNT} dictionaries of {BYTES / 1e6:g} MB in one job, pauses of the window: {said}")
