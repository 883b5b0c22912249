"""`termdesk glossary release` and `take-over`."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.services.command_folder import EN_DE, EN_FR, CommandFolder
from termdesk.command_line import main
from termdesk.commands.terminal.secret_input import KEY_VARIABLE


@pytest.fixture
def released(command_folder: CommandFolder) -> Path:
    """The folder with a release of two drafts."""
    folder = command_folder.path / "release"
    folder.mkdir()
    asyncio.run(command_folder.draft_two(command_folder.name))
    assert command_folder.run("glossary", "release", command_folder.name, str(folder), "--notes", "First") == 0
    return folder


@pytest.mark.slow
def test_a_glossary_is_written_as_a_release_with_its_edits(command_folder: CommandFolder, released: Path) -> None:
    assert f"Release 1.0 of “{command_folder.name}” is written to {released}." in command_folder.out
    assert (released / "en-de.tsv").read_text("utf-8") == "house\tHaus\n"
    assert command_folder.json_of("bundle", "check", str(released))["is_verified"] is True

    assert command_folder.run("glossary", "release", command_folder.name, str(released)) == 0
    assert "There is nothing to write." in command_folder.err
    assert command_folder.run("glossary", "release", command_folder.name, str(released), "--dry-run") == 0


@pytest.mark.slow
def test_a_release_is_written_even_if_nobody_reads_what_changes(command_folder: CommandFolder) -> None:
    # More lines than a buffer of standard output holds, as `termdesk glossary release … | head` leaves unread.
    command_folder.draft(*((f"phrase {number}", f"Wendung {number}") for number in range(2_000)))
    folder = command_folder.path / "release"
    folder.mkdir()
    words = ["glossary", "release", command_folder.name, str(folder), "--folder", str(command_folder.path)]
    reader, writer = os.pipe()
    os.close(reader)

    done = subprocess.run(
        [sys.executable, "-m", "termdesk", *words],
        stdout=writer,
        stderr=subprocess.PIPE,
        env={**os.environ, KEY_VARIABLE: command_folder.service.key},
        check=False,
    )
    os.close(writer)

    assert (done.returncode, done.stderr) == (1, b"")
    assert len((folder / "en-de.tsv").read_text("utf-8").splitlines()) == 2_000


@pytest.mark.slow
def test_a_release_becomes_a_new_glossary(command_folder: CommandFolder, released: Path) -> None:
    command_folder.name = f"{command_folder.name} too"
    take = ("glossary", "take-over", str(released), command_folder.name)

    assert command_folder.run(*take, "--dry-run") == 1
    report = command_folder.json(*take)
    assert [(each["target_lang"], each["added"]) for each in report["dictionaries"]] == [("de", 1), ("fr", 1)]
    assert report["is_done"] is True
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0
    assert (command_folder.held(), command_folder.held(EN_FR)) == ({"house": "Haus"}, {"house": "maison"})
    assert command_folder.run("glossary", "take-over", str(released)) == 0
    assert "The release has nothing that is not here." in command_folder.err


@pytest.mark.slow
def test_what_a_release_changes_comes_into_the_glossary_as_an_edit(
    command_folder: CommandFolder, released: Path
) -> None:
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0
    changed = command_folder.file("terms.en-de.tsv", "house=Heim", "tree=Baum")
    assert main(["bundle", "write", str(released), changed]) == 0

    assert command_folder.run("glossary", "take-over", str(released)) == 0
    assert command_folder.held(EN_DE) == {"house": "Haus"}
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes", "--allow-removals", "1") == 0
    assert command_folder.held(EN_DE) == {"house": "Heim", "tree": "Baum"}
    assert command_folder.held(EN_FR) == {"house": "maison"}


def test_a_damaged_release_is_refused(command_folder: CommandFolder, released: Path) -> None:
    (released / "en-de.tsv").write_text("house\tHof\n", "utf-8")

    assert command_folder.run("glossary", "take-over", str(released)) == 2
    assert "is damaged. Nothing was taken over." in command_folder.err
    assert "error" in command_folder.json("glossary", "take-over", str(released))


@pytest.mark.slow
def test_many_removals_need_their_number(command_folder: CommandFolder, released: Path) -> None:
    path = command_folder.file("more.tsv", "tree=Baum", "roof=Dach")
    assert (
        command_folder.run(
            "glossary", "import", path, command_folder.name, "--source-lang", "en", "--target-lang", "de"
        )
        == 0
    )
    take = ("glossary", "take-over", str(released))

    assert command_folder.run(*take) == 2
    assert "Nothing was changed." in command_folder.err
    assert "--allow-removals 2" in command_folder.err
    assert command_folder.run(*take, "--dry-run") == 1
    assert command_folder.run(*take, "--allow-removals", "2") == 0
    assert command_folder.run(*take, "--dry-run") == 0


@pytest.mark.slow
def test_entries_that_others_released_are_replaced_only_on_demand(
    command_folder: CommandFolder, released: Path
) -> None:
    changed = command_folder.file("terms.en-de.tsv", "house=Heim", "tree=Baum")
    assert main(["bundle", "write", str(released), changed]) == 0
    write = ("glossary", "release", command_folder.name, str(released))

    assert command_folder.run(*write) == 2
    assert "2 entries of release 1.1 in" in command_folder.err
    assert "error" in command_folder.json(*write)
    assert (released / "en-de.tsv").read_text("utf-8") == "house\tHeim\ntree\tBaum\n"
    assert command_folder.run(*write, "--overwrite") == 0
    assert (released / "en-de.tsv").read_text("utf-8") == "house\tHaus\n"


@pytest.mark.slow
def test_a_damaged_release_is_not_written_over(command_folder: CommandFolder, released: Path) -> None:
    (released / "CHANGES.md").write_text("# Mine\n", "utf-8")
    write = ("glossary", "release", command_folder.name, str(released))

    assert command_folder.run(*write) == 2
    assert "The release in the folder is damaged. Nothing was written." in command_folder.err
    assert command_folder.run(*write, "--overwrite", "--dry-run") == 1
    assert command_folder.run(*write, "--overwrite") == 0


@pytest.mark.slow
def test_the_lock_of_a_glossary_is_part_of_its_release(command_folder: CommandFolder, released: Path) -> None:
    release = ("glossary", "release", command_folder.name, str(released))
    assert "is_local_only" not in (released / "termdesk-release.json").read_text("utf-8")
    assert command_folder.run("glossary", "lock", command_folder.name) == 0
    assert command_folder.json(*release)["is_done"] is True
    assert command_folder.json_of("bundle", "check", str(released))["is_verified"] is True
    assert command_folder.run(*release) == 0
    assert "There is nothing to write." in command_folder.err

    take, locked = ("glossary", "take-over", str(released)), f"{command_folder.name} too"
    assert command_folder.run(*take, locked) == 0
    assert "is locked, too." in command_folder.err
    assert command_folder.run(*take, command_folder.name) == 0
    assert "lock" not in command_folder.err
    assert command_folder.run("glossary", "push", locked, "--draft", "--yes") == 2
    name, command_folder.name = command_folder.name, f"{command_folder.name} open"
    command_folder.draft(("house", "Hof"))
    assert command_folder.run(*take, command_folder.name) == 0
    assert "is not locked." in command_folder.err

    listed = {each["name"]: each["is_local_only"] for each in command_folder.json("glossary", "list")["glossaries"]}
    assert (listed[name], listed[locked], listed[command_folder.name]) == (True, True, False)
