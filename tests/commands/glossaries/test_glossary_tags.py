"""`termdesk glossary tags`."""

from __future__ import annotations

import pytest

from support.services.command_folder import CommandFolder


@pytest.mark.slow
def test_tags_are_set_added_and_removed(command_folder: CommandFolder) -> None:
    command_folder.draft(("house", "Haus"))
    tags = ("glossary", "tags", command_folder.name)

    assert command_folder.run(*tags) == 0
    assert "It has no tags." in command_folder.err
    assert command_folder.run(*tags, "--add", "urgent, client:Bank") == 0
    assert command_folder.out.splitlines() == ["client:Bank", "urgent"]
    assert command_folder.json(*tags, "--add", "domain:law", "--remove", "URGENT")["tags"] == [
        "client:Bank",
        "domain:law",
    ]
    [listed] = [
        each for each in command_folder.json("glossary", "list")["glossaries"] if each["name"] == command_folder.name
    ]
    assert listed["tags"] == ["client:Bank", "domain:law"]
    assert command_folder.json(*tags, "--set", "")["tags"] == []
    assert command_folder.json(*tags)["tags"] == []


def test_a_dry_run_changes_no_tags(command_folder: CommandFolder) -> None:
    command_folder.draft(("house", "Haus"))
    tags = ("glossary", "tags", command_folder.name)

    assert command_folder.run(*tags, "--add", "urgent", "--dry-run") == 1
    assert command_folder.run(*tags, "--set", "", "--dry-run") == 0
    assert command_folder.json(*tags)["tags"] == []


@pytest.mark.slow
def test_wrong_tags_are_refused(command_folder: CommandFolder) -> None:
    command_folder.draft(("house", "Haus"))
    tags = ("glossary", "tags", command_folder.name)

    assert command_folder.run(*tags, "--add", "x" * 61) == 2
    assert "60" in command_folder.err
    assert command_folder.run(*tags, "--set", "a", "--add", "b") == 2
    assert command_folder.run("glossary", "tags", "nothing", "--add", "b") == 2
    assert command_folder.json(*tags)["tags"] == []
