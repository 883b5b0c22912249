"""`termdesk glossary list`."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from support.services.command_folder import CommandFolder


@pytest.mark.slow
def test_glossaries_are_listed_for_people_and_for_programs(command_folder: CommandFolder) -> None:
    glossary_id = command_folder.publish(("house", "Haus"), ("tree", "Baum"))

    assert command_folder.run("glossary", "list") == 0
    [line] = [each for each in command_folder.out.splitlines() if glossary_id in each]
    assert line.split()[2:] == ["en-de", "2", "published", glossary_id]

    report = command_folder.json("glossary", "list")
    [found] = [each for each in report["glossaries"] if each["id"] == glossary_id]
    assert set(report) == {"service", "is_complete", "glossaries"}
    assert set(found) == {"name", "id", "is_on_service", "state", "is_local_only", "tags", "dictionaries"}
    assert found["dictionaries"] == [
        {"source_lang": "en", "target_lang": "de", "entries": 2, "state": "published", "as_of": None}
    ]


@pytest.mark.slow
def test_a_locked_glossary_is_called_so(command_folder: CommandFolder) -> None:
    command_folder.draft(("house", "Haus"))
    assert command_folder.run("glossary", "lock", command_folder.name) == 0

    assert command_folder.run("glossary", "list") == 0
    [line] = [each for each in command_folder.out.splitlines() if command_folder.name in each]
    assert "draft, locked" in line
    found = {each["name"]: each["is_local_only"] for each in command_folder.json("glossary", "list")["glossaries"]}
    assert found[command_folder.name] is True
    assert set(found.values()) <= {True, False}


def test_without_the_service_only_this_computer_is_listed(command_folder: CommandFolder) -> None:
    # No server listens at this address.
    command_folder.change_settings(custom_address="http://127.0.0.1:9")

    assert command_folder.run("glossary", "list") == 1
    assert "Only what is on this computer is listed." in command_folder.err


@pytest.mark.scorecard("R38")
def test_without_the_service_a_copy_is_listed_with_its_date_and_can_be_edited(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    name = command_folder.name
    # Opening it for an edit leaves a copy; its draft stays for undo.
    assert command_folder.run("glossary", "replace", name, "Haus", "Heim") == 0
    assert command_folder.run("glossary", "push", name, "--draft", "--yes") == 0

    assert command_folder.run("glossary", "list", "--json", has_key=False) == 1
    [listed] = json.loads(command_folder.out)["glossaries"]
    assert command_folder.run("glossary", "list", has_key=False) == 1
    table = command_folder.out
    assert command_folder.run("glossary", "replace", name, "Heim", "Bau", "--dry-run", has_key=False) == 1
    assert command_folder.run("glossary", "replace", name, "Heim", "Bau", has_key=False) == 0
    reported = command_folder.err

    day = datetime.fromisoformat(listed["dictionaries"][0]["as_of"]).astimezone()
    assert f"copy of {day:%Y-%m-%d %H:%M}" in table
    assert f"This is the copy of {day:%Y-%m-%d %H:%M} on this computer." in reported
    assert command_folder.here() == [("house", "Bau")]
    assert command_folder.held() == {"house": "Heim"}
