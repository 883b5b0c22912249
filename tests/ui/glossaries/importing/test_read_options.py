"""Only applicable options are offered. The user's choices are passed on, values from the file are not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

from termdesk.application.glossaries.importing.file_view import ColumnRole, ColumnUse
from termdesk.application.glossaries.importing.importer import ImportChoices
from termdesk.application.glossaries.importing.preview import ImportPreview
from termdesk.ui.glossaries.importing.read_options import ImportReading
from termdesk.ui.glossaries.importing.remembered_columns import Presets
from termdesk.ui.widgets.plain import PlainLabel

Preview = Callable[..., ImportPreview]
Show = Callable[[ImportPreview], ImportReading]
TABLE = "source,target,note\ntree,Baum,tall\nsea,Meer,wet\n"
TMX = """<?xml version="1.0"?><tmx version="1.4"><header srclang="en" segtype="sentence" creationtool="x"
creationtoolversion="1" adminlang="en" datatype="plaintext" o-tmf="x"/><body><tu>
<tuv xml:lang="en"><seg>tree</seg></tuv>
<tuv xml:lang="de"><seg>Baum</seg></tuv></tu></body></tmx>"""


@pytest.fixture
def show(window: QWidget) -> Show:
    def make(preview: ImportPreview) -> ImportReading:
        reading = ImportReading(preview, window)
        reading.show_preview(preview)
        reading.show()
        return reading

    return make


def test_a_table_has_encoding_separator_header_and_columns(show: Show, preview_of: Preview) -> None:
    reading = show(preview_of("terms.csv", TABLE))

    offered = [reading.encoding, reading.separator, reading.header, reading.quoting, reading.preset]

    assert all(each.isVisible() for each in offered)
    assert not reading.sheet.isVisible()
    assert not reading.longest.isVisible()
    assert reading.separator.currentData() == ","


class Moved(QObject):
    """The boxes that get another parent."""

    def __init__(self) -> None:
        super().__init__()
        self.boxes: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ParentChange and isinstance(watched, QComboBox):
            self.boxes.append(watched.objectName())
        return False


@pytest.mark.slow
def test_boxes_keep_their_parents_because_a_new_one_styles_them_again(
    qapp: QApplication, window: QWidget, preview_of: Preview
) -> None:
    preview, moved = preview_of("terms.csv", TABLE), Moved()
    qapp.installEventFilter(moved)
    try:
        ImportReading(preview, window)
    finally:
        qapp.removeEventFilter(moved)

    assert moved.boxes == []


def test_a_memory_may_leave_out_long_texts_and_has_no_separator(show: Show, preview_of: Preview) -> None:
    reading = show(preview_of("memory.tmx", TMX))

    assert reading.longest.isVisible()
    assert not any(each.isVisible() for each in (reading.separator, reading.header, reading.preset))


def test_what_the_user_chooses_is_told_by_its_name(show: Show, preview_of: Preview) -> None:
    reading = show(preview_of("terms.csv", TABLE))
    reported: list[dict[str, Any]] = []
    reading.settled.connect(reported.append)

    choose(reading.encoding, "cp1252")
    reading.header.click()
    reading.preset.chosen.emit("")

    assert reported == [{"encoding": "cp1252"}, {"has_header": False}, {"columns": None, "uses": ()}]
    for each in reported:
        ImportChoices(**each)


def test_another_kind_of_text_forgets_the_columns(show: Show, preview_of: Preview) -> None:
    reading = show(preview_of("terms.txt", "tree\tBaum\ttall\n"))
    reported: list[dict[str, Any]] = []
    reading.settled.connect(reported.append)

    reading.text_kind.activated.emit(0)

    assert reported == [{"text_kind": reading.text_kind.itemData(0), "columns": None, "uses": ()}]


@pytest.mark.slow
def test_showing_a_file_again_tells_nothing(show: Show, preview_of: Preview) -> None:
    reading = show(preview_of("terms.csv", TABLE))
    reported: list[object] = []
    reading.settled.connect(reported.append)

    reading.show_preview(preview_of("other.csv", TABLE.replace(",", ";")))

    assert reported == []
    assert reading.separator.currentData() == ";"


def choose(box: QComboBox, value: str) -> None:
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def test_a_preset_is_saved_used_and_deleted(show: Show, preview_of: Preview, window: QWidget) -> None:
    presets: Presets = {}
    reading = ImportReading(preview_of("terms.csv", TABLE), window, presets=presets)
    reading.show_preview(reading.preview)
    reported: list[dict[str, Any]] = []
    reading.settled.connect(reported.append)

    reading.preset.saved.emit("Mine")
    assert presets == {"Mine": {"source": ("source", ""), "target": ("target", ""), "note": ("note", "")}}
    presets["Mine"]["note"] = ("definition", "")
    presets["Mine"]["target"] = ("no role of this version", "")
    reading.preset.chosen.emit("Mine")
    chosen = preview_of("terms.csv", TABLE, ImportChoices(**reported[-1]))
    reading.show_preview(chosen)

    assert reported[-1]["uses"] == ((0, ColumnUse(ColumnRole.SOURCE)), (2, ColumnUse(ColumnRole.DEFINITION)))
    assert reading.preset.box.currentText() == "Mine"
    reading.preset.delete.click()
    assert presets == {}
    assert reading.preset.box.currentText() == "As titled"


@pytest.mark.slow
def test_the_program_that_wrote_a_table_is_named(show: Show, preview_of: Preview) -> None:
    reading = show(preview_of("weblate.csv", "location,source,target,id,fuzzy\na,tree,Baum,1,\n"))

    assert reading.preset.box.currentText() == "As titled (Weblate)"


@pytest.mark.slow
def test_an_encoding_is_found_by_a_part_of_its_name_and_asked_for_once(show: Show, preview_of: Preview) -> None:
    reading = show(preview_of("terms.csv", TABLE))
    reported: list[dict[str, Any]] = []
    reading.settled.connect(reported.append)
    field = reading.encoding.lineEdit()
    assert field is not None

    field.selectAll()
    QTest.keyClicks(field, "euc-jp")
    QTest.keyClick(field, Qt.Key.Key_Return)

    assert reading.encoding.currentText() == "EUC-JP · Japanese"
    assert reported == [{"encoding": "euc_jp"}]

    choose(reading.encoding, "utf-8")

    assert reported[1:] == [{"encoding": "utf-8"}]


@pytest.mark.slow
def test_a_guessed_encoding_is_marked_as_such(show: Show, preview_of: Preview) -> None:
    preview = preview_of("terms.csv", TABLE)
    guessed = replace(preview, file=replace(preview.file, encoding="koi8-t", encoding_is_certain=False))
    reading = show(preview)

    reading.show_preview(guessed)

    assert reading.encoding.currentData() == "koi8-t"
    assert any(label.text() == "Encoding (a guess)" for label in reading.findChildren(PlainLabel))


@pytest.mark.parametrize("width", [900, 530, 400])
def test_no_option_covers_another_however_narrow_the_window_is(show: Show, preview_of: Preview, width: int) -> None:
    reading = show(preview_of("terms.csv", TABLE))
    reading.resize(width, reading.heightForWidth(width))
    reading.layout().activate()
    shown = (reading.text_kind, reading.encoding, reading.separator, reading.header, reading.quoting)
    # In a narrower dialog, the lines would be too low.
    assert reading.minimumSizeHint().width() <= 480
    positions = [QRect(each.mapTo(reading, QPoint()), each.size()) for each in (*shown, reading.preset)]

    assert [(one, other) for one, other in combinations(positions, 2) if one.intersects(other)] == []
    assert all(reading.rect().contains(each) for each in positions)


def test_hidden_struck_and_formatted_cells_are_asked_about_where_there_are_any(show: Show, preview_of: Preview) -> None:
    preview = preview_of("terms.csv", TABLE)
    odd = replace(preview.file, has_hidden_rows=True, has_struck_rows=True, has_shown_numbers=True)
    reading = show(preview)
    boxes = (reading.hidden_rows, reading.struck_out, reading.as_shown)
    assert not any(box.isVisible() for box in boxes)

    reading.show_preview(replace(preview, file=odd, choices=ImportChoices(struck_out=False)))
    reported: list[dict[str, Any]] = []
    reading.settled.connect(reported.append)

    assert [(box.isVisible(), box.isChecked()) for box in boxes] == [(True, True), (True, False), (True, True)]
    for box in boxes:
        box.click()
    assert reported == [{"hidden_rows": False}, {"struck_out": True}, {"as_shown": False}]


@pytest.mark.slow
def test_titles_in_the_wrong_order_are_mended_by_one_click(show: Show, preview_of: Preview) -> None:
    reading = show(preview_of("terms.csv", "German,English,Note\ntree,Baum,tall\nsea,Meer,wet\n"))
    reported: list[dict[str, Any]] = []
    reading.settled.connect(reported.append)
    assert not show(preview_of("others.csv", TABLE)).swap.isVisible()
    assert not show(preview_of("memory.tmx", TMX)).swap.isVisible()

    assert reading.swap.isVisible()
    reading.swap.click()

    [chosen] = reported
    swapped = preview_of("terms.csv", "German,English,Note\ntree,Baum,tall\nsea,Meer,wet\n", ImportChoices(**chosen))
    assert str(swapped.pair) == "en → de"
    assert swapped.phrase_columns == (0, 1)
