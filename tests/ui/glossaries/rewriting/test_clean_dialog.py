"""Clean-up: the changes of the selected options are shown before anything is done."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.rewrite import Case, CleanUpOptions
from termdesk.ui.glossaries.dictionary.rewrite_scope import dictionary_scope
from termdesk.ui.glossaries.rewriting.clean_dialog import CleanDialog
from termdesk.ui.shell.jobs import Jobs


@pytest.mark.slow
def test_cleaning_shows_what_it_would_do(qtbot: QtBot, window: QWidget, dictionary: OpenDictionary, jobs: Jobs) -> None:
    dialog = CleanDialog(window, dictionary_scope(dictionary), jobs=jobs)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.model.total == 2)

    after = [dialog.model.index(row, 3).data() for row in range(2)]
    dialog.boxes["trims"].setChecked(False)
    qtbot.waitUntil(lambda: dialog.model.total == 1)

    assert after == ["casa roja", "árbol"]


def test_the_fields_are_what_is_cleaned(window: QWidget, dictionary: OpenDictionary, jobs: Jobs) -> None:
    dialog = CleanDialog(window, dictionary_scope(dictionary), jobs=jobs)
    assert dialog.rewrite() == CleanUpOptions()

    for box in dialog.boxes.values():
        box.setChecked(False)
    assert dialog.rewrite() is None
    for name, box in dialog.boxes.items():
        box.setChecked(True)
        assert dialog.rewrite() == CleanUpOptions(**{each: each == name for each in dialog.boxes})
        box.setChecked(False)
    dialog.case.setCurrentIndex(dialog.case.findData(Case.FIRST_UPPER.value))

    assert dialog.rewrite() == CleanUpOptions(**dict.fromkeys(dialog.boxes, False), case=Case.FIRST_UPPER)
    dialog.reject()


@pytest.mark.slow
def test_nothing_ticked_invites_to_choose(
    qtbot: QtBot, window: QWidget, dictionary: OpenDictionary, jobs: Jobs
) -> None:
    dialog = CleanDialog(window, dictionary_scope(dictionary), jobs=jobs)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.model.total == 2)

    for box in dialog.boxes.values():
        box.setChecked(False)
    qtbot.waitUntil(lambda: dialog.count.text().startswith("Choose what to clean."))

    assert not dialog.accept_button.isEnabled()
    assert dialog.model.total == 0
