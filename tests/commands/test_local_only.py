"""No command sends a glossary that is locked to this computer."""

from __future__ import annotations

import asyncio

import pytest

from support.services.command_folder import EN_DE, CommandFolder
from termdesk.domain.entries.entries import Entries


def lock(desk: CommandFolder, key: str) -> None:
    async def work() -> None:
        async with desk.records() as records:
            await records.local_only.lock(desk.profile, key)

    asyncio.run(work())


def draft(desk: CommandFolder) -> str:
    """Create an unpublished draft for the service. Returns the key of its glossary."""

    async def work() -> str:
        async with desk.records() as records:
            record = await records.journal.open_draft(
                profile=desk.profile,
                glossary_key=None,
                glossary_id=None,
                glossary_name=desk.name,
                pair=EN_DE,
                entries=Entries.of([("house", "Haus")]),
                is_on_service=False,
            )
            return record.glossary_key

    return asyncio.run(work())


def test_a_locked_draft_is_not_pushed(desk: CommandFolder) -> None:
    lock(desk, draft(desk))

    assert desk.run("glossary", "push", desk.name, "--draft", "--yes") == 2

    assert "en → de is left out: This glossary is locked to this computer" in desk.err
    assert "nothing to publish" not in desk.err
    assert desk.held() is None
    assert desk.writes() == []


@pytest.mark.parametrize("command", ["push", "translate"])
def test_what_came_to_a_service_before_it_was_locked_is_used_there_no_more(desk: CommandFolder, command: str) -> None:
    """The window refuses such a lock, but a publishing that was running meanwhile can leave one."""
    lock(desk, desk.publish(("house", "Haus")))
    words = {
        "push": ("glossary", "push", desk.name, desk.file("terms.en-de.tsv", "house=Heim"), "--yes"),
        "translate": ("translate", "The house.", "--from", "en", "--to", "de", "--glossary", desk.name, "--yes"),
    }

    assert desk.run(*words[command]) == 2

    assert "locked to this computer" in desk.err
    assert desk.held() == {"house": "Haus"}
