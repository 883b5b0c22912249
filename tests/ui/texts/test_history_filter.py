"""The filter offers values of stored texts; a choice is kept while its value is offered."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from termdesk.application.texts.history import ALL_TEXTS, TextChoices, TextFilter
from termdesk.ui.texts.history_filter import HistoryFilter

CHOICES = TextChoices(
    ("POST /v2/translate", "POST /v2/write/correct"), (("", "en-US"), ("en", "de")), ("", "Forest & <b>water")
)


@pytest.fixture
def chooser(qtbot: QtBot) -> HistoryFilter:
    made = HistoryFilter()
    qtbot.addWidget(made)
    made.show_choices(CHOICES)
    return made


def entries(box: QComboBox) -> list[str]:
    return [box.itemText(position) for position in range(1, box.count())]


def test_what_texts_have_is_offered_in_words(chooser: HistoryFilter) -> None:
    assert entries(chooser.kind) == ["Translated", "Corrected"]
    assert entries(chooser.languages) == ["en-US", "en → de"]
    assert entries(chooser.glossary) == ["Without a glossary", "Forest & <b>water"]
    assert chooser.chosen == ALL_TEXTS


def test_each_choice_is_a_part_of_the_filter(chooser: HistoryFilter, qtbot: QtBot) -> None:
    for box, position in ((chooser.kind, 1), (chooser.languages, 2), (chooser.glossary, 1)):
        with qtbot.waitSignal(chooser.changed):
            box.setCurrentIndex(position)
    with qtbot.waitSignal(chooser.changed):
        chooser.starred.setChecked(True)

    assert chooser.chosen == TextFilter("POST /v2/translate", ("en", "de"), "", True)
    chooser.languages.setCurrentIndex(1)
    assert chooser.chosen.languages == ("", "en-US")


def test_a_choice_stays_until_no_text_has_it(chooser: HistoryFilter) -> None:
    chooser.glossary.setCurrentIndex(2)

    chooser.show_choices(CHOICES)
    assert chooser.chosen.glossary == "Forest & <b>water"

    chooser.show_choices(TextChoices(("POST /v2/translate",), (("en", "de"),), ("",)))
    assert chooser.chosen == ALL_TEXTS
