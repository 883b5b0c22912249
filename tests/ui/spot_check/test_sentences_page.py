"""Sentences, typed and added."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.ui.spot_check.sentences_page import SentencesPage


def test_sentences_are_lines_and_what_is_added_is_one_step_of_undo(qtbot: QtBot) -> None:
    page = SentencesPage()
    qtbot.addWidget(page)
    changes: list[bool] = []
    page.changed.connect(lambda: changes.append(True))
    page.show_set(SentenceSet("1", "Set", LanguagePair("en", "es"), ("One.", "Two.")))
    assert not changes

    assert page.add(["Two.", "Three."]) == 1
    assert page.add(["Two."]) == 0

    assert page.sentences == ("One.", "Two.", "Three.")
    assert changes
    page.text.undo()
    assert page.sentences == ("One.", "Two.")


def test_typing_is_told_once_it_rests(qtbot: QtBot) -> None:
    page = SentencesPage()
    qtbot.addWidget(page)

    with qtbot.waitSignal(page.edited):
        page.text.setPlainText("One.\n\n One. \n")

    assert page.sentences == ("One.",)
