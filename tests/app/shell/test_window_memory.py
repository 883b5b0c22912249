"""The stored state of the window may be damaged or from another version; every pane opens nevertheless."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.program import Program
from support.multilingual_glossary import made, own_entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.files.folders import Folders
from termdesk.ui.glossaries.library.new_glossary_dialog import NewGlossaryDialog

pytestmark = pytest.mark.scorecard("S32")

NAMES = (
    *("orders", "filter_row", "facets", "columns", "grid_columns", "grid_zoom", "grid_shows_hidden", "library"),
    *(
        "multilingual_widths",
        "multilingual_hidden",
        "multilingual_details",
        "multilingual_order",
        "folder",
        "export_many_format",
        "new_source",
        "new_target",
    ),
    *("geometry", "pane", "own_keys", "improve_text", "improve_language", "translate_text", "translate_context"),
    *("translate_source_language", "translate_target_language", "translate_glossary", "checks_splitter"),
    *("glossaries_splitter", "facets_splitter", "side_by_side"),
)
DAMAGED = {
    "lists": [[], [7]],
    "objects": {"en-de": [-3, True], "en-ar": "x", "shares": 3, "order": [[]], "hidden": [{}], "chosen": 1},
    "texts": "\N{BOMB}",
    "large_numbers": 10**30,
}


@pytest.mark.parametrize("value", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_memory_keeps_nobody_from_a_dictionary(
    make_program: Callable[[Path], Program], program_folder: Path, value: object
) -> None:
    memory = Folders.under(program_folder).state / "window.json"
    memory.parent.mkdir(parents=True, exist_ok=True)
    memory.write_text(json.dumps(dict.fromkeys(NAMES, value)))

    program = make_program(program_folder)
    pane, jobs = program.controller.glossaries, program.controller.window.jobs
    for position in range(program.controller.window.pane_count):
        program.controller.window.show_pane(position)
        program.until(lambda: not jobs.running)
    program.controller.window.show_pane(0)
    summary = program.wait_for(made(program.controller.use_cases.library, "Bolts", own_entries()))
    dictionary = program.wait_for(program.controller.use_cases.library.open(summary, LanguagePair("en", "de")))
    program.wait_for(pane.show_dictionary(dictionary))
    program.until(lambda: not jobs.running)
    assert pane.page is not None
    pane.page.view_controller.sort_by(1)
    program.until(lambda: not jobs.running)
    pane.table.show(summary, "en")
    program.until(lambda: pane.table.page is not None and not jobs.running)
    pane.housekeeping.ask_new()
    program.dialog(NewGlossaryDialog).reject()
    program.until(lambda: not jobs.running)

    assert pane.page is None
