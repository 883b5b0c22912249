"""Reports of the commands that publish, compare, transfer and release glossaries."""

from __future__ import annotations

from typing import Any

from termdesk.commands.completions.reports.report_shapes import DIFFERENCE, NUMBER_OR_NULL, PAIR, TEXT_OR_NULL, Shape

_PUSH: Shape = {
    "service": str,
    "glossary": TEXT_OR_NULL,
    "base": TEXT_OR_NULL,
    "calls": int,
    "bytes": int,
    "dictionaries": [
        {
            "glossary": str,
            **PAIR,
            "is_new": bool,
            **DIFFERENCE,
            "from_service": DIFFERENCE,
            "conflicts": [{"source": str, "before": TEXT_OR_NULL, "here": TEXT_OR_NULL, "service": TEXT_OR_NULL}],
            "problems": [str],
            "is_published": bool,
            "entries": NUMBER_OR_NULL,
            "trace_id": TEXT_OR_NULL,
            "overwritten": [{"source": str, "theirs": TEXT_OR_NULL, "now": TEXT_OR_NULL}],
        }
    ],
}
_RELEASE: Shape = {
    "glossary": str,
    "version": str,
    "dictionaries": [{**PAIR, "added": int, "changed": int, "removed": int}],
    "is_done": bool,
}
_TRANSFER: Shape = {
    "service": str,
    "glossary": str,
    "id": str,
    "to": str,
    "name": str,
    "calls": int,
    "bytes": int,
    "deletions": int,
    "dictionaries": [
        {
            **PAIR,
            "entries": int,
            "has_unpublished_edits": bool,
            "stays": TEXT_OR_NULL,
            "as_of": TEXT_OR_NULL,
        }
    ],
    "is_done": bool,
}
_INTERRUPTED: dict[Any, Shape] = {
    "glossary": str,
    "id": str,
    "to": str,
    "name": str,
    "is_move": bool,
    "reason": TEXT_OR_NULL,
    "trace_id": TEXT_OR_NULL,
}

_CHANGED_SOURCES: dict[Any, Shape] = {**PAIR, "added": [str], "changed": [str], "removed": [str]}

PUBLISHING_REPORTS: dict[str, Shape] = {
    "glossary diff": {**_PUSH, "as_of": TEXT_OR_NULL},
    "glossary push": _PUSH,
    "glossary folder": {
        "folders": [{"glossary": str, "id": str, "folder": str, "state": str, "reason": str}],
    },
    "glossary folder NAME, glossary folder --pull": {
        "glossary": str,
        "id": str,
        "folder": str,
        "version": TEXT_OR_NULL,
        "is_changed_here": bool,
        "is_emptied": bool,
        "dictionaries": [{**PAIR, "added": int, "changed": int, "removed": int}],
        "conflicts": [
            {**PAIR, "source": str, "here": TEXT_OR_NULL, "folder": TEXT_OR_NULL, "before": TEXT_OR_NULL},
        ],
        "is_done": bool,
    },
    "glossary folder --link, glossary folder --unlink": {
        "glossary": str,
        "id": str,
        "folder": str,
        "is_watched": bool,
        "is_done": bool,
    },
    "glossary folder --push": {
        "glossary": str,
        "id": str,
        "folder": str,
        "version": str,
        "dictionaries": [{**PAIR, "added": int, "changed": int, "removed": int}],
        "is_done": bool,
    },
    "glossary unfinished": {
        "service": str,
        "dictionaries": [
            {
                "id": str,
                "glossary": str,
                **PAIR,
                "publishing": str,
                "state": str,
                "added": NUMBER_OR_NULL,
                "changed": NUMBER_OR_NULL,
                "removed": NUMBER_OR_NULL,
                "would_be": TEXT_OR_NULL,
                "reason": TEXT_OR_NULL,
                "trace_id": TEXT_OR_NULL,
            },
        ],
        "transfers": [{**_INTERRUPTED, "dictionaries": [{**PAIR, "is_copied": bool}]}],
        "overwritten": [{"glossary": str, **PAIR, "source": str, "theirs": TEXT_OR_NULL, "now": TEXT_OR_NULL}],
    },
    "glossary unfinished --give-up": {
        "service": str,
        "transfers": [{**_INTERRUPTED, "dictionaries": [{**PAIR, "left": str}]}],
        "is_done": bool,
    },
    "glossary versions": {
        "glossary": str,
        "id": str,
        "versions": [
            {
                "number": int,
                **PAIR,
                "made_at": str,
                "origin": str,
                "name": str,
                "entries": int,
                "bytes": int,
                "has_details": bool,
                "is_by_others": bool,
            }
        ],
    },
    "glossary versions --compare": {
        "glossary": TEXT_OR_NULL,
        "id": TEXT_OR_NULL,
        "file": TEXT_OR_NULL,
        **PAIR,
        "before": NUMBER_OR_NULL,
        "after": NUMBER_OR_NULL,
        "with": TEXT_OR_NULL,
        **DIFFERENCE,
    },
    "glossary versions --restore": {"glossary": str, "id": str, **PAIR, "version": int, "rows": int, "is_done": bool},
    "glossary versions --keep": {
        "glossary": str,
        "id": str,
        "name": str,
        "dictionaries": [{**PAIR, "entries": int}],
        "is_done": bool,
    },
    "glossary versions --delete": {"glossary": str, "id": str, "version": int, "is_done": bool},
    "glossary changes": {
        "changes": [
            {
                "made_at": str,
                "service": str,
                "change": str,
                "call": str,
                "glossary": str,
                "new_name": TEXT_OR_NULL,
                "source_lang": TEXT_OR_NULL,
                "target_lang": TEXT_OR_NULL,
                "outcome": str,
                "status": int,
                "trace_id": str,
                "deleted_entries": int,
                "read_back": TEXT_OR_NULL,
                "difference": (DIFFERENCE, None),
            }
        ]
    },
    "glossary copy": _TRANSFER,
    "glossary move": _TRANSFER,
    "glossary release": _RELEASE,
    "glossary take-over": _RELEASE,
    "bundle diff": {"dictionaries": [_CHANGED_SOURCES]},
    "bundle write": {
        "glossary": str,
        "version": str,
        "dictionaries": [_CHANGED_SOURCES],
        "left_out": int,
        "is_done": bool,
    },
    "bundle check": {
        "glossary": str,
        "version": str,
        "date": str,
        "is_verified": bool,
        "dictionaries": [{**PAIR, "entry_count": int}],
        "problems": [{"file": str, "message": str}],
    },
}
