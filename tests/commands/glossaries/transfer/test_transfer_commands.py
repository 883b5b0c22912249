"""`termdesk glossary copy` and `move`."""

from __future__ import annotations

import asyncio
import io
import os

import pytest

from support.services.command_folder import CommandFolder
from termdesk.application.glossaries.transfer.glossary_copy import GlossaryCopy
from termdesk.commands.terminal.secret_input import OTHER_KEY_VARIABLE
from termdesk.domain.errors import InvalidInput

LOCAL = ("--profile", "local")


def listed(command_folder: CommandFolder) -> dict[str, int]:
    """Return the glossaries of the local service, with the entries of their first dictionaries."""
    found = command_folder.json("glossary", "list", *LOCAL)["glossaries"]
    return {each["name"]: each["dictionaries"][0]["entries"] for each in found}


@pytest.mark.slow
def test_a_glossary_is_copied_to_another_service_after_its_plan(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))
    copy = ("glossary", "copy", command_folder.name, "--to", "local")

    assert command_folder.run(*copy) == 2
    assert "+ en → de: 2 entries" in command_folder.out
    assert "Add --yes to agree." in command_folder.err
    assert command_folder.json(*copy, "--dry-run")["is_done"] is False
    assert listed(command_folder) == {}

    report = command_folder.json(*copy, "--yes")
    assert (report["name"], report["is_done"], report["calls"]) == (command_folder.name, True, 2)
    assert listed(command_folder) == {command_folder.name: 2}
    assert command_folder.held() == {"house": "Haus", "tree": "Baum"}


@pytest.mark.slow
def test_the_copy_has_the_given_name_or_one_that_is_free(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    copy = ("glossary", "copy", command_folder.name, "--to", "local", "--yes")

    assert command_folder.run(*copy, "--as", "Other") == 0
    assert command_folder.run(*copy, "--as", "other") == 2
    assert "already has a glossary “other”." in command_folder.err
    assert command_folder.run(*copy) == 0
    assert command_folder.run(*copy) == 0
    assert listed(command_folder).keys() == {"Other", command_folder.name, f"{command_folder.name} (2)"}


def test_a_moved_glossary_leaves_a_copy_that_can_be_restored(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    move = ("glossary", "move", command_folder.name, "--to", "local")

    assert command_folder.run("glossary", "replace", command_folder.name, "Haus", "Heim") == 0
    assert command_folder.run(*move, "--dry-run") == 1
    assert "+ en → de: 1 entry, with edits that are not published yet" in command_folder.out
    assert f"Then “{command_folder.name}” is deleted from " in command_folder.out
    assert command_folder.json(*move, "--dry-run")["deletions"] == 1
    assert command_folder.run(*move, "--yes") == 0
    assert "Moved, read back and compared: " in command_folder.out
    assert command_folder.held() is None
    assert listed(command_folder) == {command_folder.name: 1}
    [item] = command_folder.json("glossary", "deleted")["glossaries"]
    assert item["name"] == command_folder.name


@pytest.mark.slow
def test_an_interrupted_copy_keeps_its_name(command_folder: CommandFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    command_folder.publish(("house", "Haus"))
    copy = ("glossary", "copy", command_folder.name, "--to", "local", "--yes")

    async def fail(*_arguments: object) -> None:
        raise InvalidInput("Ended.")

    with monkeypatch.context() as patch:
        patch.setattr(GlossaryCopy, "_read_back", fail)
        assert command_folder.run(*copy, "--as", "First") == 2
    assert listed(command_folder) == {"First": 1}

    assert command_folder.run(*copy, "--as", "Second") == 2
    assert "continues as “First”" in command_folder.err
    assert "Leave --as out" in command_folder.err
    assert listed(command_folder) == {"First": 1}

    assert command_folder.run(*copy, "--as", "First") == 0, command_folder.err
    assert listed(command_folder) == {"First": 1}


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (("--to", "Own"), "already"),
        (("--to", "Nowhere"), "Nowhere"),
        (("--to", "local", "--pair", "en-fr"), "has no dictionary"),
    ],
)
def test_what_cannot_be_copied_is_refused(command_folder: CommandFolder, words: tuple[str, ...], reported: str) -> None:
    command_folder.publish(("house", "Haus"))

    assert command_folder.run("glossary", "copy", command_folder.name, *words, "--yes") == 2
    assert reported in command_folder.err


@pytest.mark.slow
def test_without_a_key_store_the_key_of_the_other_service_is_given_for_this_run(
    command_folder: CommandFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = command_folder.file("terms.tsv", "house=Haus")
    words = ("--source-lang", "en", "--target-lang", "de", *LOCAL)
    assert command_folder.run("glossary", "import", path, command_folder.name, "--create", *words) == 0
    copy = ("glossary", "copy", command_folder.name, "--to", "own", "--yes", *LOCAL)

    assert command_folder.run(*copy, has_key=False) == 2
    assert "Put its key into the variable TERMDESK_OTHER_KEY" in command_folder.err
    monkeypatch.setenv(OTHER_KEY_VARIABLE, "two words")
    assert command_folder.run(*copy, has_key=False) == 2
    assert "two words" not in command_folder.err
    monkeypatch.setenv(OTHER_KEY_VARIABLE, command_folder.service.key)
    assert command_folder.run(*copy, has_key=False) == 0, command_folder.err

    assert command_folder.held() == {"house": "Haus"}
    assert OTHER_KEY_VARIABLE not in os.environ
    stored = b"".join(path.read_bytes() for path in command_folder.path.rglob("*") if path.is_file())
    assert command_folder.service.key.encode() not in stored


@pytest.mark.slow
def test_the_keys_of_both_services_come_from_standard_input(
    command_folder: CommandFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    command_folder.publish(("house", "Haus"))
    address = command_folder.service.url.replace("127.0.0.1", "localhost")
    assert command_folder.run("profiles", "--add", "Second", "--address", address) == 0
    both = ("--key-from", "stdin", "--other-key-from", "stdin")
    copy = ("glossary", "copy", command_folder.name, "--to", "Second", "--dry-run", *both)
    key = command_folder.service.key

    for lines, code in ((f"{key}\n{key}\n", 1), (f"{key}\nwrong-key\n", 2), (f"{key}\n", 2), ("", 2)):
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))

        assert command_folder.run(*copy, has_key=False) == code, (lines, command_folder.err)

        assert key not in command_folder.err + command_folder.out
    assert "This is not a key" in command_folder.err


@pytest.fixture
def copied(command_folder: CommandFolder) -> CommandFolder:
    """A folder with the copy of a published glossary. Without a key, its service cannot be asked."""
    asyncio.run(command_folder.draft_two(command_folder.name))
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0
    return command_folder


@pytest.mark.slow
def test_the_last_copy_is_copied_while_its_service_is_away(copied: CommandFolder) -> None:
    copy = ("glossary", "copy", copied.name, "--to", "local")

    assert copied.run(*copy, "--yes", has_key=False) == 0, copied.err

    assert "en → de: " in copied.err
    assert "This is the copy of 2" in copied.err
    assert "Copied, read back and compared: " in copied.out
    assert listed(copied) == {copied.name: 1}
    report = copied.json(*copy, "--dry-run")
    assert [each["as_of"] for each in report["dictionaries"]] == [None, None]


@pytest.mark.slow
def test_a_move_needs_the_service_of_the_original_and_says_so(copied: CommandFolder) -> None:
    move = ("glossary", "move", copied.name, "--to", "local", "--yes")

    assert copied.run(*move, has_key=False) == 2

    assert "Nothing was sent. A move deletes the glossary on Own" in copied.err
    assert "termdesk glossary copy NAME --to PROFILE" in copied.err
    assert copied.held() == {"house": "Haus"}
    assert listed(copied) == {}


@pytest.mark.slow
def test_a_draft_is_moved_while_its_service_is_away(command_folder: CommandFolder) -> None:
    command_folder.draft(("house", "Haus"))

    code = command_folder.run("glossary", "move", command_folder.name, "--to", "local", "--yes", has_key=False)

    assert code == 0, command_folder.err
    assert "Moved, read back and compared: " in command_folder.out
    assert command_folder.here() is None
    assert listed(command_folder) == {command_folder.name: 1}


def test_a_copy_says_that_the_other_service_is_missing(copied: CommandFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    assert copied.run("profiles", "--add", "Away", "--address", "http://127.0.0.1:9") == 0
    monkeypatch.setenv(OTHER_KEY_VARIABLE, "any-key")

    assert copied.run("glossary", "copy", copied.name, "--to", "Away", "--yes", has_key=False) == 2

    assert "Nothing was sent. Away (127.0.0.1:9) must be reachable" in copied.err
