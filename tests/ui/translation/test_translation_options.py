"""Formality and markup are offered if the languages support them, and sent only then."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.domain.language.language import Language
from termdesk.ui.translation.translation_options import TranslationOptions

MARKUP = {"tag_handling": "stable"}
LANGUAGES = (
    Language("en", "English", True, True, features=MARKUP),
    Language("de", "German", True, True, features={**MARKUP, "formality": "stable"}),
    Language("eo", "Esperanto", True, True),
)


@pytest.fixture
def options(window: QWidget) -> TranslationOptions:
    made = TranslationOptions()
    QVBoxLayout(window).addWidget(made)
    made.show_languages(LANGUAGES)
    return made


@pytest.mark.parametrize(
    ("source", "targets", "offered"),
    [
        ("en", ["de"], (True, True)),
        ("", ["de"], (True, True)),
        ("eo", ["de"], (True, False)),
        ("de", ["en"], (False, True)),
        ("en", ["eo"], (False, False)),
        ("en", ["eo", "de"], (True, True)),
        ("en", [], (False, False)),
    ],
)
def test_what_the_languages_support_is_offered(
    options: TranslationOptions, source: str, targets: list[str], offered: tuple[bool, bool]
) -> None:
    options.show_for(source, targets)

    assert (options.formality.isVisible(), options.markup.isVisible()) == offered
    assert options.isVisible() is any(offered), "takes no room beside the context"


def test_what_is_not_offered_any_more_is_not_chosen(options: TranslationOptions, qtbot: QtBot) -> None:
    options.show_for("en", ["de"])
    options.formality.setCurrentIndex(1)
    options.markup.setCurrentIndex(1)
    assert options.chosen == ("more", "html")

    with qtbot.waitSignal(options.changed):
        options.show_for("en", ["eo"])
    assert options.chosen == (None, None)


def test_of_several_targets_only_those_that_support_it_are_asked_for_a_formality(options: TranslationOptions) -> None:
    assert options.formality_for("de", "more") == "more"
    assert options.formality_for("eo", "more") is None
