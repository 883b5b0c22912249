"""Compare a `--json` report with its description."""

from __future__ import annotations

from collections.abc import Iterator

from termdesk.commands.completions.json_reports import REPORTS
from termdesk.commands.completions.reports.report_shapes import Shape


def mismatches(value: object, shape: Shape, position: str = "") -> Iterator[str]:
    """Yield the places where a report differs from its description."""
    if isinstance(shape, tuple):
        if not any(not [*mismatches(value, each)] for each in shape):
            yield f"{position}: {value!r}"
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield f"{position}: no list"
        else:
            for number, each in enumerate(value):
                yield from mismatches(each, shape[0], f"{position}[{number}]")
    elif isinstance(shape, dict):
        if not isinstance(value, dict) or (str not in shape and value.keys() != shape.keys()):
            differing = sorted(map(str, value.keys() ^ shape.keys())) if isinstance(value, dict) else repr(value)
            yield f"{position}: only in the report or only in its description: {differing}"
        else:
            for key, each in value.items():
                yield from mismatches(each, shape[str] if str in shape else shape[key], f"{position}.{key}")
    elif type(value) is not (shape if shape is not None else type(None)):
        yield f"{position}: {value!r}"


def assert_shape(title: str, report: object) -> None:
    found = [*mismatches(report, REPORTS[title])]
    assert not found, f"describe the report of {title!r} anew in commands/completions/reports/: {found}"
