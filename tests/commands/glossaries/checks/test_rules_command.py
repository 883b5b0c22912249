"""`termdesk glossary rules`."""

from __future__ import annotations

import json

import pytest

from support.services.command_folder import CommandFolder

RULES = ("glossary", "rules")
ADD = (*RULES, "--add", "No house", "--pattern", "house", "--message", "Say home.")


def names(command_folder: CommandFolder) -> list[str]:
    return [each["name"] for each in command_folder.json(*RULES)["rules"]]


@pytest.mark.slow
def test_a_rule_is_added_changed_and_removed(command_folder: CommandFolder) -> None:
    assert command_folder.run(*RULES) == 0
    assert "There are no rules." in command_folder.err
    assert command_folder.run(*ADD, "--dry-run") == 1
    assert command_folder.out == "+ No house: house\n"
    assert names(command_folder) == []

    assert command_folder.json(*ADD, "--severity", "hint", "--side", "source")["is_done"] is True
    [rule] = command_folder.json(*RULES)["rules"]
    assert rule == {
        "name": "No house",
        "pattern": "house",
        "side": "source",
        "severity": "hint",
        "message": "Say home.",
        "is_on": True,
        "marked": None,
    }
    assert command_folder.run(*RULES, "--change", "No house", "--rename", "Home", "--no-use") == 0
    [rule] = command_folder.json(*RULES)["rules"]
    assert (rule["name"], rule["pattern"], rule["is_on"]) == ("Home", "house", False)

    assert command_folder.run(*RULES, "--remove", "Home") == 2
    assert "Add --yes to agree." in command_folder.err
    assert command_folder.run(*RULES, "--remove", "Home", "--dry-run") == 1
    assert command_folder.run(*RULES, "--remove", "Home", "--yes") == 0
    assert names(command_folder) == []


@pytest.mark.slow
def test_the_checks_use_a_rule(command_folder: CommandFolder) -> None:
    command_folder.draft(("sea", "Meer"), ("my house", "Haus"))
    assert command_folder.run(*ADD) == 0

    [found] = command_folder.json("glossary", "check", command_folder.name, "--least", "warning")["dictionaries"]

    assert [(each["kind"], each["row"]) for each in found["findings"]] == [("own:No house", 2)]


def test_a_rule_is_tried_before_it_is_added(command_folder: CommandFolder) -> None:
    command_folder.draft(("sea", "Meer"), ("House", "house"))

    report = command_folder.json(*ADD, "--dry-run", "--try", command_folder.name)

    assert [each["marked"] for each in report["rules"]] == [2]
    assert names(command_folder) == []
    assert command_folder.run(*ADD) == 0
    assert command_folder.run(*RULES, "--try", command_folder.name, "--pair", "en-de") == 0
    assert command_folder.out.splitlines()[1].split()[-1] == "2"


def test_the_report_is_what_the_import_reads(command_folder: CommandFolder) -> None:
    assert command_folder.run(*ADD) == 0
    path = command_folder.path / "rules.json"
    written = command_folder.json(*RULES)
    path.write_text(json.dumps(written), "utf-8")
    take = (*RULES, "--import", str(path))

    assert command_folder.run(*take, "--dry-run") == 0, "nothing would change"
    assert command_folder.run(*RULES, "--add", "Other", "--pattern", "x") == 0
    assert command_folder.run(*RULES, "--change", "No house", "--pattern", "haus") == 0
    assert command_folder.run(*take, "--dry-run") == 1
    assert command_folder.out == "~ No house: house\n"
    assert command_folder.run(*take) == 0
    assert names(command_folder) == ["No house", "Other"]
    assert command_folder.run(*take, "--replace") == 2
    assert "Nothing was changed." in command_folder.err
    assert command_folder.run(*take, "--replace", "--yes") == 0
    assert command_folder.json(*RULES) == written


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (("--add", "Bad", "--pattern", "("), "pattern"),
        (("--add", "Bad"), "--pattern says"),
        (("--add", " ", "--pattern", "x"), "name"),
        (("--add", "No house", "--pattern", "x"), "already exists"),
        (("--change", "Nothing", "--pattern", "x"), "Use one of: No house."),
        (("--remove", "Nothing"), "no rule “Nothing”"),
        (("--pattern", "x"), "--add or --change"),
        (("--import", "nowhere.json"), "could not be read"),
        (("--dry-run",), "--dry-run is for"),
    ],
)
def test_what_cannot_be_done_is_refused(command_folder: CommandFolder, words: tuple[str, ...], reported: str) -> None:
    assert command_folder.run(*ADD) == 0

    assert command_folder.run(*RULES, *words) == 2
    assert reported in command_folder.err
    assert names(command_folder) == ["No house"]


def test_a_file_without_rules_is_refused(command_folder: CommandFolder) -> None:
    for content in ("{", '{"rules": [{"name": "x"}]}', '{"rules": [{"name": "x", "pattern": "y", "side": "z"}]}'):
        path = command_folder.path / "rules.json"
        path.write_text(content, "utf-8")
        assert command_folder.run(*RULES, "--import", str(path)) == 2
        assert "contains no rules" in command_folder.err


def test_a_name_stands_once_in_a_file(command_folder: CommandFolder) -> None:
    path = command_folder.path / "rules.json"
    path.write_text(json.dumps({"rules": [{"name": name, "pattern": "x"} for name in ("A", "A ")]}), "utf-8")

    assert command_folder.run(*RULES, "--import", str(path)) == 2
    assert "has two rules “A”" in command_folder.err
