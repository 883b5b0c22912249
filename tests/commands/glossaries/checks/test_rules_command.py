"""`termdesk glossary rules`."""

from __future__ import annotations

import json

import pytest

from support.services.command_folder import CommandFolder

RULES = ("glossary", "rules")
ADD = (*RULES, "--add", "No house", "--pattern", "house", "--message", "Say home.")


def names(desk: CommandFolder) -> list[str]:
    return [each["name"] for each in desk.json(*RULES)["rules"]]


def test_a_rule_is_added_changed_and_removed(desk: CommandFolder) -> None:
    assert desk.run(*RULES) == 0
    assert "There are no rules." in desk.err
    assert desk.run(*ADD, "--dry-run") == 1
    assert desk.out == "+ No house: house\n"
    assert names(desk) == []

    assert desk.json(*ADD, "--severity", "hint", "--side", "source")["is_done"] is True
    [rule] = desk.json(*RULES)["rules"]
    assert rule == {
        "name": "No house",
        "pattern": "house",
        "side": "source",
        "severity": "hint",
        "message": "Say home.",
        "is_on": True,
        "marked": None,
    }
    assert desk.run(*RULES, "--change", "No house", "--rename", "Home", "--no-use") == 0
    [rule] = desk.json(*RULES)["rules"]
    assert (rule["name"], rule["pattern"], rule["is_on"]) == ("Home", "house", False)

    assert desk.run(*RULES, "--remove", "Home") == 2
    assert "Add --yes to agree." in desk.err
    assert desk.run(*RULES, "--remove", "Home", "--dry-run") == 1
    assert desk.run(*RULES, "--remove", "Home", "--yes") == 0
    assert names(desk) == []


def test_the_checks_use_a_rule(desk: CommandFolder) -> None:
    desk.draft(("sea", "Meer"), ("my house", "Haus"))
    assert desk.run(*ADD) == 0

    [found] = desk.json("glossary", "check", desk.name, "--least", "warning")["dictionaries"]

    assert [(each["kind"], each["row"]) for each in found["findings"]] == [("own:No house", 2)]


def test_a_rule_is_tried_before_it_is_added(desk: CommandFolder) -> None:
    desk.draft(("sea", "Meer"), ("House", "house"))

    report = desk.json(*ADD, "--dry-run", "--try", desk.name)

    assert [each["marked"] for each in report["rules"]] == [2]
    assert names(desk) == []
    assert desk.run(*ADD) == 0
    assert desk.run(*RULES, "--try", desk.name, "--pair", "en-de") == 0
    assert desk.out.splitlines()[1].split()[-1] == "2"


def test_the_report_is_what_the_import_reads(desk: CommandFolder) -> None:
    assert desk.run(*ADD) == 0
    path = desk.path / "rules.json"
    written = desk.json(*RULES)
    path.write_text(json.dumps(written), "utf-8")
    take = (*RULES, "--import", str(path))

    assert desk.run(*take, "--dry-run") == 0, "nothing would change"
    assert desk.run(*RULES, "--add", "Other", "--pattern", "x") == 0
    assert desk.run(*RULES, "--change", "No house", "--pattern", "haus") == 0
    assert desk.run(*take, "--dry-run") == 1
    assert desk.out == "~ No house: house\n"
    assert desk.run(*take) == 0
    assert names(desk) == ["No house", "Other"]
    assert desk.run(*take, "--replace") == 2
    assert "Nothing was changed." in desk.err
    assert desk.run(*take, "--replace", "--yes") == 0
    assert desk.json(*RULES) == written


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--add", "Bad", "--pattern", "("), "pattern"),
        (("--add", "Bad"), "--pattern says"),
        (("--add", " ", "--pattern", "x"), "name"),
        (("--add", "No house", "--pattern", "x"), "already a rule"),
        (("--change", "Nothing", "--pattern", "x"), "Use one of: No house."),
        (("--remove", "Nothing"), "no rule “Nothing”"),
        (("--pattern", "x"), "--add or --change"),
        (("--import", "nowhere.json"), "could not be read"),
        (("--dry-run",), "--dry-run is for"),
    ],
)
def test_what_cannot_be_done_is_refused(desk: CommandFolder, words: tuple[str, ...], told: str) -> None:
    assert desk.run(*ADD) == 0

    assert desk.run(*RULES, *words) == 2
    assert told in desk.err
    assert names(desk) == ["No house"]


def test_a_file_without_rules_is_refused(desk: CommandFolder) -> None:
    for content in ("{", '{"rules": [{"name": "x"}]}', '{"rules": [{"name": "x", "pattern": "y", "side": "z"}]}'):
        path = desk.path / "rules.json"
        path.write_text(content, "utf-8")
        assert desk.run(*RULES, "--import", str(path)) == 2
        assert "holds no rules" in desk.err


def test_a_name_stands_once_in_a_file(desk: CommandFolder) -> None:
    path = desk.path / "rules.json"
    path.write_text(json.dumps({"rules": [{"name": name, "pattern": "x"} for name in ("A", "A ")]}), "utf-8")

    assert desk.run(*RULES, "--import", str(path)) == 2
    assert "has two rules “A”" in desk.err
