"""Common properties of find and replace and of clean-up: all hits first, some left out, and one undo step."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.rewrite import as_change
from termdesk.domain.errors import InvalidInput
from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits
from termdesk.ui.glossaries.dictionary.rewrite_scope import dictionary_scope
from termdesk.ui.glossaries.rewriting.clean_dialog import CleanDialog
from termdesk.ui.glossaries.rewriting.replace_dialog import ReplaceDialog
from termdesk.ui.shell.jobs import Jobs

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]


def targets(dictionary: OpenDictionary) -> list[str]:
    return list(dictionary.entries.targets)


@pytest.mark.slow
def test_hits_are_shown_as_one_types_and_replaced_in_one_step(
    qtbot: QtBot, window: QWidget, dictionary: OpenDictionary, jobs: Jobs
) -> None:
    edits = GridEdits(dictionary)
    dialog = ReplaceDialog(window, dictionary_scope(dictionary), jobs=jobs)
    dialog.show()
    assert not dialog.accept_button.isEnabled()

    qtbot.keyClicks(dialog.search, "casa")
    qtbot.keyClicks(dialog.replacement, "hogar")
    qtbot.waitUntil(lambda: dialog.model.chosen == 3 and dialog.accept_button.isEnabled())
    shown = [dialog.model.index(row, 3).data() for row in range(3)]
    dialog.model.setData(dialog.model.index(1, 0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    change = as_change(dialog.find_accepted_hits())
    assert change is not None
    edits.push(change, "Replace")

    assert shown == ["hogar  roja", "hogar", "hogar flotante"]
    assert dialog.accept_button.text() == "Replace &all (2)"
    assert targets(dictionary) == ["hogar  roja", "casa", "árbol ", "hogar flotante"]
    edits.history.undo()
    assert targets(dictionary) == ["casa  roja", "casa", "árbol ", "casa flotante"]


@pytest.mark.slow
def test_only_the_rows_that_the_filter_shows_are_looked_at(
    qtbot: QtBot, window: QWidget, dictionary: OpenDictionary, jobs: Jobs
) -> None:
    dialog = ReplaceDialog(window, dictionary_scope(dictionary, [1, 2]), jobs=jobs)
    dialog.show()
    dialog.search.setText("house")
    qtbot.waitUntil(lambda: dialog.model.total == 1)

    dialog.only_shown.setChecked(False)
    qtbot.waitUntil(lambda: dialog.model.total == 3)

    assert [dialog.model.cell(row) for row in range(3)] == [(0, 0), (1, 0), (3, 0)]


@pytest.mark.slow
def test_a_dialog_that_was_closed_looks_for_nothing_more(
    qtbot: QtBot, window: QWidget, dictionary: OpenDictionary, jobs: Jobs
) -> None:
    dialog = CleanDialog(window, dictionary_scope(dictionary), jobs=jobs)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.model.chosen == 2 and not jobs.running)
    started: list[object] = []
    jobs.changed.connect(lambda: started.extend(jobs.running))

    dialog.boxes["composes"].toggle()
    dialog.reject()

    assert not dialog._timer.isActive()
    assert not started


def test_hits_of_rows_that_moved_since_are_not_replaced(
    qtbot: QtBot, window: QWidget, dictionary: OpenDictionary, jobs: Jobs
) -> None:
    edits = GridEdits(dictionary)
    dialog = ReplaceDialog(window, dictionary_scope(dictionary), jobs=jobs)
    dialog.show()
    qtbot.keyClicks(dialog.search, "casa")
    qtbot.waitUntil(lambda: dialog.model.chosen == 3 and dialog.accept_button.isEnabled())

    edits.remove_rows([0])

    with pytest.raises(InvalidInput, match="changed in the meantime"):
        dialog.find_accepted_hits()
    dialog.close()


@pytest.mark.slow
def test_while_hits_are_looked_for_it_says_so(
    qtbot: QtBot, window: QWidget, dictionary: OpenDictionary, jobs: Jobs
) -> None:
    dialog = ReplaceDialog(window, dictionary_scope(dictionary), jobs=jobs)
    dialog.show()
    dialog.search.setText("casa")
    said = dialog.count.text()
    qtbot.waitUntil(lambda: dialog.model.total == 3)

    assert said == "Looking for cells that change…"
    assert dialog.count.text() == "3 cells would change."
    dialog.search.setText("casas")
    qtbot.waitUntil(lambda: dialog.count.text() == "Nothing would change.")
    dialog.search.clear()
    qtbot.waitUntil(lambda: dialog.count.text().startswith("Type what to find."))
    dialog.close()


@pytest.mark.slow
def test_replacing_can_stay_within_what_is_selected(
    qtbot: QtBot, window: QWidget, dictionary: OpenDictionary, jobs: Jobs
) -> None:
    dialog = ReplaceDialog(window, dictionary_scope(dictionary, [0, 1, 3], [1, 3]), jobs=jobs)
    dialog.show()
    qtbot.keyClicks(dialog.search, "casa")
    qtbot.waitUntil(lambda: dialog.model.chosen == 3)

    dialog.only_selected.click()
    qtbot.waitUntil(lambda: dialog.model.chosen == 2)
    dialog.only_selected.click()
    qtbot.waitUntil(lambda: dialog.model.chosen == 3)
    dialog.reject()

    plain = ReplaceDialog(window, dictionary_scope(dictionary), jobs=jobs)
    plain.show()
    assert not plain.only_selected.isVisible()
    plain.reject()
