"""Reports of the commands for usage, languages, profiles, preferences and engines."""

from __future__ import annotations

from termdesk.commands.completions.reports.report_shapes import NUMBER_OR_NULL, PAIR, SHARE, TEXT_OR_NULL, Shape

_ALLOWANCE: Shape = ({"characters": int, "limit": int, "left": int, "share": SHARE}, None)
_IN_LIST: Shape = ({"usable_as_source": bool, "usable_as_target": bool, "formality": bool}, None)

PROGRAM_REPORTS: dict[str, Shape] = {
    "usage": {
        "service": str,
        "as_of": TEXT_OR_NULL,
        "is_billed": bool,
        "level": str,
        "characters": NUMBER_OR_NULL,
        "account": _ALLOWANCE,
        "key": _ALLOWANCE,
        "left": NUMBER_OR_NULL,
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
                "proxy": TEXT_OR_NULL,
                "proxy_user": TEXT_OR_NULL,
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
        "trained": [{"name": str, "id": str, **PAIR}],
        "is_done": bool,
    },
    "engines --train": {
        "name": str,
        **PAIR,
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
                "billed_characters": NUMBER_OR_NULL,
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
        **PAIR,
        "listed_at": TEXT_OR_NULL,
        "tasks": [{"task": str, "is_possible": (bool, None), "reason": str, "remedy": str}],
    },
}
