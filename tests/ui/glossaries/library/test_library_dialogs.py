"""The sheet before deleting, the tags of one or many, and many files into one folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from termdesk.application.glossaries.exporting.exporter import ExportItem
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary, select_dictionaries
from termdesk.client.wire import DictionaryRecord, GlossaryRecord
from termdesk.domain.glossary_tag import GlossaryTag, TagKind
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.exporting.export_many_dialog import ExportManyDialog
from termdesk.ui.glossaries.library.delete_dialog import DeleteSheet
from termdesk.ui.glossaries.library.tags_dialog import TagsDialog
from termdesk.ui.widgets.plain_table import PlainTable

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")
ACME, OLD, LAW = (
    GlossaryTag(TagKind.CLIENT, "ACME"),
    GlossaryTag(TagKind.WORD, "old"),
    GlossaryTag(TagKind.DOMAIN, "Law"),
)
PUBLISHED = GlossarySummary(
    "g1",
    "g1",
    "Contracts",
    GlossaryRecord(
        "g1",
        "Contracts",
        (DictionaryRecord(EN_DE.source, EN_DE.target, 5), DictionaryRecord(EN_FR.source, EN_FR.target, 7)),
    ),
    tags=(ACME, OLD),
)
EDITED = GlossarySummary(
    "g2",
    "g2",
    "Edited",
    GlossaryRecord("g2", "Edited", (DictionaryRecord(EN_DE.source, EN_DE.target, 5),)),
    drafts=(DictionarySummary(EN_DE, 6, "d2", True, was_published=True),),
)
DRAFT = GlossarySummary(
    "d1", None, "Draft", drafts=(DictionarySummary(EN_DE, 3, "d1", True, is_on_service=False),), tags=(ACME, LAW)
)


def lines(table: PlainTable) -> list[list[str]]:
    columns = range(table.columnCount())
    return [[table.item(row, column).text() for column in columns] for row in range(table.rowCount())]


# Deleting


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
        ([(PUBLISHED, PUBLISHED.rows[0]), (DRAFT, None)], "Delete 2 dictionaries of 2 glossaries?", "delete 2"),
        ([(DRAFT, None)], "Delete “Draft”?", ""),
        # Chosen as a glossary and by its dictionary: once.
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


# Tags


def test_of_many_glossaries_shared_tags_are_edited_and_the_others_stay(window: QWidget) -> None:
    dialog = TagsDialog(window, [PUBLISHED, DRAFT], [ACME, OLD, LAW])
    assert [field.text() for field in dialog.fields.values()] == ["ACME", "", ""]

    dialog.fields[TagKind.CLIENT].setText("Beta; Gamma")
    dialog.fields[TagKind.WORD].setText("#new")

    assert [str(tag) for tag in dialog.tags_for(PUBLISHED)] == ["client:Beta", "client:Gamma", "new", "old"]
    assert [str(tag) for tag in dialog.tags_for(DRAFT)] == ["client:Beta", "client:Gamma", "domain:Law", "new"]


def test_a_tag_that_is_too_long_is_refused_while_one_types(window: QWidget) -> None:
    dialog = TagsDialog(window, [PUBLISHED], [])

    dialog.fields[TagKind.WORD].setText("x" * 80)
    assert not dialog.accept_button.isEnabled()
    assert "80 characters" in dialog.hint.text()
    dialog.fields[TagKind.WORD].setText("x")

    assert dialog.accept_button.isEnabled()


# Exporting


def test_files_that_are_there_get_a_number_unless_asked_otherwise(window: QWidget, tmp_path: Path) -> None:
    def items(ending: str, *, exists: bool) -> list[ExportItem]:
        return [ExportItem(DRAFT, DRAFT.rows[0], tmp_path / f"Draft{ending}", exists=exists)]

    plans = {".tsv": items(".tsv", exists=True), ".csv": items(".csv", exists=False)}
    dialog = ExportManyDialog(window, tmp_path, {".tsv": "Tabs", ".csv": "Commas"}, plans)
    dialog.show()

    assert lines(dialog.table) == [["Draft.tsv", "3", "gets a number"]]
    dialog.overwrite.setChecked(True)
    assert lines(dialog.table) == [["Draft.tsv", "3", "is replaced"]]
    dialog.choose(".csv")
    assert lines(dialog.table) == [["Draft.csv", "3", "new"]]
    assert not dialog.overwrite.isVisible()
    assert dialog.ending == ".csv"
