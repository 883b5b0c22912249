"""The dialog before deleting shows what is deleted and where it is, and asks for a typed word if others may use it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary, select_dictionaries
from termdesk.client.wire import DictionaryRecord, GlossaryRecord
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.library.delete_dialog import DeleteSheet
from termdesk.ui.widgets.plain_table import PlainTable

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")
PUBLISHED = GlossarySummary(
    "g1",
    "g1",
    "Contracts",
    GlossaryRecord(
        "g1",
        "Contracts",
        (DictionaryRecord(EN_DE.source, EN_DE.target, 5), DictionaryRecord(EN_FR.source, EN_FR.target, 7)),
    ),
)
EDITED = GlossarySummary(
    "g2",
    "g2",
    "Edited",
    GlossaryRecord("g2", "Edited", (DictionaryRecord(EN_DE.source, EN_DE.target, 5),)),
    drafts=(DictionarySummary(EN_DE, 6, "d2", True, was_published=True),),
)
DRAFT = GlossarySummary("d1", None, "Draft", drafts=(DictionarySummary(EN_DE, 3, "d1", True, is_on_service=False),))


def lines(table: PlainTable) -> list[list[str]]:
    columns = range(table.columnCount())
    return [[table.item(row, column).text() for column in columns] for row in range(table.rowCount())]


def test_the_sheet_says_what_goes_and_where_it_lies(window: QWidget) -> None:
    sheet = DeleteSheet(window, select_dictionaries([(PUBLISHED, None), (EDITED, None), (DRAFT, None)]))

    assert sheet.windowTitle() == "Delete 3 glossaries?"
    assert lines(sheet.table) == [
        ["Contracts", f"{EN_DE}, {EN_FR}", "12", "on the service"],
        ["Edited", str(EN_DE), "6", "on the service, with edits here"],
        ["Draft", str(EN_DE), "3", "only on this computer"],
    ]


@pytest.mark.parametrize(
    ("parts", "title", "word"),
    [
        ([(PUBLISHED, None)], "Delete “Contracts”?", "Contracts"),
        ([(PUBLISHED, PUBLISHED.rows[0])], f"Delete “Contracts ({EN_DE})”?", "Contracts"),
        ([(PUBLISHED, PUBLISHED.rows[0]), (DRAFT, None)], "Delete 2 dictionaries (2 glossaries)?", "delete 2"),
        ([(DRAFT, None)], "Delete “Draft”?", ""),
        # Selected both as a glossary and by its dictionary, it counts once.
        ([(EDITED, None), (EDITED, EDITED.rows[0])], "Delete “Edited”?", "Edited"),
    ],
)
def test_what_is_on_the_service_takes_a_typed_word(
    window: QWidget, parts: list[tuple[GlossarySummary, DictionarySummary | None]], title: str, word: str
) -> None:
    sheet = DeleteSheet(window, select_dictionaries(parts))

    assert (sheet.windowTitle(), sheet.word) == (title, word)
    assert sheet.accept_button.isEnabled() == (word == "")
    if word:
        sheet.field.setText(word.upper())
        assert not sheet.accept_button.isEnabled()
        sheet.field.setText(f" {word} ")
        assert sheet.accept_button.isEnabled()


@pytest.mark.parametrize("is_local", [False, True])
def test_others_are_named_only_where_there_may_be_some(window: QWidget, is_local: bool) -> None:
    sheet = DeleteSheet(window, select_dictionaries([(PUBLISHED, None)]), is_local=is_local)

    words = " ".join(label.text() for label in sheet.findChildren(QLabel))
    assert ("Others" in words) is not is_local
    assert "Type “Contracts” to confirm." in words


@pytest.mark.parametrize(("count", "is_listed"), [(3, True), (4, False)])
def test_many_dictionaries_of_one_glossary_are_counted_and_not_listed(
    window: QWidget, count: int, is_listed: bool
) -> None:
    pairs = [LanguagePair("en", code) for code in ("de", "es", "fr", "it")[:count]]
    record = GlossaryRecord("g", "Rail", tuple(DictionaryRecord(pair.source, pair.target, 1) for pair in pairs))

    sheet = DeleteSheet(window, select_dictionaries([(GlossarySummary("g", "g", "Rail", record), None)]))

    reported = lines(sheet.table)[0][1]
    assert (reported == ", ".join(map(str, pairs))) is is_listed
    assert is_listed or f"{count}" in reported
