"""Tables, differences and JSON as printed; and the sentences of all commands, which are written whole."""

from __future__ import annotations

import ast
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.files.source_trees import PACKAGE, nodes_of, trees_of
from termdesk.client.errors import NotAllowed
from termdesk.commands import output
from termdesk.commands.command_table import COMMANDS
from termdesk.commands.output import (
    check_free,
    conflict_lines,
    difference_lines,
    failure_words,
    plain,
    print_json,
    print_table,
    remark,
    remedy_here,
)
from termdesk.domain.errors import InvalidInput
from termdesk.domain.merging.difference import Difference
from termdesk.domain.merging.merge import Conflict
from termdesk.messages.glossary_messages import LibraryRemedy

TREES = trees_of(PACKAGE / "commands")
WORD = re.compile(r"[^\W\d_]{2,}")


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


def test_what_a_key_lacks_is_named_unless_the_service_says_it() -> None:
    scopes = ("translate:text", "glossaries:read")
    silent, clear = (NotAllowed(said, missing_scopes=scopes) for said in ("Not allowed.", "No scope translate:text."))

    assert failure_words(silent) == (
        "Not allowed. The key lacks: translate:text, glossaries:read. "
        "Add what is missing in your account, or use another key."
    )
    assert failure_words(clear) == "No scope translate:text."


def test_a_file_is_overwritten_only_where_that_is_asked_for(tmp_path: Path) -> None:
    taken, free = tmp_path / "taken.tsv", tmp_path / "free.tsv"
    taken.touch()
    check_free(free, is_forced=False)
    check_free(taken, free, is_forced=True)
    with pytest.raises(InvalidInput, match="exists") as refused:
        check_free(free, taken, is_forced=False)
    assert refused.value.remedy == "Add --force to overwrite it."


def assembled(tree: ast.Module) -> Iterator[ast.JoinedStr]:
    """Yield the texts in which a field stands for a verb, or for one of several words."""
    for node in nodes_of(tree):
        if isinstance(node, ast.JoinedStr):
            fields = [each.value for each in node.values if isinstance(each, ast.FormattedValue)]
            if any(_is_verb(each) or _is_choice_of_words(each) for each in fields):
                yield node


def _is_verb(field: ast.expr) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "verb" for each in ast.walk(field))


def _is_choice_of_words(field: ast.expr) -> bool:
    return isinstance(field, ast.IfExp) and any(
        isinstance(each, ast.Constant) and isinstance(each.value, str) and WORD.search(each.value) is not None
        for branch in (field.body, field.orelse)
        for each in ast.walk(branch)
    )


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("f'{verb} {name}.'", 1),
        ("f'{verb.capitalize()}: {name}'", 1),
        ("""f'{"Would delete" if is_dry else "Deleted"} {name}.'""", 1),
        ("""f'Would delete {name}.' if is_dry else f'Deleted {name}.'""", 0),
        ("""f'--{name}{"=" if has_value else ""}'""", 0),
    ],
)
def test_sentences_made_of_parts_are_found(source: str, count: int) -> None:
    assert len([*assembled(ast.parse(source))]) == count


def test_no_command_builds_a_sentence_from_parts() -> None:
    found = [f"{name}:{each.lineno}" for name, tree in TREES.items() for each in assembled(tree)]

    assert len(TREES) > 30
    assert found == [], "write the whole sentence for each case"


def test_a_command_takes_the_place_of_a_menu() -> None:
    assert remedy_here(LibraryRemedy.UNLOCK()) == (
        "To send it, unlock it first with: termdesk glossary lock NAME --off"
    )
    assert remedy_here(LibraryRemedy.REFRESH()) == LibraryRemedy.REFRESH()
    assert remedy_here("Choose a file in it.") == "Choose a file in it."


def test_no_remedy_of_the_command_line_names_a_menu_and_every_command_exists() -> None:
    names = {each.words for each in COMMANDS}
    for remedy in output._COMMANDS.values():
        assert "›" not in remedy
        if "termdesk " in remedy:
            words = shlex.split(remedy.partition("termdesk ")[2])
            assert words[0] in names or " ".join(words[:2]) in names, remedy
