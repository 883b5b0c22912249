"""Copies and moves that have ended: an interrupted move is told to be done, and a completed one is undone."""

from __future__ import annotations

import pytest

from support.services.command_folder import CommandFolder
from termdesk.application.glossaries.library.library import Library

LOCAL = ("--profile", "local")
YES = ("--to", "local", "--yes")


def listed(desk: CommandFolder) -> list[str]:
    """Return the names of the glossaries on the local service."""
    return [each["name"] for each in desk.json("glossary", "list", *LOCAL)["glossaries"]]


class ProgramEnded(BaseException):
    """Like a kill, this error is never caught."""


@pytest.mark.parametrize("words", [(), ("--pair", "en-de")], ids=["glossary", "dictionary"])
def test_a_move_that_ended_just_after_its_last_deletion_is_told_to_be_done(
    desk: CommandFolder, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    desk.publish(("house", "Haus"), ("tree", "Baum"))
    whole = ("glossary", "move", desk.name, *YES, *words)
    with monkeypatch.context() as patch:
        for name in ("delete_glossary", "delete_dictionary"):
            patch.setattr(Library, name, _ending(getattr(Library, name)))
        with pytest.raises(ProgramEnded):
            desk.run(*whole)
    assert listed(desk) == [desk.name]

    assert desk.run(*whole, "--dry-run") == 1
    assert "Nothing would be sent." in desk.err
    assert desk.run(*whole) == 0, desk.err
    assert f"Moved already, before the last attempt was interrupted: {desk.name}, 2 entries." in desk.out
    assert "termdesk glossary deleted --restore" in desk.err
    assert desk.run(*whole) == 2, "it is told once"
    assert listed(desk) == [desk.name]

    # It can be undone like any other.
    report = desk.json("glossary", "move", desk.name, *YES, "--undo")
    assert (report["is_done"], report["name"]) == (True, desk.name)
    assert listed(desk) == []


def _ending(done: object) -> object:
    async def end_after(*args: object, **options: object) -> None:
        await done(*args, **options)  # type: ignore[operator]
        raise ProgramEnded

    return end_after


def test_a_transfer_is_undone_by_its_own_command(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    copy = ("glossary", "copy", desk.name, "--to", "local", "--as", f"{desk.name} there")
    assert desk.run(*copy, "--yes") == 0

    assert desk.run(*copy, "--undo", "--dry-run") == 1
    assert f"- {desk.name} there, on " in desk.out
    assert desk.run(*copy, "--undo") == 2
    assert "Nothing was undone." in desk.err
    assert desk.run(*copy, "--undo", "--yes") == 0
    assert listed(desk) == []
    assert desk.held() == {"house": "Haus"}
    assert desk.run(*copy, "--undo", "--yes") == 2
    assert "was copied to" in desk.err


def test_a_moved_glossary_comes_back_as_a_draft(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    move = ("glossary", "move", desk.name, *YES)
    assert desk.run(*move) == 0

    assert desk.run(*move, "--undo") == 0
    assert "termdesk glossary push NAME --draft" in desk.err
    assert listed(desk) == []
    assert desk.held() is None
    [back] = [each for each in desk.json("glossary", "list")["glossaries"] if each["name"] == desk.name]
    assert (back["is_on_service"], back["dictionaries"][0]["entries"]) == (False, 1)


def test_a_copy_that_was_changed_since_stays(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    copy = ("glossary", "copy", desk.name, *YES)
    assert desk.run(*copy) == 0
    changed = desk.file("changed.tsv", "house=Hütte")
    assert desk.run("glossary", "push", desk.name, changed, "--pair", "en-de", *LOCAL, "--yes") == 0

    assert desk.run(*copy, "--undo") == 1

    assert "so it stays there" in desk.err
    assert listed(desk) == [desk.name]
