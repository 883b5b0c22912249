"""Confirmed translations are copied to another service and back by `termdesk confirmed`."""

from __future__ import annotations

import io

import pytest

from support.services.command_folder import CommandFolder
from support.services.memory_keyring import MemoryKeyring
from termdesk.client.memories import MemorySummary
from termdesk.commands.texts.memory_copies import _find_memory
from termdesk.domain.errors import InvalidInput
from termdesk.storage import keys


def memory(memory_id: str, name: str) -> MemorySummary:
    return MemorySummary(memory_id, name, "en", ("de",), 1)


def test_the_only_memory_is_found_and_one_of_several_by_its_name() -> None:
    one, other = memory("1", "Law"), memory("2", "Law")

    assert _find_memory([one], None) is one
    assert _find_memory([one, other], "2") is other
    for found, name in (([], None), ([one, other], None), ([one, other], "Law"), ([one], "Art")):
        with pytest.raises(InvalidInput):
            _find_memory(found, name)


@pytest.mark.slow
def test_the_service_in_use_is_no_other_service(command_folder: CommandFolder) -> None:
    assert command_folder.run("confirmed", "--fetch", "local", "--profile", "local") == 2
    assert "This is the service in use." in command_folder.err
    assert command_folder.run("confirmed", "--fetch", "nothing", "--profile", "local") == 2


def test_translations_are_sent_to_another_service_and_fetched_from_there(
    command_folder: CommandFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyring = MemoryKeyring()
    monkeypatch.setattr(keys, "find_trusted_backend", lambda: keyring)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{command_folder.service.key}\n"))
    assert command_folder.run("profiles", "--change", "Own", "--key-from", "stdin", has_key=False) == 0
    local = ("confirmed", "--profile", "local")
    assert command_folder.run(*local, "--pair", "en-de", "--confirm", "The house.", "Das Haus.", has_key=False) == 0
    send = (*local, "--send", "Own", "--as", command_folder.name)

    assert command_folder.run(*send, "--dry-run", has_key=False) == 1
    assert command_folder.run(*send, has_key=False) == 2
    assert "Add --yes to agree." in command_folder.err
    assert command_folder.run(*send, "--yes", has_key=False) == 0
    assert "Arrived: 1 translation." in command_folder.out

    assert command_folder.run(*local, "--delete-all", "--pair", "en-de", "--yes", has_key=False) == 0
    # Our own service has one memory for each pair, under its own name.
    fetch = (*local, "--fetch", "Own", "--memory", "Confirmed from en to de")
    assert command_folder.run(*fetch, "--dry-run", has_key=False) == 1
    assert command_folder.run(*local, has_key=False) == 1
    assert command_folder.run(*fetch, "--yes", has_key=False) == 0
    assert command_folder.run(*local, has_key=False) == 0
    assert "Das Haus." in command_folder.out
