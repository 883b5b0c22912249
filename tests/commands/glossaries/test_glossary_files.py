"""`termdesk glossary pull` and `export`."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from support.publishing_setup import client
from support.services.command_folder import EN_DE, CommandFolder
from support.services.fault_proxy import Fault, FaultProxy, Harm
from termdesk.application.glossaries.library.library import Library
from termdesk.application.session.session import Session
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.settings.settings_store import SettingsStore


@pytest.mark.slow
def test_what_the_service_has_is_written_in_the_format_of_the_ending(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))

    assert command_folder.run("glossary", "pull", command_folder.name, "-o", str(command_folder.path / "a.csv")) == 0
    assert (command_folder.path / "a.csv").read_text("utf-8") == "house,Haus\ntree,Baum\n"
    assert command_folder.run("glossary", "pull", command_folder.name, "-o", "-") == 0
    assert command_folder.out == "house\tHaus\ntree\tBaum\n"


def test_what_is_printed_is_what_a_file_would_hold(command_folder: CommandFolder) -> None:
    command_folder.publish(('"house" key', "Schlüssel"), ("tree", "Baum"))
    path = command_folder.path / "a.tsv"

    assert command_folder.run("glossary", "pull", command_folder.name, "-o", str(path)) == 0
    assert command_folder.run("glossary", "pull", command_folder.name, "-o", "-") == 0

    assert command_folder.out == path.read_text("utf-8")


def test_what_is_printed_is_no_report(command_folder: CommandFolder) -> None:
    assert command_folder.run("glossary", "pull", command_folder.name, "-o", "-", "--json") == 2
    assert "--json tells which files were written" in command_folder.err


@pytest.mark.slow
def test_no_file_is_overwritten_unless_told_to(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    path = Path(command_folder.file("a.tsv", "precious=kostbar"))

    assert command_folder.run("glossary", "pull", command_folder.name, "-o", str(path)) == 2
    assert "Add --force" in command_folder.err
    assert path.read_text("utf-8") == "precious\tkostbar\n"
    assert command_folder.run("glossary", "pull", command_folder.name, "-o", str(path), "--force") == 0
    assert path.read_text("utf-8") == "house\tHaus\n"


@pytest.mark.slow
def test_each_dictionary_has_a_file_of_its_own(command_folder: CommandFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    command_folder.publish(("house", "Haus"))
    command_folder.replace(("house", "maison"), pair=LanguagePair("en", "fr"))
    monkeypatch.chdir(command_folder.path)

    files = command_folder.json("glossary", "pull", command_folder.name)["files"]

    assert [each["file"] for each in files] == [f"{command_folder.name}.en-de.tsv", f"{command_folder.name}.en-fr.tsv"]
    assert Path(files[1]["file"]).read_text("utf-8") == "house\tmaison\n"
    assert command_folder.run("glossary", "pull", command_folder.name, "-o", "-") == 2
    assert command_folder.run("glossary", "pull", command_folder.name, "--pair", "en-it") == 2
    assert "It has en → de, en → fr." in command_folder.err


def test_all_languages_share_a_file_that_can_hold_them(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    command_folder.replace(("house", "maison"), pair=LanguagePair("en", "fr"))

    assert command_folder.run("glossary", "export", command_folder.name, str(command_folder.path / "all.tbx")) == 0

    both = (str(command_folder.path / "b.tbx"), "-o", str(command_folder.path / "c.tbx"))
    assert command_folder.run("glossary", "export", command_folder.name) == 2
    assert command_folder.run("glossary", "export", command_folder.name, *both) == 2
    assert command_folder.run("glossary", "export", command_folder.name, *both[1:]) == 0
    assert (command_folder.path / "c.tbx").exists()

    content = (command_folder.path / "all.tbx").read_text("utf-8")
    assert "Haus" in content
    assert "maison" in content


def test_an_export_tells_what_the_format_cannot_hold(command_folder: CommandFolder) -> None:
    async def begin() -> None:
        folders = Folders.under(command_folder.path)
        session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
        async with command_folder.records() as records:
            library, entries = Library(session, records), Entries(["house"], ["Haus"])
            entries.set_detail(0, EntryDetail(note="A note"))
            await library.close(await library.new(command_folder.name, EN_DE, entries))

    asyncio.run(begin())

    assert command_folder.run("glossary", "export", command_folder.name, str(command_folder.path / "a.tsv")) == 1
    assert "Lost:" in command_folder.err
    assert command_folder.run("glossary", "pull", command_folder.name) == 2
    assert "is not on the service" in command_folder.err


@pytest.mark.slow
def test_an_ending_without_a_format_is_refused(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))

    assert command_folder.run("glossary", "export", command_folder.name, "out.docx") == 2
    assert ".tsv, .csv" in command_folder.err


def once(line_end: str, action: Callable[[], None]) -> Fault:
    """Return a proxy fault without harm that calls this just before the first request with such a first line."""
    done: list[str] = []

    def watch(line: str) -> bool:
        if line.endswith(line_end) and not done:
            done.append(line)
            # The proxy waits for it in its own event loop.
            thread = threading.Thread(target=action)
            thread.start()
            thread.join()
        return False

    return Fault(Harm.LOSE_REQUEST, when=watch)


@pytest.mark.slow
@pytest.mark.parametrize("pair", ["--pair=en-de", "--pair=en-fr"])
def test_a_dictionary_that_is_deleted_meanwhile_leaves_the_files_as_they_are(
    command_folder: CommandFolder, pair: str
) -> None:
    """One dictionary is deleted with its glossary, the other alone."""
    glossary_id = command_folder.publish(("house", "Haus"))
    command_folder.replace(("house", "maison"), pair=LanguagePair("en", "fr"))
    path = Path(command_folder.file("terms.tsv", "precious=kostbar"))

    async def delete() -> None:
        async with client(command_folder.service.url, command_folder.service.key) as api:
            if pair == "--pair=en-de":
                await api.glossaries.delete(glossary_id)
            else:
                await api.glossaries.delete_dictionary(glossary_id, LanguagePair("en", "fr"))

    async def work() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            proxy.fault = once(f"/v3/glossaries/{glossary_id}", lambda: asyncio.run(delete()))
            words = ("glossary", "pull", command_folder.name, pair, "--force", "-o", str(path))
            assert await asyncio.to_thread(command_folder.run, *words) == 2

    asyncio.run(work())

    assert "was deleted from the service in this moment" in command_folder.err
    assert path.read_text("utf-8") == "precious\tkostbar\n"


@pytest.mark.slow
def test_a_file_that_somebody_wrote_while_the_service_was_asked_stays(command_folder: CommandFolder) -> None:
    glossary_id = command_folder.publish(("house", "Haus"))
    path = command_folder.path / "terms.tsv"

    async def work() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            proxy.fault = once(f"/v3/glossaries/{glossary_id}", lambda: path.write_text("precious\n", "utf-8"))
            words = ("glossary", "pull", command_folder.name, "--pair", "en-de", "-o", str(path))
            assert await asyncio.to_thread(command_folder.run, *words) == 2

    asyncio.run(work())

    assert "terms.tsv exists. Nothing was written." in command_folder.err
    assert path.read_text("utf-8") == "precious\n"
