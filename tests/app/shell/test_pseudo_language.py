"""Every window of the program, drawn once in the pseudo-language, which is longer than English, and mirrored.

Every text is translated and not cut; keyboards, screen readers and small screens get what they need.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QWidget

from app.program import Program
from support import window_checks
from support.visible_texts import cut_texts, outside_brackets, place_of, texts
from termdesk.ui.glossaries.library.state_words import state_words
from termdesk.ui.pictures.pictures import Album, take_pictures
from termdesk.ui.words.interface_language import PSEUDO, install_language

# The window is drawn forty times, after two hundred glossaries were made; only against hanging.
MILLISECONDS_FOR_ALL = 400_000
# What is no text of the program: names of services, engines and encodings, codes, and the samples' own words.
DATA = re.compile(
    r"Termdesk( [\d.]+)?|DeepL|(?:UTF|EUC|ISO|KOI8|MAC|Windows)-[\w-]+(?: \(CP\d+\))?(?: ·)?|BIG5(?: ·)?"
    r"|.*\b(Apertium|LingoTweaker|Harper|Kiwi)\b.*|(MultiTerm XML )?\(\.\w+\)|/\S+|[\u2066-\u2069]?Del[\u2069]?"
    r"|.*\b(GPL|LGPL|AGPL|Apache)-[\d.]+.*|OpenCC|\w+\.(tsv|csv|xlsx)|Contracts Brandt 2020"
    r"|· zh-Han[st]|[· ]+hydrology · ·|well|pump|puits d’eau|forage|pompe"
    r"|\{name\}\.\{target\}|school-roof(\.\w+)?\.html|\u2068?Solar energy\u2069?"
    r"|Water, eight languages(?: \(2\))?|Problems \(\w\w\)|Agency \(terms\.example\.org\)[ ·]+|[0-9a-f]{32}"
)
# Views whose cells show phrases and texts of users. A tooltip shows the whole of a cut one; what a screen reader
# says is looked at like everything else, but for the history, where it is the text itself.
SHOW_PHRASES = (
    *("glossary_grid", "multilingual_grid", "multilingual_frozen_column", "import_rows", "review_rows"),
    *("publish_difference", "history_table", "library_tree", "reverse_clashes", "findings_list"),
    *("spot_check_sets", "spot_check_terms", "improve_styles_table", "merge_incoming", "conflicts_table"),
    "release_differences",
)


# The pages of the help and the files of the diagnostic bundle are English in every language; a screen reader says
# phrases and texts as they are.
DATA_PLACES = re.compile(
    r"#help_(pages|text) in|#diagnostics_(files|text) in|#spot_check_terms in .* AccessibleTextRole \d+,[01]$"
    # Codes of languages, and what they call themselves.
    r"|#languages_table in .* (Display|ToolTip|AccessibleText)Role \d+,[02]$"
    r"|#(improve_styles_table|merge_incoming|conflicts_table|release_differences) in .* AccessibleTextRole \d+,[1-9]$"
)


def is_phrase(where: str) -> bool:
    is_cell = "DisplayRole" in where or "ToolTipRole" in where or "history_table" in where
    is_shown = is_cell and any(f"#{name} in" in where for name in SHOW_PHRASES)
    return is_shown or DATA_PLACES.search(where) is not None


@pytest.fixture
def pseudo_language(qapp: QApplication) -> Iterator[None]:
    """The pseudo-language for one test."""
    # Other tests have asked for words already, in English.
    state_words.cache_clear()
    translator = install_language(qapp, PSEUDO)
    yield
    state_words.cache_clear()
    QCoreApplication.removeTranslator(translator)
    install_language(qapp)


class StrayWindows(QObject):
    """Notes widgets that are shown as windows of their own for lack of a parent."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            is_popup = watched.windowType() in (Qt.WindowType.Popup, Qt.WindowType.ToolTip)
            if not (is_popup or isinstance(watched, QDialog | QMainWindow)):
                self.found.append(place_of(watched))
        return False


@pytest.mark.scorecard("S31")
@pytest.mark.usefixtures("pseudo_language")
def test_every_window_can_be_read_and_used_in_the_pseudo_language(
    make_program: Callable[[Path], Program], program_folder: Path
) -> None:
    program = make_program(program_folder)
    untranslated, cut = set(), set()
    faults: dict[str, set[str]] = defaultdict(set)
    checks = window_checks.all_checks()

    def look(widget: QWidget, name: str) -> None:
        for where, text in texts(widget):
            left = outside_brackets(text)
            if left and not DATA.fullmatch(left) and not is_phrase(where):
                untranslated.add(f"{name}: {where}: {left!r}")
        cut.update(f"{name}: {each}" for each in cut_texts(widget))
        for kind, check in checks.items():
            faults[kind].update(f"{name}: {each}" for each in check(widget))

    strays = StrayWindows()
    QCoreApplication.instance().installEventFilter(strays)
    drawing = program.loop.create_task(take_pictures(program.controller, Album(None, ("light",), look)))
    program.qtbot.waitUntil(drawing.done, timeout=MILLISECONDS_FOR_ALL)
    drawing.result()
    QCoreApplication.instance().removeEventFilter(strays)

    assert not untranslated, "\n".join(sorted(untranslated))
    assert not cut, "\n".join(sorted(cut))
    assert strays.found == []
    assert {name: sorted(found) for name, found in faults.items() if found} == {}
