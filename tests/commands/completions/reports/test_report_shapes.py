"""Another shape is noticed, and a shape is read as lines."""

from __future__ import annotations

from support.services.command_reports import mismatches
from termdesk.commands.completions.reports.report_shapes import shape_lines


def test_another_shape_is_noticed() -> None:
    shape = {"a": str, "b": [{"c": (int, None)}], "d": {str: bool}}

    assert [*mismatches({"a": "x", "b": [{"c": None}, {"c": 1}], "d": {"e": True}}, shape)] == []
    wrong = ({"a": 1, "b": [], "d": {}}, {"a": "x", "b": [], "d": {"e": 1}}, {"a": "x", "b": [{"c": "1"}], "d": {}})
    for report in (*wrong, {"a": "x", "b": []}, {"a": "x", "b": [], "d": {}, "e": 1}, {"a": "x", "b": {}, "d": {}}):
        assert [*mismatches(report, shape)]
    assert [*shape_lines(shape)] == [
        "a: text",
        "b: list of objects",
        "  c: number or null",
        "d: object",
        "  (any): true or false",
    ]
