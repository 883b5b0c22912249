"""`termdesk glossary deleted`."""

from __future__ import annotations

from datetime import datetime

from support.services.command_folder import CommandFolder


def test_a_deleted_glossary_is_listed_and_restored_as_a_draft(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"), ("tree", "Baum"))

    assert desk.run("glossary", "delete", desk.name, "--yes") == 0
    assert desk.held() is None
    [item] = desk.json("glossary", "deleted")["glossaries"]
    assert item["name"] == desk.name
    assert item["dictionaries"] == [{"source_lang": "en", "target_lang": "de"}]
    assert datetime.fromisoformat(item["deleted_at"]).tzinfo is not None
    assert desk.run("glossary", "deleted") == 0
    assert desk.name in desk.out

    assert desk.run("glossary", "deleted", "--restore", f"{item['number'] + 1}") == 2
    restore = ("glossary", "deleted", "--restore", f"{item['number']}")
    assert desk.run(*restore, "--dry-run") == 1
    assert f"“{desk.name}” would come back as a draft." in desk.err
    assert desk.json(*restore, "--dry-run")["is_done"] is False
    assert desk.json("glossary", "deleted")["glossaries"] == [item]
    assert desk.run("glossary", "deleted", "--dry-run") == 2
    assert desk.json("glossary", "deleted", "--restore", f"{item['number']}")["glossaries"] == []
    assert desk.run("glossary", "push", desk.name, "--draft", "--yes") == 0
    assert desk.held() == {"house": "Haus", "tree": "Baum"}
    assert desk.run("glossary", "deleted") == 0
    assert "Nothing is deleted." in desk.err


def test_what_was_deleted_is_deleted_permanently_after_agreement(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    assert desk.run("glossary", "delete", desk.name, "--yes") == 0
    [item] = desk.json("glossary", "deleted")["glossaries"]
    forget = ("glossary", "deleted", "--forget", f"{item['number']}")

    assert desk.run(*forget, "--dry-run") == 1
    assert f"“{desk.name}” would be deleted permanently." in desk.err
    assert desk.json(*forget, "--dry-run")["glossaries"] == [item]
    assert desk.run(*forget) == 2
    assert "Nothing was deleted." in desk.err
    assert desk.json("glossary", "deleted")["glossaries"] == [item]

    report = desk.json(*forget, "--yes")
    assert (report["glossaries"], report["is_done"]) == ([], True)
    assert desk.run(*forget, "--yes") == 2, "it is gone"
