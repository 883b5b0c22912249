"""Each action of the window has a command, or a listed reason why it has none.

This is the table of the headless twin: what the window can do, a script can do with the same use cases.
"""

from __future__ import annotations

import shlex
from argparse import ArgumentParser

import pytest

from termdesk.commands.command_table import COMMANDS, Command, find_command
from termdesk.commands.completions.json_reports import REPORTS
from termdesk.commands.window_parser import window_parser
from termdesk.ui.shell.actions import SPECS

LOOK = "only how the window shows entries"
MOVE = "only moves through the window"
CELLS = "only for what is selected in the grid; glossary edit changes entries by their phrases"
TEXTS = "only for the text fields of the window; a command reads and writes files and pipes"

# By action: the words of commands that do the same.
TWINS = {
    "new_glossary": ["glossary import FILE NAME --create"],
    "import_file": ["glossary import FILE NAME", "glossary push NAME FILE"],
    "open_sample": ["glossary import FILE NAME --create"],
    "export_file": ["glossary export NAME OUT"],
    "publish": ["glossary push NAME --draft"],
    "publish_everything": ["glossary push --draft --all"],
    "unfinished_publishing": ["glossary unfinished", "glossary unfinished --resume --dry-run"],
    "connect": ["profiles --use NAME", "profiles --test"],
    "profiles": ["profiles", "profiles --add NAME", "profiles --change NAME", "profiles --remove NAME"],
    "preferences": ["preferences", "preferences NAME VALUE", "preferences --reset"],
    "undo": ["glossary undo NAME"],
    "redo": ["glossary undo NAME --redo"],
    "history": ["glossary undo NAME --list", "glossary undo NAME --steps 3"],
    "versions": [
        "glossary versions NAME",
        "glossary versions NAME --compare 1",
        "glossary versions NAME --with FILE",
        "glossary versions NAME --keep TITLE",
        "glossary versions NAME --restore 1",
        "glossary versions NAME --delete 1",
    ],
    "revert_rows": ["glossary versions NAME --restore 1 --phrase SOURCE"],
    "replace": ["glossary replace NAME TEXT NEW"],
    "clean": ["glossary clean NAME"],
    "find": ["glossary entries NAME --find TEXT"],
    "filter": ["glossary entries NAME --find TEXT"],
    "filter_row": ["glossary entries NAME --source TEXT --target TEXT --pattern"],
    "filter_column": ["glossary entries NAME --note TEXT"],
    "facets": ["glossary entries NAME --facets", "glossary entries NAME --where status=forbidden"],
    "sort_source": ["glossary entries NAME --sort source"],
    "sort_target": ["glossary entries NAME --sort target --descending"],
    "file_order": ["glossary entries NAME"],
    "details": ["glossary entries NAME"],
    "entry_panel": ["glossary entries NAME --json"],
    "go_to_row": ["glossary entries NAME --rows 100-120"],
    "next_violation": ["glossary entries NAME --only problem", "glossary check NAME"],
    "previous_violation": ["glossary entries NAME --only problem", "glossary check NAME"],
    "clear_cells": ["glossary edit NAME --set SOURCE ''"],
    "insert_row": ["glossary edit NAME --add SOURCE TARGET"],
    "delete_rows": ["glossary edit NAME --delete SOURCE"],
    "refresh": ["glossary list", "languages", "usage"],
    "find_glossary": ["glossary list"],
    "pane_1": ["glossary list"],
    "pane_2": ["translate TEXT --to de"],
    "pane_3": ["spot-check SET --glossary NAME"],
    "pane_4": ["improve TEXT --language en-US"],
    "pane_5": ["documents"],
    "pane_6": ["languages", "languages --changes", "languages --older text"],
    "pane_7": ["usage", "ledger"],
    "multilingual_view": ["glossary export NAME OUT"],
    "open_beside": ["glossary versions NAME --with OTHER"],
    "check": [
        "glossary check NAME --least hint",
        "check FILE --least hint",
        "glossary fix NAME --kind empty",
        "glossary rules --add RULE --pattern TEXT",
        "glossary kinds NAME --off bidi",
        "glossary ignored NAME --add --kind bidi --note TEXT",
    ],
    "similar": ["glossary similar NAME", "glossary similar NAME --settle delete"],
    "add_dictionary": ["glossary import FILE NAME"],
    "pair_matrix": ["glossary list --json"],
    "rename_glossary": ["glossary rename NAME NEW"],
    "copy_glossary": ["glossary duplicate NAME NEW"],
    "publish_chosen": ["glossary push NAME --draft --pair en-de"],
    "copy_to_service": ["glossary copy NAME --to PROFILE", "glossary unfinished --give-up NAME --dry-run"],
    "move_to_service": ["glossary move NAME --to PROFILE"],
    "lock_glossary": ["glossary lock NAME", "glossary lock NAME --off"],
    "glossary_tags": ["glossary tags NAME --add client:Bank"],
    "export_glossaries": ["glossary list --json", "glossary export NAME OUT"],
    "write_release": ["glossary release NAME DIR"],
    "take_over_release": ["glossary take-over DIR"],
    "watched_folder": ["glossary folder NAME --link DIR", "glossary folder NAME --pull", "glossary folder NAME --push"],
    "reverse_dictionary": ["glossary reverse NAME"],
    "delete_glossary": ["glossary delete NAME"],
    "bin": ["glossary deleted", "glossary deleted --restore 1", "glossary deleted --forget 1 --dry-run"],
    "notebook": ["glossary changes"],
    "copy_glossary_id": ["glossary list --json"],
    "run": ["translate TEXT --to de", "improve TEXT --language en-US"],
    "several_targets": ["translate TEXT --to de,fr"],
    "use_detected": ["translate TEXT --to de"],
    "next_change": ["improve TEXT --language en-US --changes"],
    "previous_change": ["improve TEXT --language en-US --changes"],
    "convert_text": ["improve TEXT --language en-US --convert en-GB"],
    "confirm_result": ["confirmed --pair en-de --confirm TEXT TRANSLATION"],
    "translate_back": ["translate TEXT --to en"],
    "add_entry": ["glossary edit NAME --add SOURCE TARGET", "glossary import FILE NAME"],
    "add_entry_at_once": ["glossary edit NAME --add SOURCE TARGET"],
    "compare_glossary": ["translate TEXT --to de --from en --glossary NAME"],
    "add_documents": ["documents FILE --to de"],
    "text_history": ["history", "history --star 1", "history --delete 1", "history -o OUT", "history --keep-days 30"],
    "engines": [
        "engines",
        "engines --rescan",
        "engines --train FILE --pair en-de",
        "engines --delete NAME",
        "confirmed",
    ],
    "diagnostics": ["--diagnose FILE"],
    "about": ["--version", "--self-test"],
    "help": ["--help"],
}
# By action: why there is no command.
WITHOUT = {
    **dict.fromkeys(("close_dictionary", "quit"), "nothing stays open after a command"),
    **dict.fromkeys(("cut", "copy", "paste", "select_all", "fill_down", "ditto"), CELLS),
    **dict.fromkeys(("find_next", "find_previous", "clear_filter", "columns", "wrap"), LOOK),
    **dict.fromkeys(("zoom_in", "zoom_out", "zoom_reset", "show_hidden"), LOOK),
    **dict.fromkeys(("go_to_entry", "open_used_glossary"), MOVE),
    **dict.fromkeys(("next_region", "previous_region", "next_pane", "previous_pane"), MOVE),
    **dict.fromkeys(("swap", "copy_result", "take_result", "clear_texts", "watch_clipboard"), TEXTS),
    "toggle_change": "decides change by change while the text is read; improve prints the text with all of them",
    "shortcuts": "changes the keys of the window",
    "rehearse": "lets the running service of the window fail, for training; a command has a service of its own",
}
ALL = [(name, words) for name, lines in TWINS.items() for words in lines]


def test_each_action_has_a_command_or_a_reason() -> None:
    names = {each.name for each in SPECS}

    assert TWINS.keys() | WITHOUT.keys() == names
    assert TWINS.keys() & WITHOUT.keys() == set()
    assert all(TWINS.values())
    assert all(WITHOUT.values())


@pytest.mark.parametrize(("name", "words"), ALL, ids=[f"{name}: {words}" for name, words in ALL])
def test_each_command_of_the_table_is_taken_by_its_parser(name: str, words: str) -> None:
    typed = shlex.split(words)
    found = find_command(typed)
    parser, rest = (found[0].parser(), found[1]) if found else (window_parser(), typed)

    assert found or words.startswith("--")
    if rest and rest[-1] in ("--help", "--version"):
        with pytest.raises(SystemExit) as end:
            parser.parse_args(rest)
        assert end.value.code == 0
    else:
        assert parser.parse_args(rest)


# These serve no single action: they start something, or they work on files alone.
_WITHOUT_JSON = {"serve", "completions", "bundle"}  # The commands of `bundle` have it.
# These need no dry run: they only read, or write files that they name (and none that exists without --force).
_READING = {
    "glossary list",
    "glossary entries",
    "glossary diff",
    "glossary check",
    "glossary changes",
    "usage",
    "languages",
    "check",
}
_WRITING_FILES = {"glossary pull", "glossary export", "ledger", "bundle"}
_STARTING = {"serve", "completions"}


def options_of(parser: ArgumentParser) -> set[str]:
    return {name for action in parser._actions for name in action.option_strings}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.words)
def test_each_command_answers_programs_with_a_described_report(command: Command) -> None:
    if command.words not in _WITHOUT_JSON:
        assert "--json" in options_of(command.parser())
        assert any(command.words in title for title in REPORTS), "the man page describes the report"


def test_each_command_that_changes_something_has_a_dry_run() -> None:
    without = {each.words for each in COMMANDS if "--dry-run" not in options_of(each.parser())}

    assert without == _READING | _WRITING_FILES | _STARTING
