"""How a command connects: which service, with which key."""

from __future__ import annotations

import asyncio
import os
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.services import server_thread
from support.services.command_folder import CommandFolder
from support.services.raw_server import RawServer, always, answer
from support.services.socket_server import SocketServer


class _HangUp(SocketServer):
    """Counts connections, and closes each of them at once, so that no encrypted connection is made."""

    count = 0

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.count += 1
        writer.close()


@pytest.fixture
def unreachable(command_folder: CommandFolder) -> Iterator[_HangUp]:
    """Makes the service of the folder unreachable, and counts the attempts to reach it."""
    server = _HangUp()
    with server_thread.running(server):
        command_folder.change_settings(custom_address=f"https://127.0.0.1:{server.port}")
        yield server


@pytest.mark.slow
def test_a_profile_is_chosen_by_name_for_one_run(command_folder: CommandFolder) -> None:
    settings = (command_folder.path / "config" / "settings.json").read_text("utf-8")

    assert command_folder.run("glossary", "list", "--profile", "own") == 0
    assert command_folder.run("glossary", "list", "--profile", "custom") == 0
    assert command_folder.run("glossary", "list", "--profile", "nobody") == 2

    assert "There is no profile “nobody”. Use one of: “This computer” (local)" in command_folder.err
    assert (command_folder.path / "config" / "settings.json").read_text("utf-8") == settings


@pytest.mark.slow
def test_the_settings_are_read_once(command_folder: CommandFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    command_folder.run("glossary", "list")
    read, read_bytes = list[str](), Path.read_bytes

    def note(path: Path) -> bytes:
        read.append(path.name)
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", note)
    assert command_folder.run("glossary", "list") == 0

    assert read.count("settings.json") == 1


@pytest.mark.slow
def test_the_key_of_the_variable_is_handed_to_nobody(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))

    assert command_folder.run("glossary", "list", "--json") == 0

    assert "TERMDESK_KEY" not in os.environ
    stored = b"".join(path.read_bytes() for path in command_folder.path.rglob("*") if path.is_file())
    assert command_folder.service.key.encode() not in stored


def test_without_a_key_nothing_is_asked_of_the_service(command_folder: CommandFolder) -> None:
    assert command_folder.run("glossary", "pull", "Terms", has_key=False) == 2
    assert "key" in command_folder.err


@pytest.mark.slow
def test_a_command_that_changes_something_backs_it_up_when_it_is_due(command_folder: CommandFolder) -> None:
    backups = command_folder.path / "data" / "backups"
    words = ("--create", "--source-lang", "en", "--target-lang", "de")
    path = command_folder.file("terms.tsv", "house=Haus")

    assert command_folder.run("glossary", "entries", "Terms") == 2
    assert not backups.exists()
    assert command_folder.run("glossary", "import", path, command_folder.name, *words) == 0
    [backup] = backups.glob("*.db")
    assert command_folder.run("glossary", "replace", command_folder.name, "Haus", "Heim") == 0
    assert [*backups.glob("*.db")] == [backup], "another one is not due yet"

    # Backups are not possible here, but the command has done its work.
    backup.unlink()
    backups.rmdir()
    backups.write_text("no folder")
    assert command_folder.run("glossary", "replace", command_folder.name, "Heim", "Haus") == 0
    assert "The saved work could not be backed up." in command_folder.err


@pytest.mark.scorecard("R38")
def test_one_failed_connection_decides_for_a_whole_command(command_folder: CommandFolder, unreachable: _HangUp) -> None:
    command_folder.draft(("house", "Haus"))
    name = command_folder.name
    for words, code in (
        (("glossary", "list"), 1),
        (("glossary", "entries", name), 0),
        (("glossary", "replace", name, "Haus", "Heim"), 0),
        (("languages", "--changes"), 2),
        (("usage",), 2),
    ):
        unreachable.count = 0

        assert command_folder.run(*words) == code, command_folder.err

        assert unreachable.count == 1, words
        assert "The connection to the service broke." in command_folder.err or code == 0


@pytest.mark.parametrize(
    "words",
    [
        ("ledger",),
        ("history",),
        ("documents",),
        ("glossary", "changes"),
        ("glossary", "deleted"),
        ("glossary", "unfinished"),
        ("preferences",),
    ],
    ids=" ".join,
)
def test_what_needs_no_service_asks_none(
    command_folder: CommandFolder, unreachable: _HangUp, words: tuple[str, ...]
) -> None:
    # A history without texts ends with 1.
    assert command_folder.run(*words) in (0, 1), command_folder.err

    assert unreachable.count == 0


def test_the_password_of_a_proxy_comes_from_the_variable_for_one_run(command_folder: CommandFolder) -> None:
    proxy = RawServer(always(answer(b"", status="407 Proxy Authentication Required")))
    with server_thread.running(proxy):
        change = ("--address", "https://service.example.test", "--proxy", proxy.url, "--proxy-user", "me")
        assert command_folder.run("profiles", "--change", "own", "--same-service", *change) == 0
        assert command_folder.run("usage") == 2
        assert "The proxy does not accept this user" in command_folder.err
        command_folder.monkeypatch.setenv("TERMDESK_PROXY_PASSWORD", "secret")
        assert command_folder.run("usage") == 2

    assert "TERMDESK_PROXY_PASSWORD" not in os.environ
    sent = [request.headers["proxy-authorization"] for request in proxy.requests]
    assert sent == ["Basic " + b64encode(login).decode() for login in (b"me:", b"me:secret")]
