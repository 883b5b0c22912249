"""P4 and P15: undoing large edits, and a library of a thousand glossaries."""

from __future__ import annotations

import gc
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import msgspec

from benchmarks.data import pairs
from benchmarks.grid_figures import grid, shown
from benchmarks.measuring import ROUNDS, Result, alternating
from termdesk.client.wire import GlossaryRecord

ROWS = 500_000
REPLACED = 68_000
PASTED = 50_000
GLOSSARIES = 1_000
DICTIONARIES = ("de", "es", "fr", "it", "pt")


def undoing_a_replace() -> Result:
    """P4: undo a replacement in some 68,000 cells, against finding and replacing them."""
    from termdesk.application.glossaries.editing.rewrite import as_change
    from termdesk.domain.entries.entries import TARGET
    from termdesk.domain.entries.rewrite import find_hits, make_replacement

    edits = _edits()
    targets = edits.dictionary.entries.targets
    rows = [*range(0, ROWS, ROWS // REPLACED)][:REPLACED]
    for row in rows:
        targets[row] += " quux"

    def replace() -> None:
        change = as_change([find_hits(targets, TARGET, make_replacement("quux", "neu"))])
        assert change is not None
        assert change.count == REPLACED
        edits.push(change, "Replace")

    done, undone = _there_and_back(edits, replace)
    return Result("P4", f"undo of a replace over {REPLACED:,} cells", undone, done, 0.1)


def undoing_a_paste() -> Result:
    """P4: undo a paste of 50,000 rows, against pasting them."""
    from PySide6.QtCore import QMimeData

    from termdesk.ui.glossaries.sheet.clipboard import block_of, texts_of

    edits = _edits()
    mime = QMimeData()
    mime.setText("".join(f"pasted {number}\teingefügt {number}\n" for number in range(PASTED)))
    done, undone = _there_and_back(edits, lambda: edits.insert_block(block_of(*texts_of(mime)), row=1_000, column=0))
    return Result("P4", f"undo of a paste of {PASTED:,} rows", undone, done, 0.3)


def listing_a_library() -> Result:
    """P15: decode, list, filter by one key and paint a library of 1,000 glossaries with 5 dictionaries each."""
    from PySide6.QtWidgets import QApplication

    from termdesk.application.glossaries.summaries import LocalRecords, summarize_glossaries
    from termdesk.ui.glossaries.library.library_panel import LibraryPanel

    grid()
    plain = json.dumps({"glossaries": [_glossary(number) for number in range(GLOSSARIES)]}).encode()
    panel = LibraryPanel()
    panel.resize(320, 800)
    panel.show()

    def ours() -> None:
        found = msgspec.json.decode(plain, type=dict[str, list[GlossaryRecord]])["glossaries"]
        panel.show_summaries(summarize_glossaries(found, LocalRecords()))
        panel.field.setText("9" if panel.field.text() == "8" else "8")
        QApplication.processEvents()

    # All of this is work of one process, so its processor time leaves out other programs.
    measured, yardstick = alternating(ours, lambda: json.loads(plain), rounds=15, clock=time.process_time)
    return Result("P15", f"list {GLOSSARIES:,} glossaries of 5, filter them by a key", measured, yardstick, 2)


def _glossary(number: int) -> dict[str, Any]:
    return {
        "glossary_id": f"00000000-0000-4000-8000-{number:012}",
        "name": f"Client {number % 97} – project {number}",
        "dictionaries": [
            {"source_lang": "en", "target_lang": code, "entry_count": 100 + number} for code in DICTIONARIES
        ],
        "creation_time": "2026-11-21T08:00:00.000Z",
    }


def _edits() -> Any:
    from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits

    view, dictionary = shown(pairs(ROWS))
    edits = GridEdits(dictionary)
    view.setModel(edits.model)
    return edits


def _there_and_back(edits: Any, do: Callable[[], None]) -> tuple[float, float]:
    """Return the median milliseconds of doing a step and of undoing it."""
    done, undone = [], []
    for _ in range(ROUNDS):
        gc.collect()
        begin = time.perf_counter()
        do()
        between = time.perf_counter()
        edits.history.undo()
        end = time.perf_counter()
        done.append((between - begin) * 1000)
        undone.append((end - between) * 1000)
    return statistics.median(done), statistics.median(undone)
