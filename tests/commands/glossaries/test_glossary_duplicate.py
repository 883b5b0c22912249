"""`termdesk glossary duplicate`."""

from __future__ import annotations

import asyncio

from support.services.command_folder import EN_FR, CommandFolder


def test_a_glossary_is_copied_with_all_dictionaries_and_tags(desk: CommandFolder) -> None:
    name = desk.name
    asyncio.run(desk.draft_two(name))
    assert desk.run("glossary", "tags", name, "--add", "urgent") == 0
    desk.name = f"{name} 2026"

    assert desk.run("glossary", "duplicate", name, desk.name, "--dry-run") == 1
    assert desk.out == f"Would copy “{name}” to “{desk.name}”, 2 dictionaries.\n"
    assert desk.here() is None
    report = desk.json("glossary", "duplicate", name, desk.name)
    assert (report["before"], report["is_done"], len(report["dictionaries"])) == (name, True, 2)
    assert desk.here() == [("house", "Haus")]
    assert desk.here(EN_FR) == [("house", "maison")]
    assert desk.json("glossary", "tags", desk.name)["tags"] == ["urgent"]
    assert desk.run("glossary", "duplicate", name, desk.name) == 2
    assert "already" in desk.err
    assert desk.run("glossary", "duplicate", "nothing", "Other") == 2
