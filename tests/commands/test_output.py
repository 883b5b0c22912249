"""Tables, differences and JSON as printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from termdesk.commands.output import (
    check_free,
    conflict_lines,
    difference_lines,
    plain,
    print_json,
    print_table,
    remark,
)
from termdesk.domain.errors import InvalidInput
from termdesk.domain.merging.difference import Difference
from termdesk.domain.merging.merge import Conflict


def test_columns_stand_below_each_other_in_every_script(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("Name", "Pair"), [("用語", "ja-en"), ("Terms", "en-de")])

    assert capsys.readouterr().out == "Name   Pair\n用語   ja-en\nTerms  en-de\n"


def test_a_long_difference_is_shortened_kind_by_kind() -> None:
    change = Difference({f"a{n}": "A" for n in range(4)}, {"b": ("B", "C")}, {"d": "D"})

    lines = list(difference_lines(change, most=2))

    assert lines == ["+ a0 → A", "+ a1 → A", "+ … and 2 more", "~ b → C (was: B)", "- d → D"]
    assert len(list(difference_lines(change))) == 6


def test_a_phrase_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert plain("a\x1b[2Jb\u202e") == "a\\x1b[2Jb\\u202e"
    remark("a\x1b[2J", "")
    print_table(("N",), [("\x1b]0;x\x07",)])

    printed = capsys.readouterr()
    assert printed.err == "a\\x1b[2J\n"
    assert "\x1b" not in printed.out


def test_both_versions_of_a_conflict_are_told() -> None:
    [line] = conflict_lines([Conflict("house", None, "Haus", None)])

    assert line == "! house: “Haus” here, no entry on the service, no entry before"


def test_json_keeps_every_character(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"name": "Straße\x1b"})

    out = capsys.readouterr().out
    assert "Straße" in out
    assert json.loads(out) == {"name": "Straße\x1b"}


def test_a_file_is_overwritten_only_where_that_is_asked_for(tmp_path: Path) -> None:
    taken, free = tmp_path / "taken.tsv", tmp_path / "free.tsv"
    taken.touch()
    check_free(free, is_forced=False)
    check_free(taken, free, is_forced=True)
    with pytest.raises(InvalidInput, match="exists") as refused:
        check_free(free, taken, is_forced=False)
    assert refused.value.remedy == "Add --force to overwrite it."
