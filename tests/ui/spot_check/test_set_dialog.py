"""A set is described: name, languages, client, glossary."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from support.spot_check_results import GLOSSARY, PAIR, SET
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.ui.spot_check.set_dialog import SetDialog


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


def test_a_new_set_needs_a_name_and_two_languages(parent: QWidget) -> None:
    dialog = SetDialog(parent, [GLOSSARY], known=None, pair=PAIR)
    assert not dialog.accept_button.isEnabled()

    dialog.form.name_field.setText(" Wells ")
    assert dialog.accept_button.isEnabled()
    dialog.form.target.choose("en")
    assert not dialog.accept_button.isEnabled()
    dialog.form.target.choose("fr")
    dialog.glossary.setCurrentIndex(1)

    made = dialog.sentence_set()
    assert (made.name, made.pair.target, made.glossary_key, made.glossary_name) == ("Wells", "fr", "k1", "Water")
    assert made.set_id


def test_a_known_set_keeps_its_sentences_and_a_glossary_of_another_service(parent: QWidget) -> None:
    known = replace(SET, glossary_key="elsewhere", glossary_name="Other")

    dialog = SetDialog(parent, [GLOSSARY], known=known, pair=PAIR)
    assert dialog.sentence_set() == known

    dialog.client.setText("New")
    dialog.glossary.setCurrentIndex(0)
    assert dialog.sentence_set() == SentenceSet("1", SET.name, PAIR, SET.sentences, "New")
