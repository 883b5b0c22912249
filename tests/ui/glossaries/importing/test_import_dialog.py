"""The import dialog on a broken file: its lines are told, and how it is read can be chosen."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.importing.importer import ImportChoices, Importer, RejectedRowHandling
from termdesk.ui.glossaries.importing.import_dialog import ImportDialog
from termdesk.ui.glossaries.importing.import_target import ImportTarget
from termdesk.ui.glossaries.importing.read_options import ImportReading
from termdesk.ui.widgets.language_box import LanguageBox

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
BROKEN = "tree\tBaum\nno tab in this line\nhouse\tHaus\n"


@pytest.fixture
def asked() -> list[ImportChoices]:
    """What the dialog asked to be read anew."""
    return []


@pytest.fixture
def dialog(
    importer: Importer, finish: Finish, window: QWidget, tmp_path: Path, asked: list[ImportChoices]
) -> ImportDialog:
    file = tmp_path / "broken.en-de.tsv"
    file.write_text(BROKEN, "utf-8")
    made = ImportDialog(
        window,
        ImportReading(finish(importer.preview(file))),
        ImportTarget(open_name="", open_pair=None),
        reread=asked.append,
        save_rejected_rows=lambda: None,
    )
    made.show()
    return made


def test_each_line_that_is_no_entry_is_told_with_its_number(dialog: ImportDialog) -> None:
    rejected_rows = [dialog.rejected_rows.item(row).text() for row in range(dialog.rejected_rows.count())]

    assert len(rejected_rows) == 1
    assert rejected_rows[0].startswith("Line 2: ")
    assert dialog.rejected_rows.isVisible()
    assert dialog.summary.property("tone") == "warning"
    assert "2 entries" in dialog.summary.text()


def test_faulty_lines_come_in_unless_they_are_left_out(dialog: ImportDialog) -> None:
    assert dialog.handling is RejectedRowHandling.KEEP

    dialog.leave_rejected_rows_out.setChecked(True)

    assert dialog.handling is RejectedRowHandling.LEAVE_OUT


def test_choosing_how_to_read_asks_for_the_file_again(
    dialog: ImportDialog, asked: list[ImportChoices], importer: Importer, finish: Finish
) -> None:
    for box, value in ((dialog.reading.encoding, "cp1252"), (dialog.reading.separator, ",")):
        box.setCurrentIndex(box.findData(value))
        box.activated.emit(box.currentIndex())

    assert [each.encoding for each in asked[:2]] == ["cp1252", None]
    assert asked[1].separator == ","
    assert dialog.reading.quoting.isChecked()
    dialog.reading.quoting.click()
    assert asked[2].quoting is False
    assert not dialog.accept_button.isEnabled()
    dialog.show_preview(finish(importer.preview(dialog.preview.path, asked[1])))
    assert dialog.reading.separator.currentData() == ","
    assert dialog.rejected_rows.count() == 3


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
    import_target = ImportTarget(open_name="", open_pair=None)
    dialog = ImportDialog(
        window,
        ImportReading(finish(importer.preview(file))),
        import_target,
        reread=lambda _choices: None,
        save_rejected_rows=lambda: None,
    )
    dialog.open()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is dialog)

    focus = QApplication.focusWidget()
    assert focus is not None
    assert focus.objectName() == focused
    if isinstance(focus, LanguageBox):
        qtbot.keyClicks(focus, "de")
        assert focus.currentText() == "de", "what stands there is typed over"
    dialog.close()


def test_without_a_name_it_cannot_be_imported(dialog: ImportDialog) -> None:
    assert dialog.accept_button.isEnabled()

    dialog.import_target.name.setText(" ")
    assert not dialog.accept_button.isEnabled()
    assert dialog.import_target.message_label.text()
    dialog.import_target.name.setText("Tools")
    assert dialog.accept_button.isEnabled()


def test_a_term_base_of_one_language_is_told_as_such(
    dialog: ImportDialog, importer: Importer, finish: Finish, tmp_path: Path
) -> None:
    file = tmp_path / "terms.tbx"
    terms = '<termEntry><langSet xml:lang="de"><tig><term>Baum</term></tig></langSet></termEntry>'
    file.write_text(f'<martif type="TBX"><text><body>{terms}</body></text></martif>', "utf-8")

    dialog.show_preview(finish(importer.preview(file)))

    assert "one language only (German)" in dialog.import_target.message_label.text()
    assert not dialog.accept_button.isEnabled()


def test_repeated_rows_are_counted(dialog: ImportDialog, importer: Importer, finish: Finish, tmp_path: Path) -> None:
    file = tmp_path / "terms.en-de.tsv"
    file.write_text("tree\tBaum\nsea\tMeer\ntree\tBaum\n", "utf-8")

    dialog.show_preview(finish(importer.preview(file)))

    assert "rows that repeat an earlier one: 1" in dialog.summary.text()


@pytest.mark.parametrize(("rows", "is_told"), [(10_300, True), (10, False)])
def test_a_dictionary_that_no_service_takes_is_told_before_it_is_imported(
    importer: Importer, finish: Finish, window: QWidget, tmp_path: Path, rows: int, is_told: bool
) -> None:
    file = tmp_path / "large.en-de.tsv"
    file.write_text("".join(f"{row:04}\t{'x' * 1020}\n" for row in range(rows)), "utf-8")
    import_target = ImportTarget(open_name="", open_pair=None)
    dialog = ImportDialog(
        window,
        ImportReading(finish(importer.preview(file))),
        import_target,
        reread=lambda _choices: None,
        save_rejected_rows=lambda: None,
    )

    assert ("Divide it into several glossaries." in import_target.message_label.text()) is is_told
    assert dialog.accept_button.isEnabled(), "it can stay on this computer"
