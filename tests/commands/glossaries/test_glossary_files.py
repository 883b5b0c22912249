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
from termdesk.storage.settings_store import SettingsStore


def test_what_the_service_has_is_written_in_the_format_of_the_ending(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"), ("tree", "Baum"))

    assert desk.run("glossary", "pull", desk.name, "-o", str(desk.path / "a.csv")) == 0
    assert (desk.path / "a.csv").read_text("utf-8") == "house,Haus\ntree,Baum\n"
    assert desk.run("glossary", "pull", desk.name, "-o", "-") == 0
    assert desk.out == "house\tHaus\ntree\tBaum\n"


def test_what_is_printed_is_what_a_file_would_hold(desk: CommandFolder) -> None:
    desk.publish(('"house" key', "Schlüssel"), ("tree", "Baum"))
    path = desk.path / "a.tsv"

    assert desk.run("glossary", "pull", desk.name, "-o", str(path)) == 0
    assert desk.run("glossary", "pull", desk.name, "-o", "-") == 0

    assert desk.out == path.read_text("utf-8")


def test_what_is_printed_is_no_report(desk: CommandFolder) -> None:
    assert desk.run("glossary", "pull", desk.name, "-o", "-", "--json") == 2
    assert "--json tells which files were written" in desk.err


def test_no_file_is_overwritten_unless_told_to(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    path = Path(desk.file("a.tsv", "precious=kostbar"))

    assert desk.run("glossary", "pull", desk.name, "-o", str(path)) == 2
    assert "Add --force" in desk.err
    assert path.read_text("utf-8") == "precious\tkostbar\n"
    assert desk.run("glossary", "pull", desk.name, "-o", str(path), "--force") == 0
    assert path.read_text("utf-8") == "house\tHaus\n"


def test_each_dictionary_has_a_file_of_its_own(desk: CommandFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.publish(("house", "Haus"))
    desk.replace(("house", "maison"), pair=LanguagePair("en", "fr"))
    monkeypatch.chdir(desk.path)

    files = desk.json("glossary", "pull", desk.name)["files"]

    assert [each["file"] for each in files] == [f"{desk.name}.en-de.tsv", f"{desk.name}.en-fr.tsv"]
    assert Path(files[1]["file"]).read_text("utf-8") == "house\tmaison\n"
    assert desk.run("glossary", "pull", desk.name, "-o", "-") == 2
    assert desk.run("glossary", "pull", desk.name, "--pair", "en-it") == 2
    assert "It has en → de, en → fr." in desk.err


def test_all_languages_share_a_file_that_can_hold_them(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    desk.replace(("house", "maison"), pair=LanguagePair("en", "fr"))

    assert desk.run("glossary", "export", desk.name, str(desk.path / "all.tbx")) == 0

    content = (desk.path / "all.tbx").read_text("utf-8")
    assert "Haus" in content
    assert "maison" in content


def test_an_export_tells_what_the_format_cannot_hold(desk: CommandFolder) -> None:
    async def begin() -> None:
        folders = Folders.under(desk.path)
        session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
        async with desk.records() as records:
            library, entries = Library(session, records), Entries(["house"], ["Haus"])
            entries.set_detail(0, EntryDetail(note="A note"))
            await library.close(await library.new(desk.name, EN_DE, entries))

    asyncio.run(begin())

    assert desk.run("glossary", "export", desk.name, str(desk.path / "a.tsv")) == 1
    assert "Lost:" in desk.err
    assert desk.run("glossary", "pull", desk.name) == 2
    assert "is not on the service" in desk.err


def test_an_ending_without_a_format_is_refused(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))

    assert desk.run("glossary", "export", desk.name, "out.docx") == 2
    assert ".tsv, .csv" in desk.err


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


@pytest.mark.parametrize("pair", ["--pair=en-de", "--pair=en-fr"])
def test_a_dictionary_that_is_deleted_meanwhile_leaves_the_files_as_they_are(desk: CommandFolder, pair: str) -> None:
    """One dictionary is deleted with its glossary, the other alone."""
    glossary_id = desk.publish(("house", "Haus"))
    desk.replace(("house", "maison"), pair=LanguagePair("en", "fr"))
    path = Path(desk.file("terms.tsv", "precious=kostbar"))

    async def delete() -> None:
        async with client(desk.service.url, desk.service.key) as api:
            if pair == "--pair=en-de":
                await api.glossaries.delete(glossary_id)
            else:
                await api.glossaries.delete_dictionary(glossary_id, LanguagePair("en", "fr"))

    async def work() -> None:
        async with FaultProxy(urlsplit(desk.service.url).port or 0) as proxy:
            desk.change_settings(custom_address=proxy.url)
            proxy.fault = once(f"/v3/glossaries/{glossary_id}", lambda: asyncio.run(delete()))
            words = ("glossary", "pull", desk.name, pair, "--force", "-o", str(path))
            assert await asyncio.to_thread(desk.run, *words) == 2

    asyncio.run(work())

    assert "was deleted from the service in this moment" in desk.err
    assert path.read_text("utf-8") == "precious\tkostbar\n"


def test_a_file_that_somebody_wrote_while_the_service_was_asked_stays(desk: CommandFolder) -> None:
    glossary_id = desk.publish(("house", "Haus"))
    path = desk.path / "terms.tsv"

    async def work() -> None:
        async with FaultProxy(urlsplit(desk.service.url).port or 0) as proxy:
            desk.change_settings(custom_address=proxy.url)
            proxy.fault = once(f"/v3/glossaries/{glossary_id}", lambda: path.write_text("precious\n", "utf-8"))
            words = ("glossary", "pull", desk.name, "--pair", "en-de", "-o", str(path))
            assert await asyncio.to_thread(desk.run, *words) == 2

    asyncio.run(work())

    assert "terms.tsv exists. Nothing was written." in desk.err
    assert path.read_text("utf-8") == "precious\n"
