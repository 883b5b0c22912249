"""`termdesk glossary similar`: list clusters of similar entries, or settle them, as the window does."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from termdesk.application.glossaries.checks.similar_entries import (
    Likeness,
    Similar,
    SimilarAction,
    settle_similar,
    similar_rows,
)
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.progress import run_in_thread
from termdesk.commands.arguments import DONE, FOUND, command_parser
from termdesk.commands.file_commands import read_parts
from termdesk.commands.file_reader import is_readable, reread
from termdesk.commands.glossaries.dictionary_access import find_readable
from termdesk.commands.glossaries.editing.edit_run import EDIT_HELP, NamedEdit, add_edit_options, run_edit
from termdesk.commands.glossaries.glossary_lookup import find_rows, to_root_pair
from termdesk.commands.json_parts import glossary_json, pair_json
from termdesk.commands.output import print_json, print_lines
from termdesk.commands.workplace import open_workplace
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.pluralize import pluralize
from termdesk.domain.progress import NoProgress, Progress

_SIDES = {"source": SOURCE, "target": TARGET}
_LIKENESSES = {each.value.replace("_", "-"): each for each in Likeness}
_ACTIONS = {each.value.replace("_", "-"): each for each in SimilarAction}


def similar_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary similar`."""
    parser = command_parser(
        "glossary similar",
        "List clusters of similar entries of a glossary or a file, with the exit code 1 if there are any. With "
        f"--settle one entry of each cluster stays, and the others are deleted or become like it. {EDIT_HELP}",
    )
    add_edit_options(parser)
    parser.add_argument("--side", choices=_SIDES, default="source", help="phrases to compare (default: source)")
    parser.add_argument(
        "--likeness", choices=_LIKENESSES, default="spelling", help="what makes phrases similar (default: spelling)"
    )
    parser.add_argument(
        "--settle",
        choices=_ACTIONS,
        help="delete the others, give them the same-target, or for --side target the same-phrase",
    )
    parser.add_argument(
        "--keep",
        action="append",
        default=[],
        metavar="PHRASE",
        help="the phrase that stays in its cluster (default: the first one of each); can be repeated",
    )
    return parser


def similar(words: list[str]) -> int:
    """List or settle similar entries, and return the exit code."""
    parser = similar_parser()
    chosen = parser.parse_args(words)
    if chosen.settle and (chosen.settle == "same-phrase") != (chosen.side == "target"):
        parser.error("delete and same-target are for --side source, same-phrase is for --side target")
    if chosen.settle:
        return run_edit(parser, chosen, NamedEdit("Settle similar entries", _Settling(chosen)))
    if chosen.dry_run or chosen.output or chosen.keep:
        parser.error("--dry-run, -o and --keep are for --settle")
    path = Path(chosen.name)
    return _list_file(path, chosen) if is_readable(path) else asyncio.run(_list_glossary(chosen))


def _find_similar(progress: Progress, entries: Entries, pair: LanguagePair, chosen: argparse.Namespace) -> Similar:
    return similar_rows(progress, entries, pair, column=_SIDES[chosen.side], likeness=_LIKENESSES[chosen.likeness])


@dataclass(frozen=True, slots=True)
class _Settling:
    """The edit that settles all clusters."""

    chosen: argparse.Namespace

    def __call__(self, progress: Progress, entries: Entries, pair: LanguagePair) -> Change | None:
        found = _find_similar(progress, entries, pair, self.chosen)
        if not found.clusters:
            return None
        kept = dict(_split_cluster(found, rows, frozenset(self.chosen.keep)) for rows in found.clusters)
        return settle_similar(found, kept, _ACTIONS[self.chosen.settle])


def _split_cluster(found: Similar, rows: Sequence[int], phrases: Collection[str]) -> tuple[int, list[int]]:
    """Return the row of a cluster that stays, and the other rows."""
    stays = next((row for row in rows if found.phrases[row] in phrases), rows[0])
    return stays, [row for row in rows if row != stays]


def _list_file(path: Path, chosen: argparse.Namespace) -> int:
    chosen.input = chosen.output = path
    if chosen.pair and not chosen.source_lang:
        chosen.source_lang, chosen.target_lang = chosen.pair
    with reread(path) as copy:
        _, parts = read_parts(chosen, copy)
    found = [(each.pair, _find_similar(NoProgress(), each.result.entries, each.pair, chosen)) for each in parts]
    return _tell(None, path, found, as_json=chosen.json)


async def _list_glossary(chosen: argparse.Namespace) -> int:
    found = list[tuple[LanguagePair, Similar]]()
    async with open_workplace(chosen, is_reading=True) as cases:
        summary = await find_readable(cases, chosen.name)
        for row in find_rows(summary, to_root_pair(chosen.pair)):
            entries = await cases.copying_library.entries(summary, row)
            found.append((row.pair, await run_in_thread(NoProgress(), _find_similar, entries, row.pair, chosen)))
    return _tell(summary, None, found, as_json=chosen.json)


def _tell(
    summary: GlossarySummary | None,
    file: Path | None,
    found: Sequence[tuple[LanguagePair, Similar]],
    *,
    as_json: bool,
) -> int:
    if as_json:
        report: dict[str, object] = {
            **glossary_json(summary),
            "file": str(file) if file else None,
            "dictionaries": [_json(*each) for each in found],
        }
        print_json(report)
    else:
        for pair, one in found:
            for number, rows in enumerate(one.clusters, 1):
                print_lines(f"{pair}, cluster {number}:", *(f"  {_row(one, row)}" for row in rows))
            clusters = pluralize(len(one.clusters), "1 cluster", "{count} clusters")
            compared = pluralize(one.compared, "1 phrase", "{count} phrases")
            print_lines(f"{clusters} in {compared}, {pair}.")
    return FOUND if any(one.clusters for _, one in found) else DONE


def _row(found: Similar, row: int) -> str:
    source, target = _texts(found, row)
    return f"row {row + 1:,}: {source} → {target}"


def _texts(found: Similar, row: int) -> tuple[str, str]:
    texts = found.phrases[row], found.others[row]
    return texts if found.column == SOURCE else (texts[1], texts[0])


def _json(pair: LanguagePair, found: Similar) -> dict[str, object]:
    clusters = [
        [dict(zip(("row", "source", "target"), (row + 1, *_texts(found, row)), strict=True)) for row in rows]
        for rows in found.clusters
    ]
    return {
        **pair_json(pair),
        "compared": found.compared,
        "clusters": [{"entries": each} for each in clusters],
    }
