"""`termdesk glossary edit`: add, change and delete single entries, as in the cells of the grid."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.commands.arguments import command_parser
from termdesk.commands.glossaries.editing.edit_preview import EntryEdit
from termdesk.commands.glossaries.editing.edit_run import EDIT_HELP, NamedEdit, add_edit_options, run_edit
from termdesk.commands.glossaries.glossary_lookup import find_row, to_root_pair
from termdesk.domain.entries.changes import Change, InsertRows, RemoveRows, SetCells, as_one
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress


def edit_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary edit`."""
    parser = command_parser(
        "glossary edit",
        "Add, change and delete single entries of a glossary or a file. A source phrase names the rows that have it, "
        f"letter by letter. {EDIT_HELP}",
    )
    add_edit_options(parser)
    for option, names, purpose in (
        ("--add", ("SOURCE", "TARGET"), "add an entry at the end"),
        ("--set", ("SOURCE", "TARGET"), "give an entry another target phrase"),
        ("--rename", ("SOURCE", "NEW"), "give an entry another source phrase"),
    ):
        parser.add_argument(
            option, nargs=2, action="append", default=[], metavar=names, help=f"{purpose}; can be repeated"
        )
    parser.add_argument(
        "--delete", action="append", default=[], metavar="SOURCE", help="delete an entry; can be repeated"
    )
    return parser


def edit(words: list[str]) -> int:
    """Edit single entries of a glossary or a file, and return the exit code."""
    parser = edit_parser()
    chosen = parser.parse_args(words)
    if not (chosen.add or chosen.set or chosen.rename or chosen.delete):
        parser.error("choose --add, --set, --rename or --delete")

    def change(_progress: Progress, entries: Entries, _pair: LanguagePair) -> Change | None:
        return _change(entries, chosen)

    async def of_one(_cases: LazyUseCases, summary: GlossarySummary, _row: DictionarySummary) -> EntryEdit:
        # The same phrases make no sense in several languages.
        find_row(summary, to_root_pair(chosen.pair))
        return change

    return run_edit(parser, chosen, NamedEdit("Edit entries", change, of_one))


def _change(entries: Entries, chosen: argparse.Namespace) -> Change:
    """Return all edits as one change. Raises InvalidInput for a source phrase that no row has."""
    rows_of: dict[str, list[int]] = {}
    for row, source in enumerate(entries.sources):
        rows_of.setdefault(source, []).append(row)
    _check_known([*chosen.delete, *(source for source, _ in (*chosen.set, *chosen.rename))], rows_of)
    gone = sorted({row for source in chosen.delete for row in rows_of[source]})
    # Rows keep their numbers until some are removed.
    changes: list[Change] = [
        *_cells(TARGET, chosen.set, rows_of),
        *_cells(SOURCE, chosen.rename, rows_of),
    ]
    if gone:
        changes.append(RemoveRows(gone))
    if chosen.add:
        changes.append(
            InsertRows.at(entries, len(entries) - len(gone), [(source, target) for source, target in chosen.add])
        )
    return as_one(changes)


def _check_known(sources: Iterable[str], rows_of: dict[str, list[int]]) -> None:
    for each in sources:
        if each not in rows_of:
            raise InvalidInput(
                f"No entry has the source phrase “{each}”. Nothing was changed.",
                remedy="See the entries with: termdesk glossary entries NAME",
            )


def _cells(column: int, edits: Sequence[Sequence[str]], rows_of: dict[str, list[int]]) -> Iterable[SetCells]:
    for source, text in edits:
        rows = rows_of[source]
        yield SetCells(column, rows, [text] * len(rows))
