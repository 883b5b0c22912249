"""The table of languages: searched by code and name, with a column for each feature or resource."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt

from termdesk.application.languages.language_search import LanguageNames
from termdesk.domain.language.language import Language, Resource
from termdesk.ui.languages.table_model import AS_TARGET, OWN_NAME, LanguagesModel

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
    rows = [[model.index(row, column).data() for column in range(AS_TARGET + 1)] for row in range(3)]

    assert rows == [
        ["eo", "Esperanto (beta)", "", "✓", "–"],
        ["de", "German", "", "✓", "✓"],
        ["pt-BR", "Portuguese (Brazilian)", "", "–", "✓"],
    ]


def test_features_that_nobody_named_show_as_the_service_spells_them(model: LanguagesModel) -> None:
    titles = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]

    assert titles[AS_TARGET + 1 :] == ["Formality", "Glossary", "New thing"]
    assert model.index(2, AS_TARGET + 1).data() == "beta"


@pytest.mark.parametrize(("typed", "found"), [("pt", ["pt-BR"]), ("GERM", ["de"]), ("", ["eo", "de", "pt-BR"])])
def test_typing_finds_by_code_and_name(model: LanguagesModel, typed: str, found: list[str]) -> None:
    model.search(typed)

    assert [model.language(row).code for row in range(model.rowCount())] == found


def test_a_mark_is_said_in_words(model: LanguagesModel) -> None:
    said = model.index(0, AS_TARGET).data(Qt.ItemDataRole.AccessibleTextRole)

    assert said == "Target: no"


def test_own_names_are_shown_and_found(model: LanguagesModel) -> None:
    model.search("deutsch")
    assert model.rowCount() == 0

    model.show_names(LanguageNames(own={"de": "Deutsch"}, elsewhere={"eo": "\nesperantto"}))

    assert [model.index(row, OWN_NAME).data() for row in range(model.rowCount())] == ["Deutsch"]
    model.search("esperantt")
    assert model.language(0).code == "eo"


@pytest.fixture
def side_by_side(model: LanguagesModel) -> LanguagesModel:
    model.show_side_by_side(
        {
            Resource.TRANSLATE_TEXT: LANGUAGES,
            Resource.VOICE: [],
            Resource.WRITE: [
                Language("de", "German", False, True, "beta", {"tone": "beta", "writing_style": "stable"}),
                Language("th", "Thai", True, False),
            ],
        }
    )
    return model


def test_several_resources_stand_side_by_side_each_with_a_column(side_by_side: LanguagesModel) -> None:
    columns = range(side_by_side.columnCount())
    titles = [side_by_side.headerData(column, Qt.Orientation.Horizontal) for column in columns]
    rows = [[side_by_side.index(row, column).data() for column in columns] for row in range(side_by_side.rowCount())]

    # A list without languages has no column.
    assert titles == ["Code", "Language", "Own name", "Texts", "Improvement"]
    assert rows == [
        ["eo", "Esperanto", "", "source (beta)", "–"],
        ["de", "German", "", "both", "target (beta)"],
        ["pt-BR", "Portuguese (Brazilian)", "", "target", "–"],
        ["th", "Thai", "", "–", "source"],
    ]


def test_features_of_a_language_are_told_where_it_stands(side_by_side: LanguagesModel) -> None:
    role = Qt.ItemDataRole.AccessibleTextRole

    assert side_by_side.index(1, 4).data(role) == "Improvement: target only; beta; Tone (beta), Style"
    assert side_by_side.index(1, 4).data(Qt.ItemDataRole.ToolTipRole) == (
        "<qt>target only; beta; Tone (beta), Style</qt>"
    )
    assert side_by_side.index(0, 4).data(role) == "Improvement: not listed"


def test_the_side_by_side_model_keeps_qts_rules(side_by_side: LanguagesModel, qtmodeltester: Any) -> None:
    qtmodeltester.check(side_by_side)
    side_by_side.show(LANGUAGES)
    assert side_by_side.columnCount() == AS_TARGET + 4
