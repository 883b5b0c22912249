"""`termdesk glossary undo`."""

from __future__ import annotations

import pytest

from support.services.command_folder import CommandFolder


def edited(command_folder: CommandFolder) -> None:
    command_folder.draft(("house", "Haus"))
    for old, new in (("Haus", "Heim"), ("Heim", "Hof")):
        assert command_folder.run("glossary", "replace", command_folder.name, old, new) == 0


@pytest.mark.slow
def test_steps_are_listed_undone_and_redone(command_folder: CommandFolder) -> None:
    edited(command_folder)

    assert command_folder.run("glossary", "undo", command_folder.name, "--steps", "2") == 0
    assert command_folder.out.splitlines() == ["Undone: Replace “Heim”", "Undone: Replace “Haus”"]
    assert command_folder.here() == [("house", "Haus")]
    report = command_folder.json("glossary", "undo", command_folder.name, "--redo")
    assert (report["count"], report["is_done"]) == (1, True)
    assert [each["is_undone"] for each in report["steps"]] == [False, True]
    assert command_folder.here() == [("house", "Heim")]
    assert command_folder.run("glossary", "undo", command_folder.name, "--list") == 0
    assert command_folder.out.splitlines()[0].split() == ["Number", "Made", "Step", "State"]
    assert command_folder.out.splitlines()[2].endswith("undone")


@pytest.mark.slow
def test_a_dry_run_undoes_nothing(command_folder: CommandFolder) -> None:
    edited(command_folder)

    assert command_folder.run("glossary", "undo", command_folder.name, "--dry-run") == 1
    assert command_folder.out == "Would be undone: Replace “Heim”\n"
    assert command_folder.here() == [("house", "Hof")]


@pytest.mark.slow
def test_more_steps_than_there_are_are_refused(command_folder: CommandFolder) -> None:
    edited(command_folder)

    assert command_folder.run("glossary", "undo", command_folder.name, "--steps", "3") == 2
    assert "There are 2 steps to undo, not 3." in command_folder.err
    assert command_folder.run("glossary", "undo", command_folder.name, "--redo") == 2
    assert "There is nothing to redo." in command_folder.err
    assert command_folder.here() == [("house", "Hof")]


def test_a_glossary_without_edits_has_no_steps(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))

    assert command_folder.json("glossary", "undo", command_folder.name, "--list")["steps"] == []
    assert command_folder.run("glossary", "undo", command_folder.name) == 2


@pytest.mark.slow
def test_changes_from_elsewhere_are_such_again_after_undo(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))
    assert command_folder.run("glossary", "replace", command_folder.name, "Haus", "Heim") == 0
    command_folder.replace(("house", "Bau"), ("tree", "Baum"), ("cat", "Katze"))
    push = ("glossary", "push", command_folder.name, "--draft")
    assert command_folder.run(*push, "--yes", "--conflicts", "service") == 0

    assert command_folder.run("glossary", "undo", command_folder.name) == 0

    assert command_folder.out == "Undone: Changes from the service\n"
    assert command_folder.here() == [("house", "Heim"), ("tree", "Baum")]
    assert command_folder.run(*push, "--yes") == 2
    assert "comes in first: 1 added, 0 changed, 0 removed" in command_folder.out
    assert "! house: “Heim” here, “Bau” on the service, “Haus” before" in command_folder.err
    assert command_folder.run("glossary", "undo", command_folder.name, "--redo") == 0
    assert command_folder.run(*push, "--yes") == 0
    assert "nothing to publish" in command_folder.err
    assert command_folder.held() == {"house": "Bau", "tree": "Baum", "cat": "Katze"}


@pytest.mark.slow
def test_what_opening_pulled_is_not_taken_back_from_the_service_after_undo(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))
    assert command_folder.run("glossary", "replace", command_folder.name, "Haus", "Heim") == 0
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0
    command_folder.replace(("house", "Heim"), ("tree", "Baum"), ("cat", "Katze"))
    assert command_folder.run("glossary", "replace", command_folder.name, "Baum", "Tanne") == 0
    assert command_folder.here() == [("house", "Heim"), ("tree", "Tanne"), ("cat", "Katze")]

    assert command_folder.run("glossary", "undo", command_folder.name, "--steps", "2") == 0

    assert command_folder.out.splitlines() == ["Undone: Replace “Baum”", "Undone: Changes from the service"]
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0
    assert "nothing to publish" in command_folder.err
    assert command_folder.held() == {"house": "Heim", "tree": "Baum", "cat": "Katze"}
