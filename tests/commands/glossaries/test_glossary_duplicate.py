"""`termdesk glossary duplicate`."""

from __future__ import annotations

import asyncio

from support.services.command_folder import EN_FR, CommandFolder


def test_a_glossary_is_copied_with_all_dictionaries_and_tags(command_folder: CommandFolder) -> None:
    name = command_folder.name
    asyncio.run(command_folder.draft_two(name))
    assert command_folder.run("glossary", "tags", name, "--add", "urgent") == 0
    command_folder.name = f"{name} 2026"

    assert command_folder.run("glossary", "duplicate", name, command_folder.name, "--dry-run") == 1
    assert command_folder.out == f"Would copy “{name}” to “{command_folder.name}”, 2 dictionaries.\n"
    assert command_folder.here() is None
    report = command_folder.json("glossary", "duplicate", name, command_folder.name)
    assert (report["before"], report["is_done"], len(report["dictionaries"])) == (name, True, 2)
    assert command_folder.here() == [("house", "Haus")]
    assert command_folder.here(EN_FR) == [("house", "maison")]
    assert command_folder.json("glossary", "tags", command_folder.name)["tags"] == ["urgent"]
    assert command_folder.run("glossary", "duplicate", name, command_folder.name) == 2
    assert "already" in command_folder.err
    assert command_folder.run("glossary", "duplicate", "nothing", "Other") == 2
