"""Singular texts have the same placeholders as their plurals, and Qt finds them."""

from __future__ import annotations

import re
from string import Formatter

import pytest
from PySide6.QtCore import QCoreApplication

from termdesk.ui.words.plurals import SINGULARS


def names(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_no_singular_asks_for_a_value_that_its_plural_does_not_have() -> None:
    """Otherwise `format` would raise an error for the first user with exactly one row."""
    assert {text: one for text, one in SINGULARS.items() if names(one) - names(text)} == {}


def test_numbers_are_written_with_the_digits_of_the_locale() -> None:
    plain = re.compile(r"%n")

    assert [text for pair in SINGULARS.items() for text in pair if plain.search(text)] == []


@pytest.mark.parametrize(
    ("count", "shown"), [(0, "0 entries"), (1, "1 entry"), (2, "2 entries"), (1_234, "1,234 entries")]
)
def test_one_is_said_otherwise_than_none_or_many(qapp: object, count: int, shown: str) -> None:
    assert QCoreApplication.translate("Anywhere", "%Ln entries", "", count) == shown


def test_of_each_text_qt_shows_the_singular_for_one(qapp: object) -> None:
    shown = {text: QCoreApplication.translate("Anywhere", text, "", 1) for text in SINGULARS}

    assert shown == {text: one.replace("%Ln", "1") for text, one in SINGULARS.items()}
