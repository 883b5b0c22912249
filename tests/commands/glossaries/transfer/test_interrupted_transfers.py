"""`termdesk glossary unfinished` lists interrupted copies and moves, and gives them up."""

from __future__ import annotations

import asyncio

import pytest

from support.services.command_folder import CommandFolder
from termdesk.application.glossaries.transfer.glossary_copy import GlossaryCopy
from termdesk.domain.errors import InvalidInput

LOCAL = ("--profile", "local")
UNFINISHED = ("glossary", "unfinished")


@pytest.fixture
def interrupted(desk: CommandFolder, monkeypatch: pytest.MonkeyPatch) -> CommandFolder:
    """A folder whose copy of two dictionaries ended after the first one was sent."""

    async def fail(*_arguments: object) -> None:
        raise InvalidInput("Ended.")

    asyncio.run(desk.draft_two(desk.name))
    with monkeypatch.context() as patch:
        patch.setattr(GlossaryCopy, "_read_back", fail)
        assert desk.run("glossary", "copy", desk.name, "--to", "local", "--as", "Ours", "--yes") == 2
    return desk


def listed(desk: CommandFolder, *profile: str) -> list[tuple[str, list[str]]]:
    """Return the glossaries of a service and of this computer, with their target languages."""
    found = desk.json("glossary", "list", *profile)["glossaries"]
    return [
        (each["name"], [row["target_lang"] for row in each["dictionaries"]])
        for each in found
        if each["name"] in (desk.name, "Ours")
    ]


def test_an_interrupted_copy_is_listed(interrupted: CommandFolder) -> None:
    desk = interrupted

    assert desk.run(*UNFINISHED) == 1
    assert desk.name in desk.out
    assert "--give-up NAME" in desk.err
    [copy] = desk.json(*UNFINISHED)["transfers"]
    assert (copy["glossary"], copy["name"], copy["is_move"]) == (desk.name, "Ours", False)
    assert [each["target_lang"] for each in copy["dictionaries"]] == ["de", "fr"]
    assert desk.run(*UNFINISHED, "--leave") == 0, "this is for publishing alone"
    assert desk.run(*UNFINISHED) == 1


def test_giving_it_up_says_what_stays_where_and_changes_nothing_in_a_dry_run(interrupted: CommandFolder) -> None:
    desk, give_up = interrupted, (*UNFINISHED, "--give-up", interrupted.name)

    assert desk.run(*give_up, "--dry-run") == 1, desk.err
    first, german, french, last = desk.out.splitlines()
    assert first.startswith(f"Would give up the copy of “{desk.name}” to ")
    assert german.endswith(", where it stays.")
    assert french == "en → fr: not sent."
    assert last.startswith("The original stays on Own")
    [copy] = desk.json(*give_up, "--dry-run")["transfers"]
    assert [each["left"] for each in copy["dictionaries"]] == ["on service", "nothing"]
    assert desk.run(*UNFINISHED) == 1

    assert desk.json(*give_up)["is_done"] is True
    assert desk.run(*UNFINISHED) == 0
    assert "Nothing is unfinished." in desk.err
    assert listed(desk, *LOCAL) == [("Ours", ["de"])]
    assert listed(desk) == [(desk.name, ["de", "fr"])]


def test_what_was_not_interrupted_is_refused(interrupted: CommandFolder) -> None:
    desk = interrupted

    assert desk.run(*UNFINISHED, "--give-up", "Other") == 2
    assert f"Use one of: {desk.name}." in desk.err
    assert desk.run(*UNFINISHED, "--give-up", desk.name) == 0
    assert desk.out.startswith("Gave up the copy of ")
    assert desk.run(*UNFINISHED, "--give-up", desk.name) == 2
    assert "Nothing is to be given up." in desk.err
