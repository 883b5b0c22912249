"""The table of languages: found by code and name, a column for each feature that there is."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt

from termdesk.domain.language.language import Language
from termdesk.ui.languages.table_model import FIXED_COLUMNS, LanguagesModel

LANGUAGES = [
    Language("pt-BR", "Portuguese (Brazilian)", False, True, features={"formality": "beta"}),
    Language("de", "German", True, True, features={"glossary": "stable", "new_thing": "stable"}),
    Language("eo", "Esperanto", True, False, status="beta"),
]


@pytest.fixture
def model(qapp: QObject) -> LanguagesModel:
    made = LanguagesModel()
    made.show(LANGUAGES)
    return made


def test_the_model_keeps_qts_rules(model: LanguagesModel, qtmodeltester: Any) -> None:
    qtmodeltester.check(model)


def test_languages_stand_by_name_with_their_marks(model: LanguagesModel) -> None:
    rows = [[model.index(row, column).data() for column in range(FIXED_COLUMNS)] for row in range(3)]

    assert rows == [
        ["eo", "Esperanto (beta)", "✓", "–"],
        ["de", "German", "✓", "✓"],
        ["pt-BR", "Portuguese (Brazilian)", "–", "✓"],
    ]


def test_features_that_nobody_named_show_as_the_service_spells_them(model: LanguagesModel) -> None:
    titles = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]

    assert titles[FIXED_COLUMNS:] == ["Formality", "Glossary", "New thing"]
    assert model.index(2, FIXED_COLUMNS).data() == "beta"


@pytest.mark.parametrize(("typed", "found"), [("pt", ["pt-BR"]), ("GERM", ["de"]), ("", ["eo", "de", "pt-BR"])])
def test_typing_finds_by_code_and_name(model: LanguagesModel, typed: str, found: list[str]) -> None:
    model.search(typed)

    assert [model.language(row).code for row in range(model.rowCount())] == found


def test_a_mark_is_said_in_words(model: LanguagesModel) -> None:
    said = model.index(0, 3).data(Qt.ItemDataRole.AccessibleTextRole)

    assert said == "Target: no"
