"""The dialog is filled from the selection, and adds only complete pairs."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.pane.add_entry_dialog import AddEntryDialog

ITEMS = [LibraryItem(GlossarySummary(key, key, name), None) for key, name in (("1", "Rail"), ("2", "Law"))]


def test_a_selection_over_several_lines_becomes_one_phrase(window: QWidget) -> None:
    dialog = AddEntryDialog(
        window, "the\u2029house ", "\tdas Haus", pairs=[LanguagePair("en-GB", "de")] * 2, items=ITEMS
    )

    assert dialog.phrases == ("the house", "das Haus")
    assert dialog.source.accessibleName() == "Source (en)"
    assert dialog.accept_button.isEnabled()


@pytest.mark.parametrize("phrases", [("", "Haus"), ("house", ""), ("house", "  ")])
def test_half_a_pair_cannot_be_added(window: QWidget, phrases: tuple[str, str]) -> None:
    dialog = AddEntryDialog(window, *phrases, pairs=[LanguagePair("en", "de")] * 2, items=ITEMS)
    assert not dialog.accept_button.isEnabled()

    dialog.source.setText("house")
    dialog.target.setText("Haus")

    assert dialog.accept_button.isEnabled()


def test_the_first_dictionary_is_chosen_and_another_one_can_be(window: QWidget) -> None:
    dialog = AddEntryDialog(window, "house", "Haus", pairs=[LanguagePair("en", "de")] * 2, items=ITEMS)
    assert dialog.item is ITEMS[0]

    dialog.dictionary.setCurrentText("Law")

    assert dialog.item is ITEMS[1]


def test_phrases_begin_at_the_side_of_their_language(window: QWidget) -> None:
    dialog = AddEntryDialog(window, "house", "بيت", pairs=[LanguagePair("en", "ar")] * 2, items=ITEMS)

    assert dialog.source.alignment() & Qt.AlignmentFlag.AlignLeft
    assert dialog.target.alignment() & Qt.AlignmentFlag.AlignRight


def test_a_phrase_stays_in_its_language_when_a_dictionary_of_another_pair_is_chosen(window: QWidget) -> None:
    pairs = [LanguagePair("en", "ar"), LanguagePair("fr", "en-GB"), LanguagePair("de", "en")]
    items = [LibraryItem(GlossarySummary(name, name, name), None) for name in ("Rail", "Law", "Sea")]
    dialog = AddEntryDialog(window, "well", "", pairs=pairs, items=items)
    assert dialog.dictionary.currentText() == "Rail (en → ar)"
    assert dialog.target.alignment() & Qt.AlignmentFlag.AlignRight

    for name, captions in (("Law", "Source (fr)"), ("Sea", "Source (de)")):
        dialog.dictionary.setCurrentText(f"{name} ({captions[8:10]} → en)")

        assert (dialog.source.text(), dialog.target.text()) == ("", "well")
        assert (dialog.source.accessibleName(), dialog.target.accessibleName()) == (captions, "Target (en)")
    assert dialog.target.alignment() & Qt.AlignmentFlag.AlignLeft
    dialog.dictionary.setCurrentIndex(0)
    assert (dialog.source.text(), dialog.target.text()) == ("well", "")
