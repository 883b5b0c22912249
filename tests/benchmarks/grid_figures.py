"""P1, P2, P3 and P7: opening, filtering and sorting a large dictionary in the grid, and its memory."""

from __future__ import annotations

import asyncio
import csv
import gc
import os
import random
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from benchmarks.data import TEN_MIB, pairs, pairs_of_size, tsv
from benchmarks.measuring import Result, alternating, growth_note

if TYPE_CHECKING:
    from termdesk.storage.journal import Journal

ROWS = 500_000
PARTS = (10, 2, 1)  # a tenth, a half, all of it


@cache
def grid():  # type: ignore[no-untyped-def]  # Qt is imported only once something is measured
    """Return a grid in an application of its own."""
    from PySide6.QtWidgets import QApplication

    from termdesk.ui.glossaries.sheet.grid_view import GridView
    from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate
    from termdesk.ui.widgets import theme

    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    theme.apply(app, choice="light")
    view = GridView()
    view.setItemDelegate(PhraseDelegate(view))
    view.resize(1000, 800)
    view.show()
    app.processEvents()
    return view


def opening() -> Result:
    """P1: read, parse, check all rules, and paint for the first time."""
    costs = {}
    with tempfile.TemporaryDirectory() as folder:
        for part in PARTS:
            rows = pairs_of_size(TEN_MIB // part)
            path = Path(folder) / f"big{part}.en-de.tsv"
            path.write_bytes(tsv(rows))
            ours, yardstick = alternating(lambda path=path: _opened(path), lambda path=path: _read_by_csv(path))
            costs[len(rows)] = ours
    what = f"open {len(rows):,} rows: read, parse, check, paint"
    return Result("P1", what, ours, yardstick, 2.5, note=growth_note(costs))


def filtering() -> Result:
    """P2: from one keystroke in the filter until the grid is painted."""
    from support.view_queries import containing

    costs = {}
    for part in PARTS:
        view, dictionary = shown(pairs(ROWS // part))
        texts = [f"{source}\x1f{target}".casefold() for source, target in dictionary.entries]
        _arranged(dictionary, containing("e"))

        def ours(view=view, dictionary=dictionary) -> None:  # type: ignore[no-untyped-def]
            view.model().set_order(_arranged(dictionary, containing("ka")))
            view.viewport().repaint()

        measured, yardstick = alternating(ours, lambda texts=texts: ["ka" in text for text in texts])
        costs[ROWS // part] = measured
    return Result(
        "P2", f"filter {ROWS:,} rows by one key, until painted", measured, yardstick, 1.5, note=growth_note(costs)
    )


def sorting() -> Result:
    """P3: sort unordered rows by a column for the first time, including the computation of sort keys."""
    costs = {}
    for part in PARTS:
        rows = list(pairs(ROWS // part))
        random.Random(7).shuffle(rows)
        measured, yardstick, again = _sorted_by(0, "en", rows)
        costs[len(rows)] = measured
    umlauts, german, _ = _sorted_by(1, "de", rows)
    note = f"again, with keys ready: {again / yardstick:.2f}; German: {umlauts / german:.2f}; {growth_note(costs)}"
    return Result("P3", f"sort {ROWS:,} rows by a column, first time", measured, yardstick, 1.5, note=note)


def _sorted_by(column, language, rows):  # type: ignore[no-untyped-def]
    """Return milliseconds of the first sorting, of the yardstick, and of sorting again."""
    from termdesk.application.glossaries.view.view_query import ViewQuery
    from termdesk.domain.language.collation import alphabetical

    keys = [alphabetical(language)(row[column]) for row in rows]
    taken: list[float] = []
    again: list[float] = []

    def ours() -> None:
        view, dictionary = shown(rows)
        for descending, times in ((False, taken), (True, again)):
            begin = time.perf_counter()
            view.model().set_order(_arranged(dictionary, ViewQuery(sort_column=column, descending=descending)))
            view.viewport().repaint()
            times.append((time.perf_counter() - begin) * 1000)

    _, yardstick = alternating(ours, lambda: sorted(range(len(keys)), key=keys.__getitem__), 3)
    return sorted(taken)[len(taken) // 2], yardstick, sorted(again)[len(again) // 2]


def counting() -> Result:
    """Count all facets of all rows for the first time. The note has the times with known classes and under a filter."""
    from support.view_queries import containing
    from termdesk.application.glossaries.view.facets import Facet
    from termdesk.application.glossaries.view.view_query import ViewQuery

    costs = {}
    for part in PARTS:
        rows = pairs(ROWS // part)
        taken: dict[str, list[float]] = {"first": [], "again": [], "filtered": []}

        def ours(rows=rows, taken=taken) -> None:  # type: ignore[no-untyped-def]
            _, dictionary = shown(rows)
            for name, expected in (("first", ViewQuery()), ("again", ViewQuery()), ("filtered", containing("ka"))):
                begin = time.perf_counter()
                _run(dictionary.count_facets(expected, list(Facet)))
                taken[name].append((time.perf_counter() - begin) * 1000)

        phrases = [source for source, _ in rows]
        _, yardstick = alternating(ours, lambda phrases=phrases: Counter(len(each.split()) for each in phrases), 3)
        median = {name: sorted(values)[len(values) // 2] for name, values in taken.items()}
        costs[len(rows)] = median["first"]
    again, filtered = (f"{median[name] / yardstick:.2f}" for name in ("again", "filtered"))
    note = f"again: {again}, first filter: {filtered}; {growth_note(costs)}"
    return Result("facets", f"count 12 facets of {ROWS:,} rows, first time", median["first"], yardstick, 12, note=note)


def memory() -> Result:
    """P7: memory of an open, checked, filterable dictionary.

    The yardstick is two lists of the same texts. Each is measured in a fresh process.
    """
    with tempfile.TemporaryDirectory() as folder:
        costs = {}
        for part in PARTS:
            rows = pairs_of_size(TEN_MIB // part)
            path = Path(folder) / f"big{part}.en-de.tsv"
            path.write_bytes(tsv(rows))
            ours, yardstick = _megabytes("open", path), _megabytes("lists", path)
            costs[len(rows)] = ours
    what = f"memory of {len(rows):,} rows: open, checked, filterable"
    return Result("P7", what, ours, yardstick, 1.7, unit="MB", note=growth_note(costs))


def _megabytes(kind: str, path: Path) -> float:
    command = [sys.executable, __file__, kind, str(path)]
    positions = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return float(subprocess.run(command, capture_output=True, text=True, check=True, env=positions).stdout)


def _opened(path: Path) -> None:
    from termdesk.formats.text import delimited
    from termdesk.formats.text.table_preview import preview_table

    entries = delimited.read(path, preview_table(path).layout).entries
    _show(entries)


def shown(rows):  # type: ignore[no-untyped-def]
    from termdesk.domain.entries.entries import Entries

    return _show(Entries.of(rows))


def _show(entries):  # type: ignore[no-untyped-def]
    """Show entries as an open dictionary in the grid, and paint it."""
    from PySide6.QtWidgets import QApplication

    from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits

    dictionary = _run(_made(entries))
    edits = GridEdits(dictionary)
    view = grid()
    view.setModel(edits.model)
    view.edits = edits
    QApplication.processEvents()
    return view, dictionary


class _Nowhere:
    """Accepts edits like a journal, but stores none."""

    async def append(self, _draft_id, _change, **_reported):  # type: ignore[no-untyped-def]
        return 0


async def _made(entries):  # type: ignore[no-untyped-def]
    """Return a dictionary as opening it would, but its edits are not written to disk."""
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.domain.language.language import LanguagePair
    from termdesk.storage.journal import DraftRecord

    draft = DraftRecord(
        draft_id="bench",
        profile="bench",
        glossary_key="bench",
        glossary_id=None,
        glossary_name="bench",
        pair=LanguagePair("en", "de"),
        base=None,
        start="",
        entry_count=len(entries),
        changed_at=0.0,
    )
    return await OpenDictionary.open_with(cast("Journal", _Nowhere()), draft, entries, base=None)


def _arranged(dictionary, expected):  # type: ignore[no-untyped-def]
    return _run(dictionary.find_rows(expected))


def _read_by_csv(path: Path) -> tuple[list[str], list[str]]:
    sources, targets = [], []
    with path.open(newline="", encoding="utf-8") as file:
        for source, target in csv.reader(file, delimiter="\t", strict=True):
            sources.append(source)
            targets.append(target)
    return sources, targets


@cache
def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.new_event_loop()


def _run(work):  # type: ignore[no-untyped-def]
    return _loop().run_until_complete(work)


def _measure_memory(kind: str, path: Path) -> None:
    # Memory of imports, and of a first reading, counts for neither side.
    import termdesk.application.glossaries.editing.open_dictionary  # noqa: F401 loaded before it is measured
    from support.view_queries import containing
    from termdesk.formats.text import delimited
    from termdesk.formats.text.table_preview import preview_table

    small = path.with_suffix(".small.tsv")
    small.write_bytes(b"a\tb\n")
    _run(_made(delimited.read(small, preview_table(small).layout).entries))
    # As counted by the allocator, because resident memory varies by a third between runs.
    tracemalloc.start()
    if kind == "lists":
        kept = _read_by_csv(path)
    else:
        kept = _run(_made(delimited.read(path, preview_table(path).layout).entries))
        _arranged(kept, containing("zzzz"))
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    assert kept
    print(size / 1024 / 1024)


if __name__ == "__main__":
    _measure_memory(sys.argv[1], Path(sys.argv[2]))
