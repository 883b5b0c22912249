"""A set is described: name, languages, client, glossary."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from support.spot_check_results import GLOSSARY, PAIR, SET
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.ui.spot_check.set_dialog import SetDialog

GERMAN = LanguagePair("en", "de")


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


def test_a_new_set_needs_a_name_and_two_languages(parent: QWidget) -> None:
    dialog = SetDialog(parent, [GLOSSARY], known=None, pair=PAIR)
    dialog.form.name_field.clear()
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


def proposal(dialog: SetDialog) -> tuple[str, str]:
    return dialog.form.name, dialog.glossary.currentText()


def test_a_new_set_begins_with_the_only_glossary_that_fits(parent: QWidget) -> None:
    german = GlossarySummary("k2", None, "Wasser", drafts=(replace(GLOSSARY.drafts[0], pair=GERMAN),))
    dialog = SetDialog(parent, [GLOSSARY, german], known=None, pair=PAIR)
    assert proposal(dialog) == ("Water", "Water")
    assert dialog.form.name_field.selectedText() == "Water"
    assert dialog.accept_button.isEnabled()

    dialog.form.target.choose("de")
    assert proposal(dialog) == ("Wasser", "Wasser")
    dialog.form.target.choose("fr")
    assert proposal(dialog) == ("", "Any glossary")


def test_what_the_user_wrote_and_chose_is_not_proposed_anew(parent: QWidget) -> None:
    dialog = SetDialog(parent, [GLOSSARY], known=None, pair=GERMAN)
    dialog.form.name_field.setText("Wells")
    dialog.glossary.activated.emit(0)

    dialog.form.target.choose("es")

    assert proposal(dialog) == ("Wells", "Any glossary")


@pytest.mark.slow
def test_where_several_glossaries_fit_or_the_name_is_taken_the_user_decides(parent: QWidget) -> None:
    other = GlossarySummary("k2", None, "Pumps", drafts=GLOSSARY.drafts)

    assert proposal(SetDialog(parent, [GLOSSARY, other], known=None, pair=PAIR)) == ("", "Any glossary")
    assert proposal(SetDialog(parent, [GLOSSARY], known=None, pair=PAIR, taken=["Water"])) == ("", "Water")
