"""Text that looks like markup is shown as typed, in labels and in tooltips."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QHelpEvent, QTextDocument
from PySide6.QtWidgets import QApplication, QComboBox, QFormLayout, QLineEdit, QPushButton, QSpinBox, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import ElidedLabel, PlainLabel, caption, set_tooltip, tooltip

TAGS = re.compile("</?(?:qt|table|tr|td|div)\\b[^<>]*>")
MARKUP = ["<b>bold</b>", '<img src="file:///etc/passwd">', "a < b & c > d", "&lt;", "<qt>x", 'it\'s “quoted” "so"']


@pytest.mark.scorecard("S30")
@pytest.mark.parametrize("text", MARKUP)
def test_a_label_shows_markup_literally(qtbot: QtBot, text: str) -> None:
    label = PlainLabel(text)
    qtbot.addWidget(label)

    assert label.textFormat() == Qt.TextFormat.PlainText
    assert label.text() == text


def test_where_there_is_no_room_a_label_ends_in_an_ellipsis_and_its_tooltip_has_the_whole(qtbot: QtBot) -> None:
    text = "A glossary <b>with</b> a very long name, longer than its window is wide"
    label = ElidedLabel(text)
    qtbot.addWidget(label)
    label.resize(120, 30)
    label.show()
    short = label.shown_text()
    position = label.rect().center()
    QApplication.sendEvent(label, QHelpEvent(QEvent.Type.ToolTip, position, label.mapToGlobal(position)))
    reported = QToolTip.text()
    QToolTip.hideText()
    label.resize(2000, 30)

    assert short.endswith("…")
    assert text.startswith(short[:-1])
    assert reported == tooltip(text)
    assert label.text() == label.shown_text() == text


@pytest.mark.parametrize("text", MARKUP)
def test_a_tooltip_reads_as_its_text(qapp: object, text: str) -> None:
    document = QTextDocument()

    document.setHtml(tooltip(text))

    assert document.toPlainText() == text


@pytest.mark.scorecard("S30")
@given(st.text())
def test_no_tag_of_a_text_reaches_a_tooltip(text: str) -> None:
    assert not set("<>") & set(TAGS.sub("", tooltip(text)))


def test_all_long_tooltips_have_one_width(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    sentence = "Only on this computer until it is published, with many words that no line has room for. "
    widths = {}
    for text in (sentence, sentence * 3, sentence * 12, f"{sentence * 4}\n{sentence}", "short"):
        QToolTip.showText(widget.mapToGlobal(widget.rect().center()), tooltip(text), widget)
        [shown] = [each for each in QApplication.topLevelWidgets() if each.inherits("QTipLabel")]
        widths[text] = shown.width()
        QToolTip.hideText()

    assert widths.pop("short") < min(widths.values())
    assert len(set(widths.values())) == 1


def test_a_selectable_label_is_reached_by_keyboard(qtbot: QtBot) -> None:
    label = PlainLabel("abc")
    qtbot.addWidget(label)

    label.make_selectable()

    assert label.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByKeyboard
    assert label.focusPolicy() & Qt.FocusPolicy.TabFocus or label.focusPolicy() != Qt.FocusPolicy.NoFocus


def test_a_caption_stands_at_the_height_of_its_field(qtbot: QtBot, qapp: QApplication) -> None:
    theme.apply(qapp, choice="light")
    widget = QWidget()
    qtbot.addWidget(widget)
    form = QFormLayout(widget)
    pairs = [(caption("Words", field), field) for field in (QLineEdit(), QComboBox(), QSpinBox())]
    for label, field in pairs:
        form.addRow(label, field)
    widget.show()

    for label, field in pairs:
        assert abs(label.geometry().center().y() - field.geometry().center().y()) <= 1
        assert label.buddy() is field


@pytest.mark.parametrize("text", MARKUP)
def test_what_a_tooltip_shows_is_spoken_without_tags(qtbot: QtBot, text: str) -> None:
    button = QPushButton("Words")
    qtbot.addWidget(button)
    set_tooltip(button, text)
    interface = QAccessible.queryAccessibleInterface(button)

    assert interface is not None
    assert interface.text(QAccessible.Text.Description) == text
    assert button.toolTip() == tooltip(text)


@pytest.mark.parametrize(
    ("direction", "half"), [(Qt.LayoutDirection.LeftToRight, 0), (Qt.LayoutDirection.RightToLeft, 1)]
)
@pytest.mark.parametrize("is_turned_later", [False, True])
@pytest.mark.parametrize("is_at_start", [True, False])
def test_a_number_stands_at_the_start_or_end_of_the_lines_of_the_window(
    qtbot: QtBot, direction: Qt.LayoutDirection, half: int, *, is_turned_later: bool, is_at_start: bool
) -> None:
    label = PlainLabel("12,345")
    qtbot.addWidget(label)
    if not is_turned_later:
        label.setLayoutDirection(direction)
    if is_at_start:
        label.stand_at_start()
    else:
        label.stand_at_end()
    if is_turned_later:
        label.setLayoutDirection(direction)
    label.resize(400, 30)

    picture = label.grab().toImage()

    ground = picture.pixel(200, 15)
    inked = {x // 200 for x in range(400) for y in range(30) if picture.pixel(x, y) != ground}
    assert inked == {half if is_at_start else 1 - half}
