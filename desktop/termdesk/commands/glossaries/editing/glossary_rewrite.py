"""`termdesk glossary clean` and `replace`: clean phrases, or find and replace in them, as the window does."""

from __future__ import annotations

import argparse

from termdesk.application.glossaries.editing.rewrite import rewrite_entries
from termdesk.commands.arguments import command_parser
from termdesk.commands.glossaries.editing.edit_preview import EntryEdit
from termdesk.commands.glossaries.editing.edit_run import EDIT_HELP, NamedEdit, add_edit_options, run_edit
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_rules import shorten_phrase
from termdesk.domain.entries.rewrite import Case, CleanUpOptions, Rewrite, make_replacement
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress

_SIDES = {"both": (SOURCE, TARGET), "source": (SOURCE,), "target": (TARGET,)}
_CASES = {"keep": Case.KEPT, "lower": Case.LOWER, "first-lower": Case.FIRST_LOWER, "first-upper": Case.FIRST_UPPER}
_USUAL = CleanUpOptions()
# The options of cleaning, by field of `CleanUpOptions`.
_OPTIONS = {
    "trims": ("--trim", "remove spaces at the start and end"),
    "collapses_spaces": ("--single-spaces", "replace several spaces and line breaks with one space"),
    "composes": ("--compose", "compose characters (NFC)"),
    "straightens_quotes": ("--straight-quotes", "replace typographic quotes with straight ones"),
    "replaces_hard_spaces": ("--plain-spaces", "replace no-break spaces with spaces"),
    "drops_invisible": ("--drop-invisible", "remove soft hyphens and zero-width characters"),
}


def clean_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary clean`."""
    parser = command_parser("glossary clean", f"Clean the phrases of a glossary or a file. {EDIT_HELP}")
    add_edit_options(parser)
    for name, (option, purpose) in _OPTIONS.items():
        is_on = getattr(_USUAL, name)
        help = f"{purpose} (default: yes)" if is_on else f"{purpose} (default: no)"
        parser.add_argument(option, dest=name, action=argparse.BooleanOptionalAction, default=is_on, help=help)
    parser.add_argument("--case", choices=_CASES, default="keep", help="change capital letters (default: keep)")
    _add_side(parser)
    return parser


def replace_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary replace`."""
    parser = command_parser(
        "glossary replace", f"Find a text in the phrases of a glossary or a file, and replace it. {EDIT_HELP}"
    )
    add_edit_options(parser)
    parser.add_argument("search", metavar="TEXT", help="text to find")
    parser.add_argument("replacement", metavar="NEW", help="text to put there; it may be empty")
    parser.add_argument(
        "--pattern",
        action="store_true",
        help=r"TEXT is a regular expression; \1 in NEW stands for the text in its first group",
    )
    parser.add_argument("--match-case", action="store_true", help="find only texts with the same capital letters")
    parser.add_argument("--words", action="store_true", help="find whole words only")
    parser.add_argument("--keep-case", action="store_true", help="keep the capital letters of what is replaced")
    _add_side(parser)
    return parser


def _add_side(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--side", choices=_SIDES, default="both", help="phrases to change (default: both)")


def clean(words: list[str]) -> int:
    """Clean a glossary or a file, and return the exit code."""
    parser = clean_parser()
    chosen = parser.parse_args(words)
    options = CleanUpOptions(**{name: getattr(chosen, name) for name in _OPTIONS}, case=_CASES[chosen.case])
    if not options.does_anything:
        parser.error("nothing is left to clean; see the options")
    return run_edit(parser, chosen, NamedEdit("Clean entries", _edit(options, chosen.side)))


def replace(words: list[str]) -> int:
    """Find and replace in a glossary or a file, and return the exit code."""
    parser = replace_parser()
    chosen = parser.parse_args(words)
    rewrite = make_replacement(
        chosen.search,
        chosen.replacement,
        is_pattern=chosen.pattern,
        with_case=chosen.match_case,
        whole_words=chosen.words,
        keeps_case=chosen.keep_case,
    )
    title = f"Replace “{shorten_phrase(chosen.search)}”"
    return run_edit(parser, chosen, NamedEdit(title, _edit(rewrite, chosen.side)))


def _edit(rewrite: Rewrite, side: str) -> EntryEdit:
    def edit(progress: Progress, entries: Entries, _pair: LanguagePair) -> Change | None:
        return rewrite_entries(progress, entries, rewrite, _SIDES[side])

    return edit
