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
    monkeypatch.setattr(keys, "find_trusted_backend", lambda: made)
    return made


def profiles(command_folder: CommandFolder) -> dict[str, Any]:
    return {each["name"]: each for each in command_folder.json("profiles")["profiles"]}


def test_a_profile_is_added_changed_used_and_removed(command_folder: CommandFolder) -> None:
    assert command_folder.run(*ADD, "--dry-run", has_key=False) == 1
    assert command_folder.out == "Would add: Agency, https://terms.example.org/v1\n"
    assert "Agency" not in profiles(command_folder)
    assert command_folder.run(*ADD, "--color", "red", "--price", "20 EUR", has_key=False) == 0
    assert command_folder.out == "Added: Agency, https://terms.example.org/v1\n"
    found = profiles(command_folder)["Agency"]
    assert (found["address"], found["color"], found["price"]) == ("https://terms.example.org/v1", "red", "20 EUR")
    assert command_folder.run(*ADD, has_key=False) == 2

    change = ("profiles", "--change", "Agency", "--rename", "Bureau", "--day-cap", "7")
    report = command_folder.json(*change)
    assert report["is_done"] is True
    assert {each["name"]: each["day_cap"] for each in report["profiles"]}["Bureau"] == 7
    assert command_folder.run("profiles", "--use", "Bureau", "--dry-run") == 1
    assert command_folder.out == "Would use: Bureau, https://terms.example.org/v1\n"
    assert not profiles(command_folder)["Bureau"]["is_in_use"]
    assert command_folder.run("profiles", "--use", "Bureau") == 0
    assert command_folder.out == "Used from now on: Bureau, https://terms.example.org/v1\n"
    assert profiles(command_folder)["Bureau"]["is_in_use"]

    assert command_folder.run("profiles", "--remove", "Bureau") == 2
    assert command_folder.run("profiles", "--use", "local") == 0
    assert command_folder.run("profiles", "--remove", "Bureau") == 2
    assert "Add --yes to agree." in command_folder.err
    assert command_folder.run("profiles", "--remove", "Bureau", "--yes") == 0
    assert command_folder.out == "Removed: Bureau, https://terms.example.org/v1\n"
    assert "Bureau" not in profiles(command_folder)


def test_a_key_from_standard_input_is_kept_and_never_printed(
    command_folder: CommandFolder, keyring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{SECRET}\n"))

    assert command_folder.run(*ADD, "--key-from", "stdin", has_key=False) == 0

    assert list(keyring.held.values()) == [SECRET]
    assert SECRET not in command_folder.out + command_folder.err
    assert SECRET.encode() not in b"".join(path.read_bytes() for path in _files(command_folder.path))
    assert command_folder.run("profiles", "--change", "Agency", "--forget-key", has_key=False) == 0
    assert keyring.held == {}


def test_a_key_from_the_variable_is_kept(
    command_folder: CommandFolder, keyring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERMDESK_KEY", SECRET)

    assert command_folder.run(*ADD, "--key-from", "variable", has_key=False) == 0
    assert list(keyring.held.values()) == [SECRET]
    assert command_folder.run(*ADD[:2], "Other", *ADD[3:], "--key-from", "variable", has_key=False) == 2


def test_a_computer_without_a_key_store_says_that_the_key_was_not_kept(
    command_folder: CommandFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "find_trusted_backend", lambda: None)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{SECRET}\n"))

    assert command_folder.run(*ADD, "--key-from", "stdin", has_key=False) == 1
    assert "The key was not kept." in command_folder.err
    assert "Agency" in profiles(command_folder)


@pytest.mark.slow
def test_the_proxy_of_a_profile_is_shown_and_has_no_password(command_folder: CommandFolder) -> None:
    with_proxy = (*ADD, "--proxy")
    assert command_folder.run(*with_proxy, "http://me:secret@proxy.example.org", has_key=False) == 2
    assert "secret" not in command_folder.err
    assert command_folder.run(*with_proxy, "proxy.example.org:8080", has_key=False) == 0

    assert profiles(command_folder)["Agency"]["proxy"] == "http://proxy.example.org:8080"
    assert profiles(command_folder)["Own"]["proxy"] is None
    assert command_folder.run("profiles") == 0
    assert "http://proxy.example.org:8080" in command_folder.out


def test_another_address_is_another_service_unless_it_is_said_to_be_the_same(command_folder: CommandFolder) -> None:
    assert command_folder.run(*ADD, has_key=False) == 0
    change = ("profiles", "--change", "Agency", "--address", "https://other.example.org")

    assert command_folder.run(*change, has_key=False) == 2
    assert "--same-service" in command_folder.err
    assert command_folder.run(*change, "--same-service", has_key=False) == 0
    assert profiles(command_folder)["Agency"]["address"] == "https://other.example.org"


def test_the_profile_of_a_removed_account_starts_empty_unless_it_is_said_to_be_the_same(
    command_folder: CommandFolder,
) -> None:
    assert command_folder.run(*ADD, has_key=False) == 0
    first = profiles(command_folder)["Agency"]["id"]
    remove = ("profiles", "--remove", "Agency", "--yes")
    assert command_folder.run(*remove, has_key=False) == 0

    assert command_folder.run(*ADD, has_key=False) == 0
    assert "add it with --same-service" in command_folder.err
    assert profiles(command_folder)["Agency"]["id"] == f"{first} 2"
    assert command_folder.run(*remove, has_key=False) == 0
    assert command_folder.run(*ADD, "--same-service", has_key=False) == 0
    assert "--same-service" not in command_folder.err
    assert profiles(command_folder)["Agency"]["id"] == first


@pytest.mark.slow
def test_of_several_removed_accounts_one_is_named(command_folder: CommandFolder) -> None:
    address = ("--address", "https://terms.example.org/v1")
    ids = []
    for name in ("Office", "Home"):
        assert command_folder.run("profiles", "--add", name, *address, has_key=False) == 0
        ids.append(profiles(command_folder)[name]["id"])
        assert command_folder.run("profiles", "--remove", name, "--yes", has_key=False) == 0

    assert command_folder.run(*ADD, "--same-service", "Nobody", has_key=False) == 2
    assert f"“Office” ({ids[0]}), “Home” ({ids[1]})" in command_folder.err
    assert command_folder.run(*ADD, "--same-service", "home", has_key=False) == 0
    assert profiles(command_folder)["Agency"]["id"] == ids[1]
    # A change has no removed profile to name.
    change = ("profiles", "--change", "Agency", "--address", "https://other.example.org", "--same-service", "Office")
    assert command_folder.run(*change, has_key=False) == 2
    assert command_folder.run("profiles", "--remove", "Agency", "--yes", has_key=False) == 0
    assert command_folder.run(*ADD, "--same-service", has_key=False) == 0
    assert "It has the drafts and versions of “Office”, which was removed first." in command_folder.err


@pytest.mark.slow
def test_wrong_values_are_refused(command_folder: CommandFolder) -> None:
    for words in (
        ("--add", "Agency"),
        ("--add", "Agency", "--like", "nothing"),
        ("--add", "Agency", "--address", "http://terms.example.org"),
        ("--change", "nothing", "--rename", "Agency"),
        ("--color", "red"),
        ("--test", "--use", "local"),
        ("--dry-run",),
    ):
        assert command_folder.run("profiles", *words, has_key=False) == 2
    assert "Agency" not in profiles(command_folder)


def test_an_open_window_keeps_its_profiles(command_folder: CommandFolder) -> None:
    async def work() -> int:
        async with command_folder.records():
            return await asyncio.to_thread(command_folder.run, *ADD, has_key=False)

    assert asyncio.run(work()) == 2
    assert "Close the window" in command_folder.err


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


PROXY = ("--proxy", "http://proxy.example.org:8080", "--proxy-user", "me")


@pytest.mark.scorecard("S01")
def test_the_password_of_a_proxy_goes_into_the_key_store_only(
    command_folder: CommandFolder, keyring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{SECRET}\npass word\n"))
    both = ("--key-from", "stdin", "--proxy-password-from", "stdin")
    assert command_folder.run(*ADD, *PROXY, *both, has_key=False) == 0, command_folder.err
    assert sorted(keyring.held.values()) == ["pass word", SECRET]
    found = profiles(command_folder)["Agency"]
    assert (found["proxy"], found["proxy_user"]) == ("http://proxy.example.org:8080", "me")
    monkeypatch.setenv("TERMDESK_PROXY_PASSWORD", "other word")
    change = ("profiles", "--change", "Agency")
    assert command_folder.run(*change, "--proxy-password-from", "variable", has_key=False) == 0
    assert sorted(keyring.held.values()) == ["other word", SECRET]
    stored = b"".join(path.read_bytes() for path in command_folder.path.rglob("*") if path.is_file())
    assert b"word" not in stored

    assert command_folder.run(*change, "--proxy", "", has_key=False) == 2
    assert "Enter the address of the proxy, too." in command_folder.err
    assert command_folder.run(*change, "--proxy", "", "--proxy-user", "", has_key=False) == 0
    assert [*keyring.held.values()] == [SECRET]
    assert command_folder.run(*change, "--proxy", "http://me:word@proxy.example.org", has_key=False) == 2
    assert "separately" in command_folder.err
