"""The program is killed while it takes over a release. Nothing is lost, and the same command completes it, once."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.campaign import size
from support.proof.dying_program import DyingProgram, dying_program
from support.services.command_folder import EN_DE, EN_FR, CommandFolder
from termdesk.application.glossaries.library.library import Library
from termdesk.application.session.session import Session
from termdesk.command_line import main
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.settings.settings_store import SettingsStore

pytestmark = pytest.mark.scorecard("R23")

EN_IT = LanguagePair("en", "it")
# A short run kills at every ninth transaction.
STEP = size(9, 1)

PROGRAM = """
import os, signal
import termdesk.commands.glossaries.release_commands
from termdesk.command_line import main
from termdesk.storage.database import Database

def run(words, left, moment, environment):
    whole = Database.run

    async def run_or_end(database, work):
        nonlocal left
        left -= 1
        if left < 0 and moment == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        result = await whole(database, work)
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    Database.run = run_or_end
    os.environ.update(environment)
    return main(words)
"""


@pytest.fixture(scope="module")
def program() -> Iterator[DyingProgram]:
    with dying_program(PROGRAM) as run:
        yield run


def is_killed(
    program: DyingProgram, command_folder: CommandFolder, folder: Path, name: str, *, after: int, moment: str
) -> bool:
    """Take over a release in a separate program, killed before or after a transaction. False if it ended first."""
    words = ("glossary", "take-over", str(folder), name, "--folder", str(command_folder.path))
    code = program(words=words, left=after, moment=moment, environment=dict(os.environ))
    assert code in (0, -signal.SIGKILL)
    return code != 0


def drafts(command_folder: CommandFolder, name: str) -> dict[LanguagePair, list[dict[str, str]]]:
    """Return what this computer has of all glossaries with this name, by pair."""

    async def read() -> dict[LanguagePair, list[dict[str, str]]]:
        found: dict[LanguagePair, list[dict[str, str]]] = {}
        async with command_folder.records() as records:
            for each in await records.journal.drafts(command_folder.profile):
                if each.glossary_name == name:
                    entries, _ = await records.journal.load(each.draft_id)
                    found.setdefault(each.pair, []).append(entries.as_dict())
        return found

    return asyncio.run(read())


def edit(command_folder: CommandFolder, name: str, target: str) -> None:
    """Edit the first German entry of a draft, as the window does."""

    async def work() -> None:
        folders = Folders.under(command_folder.path)
        session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
        async with command_folder.records() as records:
            library = Library(session, records)
            [summary] = [each for each in await library.local_summaries() if each.name == name]
            dictionary = await library.open(summary, EN_DE)
            await dictionary.take(SetCells(TARGET, (0,), (target,)), "Typing")
            await library.close(dictionary)

    asyncio.run(work())


def steps(command_folder: CommandFolder, name: str) -> list[str]:
    """Return the undo steps of the German dictionary."""

    async def work() -> list[str]:
        folders = Folders.under(command_folder.path)
        session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
        async with command_folder.records() as records:
            library = Library(session, records)
            [summary] = [each for each in await library.local_summaries() if each.name == name]
            dictionary = await library.open(summary, EN_DE)
            titles = list(dictionary.steps.titles)
            await library.close(dictionary)
            return titles

    return asyncio.run(work())


@pytest.fixture
def released(command_folder: CommandFolder) -> Path:
    """The folder with a release of three dictionaries."""
    folder = command_folder.path / "release"
    folder.mkdir()
    files = [
        command_folder.file("terms.en-de.tsv", "house=Heim", "tree=Baum"),
        command_folder.file("terms.en-fr.tsv", "house=maison"),
        command_folder.file("terms.en-it.tsv", "house=casa"),
    ]
    assert main(["bundle", "write", str(folder), *files]) == 0
    return folder


RELEASED = {EN_DE: [{"house": "Heim", "tree": "Baum"}], EN_FR: [{"house": "maison"}], EN_IT: [{"house": "casa"}]}


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_new_glossary_is_completed_by_the_same_command(
    program: DyingProgram, command_folder: CommandFolder, released: Path, moment: str
) -> None:
    after = 0 if moment == "before" else STEP // 2
    while is_killed(
        program, command_folder, released, name := f"{command_folder.name} {after}", after=after, moment=moment
    ):
        assert command_folder.run("glossary", "take-over", str(released), name) == 0, command_folder.err

        assert drafts(command_folder, name) == RELEASED, f"killed {moment} transaction {after}"
        after += STEP
    assert drafts(command_folder, name) == RELEASED
    assert after > 10, "it was killed at many transactions"


@pytest.mark.parametrize("moment", ["before", "after"])
def test_edits_stay_and_the_change_is_one_undo_step(
    program: DyingProgram, command_folder: CommandFolder, released: Path, moment: str
) -> None:
    after = 0 if moment == "before" else STEP // 2
    while True:
        name = f"{command_folder.name} {after}"
        asyncio.run(command_folder.draft_two(name))
        edit(command_folder, name, "Bude")
        if not is_killed(program, command_folder, released, name, after=after, moment=moment):
            break
        known = drafts(command_folder, name)
        assert known[EN_DE] in ([{"house": "Bude"}], RELEASED[EN_DE]), f"killed {moment} transaction {after}"
        assert command_folder.run("glossary", "take-over", str(released), name) == 0, command_folder.err

        assert drafts(command_folder, name) == RELEASED, f"killed {moment} transaction {after}"
        assert steps(command_folder, name) == ["Typing", "Release taken over"], f"killed {moment} transaction {after}"
        versions = command_folder.json("glossary", "versions", name, "--pair", "en-de")["versions"]
        assert [each["origin"] for each in versions].count("before") <= 1, "the state before is kept once"
        after += STEP
    assert after > 10, "it was killed at many transactions"
