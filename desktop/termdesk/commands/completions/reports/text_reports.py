"""Reports of the commands for texts, documents, history and sentence sets."""

from __future__ import annotations

from termdesk.commands.completions.reports.report_shapes import NUMBER_OR_NULL, PAIR, SHARE, TEXT_OR_NULL, Shape

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

TEXT_REPORTS: dict[str, Shape] = {
    "translate": {
        "translations": [
            {
                "target_lang": str,
                "source_lang": TEXT_OR_NULL,
                "text": TEXT_OR_NULL,
                "glossary": TEXT_OR_NULL,
                "style_rules": TEXT_OR_NULL,
                "characters": int,
                "billed_characters": NUMBER_OR_NULL,
                "engines": [str],
                "terms": [
                    {
                        "source": str,
                        "target": str,
                        "state": str,
                        "found_as": str,
                        "instead": TEXT_OR_NULL,
                        "uncertain": bool,
                    }
                ],
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
                "billed_characters": NUMBER_OR_NULL,
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
        "pairs": [{**PAIR, "count": int, "translations": [{"text": str, "translation": str}]}],
    },
    "confirmed --confirm": {**PAIR, "text": str, "translation": str, "before": TEXT_OR_NULL, "is_done": bool},
    "confirmed --delete, confirmed --delete-all": {**PAIR, "count": int, "is_done": bool},
    "confirmed -o": {"file": str, **PAIR, "count": int},
    "confirmed --import, confirmed --fetch": {
        "name": str,
        "pairs": [{**PAIR, "new": int, "same": int, "changed": [{"text": str, "old": str, "new": str}]}],
        "count": int,
        "rejected": [{"line": int, "message": str}],
        "is_done": bool,
    },
    "confirmed --send": {
        **PAIR,
        "name": str,
        "count": int,
        "arrived": int,
        "left_out": int,
        "deleted": int,
        "is_done": bool,
    },
    "spot-check": {
        "set": str,
        "client": str,
        "glossary": str,
        "style_rules": TEXT_OR_NULL,
        **PAIR,
        "before": str,
        "after": str,
        "adherence": SHARE,
        "fulfilled": int,
        "decided": int,
        "entries_by_state": {str: int},
        "sample": (
            {"characters": int, "terms": int, "covered": int, "never_seen": [str], "beyond_budget": [str]},
            None,
        ),
        "characters": {"estimated": int, "billed": NUMBER_OR_NULL},
        "baseline": (
            {
                "made_at": str,
                "glossary": TEXT_OR_NULL,
                "style_rules": TEXT_OR_NULL,
                "is_compared": bool,
                "adherence": SHARE,
                "moved": [{"source": str, "target": str, "before": TEXT_OR_NULL, "after": TEXT_OR_NULL}],
                "notes": [str],
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
                "state_before": TEXT_OR_NULL,
                "used": int,
                "reason": TEXT_OR_NULL,
                "occurrences": [
                    {
                        "sentence": int,
                        "state": str,
                        "found_as": str,
                        "reason": str,
                        "uncertain": bool,
                        "verdict": TEXT_OR_NULL,
                    }
                ],
            }
        ],
        "notes": [str],
    },
}
