"""`termdesk profiles --add`, `--change`, `--remove` and `--use`."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path
from typing import Any

import pytest

from support.services.command_folder import CommandFolder
from support.services.memory_keyring import MemoryKeyring
from termdesk.storage import keys

SECRET = "secret-key-0123456789"
ADD = ("profiles", "--add", "Agency", "--address", "https://terms.example.org/v1")


@pytest.fixture
def keyring(monkeypatch: pytest.MonkeyPatch) -> MemoryKeyring:
    made = MemoryKeyring()
    monkeypatch.setattr(keys, "trusted_backend", lambda: made)
    return made


def profiles(desk: CommandFolder) -> dict[str, Any]:
    return {each["name"]: each for each in desk.json("profiles")["profiles"]}


def test_a_profile_is_added_changed_used_and_removed(desk: CommandFolder) -> None:
    assert desk.run(*ADD, "--dry-run", has_key=False) == 1
    assert desk.out == "Would add: Agency, https://terms.example.org/v1\n"
    assert "Agency" not in profiles(desk)
    assert desk.run(*ADD, "--color", "red", "--price", "20 EUR", has_key=False) == 0
    assert desk.out == "Added: Agency, https://terms.example.org/v1\n"
    found = profiles(desk)["Agency"]
    assert (found["address"], found["color"], found["price"]) == ("https://terms.example.org/v1", "red", "20 EUR")
    assert desk.run(*ADD, has_key=False) == 2

    change = ("profiles", "--change", "Agency", "--rename", "Bureau", "--day-cap", "7")
    report = desk.json(*change)
    assert report["is_done"] is True
    assert {each["name"]: each["day_cap"] for each in report["profiles"]}["Bureau"] == 7
    assert desk.run("profiles", "--use", "Bureau", "--dry-run") == 1
    assert desk.out == "Would use: Bureau, https://terms.example.org/v1\n"
    assert not profiles(desk)["Bureau"]["is_in_use"]
    assert desk.run("profiles", "--use", "Bureau") == 0
    assert desk.out == "Used from now on: Bureau, https://terms.example.org/v1\n"
    assert profiles(desk)["Bureau"]["is_in_use"]

    assert desk.run("profiles", "--remove", "Bureau") == 2
    assert desk.run("profiles", "--use", "local") == 0
    assert desk.run("profiles", "--remove", "Bureau") == 2
    assert "Add --yes to agree." in desk.err
    assert desk.run("profiles", "--remove", "Bureau", "--yes") == 0
    assert desk.out == "Removed: Bureau, https://terms.example.org/v1\n"
    assert "Bureau" not in profiles(desk)


def test_a_key_from_standard_input_is_kept_and_never_printed(
    desk: CommandFolder, keyring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{SECRET}\n"))

    assert desk.run(*ADD, "--key-from", "stdin", has_key=False) == 0

    assert list(keyring.held.values()) == [SECRET]
    assert SECRET not in desk.out + desk.err
    assert SECRET.encode() not in b"".join(path.read_bytes() for path in _files(desk.path))
    assert desk.run("profiles", "--change", "Agency", "--forget-key", has_key=False) == 0
    assert keyring.held == {}


def test_a_key_from_the_variable_is_kept(
    desk: CommandFolder, keyring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERMDESK_KEY", SECRET)

    assert desk.run(*ADD, "--key-from", "variable", has_key=False) == 0
    assert list(keyring.held.values()) == [SECRET]
    assert desk.run(*ADD[:2], "Other", *ADD[3:], "--key-from", "variable", has_key=False) == 2


def test_a_computer_without_a_key_store_says_that_the_key_was_not_kept(
    desk: CommandFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "trusted_backend", lambda: None)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{SECRET}\n"))

    assert desk.run(*ADD, "--key-from", "stdin", has_key=False) == 1
    assert "The key was not kept." in desk.err
    assert "Agency" in profiles(desk)


def test_another_address_is_another_service_unless_it_is_said_to_be_the_same(desk: CommandFolder) -> None:
    assert desk.run(*ADD, has_key=False) == 0
    change = ("profiles", "--change", "Agency", "--address", "https://other.example.org")

    assert desk.run(*change, has_key=False) == 2
    assert "--same-service" in desk.err
    assert desk.run(*change, "--same-service", has_key=False) == 0
    assert profiles(desk)["Agency"]["address"] == "https://other.example.org"


def test_wrong_values_are_refused(desk: CommandFolder) -> None:
    for words in (
        ("--add", "Agency"),
        ("--add", "Agency", "--like", "nothing"),
        ("--add", "Agency", "--address", "http://terms.example.org"),
        ("--change", "nothing", "--rename", "Agency"),
        ("--color", "red"),
        ("--test", "--use", "local"),
        ("--dry-run",),
    ):
        assert desk.run("profiles", *words, has_key=False) == 2
    assert "Agency" not in profiles(desk)


def test_an_open_window_keeps_its_profiles(desk: CommandFolder) -> None:
    async def work() -> int:
        async with desk.records():
            return await asyncio.to_thread(desk.run, *ADD, has_key=False)

    assert asyncio.run(work()) == 2
    assert "Close the window" in desk.err


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]
