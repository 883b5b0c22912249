"""Positions and points of a text in several lines, counted as Qt does."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication

from termdesk.ui.glossaries.sheet.editor.wrapped_text import WrappedText

LTR, RTL = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft
WORDS = "one two three four five six seven eight nine ten"
WIDTH = 90
ARABIC = "مياه الشرب من مصادر " * 5
pytestmark = pytest.mark.usefixtures("qapp")


def wrapped(
    text: str = WORDS, *, direction: Qt.LayoutDirection = LTR, caret: int = 0, composed: str = ""
) -> WrappedText:
    return WrappedText(text, QApplication.font(), WIDTH, direction, caret=caret, composed=composed)


@pytest.mark.parametrize(
    ("text", "step", "direction"), [(WORDS, 1, LTR), ("x" * 200, 1, LTR), ("😀" * 60, 2, LTR), (ARABIC, 1, RTL)]
)
def test_each_place_is_found_again_at_its_caret(text: str, step: int, direction: Qt.LayoutDirection) -> None:
    lines = wrapped(text, direction=direction)
    carets = {position: lines.caret(position) for position in range(0, len(text) * step, step)}

    assert lines.count > 2
    for position, caret in carets.items():
        assert 0 <= caret.left() <= WIDTH
        found = lines.position_at(QPointF(caret.left(), caret.center().y()))
        # Combining marks with a width of their own belong to the letter before them.
        assert found == position or carets[found] == caret


def test_a_line_has_two_ends_of_its_own() -> None:
    lines = wrapped()
    start, end = lines.ends(0)
    after, _ = lines.ends(end + 1)

    assert (start, WORDS[end], after) == (0, " ", end + 1)
    assert lines.caret(start).top() == lines.caret(end).top() < lines.caret(after).top()
    assert lines.ends(len(WORDS))[1] == len(WORDS)


def test_beyond_the_first_and_the_last_line_are_the_ends_of_the_text() -> None:
    lines = wrapped()

    assert lines.beside(7, -1, x=30) == 0
    assert lines.beside(len(WORDS) - 2, 1, x=0) == len(WORDS)
    assert lines.position_at(QPointF(0, -50)) == 0
    assert lines.position_at(QPointF(WIDTH, 5000)) == len(WORDS)


@pytest.mark.parametrize(("position", "word"), [(0, "one"), (2, "one"), (5, "two"), (len(WORDS) - 1, "ten")])
def test_a_word_has_no_blanks(position: int, word: str) -> None:
    lines = wrapped()
    start, end = lines.word_at(lines.caret(position).center() + QPointF(4, 0))

    assert WORDS[start:end] == word


def test_behind_the_last_word_is_the_last_word() -> None:
    start, end = wrapped().word_at(QPointF(WIDTH * 2, 5000))

    assert WORDS[start:end] == "ten"


def test_right_to_left_lines_begin_at_the_right() -> None:
    assert wrapped(ARABIC, direction=RTL).caret(0).left() == pytest.approx(WIDTH, abs=2)


def test_what_is_composed_takes_room_and_is_underlined() -> None:
    bare, lines = wrapped(), wrapped(caret=3, composed="ㅎㅏㄴ😀" * 8)

    assert lines.count > bare.count
    # After the composed text; an emoji counts as two units.
    assert lines.caret(3 + 8 * 5).top() > bare.caret(3).top()


def test_what_is_selected_is_drawn_as_such() -> None:
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Highlight, QColor("#ff0000"))
    lines = wrapped()

    def reds(selected: tuple[int, int] | None) -> int:
        image = QImage(WIDTH, round(lines.height), QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        lines.draw(painter, QPointF(), palette, selected=selected)
        painter.end()
        return sum(image.pixelColor(x, y) == "#ff0000" for x in range(WIDTH) for y in range(image.height()))

    assert reds(None) == 0
    assert 0 < reds((0, 3)) < reds((0, len(WORDS)))
