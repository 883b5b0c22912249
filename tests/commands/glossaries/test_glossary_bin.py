"""`termdesk glossary deleted`."""

from __future__ import annotations

from datetime import datetime

import pytest

from support.services.command_folder import CommandFolder


@pytest.mark.slow
def test_a_deleted_glossary_is_listed_and_restored_as_a_draft(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))

    assert command_folder.run("glossary", "delete", command_folder.name, "--yes") == 0
    assert command_folder.held() is None
    [item] = command_folder.json("glossary", "deleted")["glossaries"]
    assert item["name"] == command_folder.name
    assert item["dictionaries"] == [{"source_lang": "en", "target_lang": "de"}]
    assert datetime.fromisoformat(item["deleted_at"]).tzinfo is not None
    assert command_folder.run("glossary", "deleted") == 0
    assert command_folder.name in command_folder.out

    assert command_folder.run("glossary", "deleted", "--restore", f"{item['number'] + 1}") == 2
    restore = ("glossary", "deleted", "--restore", f"{item['number']}")
    assert command_folder.run(*restore, "--dry-run") == 1
    assert f"“{command_folder.name}” would come back as a draft." in command_folder.err
    assert command_folder.json(*restore, "--dry-run")["is_done"] is False
    assert command_folder.json("glossary", "deleted")["glossaries"] == [item]
    assert command_folder.run("glossary", "deleted", "--dry-run") == 2
    assert command_folder.json("glossary", "deleted", "--restore", f"{item['number']}")["glossaries"] == []
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0
    assert command_folder.held() == {"house": "Haus", "tree": "Baum"}
    assert command_folder.run("glossary", "deleted") == 0
    assert "Nothing is deleted." in command_folder.err


def test_what_was_deleted_is_deleted_permanently_after_agreement(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    assert command_folder.run("glossary", "delete", command_folder.name, "--yes") == 0
    [item] = command_folder.json("glossary", "deleted")["glossaries"]
    forget = ("glossary", "deleted", "--forget", f"{item['number']}")

    assert command_folder.run(*forget, "--dry-run") == 1
    assert f"“{command_folder.name}” would be deleted permanently." in command_folder.err
    assert command_folder.json(*forget, "--dry-run")["glossaries"] == [item]
    assert command_folder.run(*forget) == 2
    assert "Nothing was deleted." in command_folder.err
    assert command_folder.json("glossary", "deleted")["glossaries"] == [item]

    report = command_folder.json(*forget, "--yes")
    assert (report["glossaries"], report["is_done"]) == ([], True)
    assert command_folder.run(*forget, "--yes") == 2, "it is gone"


def test_restored_edits_are_told_with_what_others_had_changed(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))
    assert command_folder.run("glossary", "edit", command_folder.name, "--set", "house", "Heim") == 0
    command_folder.replace(("house", "Gebäude"), ("tree", "Baum"))
    assert command_folder.run("glossary", "delete", command_folder.name, "--yes") == 0
    [item] = command_folder.json("glossary", "deleted")["glossaries"]

    assert command_folder.run("glossary", "deleted", "--restore", f"{item['number']}") == 0

    assert "phrases that you edited had also been changed elsewhere (1)" in command_folder.err
    assert command_folder.here() == [("house", "Heim"), ("tree", "Baum")]
