"""A program folder for tests that run commands, with a service that bills."""

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
from termdesk.commands.terminal.secret_input import KEY_VARIABLE
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.notebook.remote_writes import RemoteWrite
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")


@dataclass
class CommandFolder:
    """A program folder whose current service is `service`, and glossaries with unique names."""

    path: Path
    service: RunningService
    name: str
    capsys: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch
    err: str = ""
    out: str = ""

    @property
    def profile(self) -> str:
        """The profile under which the program stores the data of the service."""
        return f"custom {self.service.url.partition('//')[2]}"

    def run(self, *words: str, has_key: bool = True) -> int:
        """Run a command in this folder. `out` and `err` have its output."""
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
        """Run a command and return its JSON report."""
        self.run(*words, "--json")
        assert self.out, self.err
        return json.loads(self.out)

    def json_of(self, *words: str) -> Any:
        """Run a command that uses no program folder, and return its JSON report."""
        self._run([*words, "--json"])
        assert self.out, self.err
        return json.loads(self.out)

    def file(self, name: str, *rows: str) -> str:
        """Write a file of rows `source=target`, and return its path."""
        path = self.path / name
        path.write_text("".join(row.replace("=", "\t") + "\n" for row in rows), "utf-8")
        return str(path)

    def change_settings(self, **fields: object) -> None:
        """Write these settings as an earlier version did. The next start converts them to profiles."""
        (Folders.under(self.path).config / "profiles.json").unlink(missing_ok=True)
        position = Folders.under(self.path).config / "settings.json"
        found = json.loads(position.read_text("utf-8")) if position.exists() else {"format": 1}
        position.write_text(json.dumps({**found, **fields}), "utf-8")

    def publish(self, *pairs: tuple[str, str], pair: LanguagePair = EN_DE) -> str:
        """Create the glossary on the service, as another user would, and return its id."""

        async def work() -> str:
            async with client(self.service.url, self.service.key) as api:
                return (await api.glossaries.create(self.name, [(pair, Entries.of(pairs))])).glossary_id

        return asyncio.run(work())

    def held(self, pair: LanguagePair = EN_DE) -> dict[str, str] | None:
        """Return the entries of the glossary on the service; None if it has no such dictionary."""

        async def work() -> dict[str, str] | None:
            async with client(self.service.url, self.service.key) as api:
                for each in await api.glossaries.list():
                    if each.name == self.name and each.dictionary(pair):
                        return (await api.glossaries.entries(each.glossary_id, pair)).as_dict()
            return None

        return asyncio.run(work())

    def replace(self, *pairs: tuple[str, str], pair: LanguagePair = EN_DE) -> None:
        """Replace the entries on the service, as another user would."""

        async def work() -> None:
            async with client(self.service.url, self.service.key) as api:
                [found] = [each for each in await api.glossaries.list() if each.name == self.name]
                await api.glossaries.replace(found.glossary_id, pair, Entries.of(pairs))

        asyncio.run(work())

    def inject_fault(self, fault: dict[str, object]) -> None:
        """Let the service answer some of the next requests with an error."""

        async def work() -> None:
            async with client(self.service.url, self.service.key) as api:
                await api.local.inject_fault(fault)

        asyncio.run(work())

    @asynccontextmanager
    async def records(self) -> AsyncIterator[Records]:
        """The saved work, opened as by a window."""
        async with Records(Folders.under(self.path).data / "termdesk.db") as records:
            yield records

    @asynccontextmanager
    async def library(self) -> AsyncIterator[Library]:
        """The glossaries of this computer, opened as by a window without a key."""
        folders = Folders.under(self.path)
        session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
        async with self.records() as records:
            yield Library(session, records)

    def draft(self, *pairs: tuple[str, str], pair: LanguagePair = EN_DE) -> None:
        """Store a glossary on this computer with one dictionary, as the window does."""

        async def work() -> None:
            async with self.library() as library:
                await library.close(await library.new(self.name, pair, Entries.of(pairs)))

        asyncio.run(work())

    def here(self, pair: LanguagePair = EN_DE) -> list[tuple[str, str]] | None:
        """Return the rows of the glossary on this computer, with its edits; None if it has no such dictionary."""

        async def work() -> list[tuple[str, str]] | None:
            async with self.library() as library:
                for each in await library.local_summaries():
                    if each.name == self.name and (row := each.row(pair)) is not None:
                        return list(await library.entries(each, row))
            return None

        return asyncio.run(work())

    async def draft_two(self, name: str) -> None:
        """Store the drafts of a glossary with two dictionaries, as the window does."""
        async with self.library() as library:
            await library.close(await library.new(name, EN_DE, Entries(["house"], ["Haus"])))
            [summary] = [each for each in await library.local_summaries() if each.name == name]
            await library.close(await library.add_dictionary(summary, EN_FR, Entries(["house"], ["maison"])))

    def writes(self) -> list[RemoteWrite]:
        """Return the recorded changes."""

        async def work() -> list[RemoteWrite]:
            async with self.records() as records:
                return list(await records.remote_writes.all())

        return asyncio.run(work())
