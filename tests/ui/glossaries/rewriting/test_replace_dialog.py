"""Find and replace: a text or a pattern, with groups that are explained."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.rewrite import find_hits
from termdesk.ui.glossaries.dictionary.rewrite_scope import dictionary_scope
from termdesk.ui.glossaries.rewriting.replace_dialog import ReplaceDialog
from termdesk.ui.shell.jobs import Jobs


@pytest.mark.slow
def test_a_wrong_pattern_is_said_in_place_and_nothing_can_be_replaced(
    qtbot: QtBot, window: QWidget, dictionary: OpenDictionary, jobs: Jobs
) -> None:
    dialog = ReplaceDialog(window, dictionary_scope(dictionary), jobs=jobs)
    dialog.show()
    dialog.is_pattern.setChecked(True)
    dialog.search.setText("casa(")

    qtbot.waitUntil(lambda: "pattern cannot be used" in dialog.count.text())

    assert not dialog.accept_button.isEnabled()


@pytest.mark.slow
def test_groups_are_explained_where_one_types_and_a_wrong_one_is_said(
    qtbot: QtBot, window: QWidget, dictionary: OpenDictionary, jobs: Jobs
) -> None:
    dialog = ReplaceDialog(window, dictionary_scope(dictionary), jobs=jobs)
    dialog.show()
    assert not dialog.hint.isVisible()

    dialog.is_pattern.setChecked(True)
    assert dialog.hint.isVisible()
    assert r"\1" in dialog.replacement.accessibleDescription()
    dialog.search.setText("(cas)a")
    dialog.replacement.setText(r"\2")
    qtbot.waitUntil(lambda: "but the pattern has 1 group" in dialog.count.text())
    assert not dialog.accept_button.isEnabled()
    dialog.replacement.setText(r"\1o")
    qtbot.waitUntil(lambda: dialog.model.chosen == 3)

    assert dialog.model.index(0, 3).data() == "caso  roja"
    dialog.is_pattern.setChecked(False)
    assert not dialog.hint.isVisible()


def found(dialog: ReplaceDialog) -> list[tuple[int, int]]:
    return [dialog.model.cell(row) for row in range(dialog.model.total)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "cells"),
    [
        ((), [(0, 0), (1, 0), (3, 0)]),
        (("with_case",), [(0, 0), (1, 0)]),
        (("whole_words",), [(0, 0), (1, 0), (3, 0)]),
        (("is_pattern",), [(0, 0), (1, 0), (3, 0)]),
    ],
)
def test_options_narrow_what_is_found(
    qtbot: QtBot,
    window: QWidget,
    dictionary: OpenDictionary,
    jobs: Jobs,
    options: Sequence[str],
    cells: list[tuple[int, int]],
) -> None:
    dialog = ReplaceDialog(window, dictionary_scope(dictionary), jobs=jobs)
    dialog.show()
    dialog.search.setText("house")
    for name in options:
        getattr(dialog, name).setChecked(True)
    dialog.replacement.setText("home")

    qtbot.waitUntil(lambda: found(dialog) == cells)


@pytest.mark.slow
def test_a_part_of_a_word_is_no_whole_word(window: QWidget, dictionary: OpenDictionary, jobs: Jobs) -> None:
    dialog = ReplaceDialog(window, dictionary_scope(dictionary), jobs=jobs)
    dialog.search.setText("hous")
    dialog.replacement.setText("x")
    said = []
    for is_on in (False, True):
        dialog.whole_words.setChecked(is_on)
        rewrite = dialog.rewrite()
        assert rewrite is not None
        said.append(find_hits(["my house", "hous"], 0, rewrite).after)

    assert said == [["my xe", "x"], ["x"]]
    dialog.reject()


def test_the_search_names_the_step_and_is_empty_at_first(
    window: QWidget, dictionary: OpenDictionary, jobs: Jobs
) -> None:
    dialog = ReplaceDialog(window, dictionary_scope(dictionary), jobs=jobs)
    assert dialog.rewrite() is None
    dialog.search.setText("house")

    assert dialog.subject == "house"
    dialog.reject()


@pytest.mark.slow
def test_enter_in_a_field_replaces_nothing_and_replacing_all_has_keys_of_its_own(
    qtbot: QtBot, window: QWidget, dictionary: OpenDictionary, jobs: Jobs
) -> None:
    dialog = ReplaceDialog(window, dictionary_scope(dictionary), jobs=jobs)
    dialog.show()
    dialog.search.setText("house")
    qtbot.waitUntil(lambda: dialog.accept_button.isEnabled())

    qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert dialog.result() == 0

    assert dialog.accept_button.text().startswith("Replace &all")
    qtbot.keyClick(dialog.search, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.result() == 1


@pytest.mark.slow
def test_enter_on_the_button_replaces(qtbot: QtBot, window: QWidget, dictionary: OpenDictionary, jobs: Jobs) -> None:
    dialog = ReplaceDialog(window, dictionary_scope(dictionary), jobs=jobs)
    dialog.show()
    dialog.search.setText("house")
    qtbot.waitUntil(lambda: dialog.accept_button.isEnabled())

    dialog.accept_button.setFocus()
    qtbot.keyClick(dialog.accept_button, Qt.Key.Key_Return)

    assert dialog.result() == 1


@pytest.mark.slow
def test_the_case_is_kept_where_that_is_ticked(
    qtbot: QtBot, window: QWidget, dictionary: OpenDictionary, jobs: Jobs
) -> None:
    dialog = ReplaceDialog(window, dictionary_scope(dictionary), jobs=jobs)
    dialog.search.setText("house")
    dialog.replacement.setText("home")
    dialog.keeps_case.setChecked(True)
    rewrite = dialog.rewrite()
    assert rewrite is not None

    assert find_hits(["House boat", "HOUSE", "house"], 0, rewrite).after == ["Home boat", "HOME", "home"]
    dialog.reject()
