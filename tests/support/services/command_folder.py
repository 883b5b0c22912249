"""A folder of the program in which a test types commands, with a service that bills."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from support.publishing_setup import client
from support.running_service import RunningService
from termdesk.application.glossaries.library.library import Library
from termdesk.application.session.session import Session
from termdesk.command_line import main
from termdesk.commands.workplace import KEY_VARIABLE
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.notebook.remote_writes import RemoteWrite
from termdesk.storage.records import Records
from termdesk.storage.settings_store import SettingsStore

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")


@dataclass
class CommandFolder:
    """A folder of the program whose service in use is `service`, and glossaries with names of their own."""

    path: Path
    service: RunningService
    name: str
    capsys: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch
    err: str = ""
    out: str = ""

    @property
    def profile(self) -> str:
        """The name under which the program stores what belongs to the service."""
        return f"custom {self.service.url.partition('//')[2]}"

    def run(self, *words: str, has_key: bool = True) -> int:
        """Run a command in this folder; `out` and `err` have what it printed."""
        if has_key:
            self.monkeypatch.setenv(KEY_VARIABLE, self.service.key)
        return self._run([*words, "--folder", str(self.path)])

    def _run(self, words: list[str]) -> int:
        self.capsys.readouterr()
        try:
            code = main(words)
        except SystemExit as end:
            code = int(end.code or 0)
        self.out, self.err = self.capsys.readouterr()
        return code

    def json(self, *words: str) -> Any:
        """The report of a command."""
        self.run(*words, "--json")
        assert self.out, self.err
        return json.loads(self.out)

    def json_of(self, *words: str) -> Any:
        """The report of a command that takes no folder of the program."""
        self._run([*words, "--json"])
        assert self.out, self.err
        return json.loads(self.out)

    def file(self, name: str, *rows: str) -> str:
        """Write a file of rows `source=target`, and give its path."""
        path = self.path / name
        path.write_text("".join(row.replace("=", "\t") + "\n" for row in rows), "utf-8")
        return str(path)

    def change_settings(self, **fields: object) -> None:
        """Write these settings as an earlier version did; profiles are made from them at the next start."""
        (Folders.under(self.path).config / "profiles.json").unlink(missing_ok=True)
        place = Folders.under(self.path).config / "settings.json"
        found = json.loads(place.read_text("utf-8")) if place.exists() else {"format": 1}
        place.write_text(json.dumps({**found, **fields}), "utf-8")

    def publish(self, *pairs: tuple[str, str], pair: LanguagePair = EN_DE) -> str:
        """Create the glossary on the service, as somebody else would, and give its id."""

        async def work() -> str:
            async with client(self.service.url, self.service.key) as api:
                return (await api.glossaries.create(self.name, [(pair, Entries.of(pairs))])).glossary_id

        return asyncio.run(work())

    def held(self, pair: LanguagePair = EN_DE) -> dict[str, str] | None:
        """What the service holds of the glossary; None if it has no such dictionary."""

        async def work() -> dict[str, str] | None:
            async with client(self.service.url, self.service.key) as api:
                for each in await api.glossaries.list():
                    if each.name == self.name and each.dictionary(pair):
                        return (await api.glossaries.entries(each.glossary_id, pair)).as_dict()
            return None

        return asyncio.run(work())

    def replace(self, *pairs: tuple[str, str], pair: LanguagePair = EN_DE) -> None:
        """Let somebody else replace what the service holds."""

        async def work() -> None:
            async with client(self.service.url, self.service.key) as api:
                [found] = [each for each in await api.glossaries.list() if each.name == self.name]
                await api.glossaries.replace(found.glossary_id, pair, Entries.of(pairs))

        asyncio.run(work())

    def inject_fault(self, fault: dict[str, object]) -> None:
        """Let the service answer some of the next requests with a fault."""

        async def work() -> None:
            async with client(self.service.url, self.service.key) as api:
                await api.local.inject_fault(fault)

        asyncio.run(work())

    @asynccontextmanager
    async def records(self) -> AsyncIterator[Records]:
        """The saved work, as a window has it open."""
        async with Records(Folders.under(self.path).data / "termdesk.db") as records:
            yield records

    async def draft_two(self, name: str) -> None:
        """Keep a glossary of two dictionaries as drafts, as the window does."""
        folders = Folders.under(self.path)
        session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
        async with self.records() as records:
            library = Library(session, records)
            await library.close(await library.new(name, EN_DE, Entries(["house"], ["Haus"])))
            [summary] = [each for each in await library.local_summaries() if each.name == name]
            await library.close(await library.add_dictionary(summary, EN_FR, Entries(["house"], ["maison"])))

    def writes(self) -> list[RemoteWrite]:
        """What the notebook of changes says."""

        async def work() -> list[RemoteWrite]:
            async with self.records() as records:
                return list(await records.remote_writes.all())

        return asyncio.run(work())
