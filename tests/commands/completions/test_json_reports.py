"""The `--json` reports match the man page and the README in every key, because scripts rely on them."""

from __future__ import annotations

from pathlib import Path

from termdesk.commands.completions.json_reports import REPORTS
from termdesk.commands.completions.reports.report_shapes import shape_lines

README = Path(__file__).parents[3] / "README.md"


def test_the_readme_names_every_key() -> None:
    reported = README.read_text("utf-8")

    keys = {line.strip().partition(":")[0] for shape in REPORTS.values() for line in shape_lines(shape)} - {"(any)"}
    assert {key for key in keys if f"`{key}`" not in reported} == set()
