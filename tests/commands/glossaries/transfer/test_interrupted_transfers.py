"""`termdesk glossary unfinished` lists interrupted copies and moves, and gives them up."""

from __future__ import annotations

import asyncio
import io

import pytest

from support.services.command_folder import CommandFolder
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.transfer.glossary_copy import GlossaryCopy
from termdesk.client.errors import ServerFailed
from termdesk.commands.terminal.secret_input import OTHER_KEY_VARIABLE
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput

LOCAL = ("--profile", "local")
UNFINISHED = ("glossary", "unfinished")


@pytest.fixture
def interrupted(command_folder: CommandFolder, monkeypatch: pytest.MonkeyPatch) -> CommandFolder:
    """A folder whose copy of two dictionaries ended after the first one was sent."""

    async def fail(*_arguments: object) -> None:
        raise InvalidInput("Ended.")

    asyncio.run(command_folder.draft_two(command_folder.name))
    with monkeypatch.context() as patch:
        patch.setattr(GlossaryCopy, "_read_back", fail)
        assert (
            command_folder.run("glossary", "copy", command_folder.name, "--to", "local", "--as", "Ours", "--yes") == 2
        )
    return command_folder


def listed(command_folder: CommandFolder, *profile: str) -> list[tuple[str, list[str]]]:
    """Return the glossaries of a service and of this computer, with their target languages."""
    found = command_folder.json("glossary", "list", *profile)["glossaries"]
    return [
        (each["name"], [row["target_lang"] for row in each["dictionaries"]])
        for each in found
        if each["name"] in (command_folder.name, "Ours")
    ]


@pytest.mark.slow
def test_an_interrupted_copy_is_listed(interrupted: CommandFolder) -> None:
    command_folder = interrupted

    assert command_folder.run(*UNFINISHED) == 1
    assert command_folder.name in command_folder.out
    assert "--give-up NAME" in command_folder.err
    [copy] = command_folder.json(*UNFINISHED)["transfers"]
    assert (copy["glossary"], copy["name"], copy["is_move"]) == (command_folder.name, "Ours", False)
    assert [each["target_lang"] for each in copy["dictionaries"]] == ["de", "fr"]
    assert command_folder.run(*UNFINISHED, "--leave") == 0, "this is for publishing alone"
    assert command_folder.run(*UNFINISHED) == 1


@pytest.mark.slow
def test_giving_it_up_says_what_stays_where_and_changes_nothing_in_a_dry_run(interrupted: CommandFolder) -> None:
    command_folder, give_up = interrupted, (*UNFINISHED, "--give-up", interrupted.name)

    assert command_folder.run(*give_up, "--dry-run") == 1, command_folder.err
    first, german, french, last = command_folder.out.splitlines()
    assert first.startswith(f"Would give up the copy of “{command_folder.name}” to ")
    assert german.endswith(", where it stays.")
    assert french == "en → fr: not sent."
    assert last.startswith("The original stays on Own")
    [copy] = command_folder.json(*give_up, "--dry-run")["transfers"]
    assert [each["left"] for each in copy["dictionaries"]] == ["on service", "nothing"]
    assert command_folder.run(*UNFINISHED) == 1

    assert command_folder.json(*give_up)["is_done"] is True
    assert command_folder.run(*UNFINISHED) == 0
    assert "Nothing is unfinished." in command_folder.err
    assert listed(command_folder, *LOCAL) == [("Ours", ["de"])]
    assert listed(command_folder) == [(command_folder.name, ["de", "fr"])]


def test_what_was_not_interrupted_is_refused(interrupted: CommandFolder) -> None:
    command_folder = interrupted

    assert command_folder.run(*UNFINISHED, "--give-up", "Other") == 2
    assert f"Use one of: {command_folder.name}." in command_folder.err
    assert command_folder.run(*UNFINISHED, "--give-up", command_folder.name) == 0
    assert command_folder.out.startswith("Gave up the copy of ")
    assert command_folder.run(*UNFINISHED, "--give-up", command_folder.name) == 2
    assert "Nothing is to be given up." in command_folder.err


def test_the_other_service_is_asked_with_a_key_for_this_run(
    command_folder: CommandFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_arguments: object) -> None:
        raise InvalidInput("Ended.")

    path = command_folder.file("terms.tsv", "house=Haus")
    words = ("--source-lang", "en", "--target-lang", "de", *LOCAL)
    assert command_folder.run("glossary", "import", path, command_folder.name, "--create", *words) == 0
    monkeypatch.setenv(OTHER_KEY_VARIABLE, command_folder.service.key)
    with monkeypatch.context() as patch:
        patch.setattr(GlossaryCopy, "_read_back", fail)
        assert command_folder.run("glossary", "copy", command_folder.name, "--to", "own", "--yes", *LOCAL) == 2
    give_up = (*UNFINISHED, "--give-up", command_folder.name, "--dry-run", *LOCAL)

    assert command_folder.run(*give_up, has_key=False) == 1
    assert "was not asked" in command_folder.err
    monkeypatch.setenv(OTHER_KEY_VARIABLE, command_folder.service.key)
    assert command_folder.run(*give_up, has_key=False) == 1
    assert "was not asked" not in command_folder.err
    assert "en → de: on Own" in command_folder.out
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{command_folder.service.key}\n"))
    assert command_folder.run(*give_up, "--other-key-from", "stdin", has_key=False) == 1
    assert "was not asked" not in command_folder.err
    assert command_folder.run(*UNFINISHED, "--other-key-from", "stdin") == 2


def test_an_interrupted_copy_says_how_far_it_came_and_is_undone(
    command_folder: CommandFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_back = GlossaryCopy._read_back

    async def fail_second(copy: GlossaryCopy, dictionary: OpenDictionary) -> Entries | None:
        if dictionary.draft.pair.target == "fr":
            raise ServerFailed("The disk is full.", trace_id="trace-7")
        return await read_back(copy, dictionary)

    asyncio.run(command_folder.draft_two(command_folder.name))
    copy = ("glossary", "copy", command_folder.name, "--to", "local", "--as", "Ours", "--yes")
    with monkeypatch.context() as patch:
        patch.setattr(GlossaryCopy, "_read_back", fail_second)
        assert command_folder.run(*copy) == 2
    assert "1 of 2 dictionaries is on This computer, as “Ours”: read back and compared." in command_folder.err
    assert "Why it stopped: The disk is full." in command_folder.err
    assert "Continue with the same command" in command_folder.err
    assert "edits" not in command_folder.err

    assert command_folder.run(*UNFINISHED) == 1
    assert f"{command_folder.name}: 1 of 2 dictionaries is on This computer" in command_folder.err
    [listed_copy] = command_folder.json(*UNFINISHED)["transfers"]
    assert (listed_copy["reason"], listed_copy["trace_id"]) == ("The disk is full.", "trace-7")
    assert [each["is_copied"] for each in listed_copy["dictionaries"]] == [True, False]
    assert command_folder.run(*copy, "--undo", "--dry-run") == 1
    assert command_folder.json(*copy, "--undo")["is_done"] is True
    assert listed(command_folder, *LOCAL) == []
    assert command_folder.run(*UNFINISHED) == 0
