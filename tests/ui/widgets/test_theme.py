"""Colors are readable and distinguishable in all schemes, and icons show something."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields

import pytest
from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QRect, QStringListModel, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollBar,
    QStyle,
    QTableView,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from support.files.source_trees import PACKAGE, nodes_of, trees_of
from termdesk import resources
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.settings import Settings
from termdesk.ui.glossaries.library.pair_matrix import PairMatrix
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.icon_label import Picture
from termdesk.ui.widgets.list_table import ListTable
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.widgets.text_area import TextArea, TextMark

UI_TREES = trees_of(PACKAGE / "ui")
GROUNDS = ["window", "base", "raised", "control"]
NOTICES = ["note_background", "problem_background", "warning_background", "good_background"]
SELECTIONS = ["selection", "selection_unfocused"]
# (text, backgrounds that it appears on)
TEXTS = [
    ("text", [*GROUNDS, *NOTICES, "rail", "hover", "checked", "term", "term_missed", "match"]),
    ("muted", [*GROUNDS, "rail", "hover"]),
    ("problem", ["window", "base", "raised", "control", "problem_background"]),
    ("warning", ["window", "base", "raised", "warning_background"]),
    ("good", ["window", "base", "raised"]),
    ("accent", ["window", "base"]),
    # Not text, but equally thin: the frame of a check box.
    ("box_line", ["window", "base"]),
    ("accent_text", ["accent", "warning"]),
    ("checked_text", ["checked"]),
    ("selection_text", SELECTIONS),
    ("badge_text", ["badge"]),
]
# Not for careful reading, and in high contrast different from what is enabled.
FAINT_TEXTS = [("disabled_text", ["window", "base", "raised", "control", "hover"])]
# Not text, but signs of what is enabled, switched on or focused, with the neighboring colors.
SHAPES = [
    ("control_line", [*GROUNDS, *NOTICES, "rail"]),
    ("accent", [*GROUNDS, *NOTICES, "rail", "hover", "checked"]),
    ("problem", [*GROUNDS, *NOTICES, "hover"]),
    ("warning", [*GROUNDS, *NOTICES, "hover"]),
    ("changed", ["window", "base"]),
    *((each, ["window", "base", "raised"]) for each in SELECTIONS),
    # The frame of the current cell, against its selection and the cells around it.
    ("selection_frame", ["selection"]),
]
ENOUGH, ENOUGH_FOR_SHAPES, ENOUGH_FOR_HIGH_CONTRAST = 4.5, 3, 7


@pytest.fixture(autouse=True)
def light_again(qapp: QApplication) -> Iterator[None]:
    yield
    theme.apply(qapp, choice="light")


def luminance(color: str) -> float:
    """Return the relative luminance, as WCAG 2 defines it."""
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in QColor(color).getRgbF()[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_the_measure_itself_is_right() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def too_faint(scheme: str, name: str, grounds: list[str], least: float) -> dict[str, float]:
    """Return the backgrounds on which a color has a lower contrast."""
    color = theme.hex_color(name, scheme=scheme)
    ratios = {ground: contrast(color, theme.hex_color(ground, scheme=scheme)) for ground in grounds}
    return {ground: round(ratio, 2) for ground, ratio in ratios.items() if ratio < least}


@pytest.mark.parametrize("scheme", theme.SCHEMES)
@pytest.mark.parametrize(("text", "grounds"), TEXTS, ids=[text for text, _ in TEXTS])
def test_text_can_be_read_where_it_stands(text: str, grounds: list[str], scheme: str) -> None:
    least = ENOUGH_FOR_HIGH_CONTRAST if scheme.startswith("contrast") else ENOUGH

    assert too_faint(scheme, text, grounds, least) == {}


@pytest.mark.parametrize("scheme", theme.SCHEMES)
@pytest.mark.parametrize(("shape", "grounds"), SHAPES, ids=[shape for shape, _ in SHAPES])
def test_shapes_can_be_told_from_what_is_around_them(shape: str, grounds: list[str], scheme: str) -> None:
    least = ENOUGH if scheme.startswith("contrast") else ENOUGH_FOR_SHAPES

    assert too_faint(scheme, shape, grounds, least) == {}


@pytest.mark.parametrize("scheme", theme.SCHEMES)
@pytest.mark.parametrize(("text", "grounds"), FAINT_TEXTS, ids=[text for text, _ in FAINT_TEXTS])
def test_what_cannot_be_used_can_be_read_too(text: str, grounds: list[str], scheme: str) -> None:
    assert too_faint(scheme, text, grounds, ENOUGH) == {}
    if scheme.startswith("contrast"):
        difference = contrast(theme.hex_color(text, scheme=scheme), theme.hex_color("text", scheme=scheme))
        assert difference > 2


def checked_button() -> QWidget:
    button = QToolButton()
    button.setCheckable(True)
    button.setChecked(True)
    return button


def scroll_bar() -> QWidget:
    """A scroll bar with its handle at the start."""
    bar = QScrollBar(Qt.Orientation.Vertical)
    bar.setRange(0, 100)
    return bar


@pytest.mark.parametrize("scheme", theme.SCHEMES)
@pytest.mark.parametrize(
    "make",
    [QPushButton, QLineEdit, QComboBox, QTreeView, QCheckBox, checked_button, scroll_bar],
    ids=lambda of: of.__name__,
)
def test_what_can_be_used_is_seen_in_pictures(
    window: QWidget, qapp: QApplication, make: Callable[[], QWidget], scheme: str
) -> None:
    theme.apply(qapp, choice=scheme)
    widget = make()
    widget.setParent(window)
    widget.setGeometry(20, 20, 14 if make is scroll_bar else 100, 80 if make is scroll_bar else 30)
    window.show()
    widget.show()
    widget.clearFocus()

    picture = window.grab().toImage()

    # From the background, at half height, to the first pixels of the widget.
    ground = picture.pixelColor(10, 35)
    ratios = [contrast(ground.name(), picture.pixelColor(x, 35).name()) for x in range(20, 34)]
    theme.apply(qapp, choice="light")
    assert max(ratios) >= ENOUGH_FOR_SHAPES


@pytest.mark.parametrize("scheme", theme.SCHEMES)
def test_the_frame_of_a_selected_cell_differs_from_the_cells_around_it(scheme: str) -> None:
    assert too_faint(scheme, "selection_frame", ["base", "window"], ENOUGH_FOR_SHAPES) == {}


@pytest.mark.parametrize("scheme", theme.SCHEMES)
def test_a_selection_looks_different_without_the_focus(scheme: str) -> None:
    focused, unfocused = (QColor(theme.hex_color(each, scheme=scheme)) for each in SELECTIONS)

    # By color, as in most programs: the one without focus is gray.
    assert focused.hsvSaturationF() > 0.5 > 0.3 > unfocused.hsvSaturationF()


@pytest.mark.parametrize(
    ("choice", "is_dark", "is_contrast", "scheme"),
    [
        ("system", False, False, "light"),
        ("system", True, False, "dark"),
        ("system", False, True, "contrast_light"),
        ("system", True, True, "contrast_dark"),
        ("contrast", False, False, "contrast_light"),
        ("contrast", True, False, "contrast_dark"),
        ("light", True, True, "light"),
        ("dark", False, True, "dark"),
    ],
)
def test_the_scheme_follows_the_choice_and_the_desktop(
    choice: str, is_dark: bool, is_contrast: bool, scheme: str
) -> None:
    assert theme.scheme_for(choice, is_dark=is_dark, is_contrast=is_contrast) == scheme


def test_windows_are_dressed_anew_when_the_desktop_prefers_another_contrast(qapp: QApplication) -> None:
    theme.apply(qapp, choice="system")
    theme.follow_system(qapp)
    qapp.setProperty("look", None)
    hints = QGuiApplication.styleHints()

    hints.accessibility().contrastPreferenceChanged.emit(Qt.ContrastPreference.HighContrast)

    assert qapp.property("look") is not None


def test_every_choice_of_the_preferences_is_a_look(qapp: QApplication) -> None:
    (field,) = (each for each in fields(Settings) if each.name == "theme")
    looks = {}
    for choice in field.metadata["choices"]:
        theme.apply(qapp, choice=choice)
        looks[choice] = theme.scheme()

    assert {"light": "light", "dark": "dark", "contrast": "contrast_light"}.items() <= looks.items()


@pytest.mark.parametrize("choice", theme.SCHEMES)
def test_the_style_sheet_knows_every_color_it_names(qapp: QApplication, choice: str) -> None:
    theme.apply(qapp, choice=choice)

    rules = re.sub(r"/\*.*?\*/", "", qapp.styleSheet(), flags=re.DOTALL)
    assert re.findall("@[a-z_]+", rules) == []
    assert theme.scheme() == theme.choice() == choice
    assert qapp.palette().window().color() == theme.color("window")


def test_a_box_to_tick_is_drawn_in_its_own_color(qapp: QApplication) -> None:
    for choice in theme.SCHEMES:
        theme.apply(qapp, choice=choice)
        assert f"1px solid {theme.hex_color('box_line')}" in qapp.styleSheet()


@pytest.mark.parametrize("path", sorted(resources.path("icons").glob("*.svg")), ids=lambda path: path.stem)
def test_every_icon_draws_something(qapp: QApplication, path: object) -> None:
    name = getattr(path, "stem", "")
    for icon in (theme.icon(name), QIcon(str(path))):
        picture = icon.pixmap(24, 24).toImage()

        inked = sum(picture.pixelColor(x, y).alpha() > 100 for x in range(24) for y in range(24))

        assert inked > 10, name


def test_an_icon_follows_the_scheme(qapp: QApplication) -> None:
    icon = theme.icon("add")

    def brightest() -> int:
        picture = icon.pixmap(32, 32).toImage()
        pixels = [picture.pixelColor(x, y) for x in range(32) for y in range(32)]
        return max(pixel.lightness() for pixel in pixels if pixel.alpha() == 255)

    theme.apply(qapp, choice="light")
    light = brightest()
    theme.apply(qapp, choice="dark")

    assert light < 100 < brightest()


def test_an_icon_without_room_is_empty(qapp: QApplication) -> None:
    picture = QPixmap(8, 8)
    painter = QPainter(picture)
    theme.icon("add").paint(painter, QRect(0, 0, 0, 8))
    painter.end()

    assert theme.icon("add").pixmap(0, 0).isNull()


def test_larger_text_counts_from_the_system_size_and_goes_back(qapp: QApplication) -> None:
    theme.apply(qapp, choice="light")
    size = qapp.font().pointSizeF()

    theme.apply(qapp, choice="light", text_size=4)
    assert qapp.font().pointSizeF() == size + 4
    theme.apply(qapp, choice="light", text_size=4)
    assert qapp.font().pointSizeF() == size + 4
    theme.apply(qapp, choice="light")
    assert qapp.font().pointSizeF() == size


def test_windows_are_dressed_anew_only_where_something_changes(qapp: QApplication, qtbot: QtBot) -> None:
    class Dressed(QWidget):
        times = 0

        def changeEvent(self, event: QEvent) -> None:
            self.times += event.type() == QEvent.Type.StyleChange

    theme.apply(qapp, choice="light")
    widget = Dressed()
    qtbot.addWidget(widget)
    widget.show()
    before = widget.times

    theme.apply(qapp, choice="light")
    assert widget.times == before
    theme.apply(qapp, choice="dark")
    assert widget.times > before


def test_headings_stay_larger_than_the_text_whatever_its_size(qapp: QApplication, qtbot: QtBot) -> None:
    theme.apply(qapp, choice="light")
    heading = PlainLabel("Heading")
    qtbot.addWidget(heading)
    theme.make_heading(heading, factor=1.5)

    theme.apply(qapp, choice="light", text_size=6)

    assert heading.font().pointSizeF() == pytest.approx(qapp.font().pointSizeF() * 1.5)


def test_marks_and_pictures_follow_the_scheme(qapp: QApplication, qtbot: QtBot) -> None:
    theme.apply(qapp, choice="light")
    area, picture = TextArea("text", "Text"), Picture("warning", tint="warning", side=24)
    for widget in (area, picture):
        qtbot.addWidget(widget)
        widget.show()
    area.setPlainText("term")
    area.show_marks([TextMark(0, 4, "term")])

    theme.apply(qapp, choice="dark")

    assert area.extraSelections()[0].format.background().color() == theme.color("term")
    image = picture.grab().toImage()
    inks = {image.pixelColor(x, y).name() for x in range(24) for y in range(24)}
    assert theme.hex_color("warning") in inks


def _pairs(parent: QWidget) -> PairMatrix:
    matrix = PairMatrix(parent)
    matrix.show_summary(
        GlossarySummary(
            "key", None, "Solar", drafts=(DictionarySummary(LanguagePair("en", "es"), 3, draft_id="draft"),)
        )
    )
    return matrix


def _list(parent: QWidget) -> ListTable:
    table = ListTable("list", "Lines", parent)
    table.setModel(QStringListModel(["one"], table))
    return table


@pytest.mark.parametrize(
    "make",
    [
        lambda parent: PlainTable("table", "Lines", headings=["A"], rows=[["one"]], stretch=0, parent=parent),
        _list,
        _pairs,
    ],
    ids=["plain", "list", "pairs"],
)
def test_larger_text_makes_the_lines_of_open_tables_higher(
    make: Callable[[QWidget], QTableView], qapp: QApplication, window: QWidget
) -> None:
    theme.apply(qapp, choice="light")
    table = make(window)
    QVBoxLayout(window).addWidget(table)
    # Rows have their heights once the table is laid out.
    qapp.processEvents()
    before, text_before = table.rowHeight(0), table.fontMetrics().height()

    theme.apply(qapp, choice="light", text_size=8)
    qapp.processEvents()

    assert table.fontMetrics().height() > text_before
    assert table.rowHeight(0) - before >= table.fontMetrics().height() - text_before


def test_icons_and_controls_grow_with_the_text(qtbot: QtBot, qapp: QApplication) -> None:
    button, field, picture = QPushButton("Words"), QComboBox(), Picture("search", tint="text", side=24)
    tree, menu = QTreeView(), QMenu()
    for widget in (button, field, picture, tree, menu):
        qtbot.addWidget(widget)
    sizes = []
    for text_size in (0, 6):
        theme.apply(qapp, choice="light", text_size=text_size)
        for widget in (button, field, picture, tree, menu):
            widget.ensurePolished()
        small = (each.style().pixelMetric(QStyle.PixelMetric.PM_SmallIconSize, None, each) for each in (tree, menu))
        sizes.append((button.iconSize().height(), field.minimumHeight(), picture.sizeHint().height(), *small))
    theme.apply(qapp, choice="light")

    usual, larger = sizes
    assert (usual[0], *usual[2:]) == (16, 24, 16, 16)
    assert all(now >= 1.4 * then for now, then in zip(larger, usual, strict=True))


# Freed memory is overwritten in this process, so that an icon without its engine crashes it.
ICONS = """
import gc
from types import SimpleNamespace
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication
from termdesk.ui.widgets import theme

app = QApplication([])
action = QAction("Add")

def dispose():
    icon = theme.icon("add")
    action.setIcon(icon)
    holder = SimpleNamespace(icon=icon)
    holder.holder = holder

dispose()
gc.collect()
changed = action.icon()
changed.setIsMask(True)
gc.collect()
for icon in (action.icon(), changed):
    print(icon.pixmap(16).toImage().pixelColor(8, 8).alpha())
"""


def test_icons_outlive_the_python_objects_that_held_them() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ICONS],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "MALLOC_PERTURB_": "165"},
    )

    assert (done.returncode, done.stdout.split()) == (0, ["255", "255"]), done.stderr


def test_every_name_in_the_style_sheet_is_one_of_the_program() -> None:
    rules = re.sub(r"/\*.*?\*/", "", resources.read_text("style.qss"), flags=re.DOTALL)
    selectors = re.sub(r"\{[^}]*\}", "\n", rules)
    names, patterns, classes = _names_in_code()

    for name in set(re.findall(r"#(\w+)", selectors)) | set(re.findall(r"\[(\w+)=", selectors)):
        assert name in names or any(re.fullmatch(each, name) for each in patterns), name
    for value in set(re.findall(r'="(\w*)"\]', selectors)) - {"true", "false"}:
        assert value in names, value
    for name in set(re.findall(r"(?<![\w#\[@=\"-])([A-Z]\w+)", selectors)):
        assert name in classes | {"QTableCornerButton"} or hasattr(QtWidgets, name), name


def _names_in_code() -> tuple[set[str], set[str], set[str]]:
    """Return the texts, the patterns of texts with values in them, and the classes of the package `ui`."""
    names, patterns, classes = set(), set(), set()
    for tree in UI_TREES.values():
        for node in nodes_of(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                names.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = (each.value if isinstance(each, ast.Constant) else None for each in node.values)
                patterns.add("".join(r"\w+" if part is None else re.escape(str(part)) for part in parts))
            elif isinstance(node, ast.ClassDef):
                classes.add(node.name)
    return names, patterns - {r"\w+", r"\w+\w+"}, classes
