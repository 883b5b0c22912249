"""A dictionary is opened for changes as the window opens it."""

from __future__ import annotations

import argparse
import asyncio

from support.services.command_folder import EN_DE, CommandFolder
from termdesk.commands.glossaries.dictionary_access import opened_dictionary
from termdesk.commands.glossaries.glossary_lookup import find_glossary
from termdesk.commands.workplace import KEY_VARIABLE, opened


def test_a_dictionary_without_edits_leaves_no_draft(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    desk.monkeypatch.setenv(KEY_VARIABLE, desk.service.key)

    async def work() -> tuple[list[tuple[str, str]], int]:
        async with opened(argparse.Namespace(profile=None, folder=desk.path)) as cases:
            summary = find_glossary(await cases.library.known_summaries(), desk.name)
            async with opened_dictionary(cases, summary, EN_DE) as dictionary:
                rows = list(dictionary.entries)
            return rows, len(await cases.library.draft_ids())

    assert asyncio.run(work()) == ([("house", "Haus")], 0)
