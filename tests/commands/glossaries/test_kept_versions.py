"""`termdesk glossary versions --keep` and `--delete`."""

from __future__ import annotations

import asyncio

from support.services.command_folder import CommandFolder


def titles(desk: CommandFolder) -> list[str]:
    return [each["name"] for each in desk.json("glossary", "versions", desk.name)["versions"]]


def test_the_present_entries_are_kept_under_a_name(desk: CommandFolder) -> None:
    asyncio.run(desk.draft_two(desk.name))
    keep = ("glossary", "versions", desk.name, "--keep", "Before the audit")

    assert desk.run(*keep, "--dry-run") == 1
    assert f"Would keep “Before the audit”: {desk.name}, en → de, 1 entry." in desk.out
    assert titles(desk) == []
    assert desk.run(*keep, "--pair", "en-de") == 0
    assert titles(desk) == ["Before the audit"]
    report = desk.json(*keep)
    assert [each["entries"] for each in report["dictionaries"]] == [1, 1]
    assert titles(desk) == ["Before the audit"] * 3
    assert desk.run("glossary", "versions", desk.name, "--keep", " ") == 2


def test_a_kept_version_of_what_a_service_has_leaves_no_draft(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))

    assert desk.run("glossary", "versions", desk.name, "--keep", "Published") == 0
    assert titles(desk)[0] == "Published"
    assert desk.here() is None


def test_a_version_is_deleted_after_agreement(desk: CommandFolder) -> None:
    desk.draft(("house", "Haus"))
    assert desk.run("glossary", "versions", desk.name, "--keep", "Audit") == 0
    [kept] = desk.json("glossary", "versions", desk.name)["versions"]
    delete = ("glossary", "versions", desk.name, "--delete", str(kept["number"]))

    assert desk.run(*delete) == 2
    assert "Add --yes to agree." in desk.err
    assert desk.run(*delete, "--dry-run") == 1
    assert titles(desk) == ["Audit"]
    assert desk.json(*delete, "--yes")["is_done"] is True
    assert titles(desk) == []
    assert desk.run(*delete, "--yes") == 2
