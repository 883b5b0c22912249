"""The texts that a user can read in a window: which of them do not fit, and which are not translated."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import QAbstractListModel, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenuBar,
    QPlainTextEdit,
    QProgressBar,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QToolButton,
    QWidget,
)

from termdesk.ui.widgets.leading_header import LeadingHeader
from termdesk.ui.widgets.plain import ElidedLabel
from termdesk.ui.words.pseudo_text import CLOSING, OPENING

MOST_ROWS = 20
_TEXT_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)
_WORD = re.compile(r"[^\W\d_]{3,}")
# Keyboard shortcuts, and the markup around a plain tooltip, are not words.
_KEYS = re.compile(r"</?(?:qt|div|table|tr|td)[^>]*>|(?:Ctrl|Shift|Alt)\+\S+|Shift\+F\d")


def texts(window: QWidget) -> Iterator[tuple[str, str]]:
    """Yield (where, text) for all texts that `window` shows, including tooltips and accessible names."""
    yield "title", window.windowTitle()
    for widget in [window, *window.findChildren(QWidget)]:
        if not (widget is window or widget.isVisibleTo(window)):
            continue
        where = location_of(widget)
        yield f"{where} tooltip", widget.toolTip()
        yield f"{where} accessible name", widget.accessibleName()
        yield f"{where} accessible description", widget.accessibleDescription()
        yield f"{where} status tip", widget.statusTip()
        if isinstance(widget, QMenuBar):
            for menu in widget.actions():
                yield f"{where} menu", menu.text()
                yield from ((f"{menu.text()} menu", each.text()) for each in menu.menu().actions())  # type: ignore[attr-defined]
        elif isinstance(widget, QLabel | QAbstractButton):
            yield where, widget.text()
        elif isinstance(widget, QGroupBox):
            yield where, widget.title()
        elif isinstance(widget, QTabBar):
            yield from ((where, widget.tabText(each)) for each in range(widget.count()))
        elif isinstance(widget, QComboBox):
            yield from ((where, widget.itemText(each)) for each in range(min(widget.count(), 30)))
        elif isinstance(widget, QLineEdit | QPlainTextEdit):
            yield f"{where} placeholder", widget.placeholderText()
        elif isinstance(widget, QSpinBox):
            yield from ((where, each) for each in (widget.prefix(), widget.suffix(), widget.specialValueText()))
        elif isinstance(widget, QProgressBar):
            yield where, widget.text()
        elif isinstance(widget, QHeaderView) and widget.orientation() is Qt.Orientation.Horizontal:
            yield from ((where, title) for _, title in _headings(widget))
        elif isinstance(widget, QAbstractItemView) and not isinstance(widget, QHeaderView):
            yield from ((f"{where} {what}", text) for what, text in _cells(widget))


def location_of(widget: QWidget) -> str:
    """Return class and object name of the widget and of its next two parents."""
    names = []
    each: QWidget | None = widget
    while each is not None and len(names) < 3:
        names.append(f"{type(each).__name__}#{each.objectName()}" if each.objectName() else type(each).__name__)
        each = each.parentWidget()
    return " in ".join(names)


def outside_brackets(text: str) -> str:
    """Return the untranslated part of `text`: everything outside the brackets of the pseudo-language."""
    depth, rest = 0, []
    for letter in text:
        depth += (letter == OPENING) - (letter == CLOSING)
        if depth == 0 and letter != CLOSING:
            rest.append(letter)
    left = " ".join(_KEYS.sub("", "".join(rest)).split())
    return left if _WORD.search(left) else ""


def cut_texts(window: QWidget) -> Iterator[str]:
    """Yield where `window` cuts a text that no tooltip shows in full."""
    for widget in window.findChildren(QWidget):
        if widget.isVisibleTo(window) and (reason := _cut(widget)) and not _tells_in_tooltip(widget):
            yield f"{location_of(widget)}: {reason}"


def _tells_in_tooltip(widget: QWidget) -> bool:
    # Whether a job runs while a window is drawn depends on the speed of the computer. Its label shows a cut title in a
    # tooltip.
    if isinstance(widget, ElidedLabel) and widget.objectName() == "job_title":
        return True
    return isinstance(widget, QLabel | QComboBox) and bool(widget.toolTip())


def _cut(widget: QWidget) -> str:
    metrics = widget.fontMetrics()
    if isinstance(widget, QToolButton) and widget.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonIconOnly:
        return ""
    if isinstance(widget, QAbstractButton):
        text, needed, has = widget.text(), widget.sizeHint().width(), widget.width()
    elif isinstance(widget, QLabel) and widget.wordWrap():
        text, needed, has = widget.text(), widget.heightForWidth(widget.width()), widget.height()
    elif isinstance(widget, QLabel):
        text, needed, has = widget.text(), widget.sizeHint().width(), widget.width()
    elif isinstance(widget, QGroupBox):
        text, needed, has = widget.title(), metrics.horizontalAdvance(widget.title()), widget.width() - 16
    elif isinstance(widget, QTabBar) and not widget.usesScrollButtons():
        text, needed, has = "tabs", widget.sizeHint().width(), widget.width()
    elif isinstance(widget, QComboBox):
        text, needed, has = widget.currentText(), metrics.horizontalAdvance(widget.currentText()), _field_width(widget)
    elif isinstance(widget, QLineEdit):
        text = widget.placeholderText() if not widget.text() else ""
        needed, has = metrics.horizontalAdvance(text), widget.width() - 8
    elif isinstance(widget, QHeaderView) and widget.orientation() is Qt.Orientation.Horizontal:
        # Our own headers show a cut title in a tooltip; Qt's do not.
        cut = (
            []
            if isinstance(widget, LeadingHeader)
            else [title for section, title in _headings(widget) if is_cut(widget, section)]
        )
        return f"headings {cut}" if cut else ""
    else:
        return ""
    return f"{text!r} needs {needed}, has {has}" if text and needed > has else ""


def is_cut(header: QHeaderView, section: int) -> bool:
    """Whether the title of this section has less space than it needs."""
    return header.sectionSizeHint(section) > header.sectionSize(section)


def _field_width(box: QComboBox) -> int:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    part = QStyle.SubControl.SC_ComboBoxEditField
    return box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, box).width()


def _cells(view: QAbstractItemView) -> Iterator[tuple[str, str]]:
    """Yield (what, text) for the first rows: the text of each cell, its tooltip, and its texts for screen readers."""
    model, root = view.model(), view.rootIndex()
    for row in range(min(model.rowCount(root), MOST_ROWS) if model is not None else 0):
        # QAbstractListModel.columnCount is private.
        for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount(root)):
            index = model.index(row, column, root)
            for role in _TEXT_ROLES:
                if isinstance(text := index.data(role), str):
                    yield f"{role.name} {row},{column}", text


def _headings(header: QHeaderView) -> Iterator[tuple[int, str]]:
    model = header.model()
    for section in range(header.count()) if model is not None else ():
        title = model.headerData(section, Qt.Orientation.Horizontal)
        if isinstance(title, str) and title and not header.isSectionHidden(section):
            yield section, title


# Texts that need no translation: names of services, engines and encodings, codes, and words of the sample data.
_DATA = re.compile(
    r"Termdesk( [\d.]+)?|DeepL|(?:UTF|EUC|ISO|KOI8|MAC|Windows)-[\w-]+(?: \(CP\d+\))?(?: ·)?|BIG5(?: ·)?"
    r"|.*\b(Apertium|LingoTweaker|Harper|Kiwi)\b.*|(MultiTerm XML )?\(\.\w+\)|/\S+|[\u2066-\u2069]?Del[\u2069]?"
    r"|.*\b(GPL|LGPL|AGPL|Apache)-[\d.]+.*|OpenCC|\w+\.(tsv|csv|xlsx)|Contracts Brandt 2020"
    r"|· zh-Han[st]|[· ]+hydrology · ·|well|pump|puits d’eau|forage|pompe"
    r"|\{name\}\.\{target\}|school-roof(\.\w+)?\.html|\u2068?Solar energy\u2069?"
    r"|Water, eight languages(?: \(2\))?|Problems \(\w\w\)|Agency \(terms\.example\.org\)[ ·]+"
    r"|Agency(?:, second contract)?"
    r"|\u2068?[0-9a-f]{32}\u2069?|before the audit"
)
# Views whose cells show phrases and texts of users. Their tooltips show cut texts in full. Texts for screen readers are
# still checked, except in the history, where they repeat the user's text.
_SHOW_PHRASES = (
    *("glossary_grid", "multilingual_grid", "multilingual_frozen_column", "import_rows", "review_rows"),
    *("publish_difference", "history_table", "library_tree", "reverse_clashes", "findings_list"),
    *("spot_check_sets", "spot_check_terms", "improve_styles_table", "merge_incoming", "conflicts_table"),
    *("release_differences", "versions_differences", "notebook_differences"),
)


# The help pages and the files of the diagnostic bundle are always English. Screen readers read phrases and texts as
# they are.
_DATA_PLACES = re.compile(
    r"#help_(pages|text) in|#diagnostics_(files|text) in|#spot_check_terms in .* AccessibleTextRole \d+,[01]$"
    # Language codes, and the languages' own names.
    r"|#languages_table in .* (Display|ToolTip|AccessibleText)Role \d+,[02]$"
    r"|#(improve_styles_table|merge_incoming|conflicts_table) in .* AccessibleTextRole \d+,[1-9]$"
    r"|#(release|versions|notebook)_differences in .* AccessibleTextRole \d+,[1-9]$"
)


def _is_phrase(where: str) -> bool:
    is_cell = "DisplayRole" in where or "ToolTipRole" in where or "history_table" in where
    is_shown = is_cell and any(f"#{name} in" in where for name in _SHOW_PHRASES)
    return is_shown or _DATA_PLACES.search(where) is not None


def untranslated(window: QWidget) -> Iterator[str]:
    """Yield texts that were not translated: those with words outside the brackets of the pseudo-language."""
    for where, text in texts(window):
        left = outside_brackets(text)
        if left and not _DATA.fullmatch(left) and not _is_phrase(where):
            yield f"{where}: {left!r}"
