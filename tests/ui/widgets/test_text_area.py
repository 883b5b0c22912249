"""Text fields: marks on the right characters, and the direction of the language."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt
from PySide6.QtGui import QHelpEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from termdesk.ui.widgets.plain import tooltip
from termdesk.ui.widgets.text_area import TextArea, TextMark


@pytest.fixture
def area(qtbot: QtBot) -> TextArea:
    made = TextArea("source_text", "Text")
    qtbot.addWidget(made)
    return made


@pytest.mark.parametrize("before", ["", "plain ", "über ", "😀", "👩‍👩‍👧 and 🇩🇪 ", "日本\n", "e\u0301"])
def test_a_mark_covers_its_word_whatever_stands_before(area: TextArea, before: str) -> None:
    area.setPlainText(f"{before}tree 🌳 end")

    area.show_marks(
        [TextMark(len(before), len(before) + 4, "term", "tree"), TextMark(len(before) + 5, len(before) + 6, "added")]
    )

    assert [each.cursor.selectedText() for each in area.extraSelections()] == ["tree", "🌳"]
    assert area.accessibleDescription() == "tree"


def test_what_is_said_of_a_mark_is_shown_where_the_mouse_rests_on_it(area: TextArea) -> None:
    area.resize(400, 100)
    area.setPlainText("😀 tree end")
    area.show_marks([TextMark(2, 6, "term", "tree: <used>")])

    def ask(position: int) -> None:
        cursor = area.textCursor()
        cursor.setPosition(position)
        point = area.cursorRect(cursor).center() + QPoint(2, 0)
        help_event = QHelpEvent(QEvent.Type.ToolTip, point, area.viewport().mapToGlobal(point))
        QApplication.sendEvent(area.viewport(), help_event)

    ask(4)
    assert QToolTip.text() == tooltip("tree: <used>")
    ask(9)
    assert area.words_at(QPoint(390, 90)) == ""


@pytest.mark.parametrize("share", [0.4, 0.7])
@pytest.mark.parametrize(("text", "language"), [("The 😀 house.", "en"), ("שלום עולם גדול", "he"), ("翻訳記憶", "ja")])
def test_the_mouse_is_on_the_whole_of_a_character(area: TextArea, text: str, language: str, share: float) -> None:
    area.set_language(language)
    # The text wraps between its words.
    area.setPlainText(f"{'A first paragraph. ' * 9}\n{text}")
    area.resize(300, 400)
    area.show()
    begin = area.toPlainText().index(text)
    for position in range(begin, begin + len(text)):
        edges = [QTextCursor(area.document()), QTextCursor(area.document())]
        for cursor, number in zip(edges, (position, position + 1), strict=True):
            cursor.setPosition(len(area.toPlainText()[:number].encode("utf-16-le")) // 2)
        before, after = map(area.cursorRect, edges)
        x = before.left() + round((after.left() - before.left()) * share)

        assert area.position_at(QPoint(x, before.center().y())) == position


def test_new_marks_replace_the_old_ones(area: TextArea) -> None:
    area.setPlainText("one two")
    area.show_marks([TextMark(0, 3, "term")])

    area.show_marks([])

    assert area.extraSelections() == []
    assert area.marks == ()


def test_no_two_kinds_of_mark_differ_by_color_alone(area: TextArea) -> None:
    area.setPlainText("abcd")
    kinds = ("term", "missed", "undecided", "removed")

    area.show_marks([TextMark(position, position + 1, kind) for position, kind in enumerate(kinds)])

    looks = {(each.format.underlineStyle(), each.format.fontStrikeOut()) for each in area.extraSelections()}
    assert len(looks) == len(kinds)


@pytest.mark.parametrize(
    ("code", "direction"),
    [
        ("ar", Qt.LayoutDirection.RightToLeft),
        ("he", Qt.LayoutDirection.RightToLeft),
        ("en", Qt.LayoutDirection.LeftToRight),
        # While the language is unknown, each paragraph has the direction of its first characters.
        ("", Qt.LayoutDirection.LayoutDirectionAuto),
    ],
)
def test_a_text_runs_as_its_language_does(area: TextArea, code: str, direction: Qt.LayoutDirection) -> None:
    area.set_language(code)
    assert area.document().defaultTextOption().textDirection() == direction

    area.set_language("en")
    assert area.document().defaultTextOption().textDirection() == Qt.LayoutDirection.LeftToRight


@pytest.mark.scorecard("S31")
def test_pasted_markup_arrives_as_text(area: TextArea) -> None:
    mime = QMimeData()
    mime.setHtml("<b>bold</b>")
    mime.setText("<b>bold</b>")

    area.insertFromMimeData(mime)

    assert area.toPlainText() == "<b>bold</b>"


def test_tab_leaves_the_field(area: TextArea) -> None:
    assert area.tabChangesFocus()
