"""The commands with their options, read from their parsers for completions and the man page."""

from __future__ import annotations

import argparse
import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from termdesk.commands.command_table import COMMANDS
from termdesk.commands.file_reader import add_reading_options
from termdesk.commands.window_parser import window_parser


@dataclass(frozen=True, slots=True)
class ArgumentDescription:
    """An option with `names`, or a positional argument without names.

    `value` is the name of its value, empty for a switch.
    """

    names: tuple[str, ...]
    value: str
    choices: tuple[str, ...]
    takes_file: bool
    help: str


@dataclass(frozen=True, slots=True)
class CommandDescription:
    """One command. `words` are empty for `termdesk` itself; `next_words` are the possible next words."""

    words: str
    usage: str
    description: str
    arguments: tuple[ArgumentDescription, ...]
    next_words: tuple[tuple[str, str], ...] = ()

    @property
    def options(self) -> list[ArgumentDescription]:
        """The arguments with names."""
        return [each for each in self.arguments if each.names]

    @property
    def words_to_choose(self) -> list[str]:
        """The possible words for a positional argument that has only a few."""
        return [word for each in self.arguments if not each.names for word in each.choices]


def describe_all() -> list[CommandDescription]:
    """Return `termdesk` itself, then every command; commands with two words follow their first word."""
    described = [each for command in COMMANDS for each in _describe(command.words, command.parser())]
    known = {each.words: each for each in described}
    for words in [each.words for each in described]:
        first, _, second = words.partition(" ")
        if second and first not in known:
            known[first] = CommandDescription(first, f"termdesk {first} COMMAND", "", (), _next_words(first))
    window = next(_describe("", window_parser()))
    firsts = [(words, "") for words in sorted({words.partition(" ")[0] for words in known})]
    helps = {each.words: each.help for each in COMMANDS}
    firsts = [(words, helps.get(words, _group_help(words))) for words, _ in firsts]
    whole = CommandDescription("", window.usage, window.description, window.arguments, tuple(firsts))
    return [whole, *(known[words] for words in sorted(known))]


@functools.cache
def reading_arguments() -> tuple[ArgumentDescription, ...]:
    """Return the common options of all commands that read files."""
    parser = argparse.ArgumentParser(add_help=False)
    add_reading_options(parser)
    return tuple(map(_argument, parser._actions))


def _next_words(first: str) -> tuple[tuple[str, str], ...]:
    return tuple((each.words.partition(" ")[2], each.help) for each in COMMANDS if each.words.startswith(f"{first} "))


def _group_help(first: str) -> str:
    return ", ".join(words for words, _ in _next_words(first))


def _describe(words: str, parser: argparse.ArgumentParser) -> Iterator[CommandDescription]:
    """Return a command and its subcommands."""
    arguments: list[ArgumentDescription] = []
    next_words: list[tuple[str, str]] = []
    inner: list[CommandDescription] = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {each.dest: each.help or "" for each in action._choices_actions}
            for name, held in action.choices.items():
                next_words.append((name, helps.get(name, "")))
                inner += _describe(f"{words} {name}", held)
        elif action.help is not argparse.SUPPRESS:
            arguments.append(_argument(action))
    usage = " ".join(parser.format_usage().removeprefix("usage: ").split())
    yield CommandDescription(words, usage, parser.description or "", tuple(arguments), tuple(next_words))
    yield from inner


def _argument(action: argparse.Action) -> ArgumentDescription:
    choices = tuple(map(str, action.choices)) if action.choices else ()
    is_switch = bool(action.option_strings) and action.nargs == 0
    shown = action.metavar or ("|".join(choices) if choices else action.dest.upper().replace("_", "-"))
    value = "" if is_switch or isinstance(action, argparse.BooleanOptionalAction) else _join(shown)
    help_text = (action.help or "") % {"default": action.default, "prog": "termdesk", "choices": ", ".join(choices)}
    return ArgumentDescription(
        tuple(action.option_strings), value, choices, action.type is Path or value in ("FILE", "OUT"), help_text
    )


def _join(shown: str | Sequence[str]) -> str:
    return shown if isinstance(shown, str) else " ".join(shown)
