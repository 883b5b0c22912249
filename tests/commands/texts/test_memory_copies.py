"""Confirmed translations are copied to another service and back by `termdesk confirmed`."""

from __future__ import annotations

import pytest

from support.services.command_folder import CommandFolder
from termdesk.client.memories import MemorySummary
from termdesk.commands.texts.memory_copies import _find_memory
from termdesk.domain.errors import InvalidInput


def memory(memory_id: str, name: str) -> MemorySummary:
    return MemorySummary(memory_id, name, "en", ("de",), 1)


def test_the_only_memory_is_found_and_one_of_several_by_its_name() -> None:
    one, other = memory("1", "Law"), memory("2", "Law")

    assert _find_memory([one], None) is one
    assert _find_memory([one, other], "2") is other
    for found, name in (([], None), ([one, other], None), ([one, other], "Law"), ([one], "Art")):
        with pytest.raises(InvalidInput):
            _find_memory(found, name)


def test_the_service_in_use_is_no_other_service(desk: CommandFolder) -> None:
    assert desk.run("confirmed", "--fetch", "local", "--profile", "local") == 2
    assert "This is the service in use." in desk.err
    assert desk.run("confirmed", "--fetch", "nothing", "--profile", "local") == 2
