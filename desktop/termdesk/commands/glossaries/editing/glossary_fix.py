"""`termdesk glossary fix`: correct all findings of a kind, as the quick fixes of the window do."""

from __future__ import annotations

import argparse
from functools import partial

from termdesk.application.glossaries.checks.entries_check import fix_entries
from termdesk.application.glossaries.checks.quick_fix import FIX_WORDS
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.commands.arguments import command_parser
from termdesk.commands.glossaries.editing.edit_preview import EntryEdit
from termdesk.commands.glossaries.editing.edit_run import EDIT_HELP, NamedEdit, add_edit_options, run_edit
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress
from termdesk.storage.check_notes import DictionaryKey


def fix_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary fix`."""
    parser = command_parser(
        "glossary fix",
        "Correct all findings of a kind in a glossary or a file, as one click in the window does: duplicate removes "
        "rows that repeat another one, empty removes empty rows, the others correct phrases. What is ignored stays. "
        f"{EDIT_HELP}",
    )
    add_edit_options(parser)
    parser.add_argument(
        "--kind",
        action="append",
        choices=[str(each) for each in FIX_WORDS],
        required=True,
        metavar="KIND",
        help=f"kind of finding to correct, one of {', '.join(FIX_WORDS)}; can be repeated",
    )
    return parser


def fix(words: list[str]) -> int:
    """Correct findings in a glossary or a file, and return the exit code."""
    parser = fix_parser()
    chosen = parser.parse_args(words)
    kinds = frozenset(chosen.kind)

    def edit(progress: Progress, entries: Entries, pair: LanguagePair) -> Change | None:
        return fix_entries(progress, entries, pair, kinds)

    async def prepare_fix(cases: LazyUseCases, summary: GlossarySummary, row: DictionarySummary) -> EntryEdit:
        key = DictionaryKey(cases.session.profile, summary.key, row.pair)
        return partial(fix_entries, kinds=kinds, decisions=await cases.check_factory.decisions(key))

    title = ", ".join(dict.fromkeys(str(FIX_WORDS[each]) for each in chosen.kind))
    return run_edit(parser, chosen, NamedEdit(title, edit, prepare_fix))
