"""The first rows of a file: imported columns are highlighted, in the direction and font of their language."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from termdesk.application.glossaries.importing.file_view import ColumnRole, ColumnUse
from termdesk.application.glossaries.importing.importer import ImportChoices
from termdesk.application.glossaries.importing.preview import ImportPreview
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.importing.first_rows import MOST_ROWS_SHOWN, ImportRows, SwapHint
from termdesk.ui.glossaries.sheet.item_roles import LANGUAGE_ROLE

Preview = Callable[..., ImportPreview]
EN_AR = LanguagePair("en", "ar")
TABLE = "tree\tشجرة\ta note\nsea\tبحر\n"


@pytest.fixture
def rows(window: QWidget) -> ImportRows:
    made = ImportRows()
    made.setParent(window)
    return made


def column(rows: ImportRows, position: int) -> list[str]:
    items = [rows.item(row, position) for row in range(rows.rowCount())]
    return [item.text() if item else "" for item in items]


def test_columns_that_are_not_imported_are_gray(rows: ImportRows, preview_of: Preview) -> None:
    ignored = ((2, ColumnUse(ColumnRole.IGNORED)),)
    rows.show_preview(preview_of("terms.tsv", TABLE, ImportChoices(columns=(0, 1), pair=EN_AR, uses=ignored)))

    gray = [not rows.item(0, position).flags() & Qt.ItemFlag.ItemIsEnabled for position in range(3)]

    assert gray == [False, False, True]


def test_of_several_targets_only_those_that_are_wanted_stand_out(
    rows: ImportRows, preview_of: Preview, qtbot: QtBot
) -> None:
    rows.resize(900, 300)
    rows.show()
    preview = preview_of("terms.csv", "en,de,fr,Note\ntree,Baum,arbre,tall\n")
    shown = {}
    for wants_several in (False, True):
        rows.show_preview(preview, wants_several=wants_several)
        boxes = [rows.header.box(section) for section in range(3)]
        shown[wants_several] = [box.role.currentText() for box in boxes if box]
        gray = not rows.item(0, 2).flags() & Qt.ItemFlag.ItemIsEnabled
        assert gray is not wants_several

    assert shown == {False: ["Source", "Target", "Not imported"], True: ["Source", "Target", "Target"]}
    with qtbot.waitSignal(rows.use_chosen) as reported:
        role = rows.header.box(2).role
        role.setCurrentIndex(role.findData(ColumnRole.NOTE))
        role.activated.emit(role.currentIndex())
    assert reported.args == [2, ColumnUse(ColumnRole.NOTE)]


def test_replaced_cells_and_titles_are_known_to_be_gone(rows: ImportRows, preview_of: Preview) -> None:
    """Otherwise PySide would take another object at the same address for one of them."""
    rows.show_preview(preview_of("terms.tsv", TABLE, ImportChoices(columns=(0, 1), pair=EN_AR)))
    former = [rows.item(0, 0), rows.horizontalHeaderItem(0), rows.horizontalHeaderItem(2)]

    rows.show_preview(preview_of("terms.en-ar.tsv", "tree\tشجرة\n"))

    assert [isValid(each) for each in former] == [False, False, False]


def test_a_short_row_has_empty_cells(rows: ImportRows, preview_of: Preview) -> None:
    rows.show_preview(preview_of("terms.tsv", TABLE, ImportChoices(columns=(0, 1), pair=EN_AR)))

    assert column(rows, 2) == ["a note", ""]


def test_a_column_is_aligned_for_its_language_and_so_is_its_title(rows: ImportRows, preview_of: Preview) -> None:
    rows.show_preview(preview_of("terms.en-ar.tsv", "tree\tشجرة\n"))

    arabic, title = rows.item(0, 1), rows.horizontalHeaderItem(1)

    assert arabic.data(LANGUAGE_ROLE) == "ar"
    assert Qt.AlignmentFlag(arabic.textAlignment()) & Qt.AlignmentFlag.AlignRight
    assert title.textAlignment() == arabic.textAlignment()
    assert rows.item(0, 0).textAlignment() != arabic.textAlignment()


def test_without_languages_nothing_is_guessed(rows: ImportRows, preview_of: Preview) -> None:
    rows.show_preview(preview_of("terms.tsv", "tree\tBaum\n"))

    assert rows.item(0, 0).data(LANGUAGE_ROLE) is None


def test_only_the_first_rows_are_shown_and_another_file_replaces_them(rows: ImportRows, preview_of: Preview) -> None:
    many = "".join(f"tree {number}\tBaum {number}\n" for number in range(MOST_ROWS_SHOWN + 10))
    rows.show_preview(preview_of("many.en-de.tsv", many))
    assert rows.rowCount() <= MOST_ROWS_SHOWN
    assert column(rows, 0)[:2] == ["tree 0", "tree 1"]

    rows.show_preview(preview_of("few.en-de.tsv", "sea\tMeer\n"))

    assert (column(rows, 0), column(rows, 1)) == (["sea"], ["Meer"])


def test_line_breaks_in_a_phrase_are_seen(rows: ImportRows, preview_of: Preview) -> None:
    rows.show_preview(preview_of("quoted.en-de.csv", '"two\nlines",zwei\n'))

    assert "\n" not in column(rows, 0)[0]
    assert column(rows, 0)[0].startswith("two")


@pytest.mark.slow
def test_only_columns_that_hold_something_are_shown(rows: ImportRows, preview_of: Preview) -> None:
    multilingual = "".join(f"tree{',' * 90}Baum{',' * 2900}{stray}\n" for stray in (" ", "x", ""))

    rows.show_preview(preview_of("wide.en-de.csv", multilingual, ImportChoices(columns=(0, 90))))

    assert [column(rows, position)[1] for position in range(rows.columnCount())] == ["tree", "Baum", "x"]
    assert rows.horizontalHeaderItem(2).text() == "Column 2,991"


def test_a_hint_says_what_swapped_columns_look_like(qtbot: QtBot) -> None:
    hint = SwapHint()
    qtbot.addWidget(hint)
    assert hint.isHidden()

    hint.show_for(LanguagePair("en", "pt-BR"))

    assert hint.words.text() == "The columns look swapped: the sources look Portuguese, the targets English."
    assert not hint.isHidden()
    with qtbot.waitSignal(hint.swap_asked):
        hint.button.click()
    hint.show_for(None)
    assert hint.isHidden()
