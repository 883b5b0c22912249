"""No command sends a glossary that is locked to this computer."""

from __future__ import annotations

import asyncio

import pytest

from support.services.command_folder import EN_DE, CommandFolder
from termdesk.domain.entries.entries import Entries


def lock(command_folder: CommandFolder, key: str) -> None:
    async def work() -> None:
        async with command_folder.records() as records:
            await records.local_only.lock(command_folder.profile, key)

    asyncio.run(work())


def draft(command_folder: CommandFolder) -> str:
    """Create an unpublished draft for the service. Returns the key of its glossary."""

    async def work() -> str:
        async with command_folder.records() as records:
            record = await records.journal.open_draft(
                profile=command_folder.profile,
                glossary_key=None,
                glossary_id=None,
                glossary_name=command_folder.name,
                pair=EN_DE,
                entries=Entries.of([("house", "Haus")]),
                is_on_service=False,
            )
            return record.glossary_key

    return asyncio.run(work())


def test_a_locked_draft_is_not_pushed(command_folder: CommandFolder) -> None:
    lock(command_folder, draft(command_folder))

    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 2

    assert "en → de is left out: This glossary is locked to this computer" in command_folder.err
    assert "nothing to publish" not in command_folder.err
    assert command_folder.held() is None
    assert command_folder.writes() == []


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("command", ["push", "translate"])
def test_what_came_to_a_service_before_it_was_locked_is_used_there_no_more(
    command_folder: CommandFolder, command: str
) -> None:
    """The window refuses such a lock, but a publishing that was running meanwhile can leave one."""
    lock(command_folder, command_folder.publish(("house", "Haus")))
    words = {
        "push": (
            "glossary",
            "push",
            command_folder.name,
            command_folder.file("terms.en-de.tsv", "house=Heim"),
            "--yes",
        ),
        "translate": (
            "translate",
            "The house.",
            "--from",
            "en",
            "--to",
            "de",
            "--glossary",
            command_folder.name,
            "--yes",
        ),
    }

    assert command_folder.run(*words[command]) == 2

    assert "locked to this computer" in command_folder.err
    assert "unlock it first with: termdesk glossary lock NAME --off" in command_folder.err
    assert "Keep on this computer" not in command_folder.err
    assert command_folder.held() == {"house": "Haus"}
