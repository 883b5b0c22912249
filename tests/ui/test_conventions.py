"""What no window may do, looked for in the sources: rich text by accident, loops inside loops, words without `tr`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import termdesk
from termdesk.ui.words.plurals import SINGULARS

PACKAGE = Path(termdesk.__file__).parent
SOURCES = sorted((PACKAGE / "ui").rglob("*.py"))
TREES = {path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text("utf-8")) for path in SOURCES}
# What goes out to spreadsheets on the clipboard is no sink of ours.
ALLOWED = {("ui/glossaries/sheet/clipboard.py", "setHtml")}
# Where a text is put in front of a user.
SHOWING = {
    *("setText", "setWindowTitle", "setPlaceholderText", "setAccessibleName", "setAccessibleDescription"),
    *("setToolTip", "setStatusTip", "setTitle", "setPrefix", "setSuffix", "addItem", "addTab", "addAction", "addMenu"),
    *("addRow", "setTabText", "setHorizontalHeaderLabels", "setHeaderLabels", "say", "tell", "confirm"),
    *("PlainLabel", "ElidedLabel", "QPushButton", "QCheckBox", "QRadioButton", "QGroupBox", "QAction", "tick_box"),
    "EmptyState",
}
# Names of widgets and kinds of notices, never shown.
NOT_SHOWN = {"tone", "kind", "name", "icon"}


def calls() -> Iterator[tuple[str, ast.Call, str]]:
    """(place, call, the name that is called) for every call in the windows."""
    for name, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                yield f"{name}:{node.lineno}", node, called


def test_there_are_sources_to_look_at() -> None:
    assert len(SOURCES) > 30


@pytest.mark.parametrize(
    ("forbidden", "instead"),
    [
        ("QLabel", "PlainLabel: a label guesses rich text"),
        ("QMessageBox", "Notices or Question"),
        ("QTextBrowser", "TextArea: a browser loads local files"),
        ("QTextEdit", "TextArea: a rich text field keeps pasted markup"),
        ("QSettings", "storage: QSettings unpickles"),
        ("exec", "answered(): a loop inside a task breaks every other task"),
        ("exec_", "answered()"),
        ("processEvents", "await"),
        ("asyncSlot", "Jobs"),
        ("asyncClose", "Jobs"),
        ("setHtml", "plain text"),
        ("insertHtml", "plain text"),
        ("appendHtml", "plain text"),
    ],
)
def test_windows_do_not_call(forbidden: str, instead: str) -> None:
    places = [place for place, _, called in calls() if called == forbidden]
    places = [place for place in places if (place.partition(":")[0], forbidden) not in ALLOWED]

    assert places == [], f"use {instead}"


def test_tooltips_are_literal_or_escaped() -> None:
    """Qt guesses rich text in tooltips; what comes from outside goes through `tooltip()`."""
    raw = [
        place
        for place, call, called in calls()
        # That of an item has its column first.
        if called == "setToolTip" and not (is_translated(call.args[-1]) or is_call_of(call.args[-1], "tooltip"))
    ]

    assert raw == []


def test_words_for_the_user_can_be_translated() -> None:
    bare = [
        f"{place}: {words!r}"
        for place, call, called in calls()
        if called in SHOWING
        for words in literal_words(call, first=1 if called in ("tick_box", "EmptyState") else 0)
    ]

    assert bare == []


def test_only_jobs_and_the_library_catch_what_can_be_told() -> None:
    """One road for errors: whoever else catches the whole tree swallows what the user should hear of."""
    catching = {
        name
        for name, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler)
        and node.type is not None
        and any(each in ("TermdeskError", "Exception", "BaseException") for each in ast.unparse(node.type).split())
    }

    # One of several files that does not come in must not keep the others out: it is told when all were tried.
    # What an override raises is raised again.
    assert catching <= {
        "ui/override_errors.py",
        "ui/shell/jobs.py",
        "ui/glossaries/library/library_reader.py",
        "ui/glossaries/importing/import_flow.py",
    }


def literal_words(call: ast.Call, *, first: int) -> Iterator[str]:
    """What a call shows that no translator has seen: literals, and the fixed parts of f-strings."""
    shown = [*call.args[first:], *(each.value for each in call.keywords if each.arg not in NOT_SHOWN)]
    for node in shown:
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        yield from (each.value for each in parts if isinstance(each, ast.Constant) and has_words(each.value))


def is_translated(node: ast.expr) -> bool:
    return is_call_of(node, "tr") and all(isinstance(each, ast.Constant) for each in getattr(node, "args", ()))


def is_call_of(node: ast.expr, name: str) -> bool:
    if not isinstance(node, ast.Call):
        return False
    return (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")) == name


def has_words(value: object) -> bool:
    return isinstance(value, str) and any(letter.isalpha() for letter in value) and value != "Termdesk"


def test_every_text_with_a_number_has_a_singular_and_none_is_left_over() -> None:
    """`self.tr("%Ln rows", "", count)`: Qt asks the table of singulars for the form of one."""
    places = {"tr": 0, "_tr": 0, "translate": 1}
    texts = {
        text.value
        for _, call, called in calls()
        if called in places and len(call.args) > places[called]
        if isinstance(text := call.args[places[called]], ast.Constant)
    }
    counted = {text for text in texts if isinstance(text, str) and ("%n" in text or "%Ln" in text)}

    assert counted == SINGULARS.keys()


def test_a_number_that_decides_a_form_of_words_is_the_number_of_the_text() -> None:
    """`{count}` may stand by itself: "Ignored ({count})", "left out: {count}"; with words it is `%Ln`."""
    texts = {
        f"{place}: {text.value!r}"
        for place, call, called in calls()
        if called in ("tr", "_tr", "translate")
        for text in call.args
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
        if re.search(r"\{count\} \w|\w(?<!All) \{count\}", text.value)
    }

    assert sorted(texts) == []


def test_windows_use_the_plural_forms_and_the_numbers_of_qt() -> None:
    assert [place for place, _, called in calls() if called == "pluralize"] == []
    assert [
        f"{name}:{node.lineno}"
        for name, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FormattedValue) and node.format_spec and "," in ast.unparse(node.format_spec)
    ] == []
