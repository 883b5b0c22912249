"""Prints the table of figures: the time of each user action, against a minimal yardstick measured in the same run.

`python3 packaging/dev.py bench [P1 P9 …]`; without names all figures are measured, which takes some minutes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS), str(TESTS.parent / "desktop")]
os.environ["PYTHONPATH"] = str(TESTS.parent / "desktop")

from benchmarks import (  # noqa: E402 - the paths come first
    check_figures,
    client_figures,
    editing_figures,
    format_figures,
    grid_figures,
    improvement_figures,
    multilingual_figures,
    pause_figures,
    service_figures,
    spot_check_figures,
    start_figures,
    term_figures,
)
from benchmarks.measuring import Result, print_table  # noqa: E402
from support.running_service import RunningService, running_service  # noqa: E402

FIGURES: dict[str, Callable[[], Result | list[Result]]] = {
    "P1": grid_figures.opening,
    "P2": grid_figures.filtering,
    "P3": grid_figures.sorting,
    "facets": grid_figures.counting,
    "P4-replace": editing_figures.undoing_a_replace,
    "P4-paste": editing_figures.undoing_a_paste,
    "P5-import": lambda: pause_figures.activity("import"),
    "P5-filter": lambda: pause_figures.activity("filter"),
    "P5-sort": lambda: pause_figures.activity("sort"),
    "P5-publish": lambda: pause_figures.activity("publish"),
    "P5-clear": lambda: pause_figures.activity("clear"),
    "P5-longest": pause_figures.longest,
    "P6": start_figures.starting,
    "P7": grid_figures.memory,
    "P8": lambda: _with_service(client_figures.many_dictionaries),
    "P9": lambda: _with_service(client_figures.large_dictionary),
    "service": service_figures.starting,
    "P10": service_figures.storing,
    "P11": service_figures.translating,
    "P11-first": service_figures.translating_first,
    "P12": improvement_figures.difference,
    "P13": format_figures.importing,
    "P13-ODS": format_figures.importing_ods,
    "P14-TSV": format_figures.exporting_tsv,
    "P14-CSV": format_figures.exporting_csv,
    "P14-XLSX": format_figures.exporting_xlsx,
    "P14-TBX": format_figures.exporting_tbx,
    "P15": editing_figures.listing_a_library,
    "P18": improvement_figures.first_correction,
    "P19": service_figures.term_memory,
    "C1": check_figures.rechecking,
    "C2": check_figures.listing,
    "C3": check_figures.comparing,
    "idle": service_figures.idle_memory,
    "grow": service_figures.growing_memory,
    "spot-check": spot_check_figures.matching,
    "terms": term_figures.agreeing,
    "W1": multilingual_figures.aligning,
    "W2": multilingual_figures.editing,
    "W3": multilingual_figures.removing,
}


T = TypeVar("T")


def _with_service(measure: Callable[[RunningService], T]) -> T:
    with running_service() as service:
        return measure(service)


def main(names: list[str]) -> int:
    unknown = set(names) - FIGURES.keys()
    if unknown:
        print(f"There is no figure {', '.join(sorted(unknown))}; there are {', '.join(FIGURES)}.")
        return 2
    results: list[Result] = []
    for name, measure in FIGURES.items():
        if not names or name in names:
            print(f"measuring {name} …", file=sys.stderr, flush=True)
            measured = measure()
            results += measured if isinstance(measured, list) else [measured]
    print_table(results)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
