"""Keys and types of the output of `--json`, by command.

Scripts rely on them: keys may be added, but not renamed or given another type.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

# A type, None, a tuple of alternatives, a list with its item shape, or a dict of value shapes by key (`str`: any key).
Shape = Any

TEXT_OR_NULL = (str, None)
_NUMBER_OR_NULL = (int, None)
_SHARE = (float, int, None)
_PAIR: dict[Any, Shape] = {"source_lang": str, "target_lang": str}
_DIFFERENCE: dict[Any, Shape] = {"added": {str: str}, "changed": {str: {"old": str, "new": str}}, "removed": {str: str}}
_PUSH: Shape = {
    "service": str,
    "glossary": str,
    "base": TEXT_OR_NULL,
    "calls": int,
    "bytes": int,
    "dictionaries": [
        {
            **_PAIR,
            "is_new": bool,
            **_DIFFERENCE,
            "from_service": _DIFFERENCE,
            "conflicts": [{"source": str, "before": TEXT_OR_NULL, "here": TEXT_OR_NULL, "service": TEXT_OR_NULL}],
            "problems": [str],
            "is_published": bool,
            "entries": _NUMBER_OR_NULL,
            "trace_id": TEXT_OR_NULL,
        }
    ],
}
_FILES: Shape = {
    "glossary": str,
    "id": str,
    "files": [{"file": str, **_PAIR, "entries": int}],
    "lost": [str],
}
_PROBLEM: dict[Any, Shape] = {"row": int, "side": str, "rule": str, "message": str, "remedy": str}
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
_ROW: dict[Any, Shape] = {"row": int, "source": str, "target": str}
_EDIT: Shape = {
    "glossary": TEXT_OR_NULL,
    "id": TEXT_OR_NULL,
    "file": TEXT_OR_NULL,
    "written": [str],
    "dictionaries": [
        {
            **_PAIR,
            "cells": [{"row": int, "side": str, "old": str, "new": str}],
            "added": [_ROW],
            "removed": [_ROW],
            "more_problems": int,
        }
    ],
    "is_done": bool,
}
_ALLOWANCE: Shape = ({"characters": int, "limit": int, "left": int, "share": _SHARE}, None)

_TEXT: Shape = {
    "number": int,
    "made_at": TEXT_OR_NULL,
    "profile": str,
    "work": str,
    "source_lang": TEXT_OR_NULL,
    "target_lang": str,
    "text": str,
    "result": str,
    "glossary": TEXT_OR_NULL,
    "engines": [str],
    "is_starred": bool,
}
_IN_LIST: Shape = ({"usable_as_source": bool, "usable_as_target": bool, "formality": bool}, None)
_RELEASE: Shape = {
    "glossary": str,
    "version": str,
    "dictionaries": [{**_PAIR, "added": int, "changed": int, "removed": int}],
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
    "dictionaries": [{**_PAIR, "entries": int, "stays": TEXT_OR_NULL}],
    "is_done": bool,
}

_INTERRUPTED: dict[Any, Shape] = {"glossary": str, "id": str, "to": str, "name": str, "is_move": bool}

REPORTS: dict[str, Shape] = {
    "glossary list": {
        "service": str,
        "is_complete": bool,
        "glossaries": [
            {
                "name": str,
                "id": str,
                "is_on_service": bool,
                "state": str,
                "tags": [str],
                "dictionaries": [{**_PAIR, "entries": int, "state": str}],
            }
        ],
    },
    "glossary pull": _FILES,
    "glossary export": _FILES,
    "glossary diff": _PUSH,
    "glossary push": _PUSH,
    "glossary check NAME": {
        "glossary": str,
        "dictionaries": [{**_PAIR, "entries": int, "problems": [_PROBLEM], "findings": [_FINDING]}],
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
                "marked": _NUMBER_OR_NULL,
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
            {**_PAIR, "kind": str, "side": str, "phrase": str, "note": str, "ignored_at": TEXT_OR_NULL},
        ],
        "is_done": bool,
    },
    "glossary clean": _EDIT,
    "glossary replace": _EDIT,
    "glossary fix": _EDIT,
    "glossary similar": {
        "glossary": TEXT_OR_NULL,
        "id": TEXT_OR_NULL,
        "file": TEXT_OR_NULL,
        "dictionaries": [{**_PAIR, "compared": int, "clusters": [{"entries": [_ROW]}]}],
    },
    "glossary similar --settle": _EDIT,
    "glossary reverse": {
        "glossary": str,
        "id": str,
        **_PAIR,
        "entries": int,
        "clashes": [{"phrase": str, "becomes": str, "candidates": [str], "is_chosen": bool}],
        "incomplete_rows": int,
        "forbidden_rows": int,
        "is_done": bool,
    },
    "glossary undo": {
        "glossary": str,
        "id": str,
        **_PAIR,
        "steps": [{"number": int, "title": str, "made_at": TEXT_OR_NULL, "is_undone": bool}],
        "count": int,
        "is_done": bool,
    },
    "glossary import": {**_EDIT, "rejected_rows": int},
    "glossary duplicate": {
        "glossary": str,
        "id": TEXT_OR_NULL,
        "before": str,
        "dictionaries": [{**_PAIR, "entries": int}],
        "is_done": bool,
    },
    "glossary folder": {
        "folders": [{"glossary": str, "id": str, "folder": str, "state": str, "reason": str}],
    },
    "glossary folder NAME, glossary folder --pull": {
        "glossary": str,
        "id": str,
        "folder": str,
        "version": TEXT_OR_NULL,
        "is_changed_here": bool,
        "dictionaries": [{**_PAIR, "added": int, "changed": int, "removed": int}],
        "conflicts": [
            {**_PAIR, "source": str, "here": TEXT_OR_NULL, "folder": TEXT_OR_NULL, "before": TEXT_OR_NULL},
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
        "dictionaries": [{**_PAIR, "added": int, "changed": int, "removed": int}],
        "is_done": bool,
    },
    "glossary tags": {"glossary": str, "id": str, "tags": [str], "is_done": bool},
    "glossary unfinished": {
        "service": str,
        "dictionaries": [
            {
                "glossary": str,
                **_PAIR,
                "state": str,
                "added": int,
                "changed": int,
                "removed": int,
                "would_be": TEXT_OR_NULL,
            },
        ],
        "transfers": [{**_INTERRUPTED, "dictionaries": [_PAIR]}],
    },
    "glossary unfinished --give-up": {
        "service": str,
        "transfers": [{**_INTERRUPTED, "dictionaries": [{**_PAIR, "left": str}]}],
        "is_done": bool,
    },
    "glossary rename": {"service": str, "glossary": str, "id": str, "before": str, "is_done": bool},
    "glossary lock": {"glossary": str, "id": str, "is_locked": bool, "is_done": bool},
    "glossary delete": {
        "service": str,
        "glossary": str,
        "id": str,
        "is_deleted": bool,
        "dictionaries": [{**_PAIR, "entries": int, "is_on_service": bool}],
    },
    "glossary deleted": {
        "service": str,
        "glossaries": [{"number": int, "name": str, "dictionaries": [_PAIR], "deleted_at": str}],
        "is_done": bool,
    },
    "glossary versions": {
        "glossary": str,
        "id": str,
        "versions": [
            {
                "number": int,
                **_PAIR,
                "made_at": str,
                "origin": str,
                "name": str,
                "entries": int,
                "bytes": int,
                "has_details": bool,
            }
        ],
    },
    "glossary versions --compare": {
        "glossary": str,
        "id": str,
        **_PAIR,
        "before": _NUMBER_OR_NULL,
        "after": _NUMBER_OR_NULL,
        "with": TEXT_OR_NULL,
        **_DIFFERENCE,
    },
    "glossary versions --restore": {"glossary": str, "id": str, **_PAIR, "version": int, "rows": int, "is_done": bool},
    "glossary versions --keep": {
        "glossary": str,
        "id": str,
        "name": str,
        "dictionaries": [{**_PAIR, "entries": int}],
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
                "difference": (_DIFFERENCE, None),
            }
        ]
    },
    "glossary copy": _TRANSFER,
    "glossary move": _TRANSFER,
    "glossary release": _RELEASE,
    "glossary take-over": _RELEASE,
    "translate": {
        "translations": [
            {
                "target_lang": str,
                "source_lang": TEXT_OR_NULL,
                "text": TEXT_OR_NULL,
                "glossary": TEXT_OR_NULL,
                "style_rules": TEXT_OR_NULL,
                "characters": int,
                "billed_characters": _NUMBER_OR_NULL,
                "engines": [str],
                "terms": [{"source": str, "target": str, "state": str}],
                "notes": [str],
                "error": TEXT_OR_NULL,
            }
        ]
    },
    "improve": {
        "text": str,
        "language": str,
        "characters": int,
        "engines": [str],
        "is_unchanged": bool,
        "is_only_corrected": bool,
        "changes": [{"old": str, "new": str}],
        "touched_terms": [str],
        "notes": [str],
    },
    "documents": {
        "service": str,
        "documents": [
            {
                "number": int,
                "file": str,
                "source_lang": TEXT_OR_NULL,
                "target_lang": str,
                "glossary": TEXT_OR_NULL,
                "state": str,
                "characters": int,
                "billed_characters": _NUMBER_OR_NULL,
                "result": str,
                "reason": str,
            }
        ],
    },
    "translate --dry-run, improve --dry-run, documents --dry-run, spot-check --dry-run": {
        "characters": int,
        "is_billed": bool,
        "used_today": int,
        "needs_agreement": bool,
        "cost": TEXT_OR_NULL,
        "currency": TEXT_OR_NULL,
    },
    "documents --remove, documents --retry": {"service": str, "documents": [int], "is_done": bool},
    "history": {"texts": [_TEXT], "count": int},
    "history --star, history --unstar, history --delete, history --delete-all": {
        "texts": [_TEXT],
        "count": int,
        "is_done": bool,
    },
    "history -o": {"file": str, "count": int},
    "history --keeping, history --keep-days, history --keep-most, history --keep-none": {
        "keeps_texts": bool,
        "days": int,
        "most": int,
        "count": int,
        "is_done": bool,
    },
    "confirmed": {
        "service": str,
        "pairs": [{**_PAIR, "count": int, "translations": [{"text": str, "translation": str}]}],
    },
    "confirmed --confirm": {**_PAIR, "text": str, "translation": str, "before": TEXT_OR_NULL, "is_done": bool},
    "confirmed --delete, confirmed --delete-all": {**_PAIR, "count": int, "is_done": bool},
    "confirmed -o": {"file": str, **_PAIR, "count": int},
    "confirmed --import, confirmed --fetch": {
        "name": str,
        "pairs": [{**_PAIR, "new": int, "same": int, "changed": [{"text": str, "old": str, "new": str}]}],
        "count": int,
        "rejected": [{"line": int, "message": str}],
        "is_done": bool,
    },
    "confirmed --send": {
        **_PAIR,
        "name": str,
        "count": int,
        "arrived": int,
        "left_out": int,
        "deleted": int,
        "is_done": bool,
    },
    "usage": {
        "service": str,
        "is_billed": bool,
        "level": str,
        "characters": _NUMBER_OR_NULL,
        "account": _ALLOWANCE,
        "key": _ALLOWANCE,
        "left": _NUMBER_OR_NULL,
        "period_start": TEXT_OR_NULL,
        "period_end": TEXT_OR_NULL,
        "by_product": {str: int},
        "forecast": ({"characters": int, "period_end": TEXT_OR_NULL, "full_at": TEXT_OR_NULL}, None),
        "sent_today": int,
        "caps": {"job": int, "day": int, "ask_from": int},
        "cost": TEXT_OR_NULL,
        "currency": TEXT_OR_NULL,
    },
    "profiles": {
        "profiles": [
            {
                "name": str,
                "id": str,
                "address": str,
                "missing_scopes": [str],
                "found_on": TEXT_OR_NULL,
                "color": TEXT_OR_NULL,
                "price": TEXT_OR_NULL,
                "day_cap": int,
                "is_in_use": bool,
            }
        ],
        "is_done": bool,
    },
    "preferences": {
        "preferences": [
            {
                "name": str,
                "title": str,
                "help": str,
                "value": (str, int, bool),
                "default": (str, int, bool),
                "choices": [str],
                "range": [int],
            }
        ],
        "is_done": bool,
    },
    "engines": {
        "engines": [{"name": str, "serves": str, "state": str, "version": str, "license": str, "resident_bytes": int}],
        "trained": [{"name": str, "id": str, **_PAIR}],
        "is_done": bool,
    },
    "engines --train": {
        "name": str,
        **_PAIR,
        "state": TEXT_OR_NULL,
        "segments": int,
        "left_out": {str: int},
        "message": str,
        "is_done": bool,
    },
    "ledger": {
        "calls": [
            {
                "made_at": str,
                "profile": str,
                "work": str,
                "source_lang": TEXT_OR_NULL,
                "target_lang": TEXT_OR_NULL,
                "glossary": TEXT_OR_NULL,
                "characters": int,
                "billed_characters": _NUMBER_OR_NULL,
                "state": str,
                "trace_id": str,
            }
        ],
        "count": int,
        "estimated": int,
        "billed": int,
        "characters": int,
        "costs": {str: str},
        "file": TEXT_OR_NULL,
    },
    "languages": {
        "service": str,
        "resource": str,
        "listed_at": str,
        "is_stored": bool,
        "languages": [
            {
                "lang": str,
                "name": str,
                "usable_as_source": bool,
                "usable_as_target": bool,
                "status": str,
                "features": {str: str},
                "own_name": str,
            }
        ],
    },
    "languages --changes": {
        "service": str,
        "changes": [
            {
                "resource": str,
                "lang": str,
                "name": str,
                "change": str,
                "feature": TEXT_OR_NULL,
                "before": TEXT_OR_NULL,
                "after": TEXT_OR_NULL,
                "since": str,
                "found_at": str,
            }
        ],
    },
    "languages --older": {
        "service": str,
        "resource": str,
        "listed_at": str,
        "count": int,
        "languages": [{"lang": str, "name": str, "today": _IN_LIST, "older": _IN_LIST}],
    },
    "languages --pair": {
        "service": str,
        **_PAIR,
        "tasks": [{"task": str, "is_possible": (bool, None), "reason": str, "remedy": str}],
    },
    "spot-check": {
        "set": str,
        "client": str,
        "glossary": str,
        "style_rules": TEXT_OR_NULL,
        **_PAIR,
        "before": str,
        "after": str,
        "adherence": _SHARE,
        "fulfilled": int,
        "decided": int,
        "entries_by_state": {str: int},
        "characters": {"estimated": int, "billed": _NUMBER_OR_NULL},
        "baseline": (
            {
                "made_at": str,
                "adherence": _SHARE,
                "moved": [{"source": str, "target": str, "before": TEXT_OR_NULL, "after": TEXT_OR_NULL}],
            },
            None,
        ),
        "sentences": [
            {
                "number": int,
                "text": str,
                "before": str,
                "after": str,
                "in_baseline": TEXT_OR_NULL,
                "verdict": TEXT_OR_NULL,
            }
        ],
        "entries": [
            {
                "source": str,
                "target": str,
                "state": str,
                "used": int,
                "occurrences": [{"sentence": int, "state": str, "uncertain": bool, "verdict": TEXT_OR_NULL}],
            }
        ],
        "notes": [str],
    },
    "check FILE": {
        "file": str,
        **_PAIR,
        "entries": int,
        "ignored_rows": int,
        "blank_lines": int,
        "columns_not_read": [str],
        "problems": [{"line": int, **_PROBLEM}],
        "findings": [{"line": int, **_FINDING}],
    },
    "bundle check": {
        "glossary": str,
        "version": str,
        "date": str,
        "is_verified": bool,
        "dictionaries": [{**_PAIR, "entry_count": int}],
        "problems": [{"file": str, "message": str}],
    },
    "a command that fails": {"error": {"message": str, "remedy": str}},
}

_NAMES = {str: "text", int: "number", float: "number", bool: "true or false", None: "null"}


def shape_lines(shape: Shape, indent: int = 0) -> Iterator[str]:
    """Return a shape as lines for people."""
    for key, each in shape.items():
        name = "  " * indent + ("(any)" if key is str else key)
        inner = each[0] if isinstance(each, list | tuple) and isinstance(each[0], dict) else each
        kind = (
            "list of objects" if isinstance(each, list) else "object or null" if isinstance(each, tuple) else "object"
        )
        if isinstance(inner, dict):
            yield f"{name}: {kind}"
            yield from shape_lines(inner, indent + 1)
        elif isinstance(each, list):
            yield f"{name}: list of {_NAMES[each[0]]}"
        elif isinstance(each, tuple):
            yield f"{name}: {' or '.join(dict.fromkeys(_NAMES[one] for one in each))}"
        else:
            yield f"{name}: {_NAMES[each]}"
