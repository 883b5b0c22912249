"""`termdesk glossary list`: the glossaries of a service and of this computer."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence

from termdesk.application.failures import OFFLINE
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.commands.arguments import DONE, FOUND, add_service_options, command_parser
from termdesk.commands.json_parts import pair_json
from termdesk.commands.output import print_json, print_table, remark
from termdesk.commands.workplace import open_workplace
from termdesk.domain.key_scope import Scope


def list_glossaries_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary list`."""
    parser = command_parser(
        "glossary list",
        "List the glossaries of a service, with those that exist only on this computer. If the service cannot be "
        "reached, those of which this computer has a copy are listed with its date, and the exit code is 1. Glossaries "
        "that are kept on this computer are called locked.",
    )
    add_service_options(parser)
    return parser


def list_glossaries(words: list[str]) -> int:
    """Print all glossaries and return the exit code."""
    return asyncio.run(_run(list_glossaries_parser().parse_args(words)))


async def _run(chosen: argparse.Namespace) -> int:
    async with open_workplace(chosen, is_reading=True, needs=[Scope.READ_GLOSSARIES]) as cases:
        summaries, is_complete = await _list_glossaries(cases)
        if chosen.json:
            service = cases.session.full_title
            print_json({"service": service, "is_complete": is_complete, "glossaries": [*map(_json, summaries)]})
        elif summaries:
            print_table(("Glossary", "Pair", "Entries", "State", "Id"), _rows(summaries))
        else:
            remark("There are no glossaries.")
    return DONE if is_complete else FOUND


async def _list_glossaries(cases: LazyUseCases) -> tuple[list[GlossarySummary], bool]:
    """Return the glossaries, and whether those of the service are included."""
    try:
        return await cases.library.summaries(), True
    except OFFLINE as error:
        remark(f"{error.message} Only what is on this computer is listed.")
        return await cases.library.read_stored_summaries(), False


def _rows(summaries: Sequence[GlossarySummary]) -> list[tuple[str, ...]]:
    return [
        (
            summary.name,
            f"{row.pair.source}-{row.pair.target}",
            f"{row.entry_count:,}",
            _state(summary, row),
            summary.key,
        )
        for summary in summaries
        for row in summary.rows
    ]


def _state(summary: GlossarySummary, row: DictionarySummary) -> str:
    copied = f"copy of {row.copied_at.astimezone():%Y-%m-%d %H:%M}" if row.copied_at else ""
    return ", ".join(filter(None, (copied or row.state, "locked" if summary.is_local_only else "")))


def _json(summary: GlossarySummary) -> dict[str, object]:
    return {
        "name": summary.name,
        "id": summary.key,
        "is_on_service": summary.is_on_service,
        "state": summary.state,
        "is_local_only": summary.is_local_only,
        "tags": [*map(str, summary.tags)],
        "dictionaries": [
            {
                **pair_json(row.pair),
                "entries": row.entry_count,
                "state": row.state,
                "as_of": row.copied_at.isoformat(timespec="seconds") if row.copied_at else None,
            }
            for row in summary.rows
        ],
    }
