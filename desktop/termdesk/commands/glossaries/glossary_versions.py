"""`termdesk glossary versions`: list, compare and restore earlier versions of dictionaries."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.glossaries.versions.dictionary_versions import DictionaryVersion, VersionOrigin
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.progress import run_in_thread
from termdesk.commands.arguments import DONE, FOUND, add_pair_option, add_service_options, command_parser, count_of
from termdesk.commands.glossaries.glossary_lookup import chosen_pair, find_glossary, find_rows
from termdesk.commands.output import (
    counted,
    difference_json,
    difference_lines,
    print_json,
    print_lines,
    print_table,
    remark,
)
from termdesk.commands.workplace import opened
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.merging.difference import Difference, difference
from termdesk.domain.pluralize import pluralize
from termdesk.domain.progress import NoProgress, Progress

_ORIGINS = {
    VersionOrigin.SERVICE: "read from the service",
    VersionOrigin.PUBLISHED: "published from here",
    VersionOrigin.KEPT: "kept here",
    VersionOrigin.BEFORE: "before changes by others",
}


def versions_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary versions`."""
    parser = command_parser(
        "glossary versions",
        "List the versions of a glossary that this computer keeps: what the service had, what was published, and what "
        "was kept under a name. --compare tells what differs, with the exit code 1 if anything does; --restore brings "
        "one back as an edit, which one step of undo takes back, and which is published as any other.",
    )
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME", help="name or id of a glossary")
    add_pair_option(parser, "list only the versions of this dictionary")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument(
        "--compare",
        type=count_of,
        nargs="+",
        metavar="NUMBER",
        help="tell what leads from this version to a second one, or to the present entries; source and target are "
        "compared",
    )
    ways.add_argument("--restore", type=count_of, metavar="NUMBER", help="restore this version")
    parser.add_argument(
        "--phrase",
        action="append",
        metavar="SOURCE",
        help="with --restore: restore only the rows of this source phrase; can be repeated",
    )
    return parser


def versions(words: list[str]) -> int:
    """List, compare or restore versions, and return the exit code."""
    parser = versions_parser()
    chosen = parser.parse_args(words)
    if chosen.compare and len(chosen.compare) > 2:
        parser.error("--compare takes one version or two")
    if chosen.phrase and chosen.restore is None:
        parser.error("--phrase needs --restore")
    return asyncio.run(_run(chosen))


async def _run(chosen: argparse.Namespace) -> int:
    async with opened(chosen, is_reading=chosen.restore is None) as cases:
        summary = find_glossary(await cases.library.known_summaries(), chosen.name)
        pair = chosen_pair(chosen.pair)
        known = await cases.versions.of_glossary(summary.key)
        if pair is not None:
            known = [each for each in known if each.pair.roots == pair]
        if chosen.compare:
            return await _compare(cases, summary, known, chosen)
        if chosen.restore is not None:
            return await _restore(cases, summary, _find(known, chosen.restore), chosen)
        _list(summary, known, as_json=chosen.json)
    return DONE


def _find(known: Sequence[DictionaryVersion], number: int) -> DictionaryVersion:
    found = next((each for each in known if each.number == number), None)
    if found is None:
        raise InvalidInput(
            f"No version has the number {number}.", remedy="See the numbers with: termdesk glossary versions NAME"
        )
    return found


def _row(summary: GlossarySummary, version: DictionaryVersion) -> DictionarySummary:
    """Return the dictionary to which a version belongs. Raises InvalidInput if it does not exist any more."""
    return find_rows(summary, version.pair.roots)[0]


def _list(summary: GlossarySummary, known: Sequence[DictionaryVersion], *, as_json: bool) -> None:
    if as_json:
        print_json({"glossary": summary.name, "id": summary.key, "versions": [*map(_json, known)]})
    elif known:
        rows = [
            (
                f"{each.number}",
                f"{each.pair.source}-{each.pair.target}",
                f"{each.made_at.astimezone():%Y-%m-%d %H:%M:%S}",
                each.name or _ORIGINS[each.origin],
                f"{each.entry_count:,}",
                f"{each.size:,}",
            )
            for each in known
        ]
        print_table(("Number", "Pair", "Made", "Origin", "Entries", "Bytes"), rows)
    else:
        remark("No version is kept.")


def _json(version: DictionaryVersion) -> dict[str, object]:
    return {
        "number": version.number,
        "source_lang": version.pair.source,
        "target_lang": version.pair.target,
        "made_at": version.made_at.isoformat(timespec="seconds"),
        "origin": version.origin.value,
        "name": version.name,
        "entries": version.entry_count,
        "bytes": version.size,
        "has_details": version.is_whole,
    }


async def _compare(
    cases: LazyUseCases, summary: GlossarySummary, known: Sequence[DictionaryVersion], chosen: argparse.Namespace
) -> int:
    first, *others = (_find(known, each) for each in chosen.compare)
    second = others[0] if others else None
    if second is not None and second.pair.roots != first.pair.roots:
        raise InvalidInput(
            f"Version {first.number} is of {first.pair}, and {second.number} of {second.pair}.",
            remedy="Compare two versions of one dictionary.",
        )
    before = await cases.versions.entries(first)
    if second is not None:
        after = await cases.versions.entries(second)
    else:
        after = await cases.library.entries(summary, _row(summary, first))
    change = await run_in_thread(NoProgress(), _difference, before, after)
    if chosen.json:
        report: dict[str, object] = {
            "glossary": summary.name,
            "id": summary.key,
            "source_lang": first.pair.source,
            "target_lang": first.pair.target,
            "before": first.number,
            "after": second.number if second else None,
        }
        print_json({**report, **difference_json(change)})
    else:
        print_lines(f"{summary.name}, {first.pair}: {counted(change)}", *difference_lines(change))
    return DONE if change.is_empty else FOUND


def _difference(_progress: Progress, before: Entries, after: Entries) -> Difference:
    return difference(before.published_part(), after.published_part())


async def _restore(
    cases: LazyUseCases, summary: GlossarySummary, version: DictionaryVersion, chosen: argparse.Namespace
) -> int:
    row = _row(summary, version)
    if row.draft_id is not None:
        # Open the draft without the service.
        dictionary = await cases.library.open_draft(row.draft_id)
    else:
        dictionary = await cases.library.open(summary, row.pair)
    try:
        count = await _take_back(cases, dictionary, version, chosen.phrase)
    finally:
        await cases.library.close(dictionary)
    if chosen.json:
        print_json(
            {
                "glossary": summary.name,
                "id": summary.key,
                "source_lang": row.pair.source,
                "target_lang": row.pair.target,
                "version": version.number,
                "rows": count,
            }
        )
    elif not count:
        remark("Nothing to restore: the present entries are the same.")
    else:
        print_lines(f"{summary.name}, {row.pair}: {pluralize(count, '1 row restored', '{count} rows restored')}.")
        remark("Publish it with: termdesk glossary push NAME --draft")
    return DONE


async def _take_back(
    cases: LazyUseCases, dictionary: OpenDictionary, version: DictionaryVersion, sources: Sequence[str] | None
) -> int:
    """Restore a version as one undo step, and return the number of changed rows."""
    change = await cases.versions.change_back(dictionary, version, sources)
    await dictionary.take(change, "Restored version")
    return change.count
