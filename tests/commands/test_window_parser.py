"""The options of the window, and how its help describes the commands."""

from __future__ import annotations

from pathlib import Path

from termdesk.commands.command_table import COMMANDS
from termdesk.commands.window_parser import window_parser


def test_files_and_options_are_taken() -> None:
    chosen = window_parser().parse_args(["a.tsv", "b.tsv", "--folder", "f", "--language", "qps", "--profile", "Agency"])

    assert chosen.files == [Path("a.tsv"), Path("b.tsv")]
    assert (chosen.folder, chosen.language, chosen.self_test) == (Path("f"), "qps", False)
    assert chosen.profile == "Agency"


def test_the_help_names_every_command() -> None:
    reported = window_parser().format_help()

    assert [each.words for each in COMMANDS if f"  {each.words} " not in reported] == []
