"""`termdesk glossary check`, for glossaries and files."""

from __future__ import annotations

import asyncio

from support.services.command_folder import EN_DE, CommandFolder
from termdesk.application.glossaries.library.library import Library
from termdesk.application.session.session import Session
from termdesk.domain.entries.entries import Entries
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.settings_store import SettingsStore


def test_a_glossary_is_checked_as_it_is_here(desk: CommandFolder) -> None:
    async def begin() -> None:
        folders = Folders.under(desk.path)
        session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
        async with desk.records() as records:
            library = Library(session, records)
            await library.close(await library.new(desk.name, EN_DE, Entries(["house", "tree"], ["Haus", " Baum"])))

    asyncio.run(begin())

    assert desk.run("glossary", "check", desk.name) == 1
    assert "1 problem in 2 entries, en → de." in desk.out
    [found] = desk.json("glossary", "check", desk.name)["dictionaries"]
    [problem] = found["problems"]
    assert (problem["row"], problem["side"], problem["rule"]) == (2, "target", "outer_space")
    assert problem["remedy"]


def test_a_clean_glossary_is_found_clean(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))

    assert desk.run("glossary", "check", desk.name) == 0
    assert desk.out == "No problems in 1 entry, en → de.\n"


def test_a_file_is_checked_without_a_service(desk: CommandFolder) -> None:
    path = desk.file("terms.tsv", "house=Haus", "tree=")

    assert desk.run("glossary", "check", path, "--pair", "en-de") == 1
    assert "row 2, target: The phrase is empty." in desk.out
