"""The library as a tree."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, QObject, Qt

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary, LibraryItem
from termdesk.client.wire import DictionaryRecord, GlossaryRecord
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.library.library_model import LibraryModel
from termdesk.ui.glossaries.library.state_words import state_words

EN_DE, EN_ES = LanguagePair("en", "de"), LanguagePair("en", "es")
TOOLS = GlossaryRecord("g2", "tools", (DictionaryRecord("en", "de", 1), DictionaryRecord("en", "es", 1900)))
SUMMARIES = [
    GlossarySummary(
        "k1", None, "Animals", drafts=(DictionarySummary(EN_ES, 3, "d2", has_changes=True, is_on_service=False),)
    ),
    GlossarySummary("k2", "g2", "tools", TOOLS, drafts=(DictionarySummary(EN_ES, 2000, "d1", has_changes=True),)),
]


@pytest.fixture
def model(qapp: QObject) -> LibraryModel:
    made = LibraryModel()
    made.show(SUMMARIES)
    return made


def names(model: LibraryModel) -> list[str]:
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_the_model_keeps_qts_rules(model: LibraryModel, qtmodeltester: Any) -> None:
    qtmodeltester.check(model)


def test_glossaries_stand_by_name_with_their_dictionaries_below(model: LibraryModel) -> None:
    tools = model.index(1, 0)

    assert names(model) == ["Animals", "tools"]
    assert [str(model.index(row, 0, tools).data()) for row in range(2)] == [str(EN_DE), str(EN_ES)]
    assert model.parent(model.index(1, 0, tools)) == tools


def item_at(model: LibraryModel, index: QModelIndex) -> LibraryItem:
    item = model.item(index)
    assert item is not None
    return item


def test_rows_say_how_much_they_hold_and_what_became_of_them(model: LibraryModel) -> None:
    animals, tools = model.index(0, 0), model.index(1, 0)

    assert state_words(item_at(model, animals).state).word == "draft"
    assert state_words(item_at(model, tools).state).word == "edited"
    assert model.detail(item_at(model, tools)) == "2 pairs · 2,001 entries"
    assert model.detail(item_at(model, model.index(0, 0, tools))) == "1 entry"
    assert model.index(0, 0, tools).data(Qt.ItemDataRole.AccessibleTextRole) == f"{EN_DE}, 1 entry, published"
    assert "2,000 entries, edited" in model.index(1, 0, tools).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Only on this computer" in animals.data(Qt.ItemDataRole.ToolTipRole)


@pytest.mark.parametrize(
    ("typed", "found"), [("TOOL", ["tools"]), ("en-es", ["Animals", "tools"]), ("en de", ["tools"]), ("x", [])]
)
def test_the_filter_finds_names_and_pairs(model: LibraryModel, typed: str, found: list[str]) -> None:
    model.filter(typed)

    assert names(model) == found
    assert model.total == 2


def test_a_dictionary_is_found_by_its_glossary_and_pair(model: LibraryModel) -> None:
    item = model.item(model.find("k2", pair_text=str(EN_ES)))

    assert item is not None
    assert item.row == SUMMARIES[1].rows[1]
    assert model.find("nowhere") == QModelIndex()


def test_a_locked_glossary_says_so_in_words_for_eyes_and_ears(qapp: QObject) -> None:
    locked = LibraryModel()
    locked.show([GlossarySummary("k1", None, "Plans", drafts=SUMMARIES[0].drafts, is_local_only=True)])
    row = locked.index(0, 0)

    assert locked.detail(item_at(locked, row)).startswith("stays on this computer · ")
    for role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
        assert "stays on this computer" in str(row.data(role))
