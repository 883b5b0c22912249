"""`termdesk glossary undo`."""

from __future__ import annotations

from support.services.command_folder import CommandFolder


def edited(desk: CommandFolder) -> None:
    desk.draft(("house", "Haus"))
    for old, new in (("Haus", "Heim"), ("Heim", "Hof")):
        assert desk.run("glossary", "replace", desk.name, old, new) == 0


def test_steps_are_listed_undone_and_redone(desk: CommandFolder) -> None:
    edited(desk)

    assert desk.run("glossary", "undo", desk.name, "--steps", "2") == 0
    assert desk.out.splitlines() == ["Undone: Replace “Heim”", "Undone: Replace “Haus”"]
    assert desk.here() == [("house", "Haus")]
    report = desk.json("glossary", "undo", desk.name, "--redo")
    assert (report["count"], report["is_done"]) == (1, True)
    assert [each["is_undone"] for each in report["steps"]] == [False, True]
    assert desk.here() == [("house", "Heim")]
    assert desk.run("glossary", "undo", desk.name, "--list") == 0
    assert desk.out.splitlines()[0].split() == ["Number", "Made", "Step", "State"]
    assert desk.out.splitlines()[2].endswith("undone")


def test_a_dry_run_undoes_nothing(desk: CommandFolder) -> None:
    edited(desk)

    assert desk.run("glossary", "undo", desk.name, "--dry-run") == 1
    assert desk.out == "Would be undone: Replace “Heim”\n"
    assert desk.here() == [("house", "Hof")]


def test_more_steps_than_there_are_are_refused(desk: CommandFolder) -> None:
    edited(desk)

    assert desk.run("glossary", "undo", desk.name, "--steps", "3") == 2
    assert "There are 2 steps to undo, not 3." in desk.err
    assert desk.run("glossary", "undo", desk.name, "--redo") == 2
    assert "There is nothing to redo." in desk.err
    assert desk.here() == [("house", "Hof")]


def test_a_glossary_without_edits_has_no_steps(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))

    assert desk.json("glossary", "undo", desk.name, "--list")["steps"] == []
    assert desk.run("glossary", "undo", desk.name) == 2
