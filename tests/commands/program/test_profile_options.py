"""The options of `termdesk profiles` that change profiles."""

from __future__ import annotations

import argparse

import pytest

from termdesk.commands.program.profile_options import add_change_options, check_words, is_change


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser()
    made.add_argument("--test", action="store_true")
    add_change_options(made)
    return made


@pytest.mark.parametrize(
    "words",
    [
        ["--color", "red"],
        ["--rename", "Agency"],
        ["--forget-key", "--use", "Agency"],
        ["--test", "--remove", "Agency"],
        ["--dry-run"],
        ["--change", "Agency", "--forget-key", "--key-from", "stdin"],
    ],
)
def test_options_that_do_not_fit_together_are_refused(words: list[str]) -> None:
    made = parser()

    with pytest.raises(SystemExit) as end:
        check_words(made, made.parse_args(words))
    assert end.value.code == 2


def test_a_key_is_never_an_option() -> None:
    for action in parser()._actions:
        assert "--key" not in action.option_strings
    made = parser().parse_args(["--add", "Agency", "--key-from", "stdin"])
    assert is_change(made)
    assert not is_change(parser().parse_args(["--test"]))
