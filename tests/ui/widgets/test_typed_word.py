"""Irreversible actions require a word that is typed exactly."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from termdesk.ui.widgets.typed_word import TypedWord


@pytest.fixture
def word(window: QWidget) -> TypedWord:
    return TypedWord("Solar", "Type “Solar”.", parent=window)


@pytest.mark.parametrize(
    ("typed", "is_typed"), [("Solar", True), ("  Solar ", True), ("solar", False), ("Sola", False), ("", False)]
)
def test_the_word_counts_as_it_is_written_without_blanks_around_it(word: TypedWord, typed: str, is_typed: bool) -> None:
    word.field.setText(typed)

    assert word.is_typed is is_typed


def test_each_letter_is_told(word: TypedWord) -> None:
    reported: list[bool] = []
    word.changed.connect(lambda: reported.append(word.is_typed))

    for typed in ("Sola", "Solar", "Solarx"):
        word.field.setText(typed)

    assert reported == [False, True, False]


def test_when_another_word_is_asked_for_the_typed_one_no_longer_counts(word: TypedWord) -> None:
    word.field.setText("Solar")
    reported: list[bool] = []
    word.changed.connect(lambda: reported.append(word.is_typed))

    word.ask("12", "Type 12.")

    assert reported == [False]
    assert word.field.text() == "Solar"
    assert word.field.accessibleName() == "Type 12."
    word.field.setText("12")
    assert word.is_typed
