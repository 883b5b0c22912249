"""Keeping and deleting of versions by `termdesk glossary versions`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.glossaries.versions.dictionary_versions import DictionaryVersion
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.commands.arguments import DONE, FOUND
from termdesk.commands.consent import check_agreed
from termdesk.commands.glossaries.dictionary_access import open_dictionary
from termdesk.commands.json_parts import glossary_json, pair_json
from termdesk.commands.output import print_json, print_lines
from termdesk.domain.errors import InvalidInput
from termdesk.domain.pluralize import pluralize


async def keep_version(
    cases: LazyUseCases, summary: GlossarySummary, rows: Sequence[DictionarySummary], chosen: argparse.Namespace
) -> int:
    """Keep the present entries of these dictionaries under a name, and return the exit code.

    Raises InvalidInput for an empty name.
    """
    name = chosen.keep.strip()
    if not name:
        raise InvalidInput("A version that is kept needs a name.", remedy="Write it behind --keep.")
    kept = list[tuple[DictionarySummary, int]]()
    for row in rows:
        if chosen.dry_run:
            kept.append((row, len(await cases.copying_library.entries(summary, row))))
            continue
        async with open_dictionary(cases, summary, row.pair) as dictionary:
            kept.append((row, len(dictionary.entries)))
            if kept[-1][1]:
                await cases.versions.keep(dictionary, name)
    # As in the window, an empty dictionary has no version.
    kept = [(row, count) for row, count in kept if count]
    if chosen.json:
        dictionaries = [{**pair_json(row.pair), "entries": count} for row, count in kept]
        report = {**glossary_json(summary), "name": name, "dictionaries": dictionaries}
        print_json({**report, "is_done": not chosen.dry_run})
    else:
        for row, count in kept:
            found = f"{summary.name}, {row.pair}, {pluralize(count, '1 entry', '{count} entries')}"
            print_lines(f"Would keep “{name}”: {found}." if chosen.dry_run else f"Kept “{name}”: {found}.")
    return FOUND if chosen.dry_run and kept else DONE


async def delete_version(
    cases: LazyUseCases, summary: GlossarySummary, version: DictionaryVersion, chosen: argparse.Namespace
) -> int:
    """Delete a version permanently after a question, and return the exit code."""
    made = f"{version.made_at.astimezone():%Y-%m-%d %H:%M}"
    described = f"version {version.number} of {summary.name}, {version.pair}, made {made}"
    if not chosen.dry_run:
        check_agreed(f"Delete {described}, permanently?", "Nothing was deleted.", is_given=chosen.yes)
        await cases.versions.delete(version)
    if chosen.json:
        report = {**glossary_json(summary), "version": version.number}
        print_json({**report, "is_done": not chosen.dry_run})
    else:
        print_lines(f"Would delete {described}." if chosen.dry_run else f"Deleted {described}.")
    return FOUND if chosen.dry_run else DONE
