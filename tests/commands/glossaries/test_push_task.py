"""A file is compared with the service, or with the last copy if the service cannot be reached."""

from __future__ import annotations

import asyncio
import json

import pytest

from support.services.command_folder import CommandFolder


@pytest.fixture
def copied(command_folder: CommandFolder) -> CommandFolder:
    """A folder with the copy of a published glossary. Without a key, the service cannot be asked."""
    asyncio.run(command_folder.draft_two(command_folder.name))
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0
    return command_folder


@pytest.mark.slow
def test_a_file_is_compared_with_the_last_copy(copied: CommandFolder) -> None:
    name, path = copied.name, copied.path / "pulled.tsv"
    diff = ("glossary", "diff", name, str(path), "--pair", "en-de")
    assert copied.run("glossary", "pull", name, "--pair", "en-de", "-o", str(path), has_key=False) == 0, copied.err
    assert copied.run(*diff, has_key=False) == 0, copied.err
    path.write_text("house\tHaus\ntree\tBaum\n", "utf-8")

    assert copied.run(*diff, has_key=False) == 1, copied.err

    assert "This is the copy of 2" in copied.err
    assert "+ tree" in copied.out
    # The file began at the copy, so what others have changed since stays.
    copied.replace(("house", "Haus"), ("door", "Tür"))
    assert copied.run(*diff) == 1
    assert "The service was changed elsewhere since the file was written" in copied.out


@pytest.mark.slow
def test_what_is_only_edited_here_is_not_compared(copied: CommandFolder) -> None:
    name, path = copied.name, copied.file("terms.en-de.tsv", "house=Haus")
    assert copied.run("glossary", "edit", name, "--pair", "en-de", "--set", "house", "Heim") == 0, copied.err

    assert copied.run("glossary", "diff", name, path, has_key=False) == 0, copied.out


def test_reports_name_the_time_of_the_copy(copied: CommandFolder) -> None:
    name, path = copied.name, copied.file("terms.en-de.tsv", "house=Heim")
    reports = {}
    for command, words in (("diff", (path,)), ("pull", ("-o", str(copied.path / "a.csv")))):
        copied.run("glossary", command, name, *words, "--pair", "en-de", "--json", has_key=False)
        reports[command] = json.loads(copied.out)

    assert reports["diff"]["as_of"] is not None
    assert [each["as_of"] for each in reports["pull"]["files"]] == [reports["diff"]["as_of"]]


@pytest.mark.slow
def test_a_push_needs_the_service(copied: CommandFolder) -> None:
    path = copied.file("terms.en-de.tsv", "house=Heim")

    assert copied.run("glossary", "push", copied.name, path, "--yes", has_key=False) == 2

    assert "This is the copy of" not in copied.err
    assert copied.held() == {"house": "Haus"}
