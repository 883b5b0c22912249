"""Copies and moves that have ended: an interrupted move is told to be done, and a completed one is undone."""

from __future__ import annotations

import pytest

from support.services.command_folder import CommandFolder
from termdesk.application.glossaries.library.library import Library

LOCAL = ("--profile", "local")
YES = ("--to", "local", "--yes")


def listed(command_folder: CommandFolder) -> list[str]:
    """Return the names of the glossaries on the local service."""
    return [each["name"] for each in command_folder.json("glossary", "list", *LOCAL)["glossaries"]]


class ProgramEnded(BaseException):
    """Like a kill, this error is never caught."""


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("words", [(), ("--pair", "en-de")], ids=["glossary", "dictionary"])
def test_a_move_that_ended_just_after_its_last_deletion_is_told_to_be_done(
    command_folder: CommandFolder, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))
    whole = ("glossary", "move", command_folder.name, *YES, *words)
    with monkeypatch.context() as patch:
        for name in ("delete_glossary", "delete_dictionary"):
            patch.setattr(Library, name, _ending(getattr(Library, name)))
        with pytest.raises(ProgramEnded):
            command_folder.run(*whole)
    assert listed(command_folder) == [command_folder.name]

    assert command_folder.run(*whole, "--dry-run") == 1
    assert "Nothing would be sent." in command_folder.err
    assert command_folder.run(*whole) == 0, command_folder.err
    assert (
        f"Moved already, before the last attempt was interrupted: {command_folder.name}, 2 entries."
        in command_folder.out
    )
    assert "termdesk glossary deleted --restore" in command_folder.err
    assert command_folder.run(*whole) == 2, "it is told once"
    assert listed(command_folder) == [command_folder.name]

    # It can be undone like any other.
    report = command_folder.json("glossary", "move", command_folder.name, *YES, "--undo")
    assert (report["is_done"], report["name"]) == (True, command_folder.name)
    assert listed(command_folder) == []


def _ending(done: object) -> object:
    async def end_after(*args: object, **options: object) -> None:
        await done(*args, **options)  # type: ignore[operator]
        raise ProgramEnded

    return end_after


@pytest.mark.slow
def test_a_transfer_is_undone_by_its_own_command(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    copy = ("glossary", "copy", command_folder.name, "--to", "local", "--as", f"{command_folder.name} there")
    assert command_folder.run(*copy, "--yes") == 0

    assert command_folder.run(*copy, "--undo", "--dry-run") == 1
    assert f"- {command_folder.name} there, on " in command_folder.out
    assert command_folder.run(*copy, "--undo") == 2
    assert "Nothing was undone." in command_folder.err
    assert command_folder.run(*copy, "--undo", "--yes") == 0
    assert listed(command_folder) == []
    assert command_folder.held() == {"house": "Haus"}
    assert command_folder.run(*copy, "--undo", "--yes") == 2
    assert "was copied to" in command_folder.err


@pytest.mark.slow
def test_a_moved_glossary_comes_back_as_a_draft(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    move = ("glossary", "move", command_folder.name, *YES)
    assert command_folder.run(*move) == 0

    assert command_folder.run(*move, "--undo") == 0
    assert "termdesk glossary push NAME --draft" in command_folder.err
    assert listed(command_folder) == []
    assert command_folder.held() is None
    [back] = [
        each for each in command_folder.json("glossary", "list")["glossaries"] if each["name"] == command_folder.name
    ]
    assert (back["is_on_service"], back["dictionaries"][0]["entries"]) == (False, 1)


@pytest.mark.slow
def test_a_copy_that_was_changed_since_stays(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    copy = ("glossary", "copy", command_folder.name, *YES)
    assert command_folder.run(*copy) == 0
    changed = command_folder.file("changed.tsv", "house=Hütte")
    assert command_folder.run("glossary", "push", command_folder.name, changed, "--pair", "en-de", *LOCAL, "--yes") == 0

    assert command_folder.run(*copy, "--undo") == 1

    assert "so it stays there" in command_folder.err
    assert listed(command_folder) == [command_folder.name]


@pytest.mark.slow
@pytest.mark.parametrize("is_deleted", [True, False])
def test_undoing_an_interrupted_move_says_that_drafts_are_back_only_if_something_was_deleted(
    command_folder: CommandFolder, monkeypatch: pytest.MonkeyPatch, is_deleted: bool
) -> None:
    command_folder.publish(("house", "Haus"))
    move = ("glossary", "move", command_folder.name, *YES)
    end = _ending(Library.delete_glossary) if is_deleted else _end_at_once
    with monkeypatch.context() as patch:
        patch.setattr(Library, "delete_glossary", end)
        with pytest.raises(ProgramEnded):
            command_folder.run(*move)
    assert command_folder.held() == (None if is_deleted else {"house": "Haus"})

    assert command_folder.run(*move, "--undo") == 0, command_folder.err

    assert ("back as drafts" in command_folder.err) is is_deleted
    assert listed(command_folder) == []
    original = command_folder.here() if is_deleted else command_folder.held()
    assert dict(original or ()) == {"house": "Haus"}


async def _end_at_once(*_args: object, **_options: object) -> None:
    raise ProgramEnded
