"""The description of the commands, derived from their parsers."""

from __future__ import annotations

import argparse

import pytest

from termdesk.commands.command_table import COMMANDS
from termdesk.commands.completions.command_description import describe_all


@pytest.mark.slow
def test_every_command_is_described_with_all_its_options() -> None:
    described = {each.words: each for each in describe_all()}

    assert {each.words for each in COMMANDS} <= set(described)
    for command in COMMANDS:
        options = {name for option in described[command.words].options for name in option.names}
        assert options == set(command.parser()._option_string_actions)
        assert described[command.words].usage.startswith(f"termdesk {command.words}")


def test_commands_of_two_words_follow_the_first() -> None:
    described = {each.words: each for each in describe_all()}

    assert [word for word, _ in described["glossary"].next_words][:3] == ["list", "pull", "push"]
    assert [word for word, _ in described["bundle"].next_words] == ["check", "diff", "write"]
    assert "bundle write" in described
    firsts = [word for word, _ in described[""].next_words]
    assert "translate" in firsts
    assert "glossary" in firsts
    assert len(firsts) == len(set(firsts))


@pytest.mark.slow
def test_values_choices_and_defaults_are_told() -> None:
    push = {each.names: each for words in describe_all() if words.words == "glossary push" for each in words.options}

    assert push["--conflicts",].choices == ("file", "service")
    assert push["--allow-removals",].value == "N"
    assert push["--yes",].value == ""
    [kind] = [each for words in describe_all() if words.words == "completions" for each in words.arguments[1:]]
    assert kind.choices == ("bash", "zsh", "fish", "man")
    assert not any("%(" in each.help for words in describe_all() for each in words.arguments)
    assert argparse.SUPPRESS not in {each.help for words in describe_all() for each in words.arguments}
