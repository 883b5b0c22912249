"""The import dialog with a broken file reports its lines, and lets the user choose how to read it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.importing.importer import (
    ImportChoices,
    Importer,
    ImportPreview,
    RejectedRowHandling,
)
from termdesk.ui.glossaries.importing.import_dialog import ImportDialog
from termdesk.ui.glossaries.importing.import_order import GivenFile, OpenGlossary
from termdesk.ui.glossaries.importing.import_page import ImportPage
from termdesk.ui.glossaries.importing.import_target import ImportTarget
from termdesk.ui.glossaries.importing.read_options import ImportReading
from termdesk.ui.widgets.language_box import LanguageBox

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
BROKEN = "tree\tBaum\nno tab in this line\nhouse\tHaus\n"


@pytest.fixture
def asked() -> list[ImportChoices]:
    """What the dialog requested to be read again."""
    return []


@pytest.fixture
def dialog(
    importer: Importer, finish: Finish, window: QWidget, tmp_path: Path, asked: list[ImportChoices]
) -> ImportDialog:
    file = tmp_path / "broken.en-de.tsv"
    file.write_text(BROKEN, "utf-8")
    made = dialog_for(window, finish(importer.preview(file)), asked)
    made.show()
    return made


def dialog_for(window: QWidget, preview: ImportPreview, asked: list[ImportChoices] | None = None) -> ImportDialog:
    """The dialog for one file."""
    choices = asked if asked is not None else []
    file = GivenFile(preview.path, preview)
    made = ImportDialog(window, [file], make_page=partial(page_for, asked=choices), opened=OpenGlossary())
    made.show_first(page_for(preview, made.stack, asked=choices))
    return made


def page_for(preview: ImportPreview, parent: QWidget, *, asked: list[ImportChoices]) -> ImportPage:
    """The page of a file, which adds its requests to read the file again to `asked`."""
    page = ImportPage(
        partial(ImportReading, preview),
        lambda page: ImportTarget(open_name="", open_pair=None, parent=page),
        reread=lambda _page, choices: asked.append(choices),
        save_rejected_rows=lambda _preview: None,
        parent=parent,
    )
    page.show_first()
    return page


@pytest.mark.slow
def test_each_line_that_is_no_entry_is_told_with_its_number(dialog: ImportDialog) -> None:
    rejected_rows = [dialog.page.rejected_rows.item(row).text() for row in range(dialog.page.rejected_rows.count())]

    assert len(rejected_rows) == 1
    assert rejected_rows[0].startswith("Line 2: ")
    assert dialog.page.rejected_rows.isVisible()
    assert dialog.page.summary.property("tone") == "warning"
    assert "2 entries" in dialog.page.summary.text()


@pytest.mark.slow
def test_faulty_lines_come_in_unless_they_are_left_out(dialog: ImportDialog) -> None:
    assert dialog.page.handling is RejectedRowHandling.KEEP

    dialog.page.leave_rejected_rows_out.setChecked(True)

    assert dialog.page.handling is RejectedRowHandling.LEAVE_OUT


@pytest.mark.slow
def test_choosing_how_to_read_asks_for_the_file_again(
    dialog: ImportDialog, asked: list[ImportChoices], importer: Importer, finish: Finish
) -> None:
    for box, value in ((dialog.page.reading.encoding, "cp1252"), (dialog.page.reading.separator, ",")):
        box.setCurrentIndex(box.findData(value))
        box.activated.emit(box.currentIndex())

    # The first choice is kept, although its result did not arrive before the second.
    assert [each.encoding for each in asked[:2]] == ["cp1252", "cp1252"]
    assert asked[1].separator == ","
    assert dialog.page.reading.quoting.isChecked()
    dialog.page.reading.quoting.click()
    assert asked[2].quoting is False
    assert not dialog.accept_button.isEnabled()
    dialog.page.show_preview(finish(importer.preview(dialog.page.preview.path, asked[1])))
    assert dialog.page.reading.separator.currentData() == ","
    assert dialog.page.rejected_rows.count() == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "focused"),
    [
        ("terms.tsv", "import_source"),
        ("terms.en-en.tsv", "import_source"),
        ("terms.en-de.tsv", "question_accept"),
    ],
)
def test_the_keyboard_begins_where_something_is_missing(
    importer: Importer, finish: Finish, qtbot: QtBot, window: QWidget, tmp_path: Path, name: str, focused: str
) -> None:
    file = tmp_path / name
    file.write_text("tree\tBaum\n", "utf-8")
    dialog = dialog_for(window, finish(importer.preview(file)))
    dialog.open()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is dialog)

    focus = QApplication.focusWidget()
    assert focus is not None
    assert focus.objectName() == focused
    if isinstance(focus, LanguageBox):
        qtbot.keyClicks(focus, "de")
        assert focus.currentText() == "de", "what stands there is typed over"
    dialog.close()


@pytest.mark.slow
def test_without_a_name_it_cannot_be_imported(dialog: ImportDialog) -> None:
    assert dialog.accept_button.isEnabled()

    dialog.page.import_target.name.setText(" ")
    assert not dialog.accept_button.isEnabled()
    assert dialog.page.import_target.message_label.text()
    dialog.page.import_target.name.setText("Tools")
    assert dialog.accept_button.isEnabled()


def test_a_term_base_of_one_language_is_told_as_such(
    dialog: ImportDialog, importer: Importer, finish: Finish, tmp_path: Path
) -> None:
    file = tmp_path / "terms.tbx"
    terms = '<termEntry><langSet xml:lang="de"><tig><term>Baum</term></tig></langSet></termEntry>'
    file.write_text(f'<martif type="TBX"><text><body>{terms}</body></text></martif>', "utf-8")

    dialog.page.show_preview(finish(importer.preview(file)))

    assert "one language only (German)" in dialog.page.import_target.message_label.text()
    assert not dialog.accept_button.isEnabled()


@pytest.mark.slow
def test_repeated_rows_are_counted(dialog: ImportDialog, importer: Importer, finish: Finish, tmp_path: Path) -> None:
    file = tmp_path / "terms.en-de.tsv"
    file.write_text("tree\tBaum\nsea\tMeer\ntree\tBaum\n", "utf-8")

    dialog.page.show_preview(finish(importer.preview(file)))

    assert "rows that repeat an earlier one: 1" in dialog.page.summary.text()


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "is_reported"), [(10_300, True), (10, False)])
def test_a_dictionary_that_no_service_takes_is_told_before_it_is_imported(
    importer: Importer, finish: Finish, window: QWidget, tmp_path: Path, rows: int, is_reported: bool
) -> None:
    file = tmp_path / "large.en-de.tsv"
    file.write_text("".join(f"{row:04}\t{'x' * 1020}\n" for row in range(rows)), "utf-8")
    dialog = dialog_for(window, finish(importer.preview(file)))

    assert ("Divide it into several glossaries." in dialog.page.import_target.message_label.text()) is is_reported
    assert dialog.accept_button.isEnabled(), "it can stay on this computer"


class CountingDialog(ImportDialog):
    """Counts how often it examines all files."""

    looks = 0

    def _show_possible(self) -> None:
        self.looks += 1
        super()._show_possible()


def test_many_files_are_not_looked_at_again_for_each_of_them(
    importer: Importer, finish: Finish, window: QWidget, tmp_path: Path
) -> None:
    (tmp_path / "terms.en-de.tsv").write_text("tree\tBaum\n", "utf-8")
    preview = finish(importer.preview(tmp_path / "terms.en-de.tsv"))
    looks = []

    for count in (2, 20):
        made = CountingDialog(
            window,
            [GivenFile(preview.path, preview)] * count,
            make_page=partial(page_for, asked=[]),
            opened=OpenGlossary(),
        )
        made.show_first(page_for(preview, made.stack, asked=[]))
        made.use_for_all.click()
        looks.append(made.looks)

    assert looks[0] == looks[1]


class ParentWatch(QObject):
    """Counts how often a widget and its parts get another parent, which styles everything in them again."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.changes = 0
        for each in (watched, *watched.findChildren(QWidget)):
            each.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.changes += event.type() == QEvent.Type.ParentChange
        return False


@pytest.mark.slow
def test_the_page_is_shown_without_being_styled_again(
    importer: Importer, finish: Finish, window: QWidget, tmp_path: Path
) -> None:
    (tmp_path / "terms.en-de.tsv").write_text("tree\tBaum\n", "utf-8")
    preview = finish(importer.preview(tmp_path / "terms.en-de.tsv"))
    file = GivenFile(preview.path, preview)
    dialog = ImportDialog(window, [file], make_page=partial(page_for, asked=[]), opened=OpenGlossary())
    page = page_for(preview, dialog.stack, asked=[])
    watch = ParentWatch(page)

    dialog.show_first(page)
    dialog.show()

    assert dialog.page is page
    assert watch.changes == 0
