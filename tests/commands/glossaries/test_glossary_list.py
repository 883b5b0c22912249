"""`termdesk glossary list`."""

from __future__ import annotations

from support.services.command_folder import CommandFolder


def test_glossaries_are_listed_for_people_and_for_programs(command_folder: CommandFolder) -> None:
    glossary_id = command_folder.publish(("house", "Haus"), ("tree", "Baum"))

    assert command_folder.run("glossary", "list") == 0
    [line] = [each for each in command_folder.out.splitlines() if glossary_id in each]
    assert line.split()[2:] == ["en-de", "2", "published", glossary_id]

    report = command_folder.json("glossary", "list")
    [found] = [each for each in report["glossaries"] if each["id"] == glossary_id]
    assert set(report) == {"service", "is_complete", "glossaries"}
    assert set(found) == {"name", "id", "is_on_service", "state", "is_local_only", "tags", "dictionaries"}
    assert found["dictionaries"] == [{"source_lang": "en", "target_lang": "de", "entries": 2, "state": "published"}]


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
