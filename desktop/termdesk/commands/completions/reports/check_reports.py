"""Reports of the commands that check glossaries, and that check and convert files."""

from __future__ import annotations

from typing import Any

from termdesk.commands.completions.reports.report_shapes import NUMBER_OR_NULL, PAIR, TEXT_OR_NULL, Shape

_VIOLATION: dict[Any, Shape] = {"row": int, "side": str, "rule": str, "message": str, "remedy": str}
_FINDING: dict[Any, Shape] = {
    "row": int,
    "side": str,
    "kind": str,
    "severity": str,
    "title": str,
    "phrase": str,
    "message": str,
    "remedy": str,
}

CHECK_REPORTS: dict[str, Shape] = {
    "glossary check NAME": {
        "glossary": str,
        "dictionaries": [
            {**PAIR, "as_of": TEXT_OR_NULL, "entries": int, "problems": [_VIOLATION], "findings": [_FINDING]}
        ],
    },
    "glossary rules": {
        "rules": [
            {
                "name": str,
                "pattern": str,
                "side": str,
                "severity": str,
                "message": str,
                "is_on": bool,
                "marked": NUMBER_OR_NULL,
            }
        ],
        "is_done": bool,
    },
    "glossary kinds": {
        "glossary": TEXT_OR_NULL,
        "id": TEXT_OR_NULL,
        "kinds": [
            {"kind": str, "severity": str, "title": str, "remedy": str, "is_on": bool, "is_on_everywhere": bool},
        ],
        "is_done": bool,
    },
    "glossary ignored": {
        "glossary": str,
        "id": str,
        "findings": [
            {**PAIR, "kind": str, "side": str, "phrase": str, "note": str, "ignored_at": TEXT_OR_NULL},
        ],
        "is_done": bool,
    },
    "convert": {
        "file": str,
        "written": [{"file": str, **PAIR, "entries": int, "rejected_rows": int, "rejected_file": TEXT_OR_NULL}],
        "is_done": bool,
    },
    "check FILE": {
        "file": str,
        **PAIR,
        "entries": int,
        "ignored_rows": int,
        "blank_lines": int,
        "columns_not_read": [str],
        "problems": [{"line": int, **_VIOLATION}],
        "findings": [{"line": int, **_FINDING}],
    },
}
