"""A dictionary is opened for changes as the window opens it."""

from __future__ import annotations

import argparse
import asyncio

from support.services.command_folder import EN_DE, CommandFolder
from termdesk.commands.glossaries.dictionary_access import open_dictionary
from termdesk.commands.glossaries.glossary_lookup import find_glossary
from termdesk.commands.terminal.secret_input import KEY_VARIABLE
from termdesk.commands.workplace import open_workplace


def test_a_dictionary_without_edits_leaves_no_draft(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    command_folder.monkeypatch.setenv(KEY_VARIABLE, command_folder.service.key)

    async def work() -> tuple[list[tuple[str, str]], int]:
        async with open_workplace(argparse.Namespace(profile=None, folder=command_folder.path)) as cases:
            summary = find_glossary(await cases.library.read_known_summaries(), command_folder.name)
            async with open_dictionary(cases, summary, EN_DE) as dictionary:
                rows = list(dictionary.entries)
            return rows, len(await cases.library.draft_ids())

    assert asyncio.run(work()) == ([("house", "Haus")], 0)
