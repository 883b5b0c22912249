"""`termdesk glossary tags`."""

from __future__ import annotations

from support.services.command_folder import CommandFolder


def test_tags_are_set_added_and_removed(desk: CommandFolder) -> None:
    desk.draft(("house", "Haus"))
    tags = ("glossary", "tags", desk.name)

    assert desk.run(*tags) == 0
    assert "It has no tags." in desk.err
    assert desk.run(*tags, "--add", "urgent, client:Bank") == 0
    assert desk.out.splitlines() == ["client:Bank", "urgent"]
    assert desk.json(*tags, "--add", "domain:law", "--remove", "URGENT")["tags"] == ["client:Bank", "domain:law"]
    [listed] = [each for each in desk.json("glossary", "list")["glossaries"] if each["name"] == desk.name]
    assert listed["tags"] == ["client:Bank", "domain:law"]
    assert desk.json(*tags, "--set", "")["tags"] == []
    assert desk.json(*tags)["tags"] == []


def test_a_dry_run_changes_no_tags(desk: CommandFolder) -> None:
    desk.draft(("house", "Haus"))
    tags = ("glossary", "tags", desk.name)

    assert desk.run(*tags, "--add", "urgent", "--dry-run") == 1
    assert desk.run(*tags, "--set", "", "--dry-run") == 0
    assert desk.json(*tags)["tags"] == []


def test_wrong_tags_are_refused(desk: CommandFolder) -> None:
    desk.draft(("house", "Haus"))
    tags = ("glossary", "tags", desk.name)

    assert desk.run(*tags, "--add", "x" * 61) == 2
    assert "60" in desk.err
    assert desk.run(*tags, "--set", "a", "--add", "b") == 2
    assert desk.run("glossary", "tags", "nothing", "--add", "b") == 2
    assert desk.json(*tags)["tags"] == []
