#!/usr/bin/env python3
"""The scorecard of `tests/README.md`: what can go wrong, which tests prove that it does no harm, and what they found.

A test belongs to a row by its mark: `@pytest.mark.scorecard("R07")`. `scorecard_plugin.py` records its results.

    python3 tests/support/proof/scorecard.py FOLDER    update the page with the results in FOLDER
"""

from __future__ import annotations

import ast
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2]
PAGE = TESTS / "README.md"
IDS = [f"R{number:02}" for number in range(1, 45)] + [f"S{number:02}" for number in range(1, 37)]
# The environment variable with the folder for results. Without it, nothing is written.
VARIABLE = "TERMDESK_SCORECARD"
NOTHING = "-"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table."""

    id: str
    # What goes wrong, and what must nevertheless hold.
    what: str
    runs: str
    held: str
    # The date of the long run that found `runs` and `held`.
    day: str
    # What is not proven, and why.
    open: str

    def __str__(self) -> str:
        cells = (self.id, self.what, self.runs, self.held, self.day, self.open)
        return "| " + " | ".join(each or NOTHING for each in cells) + " |"


@dataclass(slots=True)
class Findings:
    """The results of the tests of one row."""

    runs: int = 0
    figures: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    skipped: int = 0

    def add(self, other: Findings) -> None:
        """Add the results of another process."""
        self.runs += other.runs
        self.figures += [each for each in other.figures if each not in self.figures]
        self.failed += other.failed
        self.skipped += other.skipped

    @property
    def held(self) -> str:
        """Summary of what held, or of what failed."""
        said = [f"FAILED: {each}" for each in self.failed] + self.figures
        if self.skipped:
            said.append(f"{self.skipped} skipped")
        return "; ".join(said) or "all"


def rows(text: str) -> list[Row]:
    """Return the rows of a page, in order."""
    cells = ([each.strip() for each in line.strip("| \n").split(" | ")] for line in text.splitlines() if is_row(line))
    return [Row(*("" if each == NOTHING else each for each in line)) for line in cells]


def is_row(line: str) -> bool:
    """Whether a line of the page is a table row other than the head."""
    return line.startswith("| ") and line[2:5] in IDS


def page_with(text: str, changed: Iterable[Row]) -> str:
    """Return the page with these rows in place of those with the same ids."""
    by_id = {each.id: str(each) for each in changed}
    lines = [by_id.get(line[2:5], line) if is_row(line) else line for line in text.splitlines()]
    return "\n".join(lines) + "\n"


def marked_ids(tests: Path = TESTS) -> set[str]:
    """Return the ids of the rows that have tests, read from the test sources."""
    sources = (path.read_text("utf-8") for path in tests.rglob("test_*.py"))
    return {each for source in sources if "mark.scorecard" in source for each in _ids_in(ast.parse(source))}


def _ids_in(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "scorecard":
            yield from (str(each.value) for each in node.args if isinstance(each, ast.Constant))


def findings_in(folder: Path) -> dict[str, Findings]:
    """Return the results that all processes wrote to a folder."""
    found: defaultdict[str, Findings] = defaultdict(Findings)
    for path in sorted(folder.glob("*.json")):
        for each, values in json.loads(path.read_text("utf-8")).items():
            found[each].add(Findings(**values))
    return dict(found)


def updated(all_rows: Iterable[Row], findings: dict[str, Findings], today: date) -> list[Row]:
    """Return the rows with the new results. Rows whose tests did not run are unchanged."""
    return [
        replace(row, runs=f"{found.runs:,}", held=found.held, day=today.isoformat())
        if (found := findings.get(row.id)) and (found.runs or found.failed)
        else row
        for row in all_rows
    ]


def main(arguments: list[str]) -> int:
    """Update the page with the results of the tests, and print the rows that ran."""
    findings = findings_in(Path(arguments[0]))
    text = PAGE.read_text("utf-8")
    changed = updated(rows(text), findings, date.today())
    PAGE.write_text(page_with(text, changed), "utf-8")
    for row in changed:
        if row.id in findings:
            print(f"{row.id}  {row.what}\n     {row.runs} runs: {row.held}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
