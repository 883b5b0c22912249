"""`termdesk glossary versions --keep` and `--delete`."""

from __future__ import annotations

import asyncio

import pytest

from support.services.command_folder import CommandFolder


def titles(command_folder: CommandFolder) -> list[str]:
    return [each["name"] for each in command_folder.json("glossary", "versions", command_folder.name)["versions"]]


@pytest.mark.slow
def test_the_present_entries_are_kept_under_a_name(command_folder: CommandFolder) -> None:
    asyncio.run(command_folder.draft_two(command_folder.name))
    keep = ("glossary", "versions", command_folder.name, "--keep", "Before the audit")

    assert command_folder.run(*keep, "--dry-run") == 1
    assert f"Would keep “Before the audit”: {command_folder.name}, en → de, 1 entry." in command_folder.out
    assert titles(command_folder) == []
    assert command_folder.run(*keep, "--pair", "en-de") == 0
    assert titles(command_folder) == ["Before the audit"]
    report = command_folder.json(*keep)
    assert [each["entries"] for each in report["dictionaries"]] == [1, 1]
    assert titles(command_folder) == ["Before the audit"] * 3
    assert command_folder.run("glossary", "versions", command_folder.name, "--keep", " ") == 2


def test_a_kept_version_of_what_a_service_has_leaves_no_draft(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))

    assert command_folder.run("glossary", "versions", command_folder.name, "--keep", "Published") == 0
    assert titles(command_folder)[0] == "Published"
    assert command_folder.here() is None


@pytest.mark.slow
def test_a_version_is_deleted_after_agreement(command_folder: CommandFolder) -> None:
    command_folder.draft(("house", "Haus"))
    assert command_folder.run("glossary", "versions", command_folder.name, "--keep", "Audit") == 0
    [kept] = command_folder.json("glossary", "versions", command_folder.name)["versions"]
    delete = ("glossary", "versions", command_folder.name, "--delete", str(kept["number"]))

    assert command_folder.run(*delete) == 2
    assert "Add --yes to agree." in command_folder.err
    assert command_folder.run(*delete, "--dry-run") == 1
    assert titles(command_folder) == ["Audit"]
    assert command_folder.json(*delete, "--yes")["is_done"] is True
    assert titles(command_folder) == []
    assert command_folder.run(*delete, "--yes") == 2
