"""The commands and their names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from termdesk.commands.command_table import (
    COMMANDS,
    Command,
    find_command,
    groups,
    is_mistyped,
    overview,
    similar_commands,
)


def test_a_command_is_found_by_all_its_words() -> None:
    found = find_command(["glossary", "list", "--json"])

    assert found is not None
    assert (found[0].function, found[1]) == ("list_glossaries", ["--json"])
    assert find_command(["glossary"]) is None
    assert find_command(["terms.tsv"]) is None
    assert list(groups()) == ["glossary"]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.words)
def test_each_command_has_a_parser_that_bears_its_name(command: Command) -> None:
    parser = command.parser()

    assert parser.prog == f"termdesk {command.words}"
    assert parser.description
    assert command.words in overview(COMMANDS)


def test_the_help_of_a_command_needs_no_window_and_no_service() -> None:
    script = (
        "import sys; from termdesk.command_line import main\n"
        "try: main(['glossary', 'list', '--help'])\n"
        "except SystemExit: pass\n"
        "heavy = ('PySide6', 'httpx', 'sqlalchemy', 'uvicorn')\n"
        "print([name for name in heavy if name in sys.modules], file=sys.stderr)"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout.startswith("usage: termdesk glossary list")
    assert done.stderr == "[]\n"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("glosary list", ["glossary list"]),
        ("glosary", ["glossary"]),
        ("pull Terms", ["glossary pull"]),
        ("lst", ["glossary list"]),
        ("Translate text", ["translate"]),
        ("transalte text", ["translate"]),
        ("spotcheck set", ["spot-check"]),
        ("wxyz", []),
    ],
)
def test_a_mistyped_command_is_recognized(typed: str, meant: list[str]) -> None:
    assert similar_commands(typed.split()) == meant


def test_what_is_a_file_or_looks_like_one_is_no_mistyped_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "glosary").touch()

    assert [word for word in ("glosary", "gone.tsv", "./pull", ".", "old/terms") if is_mistyped(word)] == []
    assert is_mistyped("pull")
