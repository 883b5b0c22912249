"""A new glossary needs a valid name and two languages; another dictionary needs only the languages."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.library.new_glossary_dialog import NewGlossaryDialog

EN_DE = LanguagePair("en", "de")


@pytest.fixture
def dialog(window: QWidget) -> NewGlossaryDialog:
    made = NewGlossaryDialog(window, "New glossary", "Create", pair=EN_DE)
    made.show()
    return made


@pytest.mark.parametrize(
    ("name", "can_be_made", "tone"),
    [("", False, "muted"), ("  ", False, "muted"), (" Rail ", True, "muted"), ("Rail\tways", False, "problem")],
)
def test_a_name_is_needed_and_a_fault_in_it_is_told(
    dialog: NewGlossaryDialog, name: str, can_be_made: bool, tone: str
) -> None:
    dialog.fields.name_field.setText(name)

    assert dialog.accept_button.isEnabled() is can_be_made
    assert dialog.violation.property("tone") == tone
    assert dialog.name == name.strip()


def test_a_name_that_exists_is_warned_of_and_can_be_used(window: QWidget) -> None:
    dialog = NewGlossaryDialog(window, "New", "Create", pair=EN_DE, warning_of=lambda name: "Taken." * (name == "Law"))
    dialog.fields.name_field.setText("Law ")

    assert dialog.violation.text() == "Taken."
    assert dialog.violation.property("tone") == "warning"
    assert dialog.accept_button.isEnabled()


def test_one_language_twice_is_no_pair(dialog: NewGlossaryDialog) -> None:
    dialog.fields.name_field.setText("Rail")

    dialog.fields.target.choose("en")
    assert not dialog.accept_button.isEnabled()
    assert dialog.violation.property("tone") == "problem"
    dialog.fields.target.choose("fr")

    assert dialog.accept_button.isEnabled()
    assert dialog.pair == LanguagePair("en", "fr")


def test_for_another_dictionary_the_name_is_given(window: QWidget) -> None:
    dialog = NewGlossaryDialog(window, "Another language", "Add", pair=EN_DE, name="Rail")
    dialog.show()

    assert not dialog.fields.name_field.isEnabled()
    assert dialog.accept_button.isEnabled()
    assert dialog.focusWidget() in (dialog.fields.target, dialog.fields.target.lineEdit())
