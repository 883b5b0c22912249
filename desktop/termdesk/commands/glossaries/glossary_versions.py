"""`termdesk glossary versions`: list, compare, keep, restore and delete versions of dictionaries."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path

from termdesk.application.glossaries.importing.importer import ImportChoices, ImportPreview
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.glossaries.versions.dictionary_versions import (
    DictionaryVersion,
    VersionOrigin,
    is_by_others,
)
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.progress import run_in_thread
from termdesk.commands.arguments import DONE, FOUND, add_pair_option, add_service_options, command_parser, count_of
from termdesk.commands.file_reader import is_readable, reread
from termdesk.commands.glossaries.dictionary_access import find_readable, open_dictionary
from termdesk.commands.glossaries.glossary_lookup import find_row, find_rows, to_root_pair
from termdesk.commands.glossaries.kept_versions import delete_version, keep_version
from termdesk.commands.json_parts import glossary_json, pair_json
from termdesk.commands.output import (
    describe_difference,
    difference_json,
    difference_lines,
    print_json,
    print_lines,
    print_table,
    remark,
)
from termdesk.commands.workplace import open_workplace
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference, difference
from termdesk.domain.pluralize import pluralize
from termdesk.domain.progress import NoProgress, Progress

_ORIGINS = {
    VersionOrigin.SERVICE: "read from the service",
    VersionOrigin.PUBLISHED: "published from here",
    VersionOrigin.KEPT: "kept here",
    VersionOrigin.BEFORE: "before changes made elsewhere",
}
_BY_OTHERS = "changed elsewhere"


def versions_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary versions`."""
    parser = command_parser(
        "glossary versions",
        "List the versions of a glossary that this computer keeps: what the service had, what was published, and what "
        "was kept under a name. --compare and --with tell what differs, with the exit code 1 if anything does; "
        "--restore brings one back as an edit, which one undo step takes back, and which is published as any other. "
        "With a file in place of NAME, --with compares it with another file or a glossary.",
    )
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME|FILE", help="name or id of a glossary, or a file for --with")
    add_pair_option(parser, "only this dictionary")
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
    ways.add_argument(
        "--keep", metavar="TITLE", help="keep the present entries under a name, such as “before the audit”"
    )
    ways.add_argument("--delete", type=count_of, metavar="NUMBER", help="delete this version permanently")
    parser.add_argument(
        "--with",
        dest="other",
        metavar="NAME|FILE",
        help="tell what leads from the version of --compare, or from the present entries, to another glossary or to a "
        "file",
    )
    parser.add_argument(
        "--phrase",
        action="append",
        metavar="SOURCE",
        help="with --restore: restore only the rows of this source phrase; can be repeated",
    )
    parser.add_argument("--yes", action="store_true", help="with --delete: do not ask")
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="with --restore, --keep and --delete: only tell what would be done; the exit code is 1 if anything would",
    )
    return parser


def versions(words: list[str]) -> int:
    """List, compare or restore versions, and return the exit code."""
    parser = versions_parser()
    chosen = parser.parse_args(words)
    if chosen.compare and len(chosen.compare) > 2:
        parser.error("--compare takes one version or two")
    if chosen.other and (len(chosen.compare or ()) > 1 or _is_writing(chosen)):
        parser.error("--with is compared with one version, or with the present entries")
    if chosen.dry_run and not _is_writing(chosen):
        parser.error("--dry-run is for --restore, --keep and --delete")
    if chosen.phrase and chosen.restore is None:
        parser.error("--phrase needs --restore")
    chosen.is_file = is_readable(Path(chosen.name))
    if chosen.is_file and (not chosen.other or chosen.compare):
        parser.error("a file has no versions; compare it using --with")
    return asyncio.run(_run(chosen))


def _is_writing(chosen: argparse.Namespace) -> bool:
    return chosen.restore is not None or chosen.keep is not None or chosen.delete is not None


async def _run(chosen: argparse.Namespace) -> int:
    async with open_workplace(chosen, is_reading=chosen.dry_run or not _is_writing(chosen)) as cases:
        pair = to_root_pair(chosen.pair)
        if chosen.is_file:
            return await _compare_file(cases, pair, chosen)
        summary = await find_readable(cases, chosen.name)
        known = await cases.versions.of_glossary(summary.key)
        if pair is not None:
            known = [each for each in known if each.pair.roots == pair]
        if chosen.keep is not None:
            return await keep_version(cases, summary, find_rows(summary, pair), chosen)
        if chosen.delete is not None:
            return await delete_version(cases, summary, _find(known, chosen.delete), chosen)
        if chosen.other:
            return await _compare_with_other(cases, summary, known, chosen)
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
        listed = [{**_json(each), "is_by_others": is_by_others(each, known)} for each in known]
        print_json({**glossary_json(summary), "versions": listed})
    elif known:
        rows = [
            (
                f"{each.number}",
                f"{each.pair.source}-{each.pair.target}",
                f"{each.made_at.astimezone():%Y-%m-%d %H:%M:%S}",
                _origin_words(each, known),
                f"{each.entry_count:,}",
                f"{each.size:,}",
            )
            for each in known
        ]
        print_table(("Number", "Pair", "Made", "Origin", "Entries", "Bytes"), rows)
    else:
        remark("No version is kept.")


def _origin_words(version: DictionaryVersion, known: Sequence[DictionaryVersion]) -> str:
    return version.name or (_BY_OTHERS if is_by_others(version, known) else _ORIGINS[version.origin])


def _json(version: DictionaryVersion) -> dict[str, object]:
    return {
        "number": version.number,
        **pair_json(version.pair),
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
        after = await cases.copying_library.entries(summary, _row(summary, first))
    return await _tell_difference(
        summary, first.pair, (first.number, before), (second.number if second else None, after), chosen
    )


async def _compare_with_other(
    cases: LazyUseCases, summary: GlossarySummary, known: Sequence[DictionaryVersion], chosen: argparse.Namespace
) -> int:
    """Compare a version or the present entries with those of another glossary, or of a file."""
    if chosen.compare:
        version = _find(known, chosen.compare[0])
        number, pair, before = version.number, version.pair, await cases.versions.entries(version)
    else:
        row = find_row(summary, to_root_pair(chosen.pair))
        number, pair, before = None, row.pair, await cases.copying_library.entries(summary, row)
    after = await _other_entries(cases, chosen.other, pair)
    return await _tell_difference(summary, pair, (number, before), (None, after), chosen)


async def _compare_file(cases: LazyUseCases, pair: LanguagePair | None, chosen: argparse.Namespace) -> int:
    """Compare a file with another file or a glossary. Raises InvalidInput if its languages are not known."""
    preview = await _read_file(cases, chosen.name, pair)
    pair = pair or preview.file.pair
    if pair is None:
        raise InvalidInput(f"{chosen.name} does not name its languages.", remedy="Add --pair.")
    after = await _other_entries(cases, chosen.other, pair)
    return await _tell_difference(None, pair, (None, preview.result.entries), (None, after), chosen)


async def _read_file(cases: LazyUseCases, name: str, pair: LanguagePair | None) -> ImportPreview:
    """Return the entries of a file for a pair, and say how many rows cannot be compared."""
    with reread(Path(name)) as copy:
        preview = await cases.importer.preview(copy, ImportChoices(pair=pair))
    if unread := len(preview.rejected_rows):
        left_out = pluralize(unread, "1 row of the file is not compared", "{count} rows of the file are not compared")
        remark(f"{left_out}. List them with: termdesk check {name}")
    return preview


async def _other_entries(cases: LazyUseCases, name: str, pair: LanguagePair) -> Entries:
    """Return the entries of a glossary or a file for a pair. Raises InvalidInput if it has none."""
    if is_readable(Path(name)):
        return (await _read_file(cases, name, pair)).result.entries
    other = await find_readable(cases, name)
    return await cases.copying_library.entries(other, find_row(other, pair.roots))


async def _tell_difference(
    summary: GlossarySummary | None,
    pair: LanguagePair,
    before: tuple[int | None, Entries],
    after: tuple[int | None, Entries],
    chosen: argparse.Namespace,
) -> int:
    """Print what leads from one state to another, each with the number of its version, and return the exit code.

    Without a `summary`, the first one is a file.
    """
    change = await run_in_thread(NoProgress(), _difference, before[1], after[1])
    if chosen.json:
        report: dict[str, object] = {
            **glossary_json(summary),
            "file": None if summary else chosen.name,
            **pair_json(pair),
            "before": before[0],
            "after": after[0],
            "with": chosen.other,
        }
        print_json({**report, **difference_json(change)})
    else:
        print_lines(
            f"{summary.name if summary else chosen.name}, {pair}: {describe_difference(change)}",
            *difference_lines(change),
        )
    return DONE if change.is_empty else FOUND


def _difference(_progress: Progress, before: Entries, after: Entries) -> Difference:
    return difference(before.copy_published_part(), after.copy_published_part())


async def _restore(
    cases: LazyUseCases, summary: GlossarySummary, version: DictionaryVersion, chosen: argparse.Namespace
) -> int:
    row = _row(summary, version)
    if chosen.dry_run:
        entries = await cases.copying_library.entries(summary, row)
        await _check_phrases(cases, entries, version, chosen.phrase)
        count = (await cases.versions.change_from(entries, version, chosen.phrase)).count
    else:
        count = await _take_back(cases, summary, row, version, chosen.phrase)
    if chosen.json:
        print_json(
            {
                **glossary_json(summary),
                **pair_json(row.pair),
                "version": version.number,
                "rows": count,
                "is_done": not chosen.dry_run,
            }
        )
    elif not count:
        remark("Nothing to restore: the present entries are the same.")
    elif chosen.dry_run:
        rows = pluralize(count, "1 row would be restored", "{count} rows would be restored")
        print_lines(f"{summary.name}, {row.pair}: {rows}.")
    else:
        print_lines(f"{summary.name}, {row.pair}: {pluralize(count, '1 row restored', '{count} rows restored')}.")
        remark("Publish it with: termdesk glossary push NAME --draft")
    return FOUND if chosen.dry_run and count else DONE


async def _check_phrases(
    cases: LazyUseCases, present: Entries, version: DictionaryVersion, phrases: Sequence[str] | None
) -> None:
    """Raise InvalidInput if a source phrase is neither in the version nor among the present entries."""
    if not phrases:
        return
    former = await cases.versions.entries(version)
    known = {*present.sources, *former.sources}
    if missing := [each for each in phrases if each not in known]:
        named = ", ".join(f"“{each}”" for each in missing)
        raise InvalidInput(
            f"Neither the version nor the present entries have the source phrase {named}. Nothing was restored.",
            remedy="Compare them with: termdesk glossary versions NAME --compare NUMBER",
        )


async def _take_back(
    cases: LazyUseCases,
    summary: GlossarySummary,
    row: DictionarySummary,
    version: DictionaryVersion,
    sources: Sequence[str] | None,
) -> int:
    """Restore a version as one undo step, and return the number of changed rows."""
    async with open_dictionary(cases, summary, row.pair) as dictionary:
        await _check_phrases(cases, dictionary.entries, version, sources)
        change = await cases.versions.change_back(dictionary, version, sources)
        await dictionary.take(change, "Restored version")
        await dictionary.wait_until_saved()
    return change.count
