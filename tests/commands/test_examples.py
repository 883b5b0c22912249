"""The examples in the help can be typed as they are."""

from __future__ import annotations

import re
import shlex

import pytest

from termdesk.commands.command_table import COMMANDS, find_command
from termdesk.commands.completions.command_description import describe_all
from termdesk.commands.examples import EXAMPLES, examples_of
from termdesk.commands.window_parser import window_parser

ALL = [(command, line) for command, examples in EXAMPLES.items() for line, _ in examples]


@pytest.mark.parametrize(("command", "line"), ALL, ids=[line for _, line in ALL])
def test_each_example_is_taken_by_the_parser(command: str, line: str) -> None:
    program, *words = shlex.split(re.split("[|<>]", line)[0])

    found = find_command(words)
    parser, rest = (found[0].parser(), found[1]) if found else (window_parser(), words)

    assert program == "termdesk"
    assert line.startswith(f"termdesk {command}".rstrip())
    assert parser.parse_args(rest)


@pytest.mark.slow
def test_each_command_has_examples_in_its_help() -> None:
    commands = [each.words for each in describe_all() if each.arguments]

    assert commands == [each for each in commands if each in EXAMPLES]
    assert set(EXAMPLES) == set(commands)
    for command in COMMANDS:
        assert examples_of(command.words) in command.parser().format_help()
    assert examples_of("") in window_parser().format_help()
