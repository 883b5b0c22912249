"""Reports of the commands that list, keep and edit glossaries."""

from __future__ import annotations

from typing import Any

from termdesk.commands.completions.reports.report_shapes import PAIR, TEXT_OR_NULL, Shape
from termdesk.domain.entries.entry_detail import COLUMN_FIELDS

_FILES: Shape = {
    "glossary": str,
    "id": str,
    "files": [{"file": str, **PAIR, "entries": int, "as_of": TEXT_OR_NULL}],
    "lost": [str],
}
_ROW: dict[Any, Shape] = {"row": int, "source": str, "target": str}
_COLUMNS: dict[Any, Shape] = dict.fromkeys(COLUMN_FIELDS.values(), str)
_EDIT: Shape = {
    "glossary": TEXT_OR_NULL,
    "id": TEXT_OR_NULL,
    "file": TEXT_OR_NULL,
    "written": [str],
    "dictionaries": [
        {
            **PAIR,
            "cells": [{"row": int, "side": str, "old": str, "new": str}],
            "added": [_ROW],
            "removed": [_ROW],
            "more_problems": int,
        }
    ],
    "is_done": bool,
}

LIBRARY_REPORTS: dict[str, Shape] = {
    "glossary list": {
        "service": str,
        "is_complete": bool,
        "glossaries": [
            {
                "name": str,
                "id": str,
                "is_on_service": bool,
                "state": str,
                "is_local_only": bool,
                "tags": [str],
                "dictionaries": [{**PAIR, "entries": int, "state": str, "as_of": TEXT_OR_NULL}],
            }
        ],
    },
    "glossary entries": {
        "glossary": str,
        "id": str,
        "dictionaries": [
            {
                **PAIR,
                "as_of": TEXT_OR_NULL,
                "count": int,
                "entries": [{**_ROW, **_COLUMNS, "fields": {str: str}}],
                "facets": {str: {str: int}},
            }
        ],
    },
    "glossary pull": _FILES,
    "glossary export": _FILES,
    "glossary duplicate": {
        "glossary": str,
        "id": TEXT_OR_NULL,
        "before": str,
        "dictionaries": [{**PAIR, "entries": int}],
        "is_done": bool,
    },
    "glossary tags": {"glossary": str, "id": str, "tags": [str], "is_done": bool},
    "glossary rename": {"service": str, "glossary": str, "id": str, "before": str, "is_done": bool},
    "glossary lock": {"glossary": str, "id": str, "is_locked": bool, "is_done": bool},
    "glossary delete": {
        "service": str,
        "glossary": str,
        "id": str,
        "is_deleted": bool,
        "dictionaries": [{**PAIR, "entries": int, "is_on_service": bool}],
    },
    "glossary deleted": {
        "service": str,
        "glossaries": [{"number": int, "name": str, "dictionaries": [PAIR], "deleted_at": str}],
        "is_done": bool,
    },
    "glossary clean": _EDIT,
    "glossary replace": _EDIT,
    "glossary edit": _EDIT,
    "glossary fix": _EDIT,
    "glossary similar": {
        "glossary": TEXT_OR_NULL,
        "id": TEXT_OR_NULL,
        "file": TEXT_OR_NULL,
        "dictionaries": [{**PAIR, "compared": int, "clusters": [{"entries": [_ROW]}]}],
    },
    "glossary similar --settle": _EDIT,
    "glossary reverse": {
        "glossary": str,
        "id": str,
        **PAIR,
        "entries": int,
        "clashes": [{"phrase": str, "becomes": str, "candidates": [str], "is_chosen": bool}],
        "incomplete_rows": int,
        "forbidden_rows": int,
        "is_done": bool,
    },
    "glossary undo": {
        "glossary": str,
        "id": str,
        **PAIR,
        "steps": [{"number": int, "title": str, "made_at": TEXT_OR_NULL, "is_undone": bool}],
        "count": int,
        "is_done": bool,
    },
    "glossary import": {**_EDIT, "rejected_rows": int},
}
