"""Library rows are as high as their lines, and drawn in both directions without overflowing."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.domain.glossary_tag import GlossaryTag, TagKind
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.library.library_model import LibraryModel
from termdesk.ui.glossaries.library.library_tree import LibraryTree
from termdesk.ui.widgets import theme

EN_DE, EN_ES = LanguagePair("en", "de"), LanguagePair("en", "es")
Listed = Callable[..., GlossarySummary]
ACME = GlossaryTag(TagKind.CLIENT, "ACME Ltd")
DRAFT = GlossarySummary(
    "d", None, "مسودة", drafts=(DictionarySummary(EN_DE, 3, "d1", True, is_on_service=False),), tags=(ACME,) * 9
)


@pytest.fixture
def tree(window: QWidget, qtbot: QtBot) -> LibraryTree:
    """The tree with its delegate, which draws the rows."""
    model = LibraryModel(window)
    made = LibraryTree(model)
    qtbot.addWidget(made)
    made.resize(300, 300)
    made.show()
    qtbot.waitExposed(made)
    return made


def drawn(tree: LibraryTree, *summaries: GlossarySummary) -> QImage:
    tree.refill(summaries)
    return tree.viewport().grab().toImage()


def height(tree: LibraryTree, *rows: int) -> int:
    index = tree.model().index(rows[0], 0)
    for row in rows[1:]:
        index = tree.model().index(row, 0, index)
    return tree.visualRect(index).height()


def inked(image: QImage, color: str) -> list[int]:
    """Return the pixel columns with this color."""
    expected = theme.color(color).rgb()
    return [x for x in range(image.width()) if any(image.pixel(x, y) == expected for y in range(image.height()))]


def test_rows_of_every_kind_are_drawn(tree: LibraryTree, listed: Listed) -> None:
    plain = drawn(tree, listed("Energy", EN_DE))
    assert drawn(tree, DRAFT) != plain

    tagged = height(tree, 0)
    drawn(tree, listed("Energy", EN_DE))

    assert height(tree, 0) < tagged


def test_a_dictionary_is_one_line_and_a_glossary_two(tree: LibraryTree, listed: Listed) -> None:
    drawn(tree, listed("Energy", EN_DE, EN_ES))
    tree.expandAll()

    assert tree.fontMetrics().height() < height(tree, 0, 0) < height(tree, 0)
    assert height(tree, 0) > 2 * tree.fontMetrics().height()


@pytest.mark.slow
def test_in_a_window_from_right_to_left_tags_stand_on_the_right(tree: LibraryTree, listed: Listed) -> None:
    tagged = listed("Energy", EN_DE, tags=[ACME])
    left = inked(drawn(tree, tagged), "term")

    tree.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    right = inked(drawn(tree, tagged), "term")

    middle = tree.viewport().width() // 2
    assert left
    assert right
    assert min(left) < middle
    assert max(right) > middle
    assert min(right) > min(left)
    assert len(right) == pytest.approx(len(left), abs=2)


def test_more_tags_than_fit_stay_in_the_row(tree: LibraryTree, listed: Listed) -> None:
    image = drawn(tree, listed("Energy", EN_DE, tags=[GlossaryTag(TagKind.WORD, "w" * 80), *[ACME] * 8]))

    columns = inked(image, "term")

    assert columns
    assert max(columns) < tree.viewport().width() - 2


@pytest.mark.parametrize("scheme", theme.SCHEMES)
def test_all_words_of_a_selected_row_can_be_read(
    tree: LibraryTree, listed: Listed, qapp: QApplication, scheme: str
) -> None:
    theme.apply(qapp, choice=scheme)
    before = drawn(tree, listed("Energy", EN_DE))
    tree.setCurrentIndex(tree.model().index(0, 0))

    after = tree.viewport().grab().toImage()
    theme.apply(qapp, choice="light")

    muted, text, on_selection = (theme.hex_color(name, scheme=scheme) for name in ("muted", "text", "selection_text"))
    assert shown(before) >= {muted, text}
    assert on_selection in shown(after)
    assert muted not in shown(after)


def shown(image: QImage) -> set[str]:
    """Return all colors of a picture, as `#rrggbb`."""
    pixels = memoryview(image.convertToFormat(QImage.Format.Format_RGB32).constBits()).cast("B").cast("I")
    return {f"#{pixel & 0xFFFFFF:06x}" for pixel in set(pixels)}


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_a_locked_glossary_has_a_lock_at_the_start_of_its_second_line(
    tree: LibraryTree, direction: Qt.LayoutDirection
) -> None:
    tree.setLayoutDirection(direction)
    free = drawn(tree, DRAFT)
    locked = drawn(tree, msgspec.structs.replace(DRAFT, is_local_only=True))

    middle = free.width() // 2
    halves = [range(middle), range(middle, free.width())]
    if direction is Qt.LayoutDirection.RightToLeft:
        halves.reverse()
    assert any(free.pixel(x, y) != locked.pixel(x, y) for x in halves[0] for y in range(free.height()))
