"""A dictionary is opened for changes as the window opens it."""

from __future__ import annotations

import argparse
import asyncio

import pytest

from support.services.command_folder import EN_DE, CommandFolder
from termdesk.command_line import main
from termdesk.commands.glossaries.dictionary_access import open_dictionary
from termdesk.commands.glossaries.glossary_lookup import find_glossary
from termdesk.commands.terminal.secret_input import KEY_VARIABLE
from termdesk.commands.workplace import open_workplace


@pytest.mark.slow
def test_a_dictionary_without_edits_leaves_no_draft(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    command_folder.monkeypatch.setenv(KEY_VARIABLE, command_folder.service.key)

    async def work() -> tuple[list[tuple[str, str]], int]:
        async with open_workplace(argparse.Namespace(profile=None, folder=command_folder.path)) as cases:
            summary = find_glossary(await cases.library.read_known_summaries(), command_folder.name)
            async with open_dictionary(cases, summary, EN_DE) as dictionary:
                rows = list(dictionary.entries)
            return rows, len(await cases.library.draft_ids())

    assert asyncio.run(work()) == ([("house", "Haus")], 0)


@pytest.fixture
def copied(command_folder: CommandFolder) -> CommandFolder:
    """A folder with the copy of a published glossary. Without a key, the service cannot be asked."""
    asyncio.run(command_folder.draft_two(command_folder.name))
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0
    return command_folder


@pytest.mark.slow
def test_copies_are_enough_to_reverse_duplicate_and_import(copied: CommandFolder) -> None:
    name = copied.name
    file = copied.file("more.en-de.tsv", "tree=Baum")

    for words in (
        ("reverse", name, "--pair", "en-de"),
        ("duplicate", name, f"{name} too"),
        ("import", file, name),
    ):
        assert copied.run("glossary", *words, has_key=False) == 0, copied.err
        # Once, although the preview reads it, too.
        assert copied.err.count("en → de: ") == 1
        assert "This is the copy of 2" in copied.err

    assert copied.here(EN_DE.reverse) == [("Haus", "house")]
    assert copied.here() == [("house", "Haus"), ("tree", "Baum")]
    copied.name = f"{name} too"
    assert copied.here() == [("house", "Haus")]


@pytest.mark.slow
def test_copies_are_enough_to_compare_and_to_look_for_findings(copied: CommandFolder) -> None:
    name = copied.name
    [version, *_] = copied.json("glossary", "versions", name, "--pair", "en-de")["versions"]

    for words in (
        ("versions", name, "--compare", str(version["number"])),
        ("versions", copied.file("other.en-de.tsv", "house=Heim"), "--with", name),
        ("versions", name, "--restore", str(version["number"]), "--dry-run"),
        ("versions", name, "--keep", "Before the audit", "--dry-run"),
        ("similar", name, "--pair", "en-de"),
        ("ignored", name, "--add", "--phrase", "house", "--pair", "en-de", "--dry-run"),
        ("rules", "--try", name, "--pair", "en-de"),
    ):
        code = copied.run("glossary", *words, has_key=False)
        # Nothing is found that could be ignored.
        assert code in ((2,) if words[0] == "ignored" else (0, 1)), copied.err
        assert "This is the copy of 2" in copied.err, words


@pytest.mark.slow
def test_copies_are_enough_to_pull(copied: CommandFolder) -> None:
    name, path = copied.name, copied.path / "pulled.tsv"
    pull = ("glossary", "pull", name, "--pair", "en-de", "-o", str(path))
    assert copied.run("glossary", "edit", name, "--pair", "en-de", "--set", "house", "Heim") == 0, copied.err

    assert copied.run(*pull, has_key=False) == 0, copied.err

    assert "This is the copy of 2" in copied.err
    # What is only edited here is not on the service.
    assert path.read_text("utf-8") == "house\tHaus\n"


@pytest.mark.slow
def test_copies_are_enough_for_releases_and_watched_folders(copied: CommandFolder) -> None:
    name, folder = copied.name, copied.path / "release"
    folder.mkdir()

    assert copied.run("glossary", "release", name, str(folder), has_key=False) == 0, copied.err
    assert "This is the copy of 2" in copied.err
    assert (folder / "en-fr.tsv").read_text("utf-8") == "house\tmaison\n"
    changed = copied.file("terms.en-de.tsv", "house=Heim")
    assert main(["bundle", "write", str(folder), changed]) == 0
    assert copied.run("glossary", "take-over", str(folder), name, has_key=False) == 0, copied.err
    assert copied.here() == [("house", "Heim")]

    linked = copied.path / "linked"
    linked.mkdir()
    assert copied.run("glossary", "folder", name, "--link", str(linked), has_key=False) == 0
    assert copied.run("glossary", "folder", name, "--push", has_key=False) == 0, copied.err
    assert (linked / "en-fr.tsv").read_text("utf-8") == "house\tmaison\n"


@pytest.mark.slow
def test_without_a_copy_the_reason_is_told(copied: CommandFolder) -> None:
    for words in (("pull", "Other"), ("diff", "Other", copied.file("a.tsv", "a=b")), ("versions", "Other")):
        assert copied.run("glossary", *words, has_key=False) == 2
        assert "This computer has no copy of a glossary “Other”." in copied.err, words
        assert "No key is stored for Own" in copied.err, words


def test_a_draft_is_renamed_and_deleted_without_the_service(command_folder: CommandFolder) -> None:
    name = command_folder.name
    command_folder.draft(("house", "Haus"))

    assert command_folder.run("glossary", "rename", name, f"{name} new", has_key=False) == 0, command_folder.err
    command_folder.name = f"{name} new"
    assert command_folder.here() == [("house", "Haus")]
    assert command_folder.run("glossary", "delete", command_folder.name, "--yes", has_key=False) == 0
    assert command_folder.here() is None


@pytest.mark.slow
@pytest.mark.parametrize("words", [("rename", "Other"), ("delete", "--yes")])
def test_what_the_service_has_is_not_changed_here_alone(copied: CommandFolder, words: tuple[str, ...]) -> None:
    command, *rest = words
    assert copied.run("glossary", command, copied.name, *rest, has_key=False) == 2
    assert "Only glossaries that are not on the service can be changed without it." in copied.err
    assert copied.held() == {"house": "Haus"}
    listed = copied.json("glossary", "list")["glossaries"]
    assert [each["name"] for each in listed if each["name"] == copied.name]


@pytest.mark.slow
def test_what_a_service_has_already_is_not_locked_while_it_is_away_either(copied: CommandFolder) -> None:
    for words in (("--dry-run",), ()):
        assert copied.run("glossary", "lock", copied.name, *words, has_key=False) == 2
        assert f"“{copied.name}” cannot be locked to this computer: Own" in copied.err
        assert "has it already" in copied.err
    [known] = [each for each in copied.json("glossary", "list")["glossaries"] if each["name"] == copied.name]
    assert not known["is_local_only"]
