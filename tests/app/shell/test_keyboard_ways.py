"""The whole program by keys: F6 cycles through the areas of the window, Ctrl+Page Down the panes; F1 opens help."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QWidget

from app.glossaries.multilingual.test_multilingual_view import opened_multilingual
from app.glossaries.test_side_by_side import opened_pair
from app.program import Control, ControlShift, Key, Program, at_rest, run
from support.multilingual_glossary import own_entries
from termdesk.ui.shell.actions import SPECS
from termdesk.ui.shell.help_dialog import PAGES, HelpDialog

# The help pages between the first, general one and the one about the history.
PANES = PAGES[1 : PAGES.index("history")]

SHIFT = Qt.KeyboardModifier.ShiftModifier
ENTRIES = "flat\tWohnung\nhouse\tHaus\napartment\tWohnung\n"
LIBRARY, STATUS = "library_tree", "connection_state"


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def focus() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def way(program: Program, *, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> list[str]:
    """Return the names of the widgets that F6 reaches in one full cycle."""
    program.press(Key.Key_F6)
    start, names = focus(), []
    while len(names) < 20:
        program.press(Key.Key_F6, held)
        names.append(focus().objectName())
        if focus() is start:
            return names
    raise AssertionError(names)


def show_all_panels(program: Program) -> None:
    # An edit that leads to a finding.
    program.page.edits.set_cells([(0, 0, " flat")], "Edit")
    for action in ("facets", "entry_panel", "find", "check"):
        run(program, action)
    program.until(lambda: at_rest(program))


@pytest.mark.slow
def test_f6_goes_round_all_areas_of_the_window_and_back(fresh_program: Program, tmp_path: Path) -> None:
    # In a shared program, deleted panes leave the areas in another order.
    program = fresh_program
    program.open_text(tmp_path / "homes.en-de.tsv", ENTRIES)
    show_all_panels(program)
    forth = way(program)
    back = way(program, held=SHIFT)

    assert sorted(back) == sorted(forth)
    # Both start at the area behind the grid, so one is the reverse of the other.
    position = back.index(forth[0])
    assert (back[position:] + back[:position])[::-1] == forth[1:] + forth[:1]
    assert {"facets_tree", "entry_panel", "findings_list", STATUS, "rail_glossaries", LIBRARY} <= set(forth)
    assert {"button_multilingual_view", "glossary_filter", "find_field", "glossary_grid"} <= set(forth)
    # In their visible order.
    start = forth.index("rail_glossaries")
    seen = forth[start:] + forth[:start]
    assert seen[:4] == ["rail_glossaries", LIBRARY, "button_multilingual_view", "glossary_filter"]
    assert seen[-1] == STATUS


@pytest.mark.slow
def test_from_each_area_the_keyboard_is_seen_and_comes_to_each_other(program: Program, tmp_path: Path) -> None:
    program.open_text(tmp_path / "homes.en-de.tsv", ENTRIES)
    show_all_panels(program)
    names = way(program)

    for _ in names:
        assert sorted(way(program)) == sorted(names)
        widget = focus()
        program.picture(f"area-{widget.objectName()}")
        with_keyboard = widget.grab().toImage()
        program.press(Key.Key_F6)
        assert widget.grab().toImage() != with_keyboard, widget.objectName()
        program.press(Key.Key_F6, SHIFT)
        assert focus() is widget


@pytest.mark.slow
def test_an_open_cell_is_kept_when_f6_leaves_it(program: Program, tmp_path: Path) -> None:
    program.open_text(tmp_path / "homes.en-de.tsv", ENTRIES)
    program.page.grid.setFocus()
    program.page.grid.go_to(0, 0)
    program.type("studio")
    program.press(Key.Key_F6)

    assert not program.page.grid.isAncestorOf(focus())
    assert program.page.dictionary.entries[0][0] == "studio"


@pytest.mark.slow
def test_no_enter_puts_a_line_break_into_an_entry(program: Program, tmp_path: Path) -> None:
    program.open_text(tmp_path / "homes.en-de.tsv", ENTRIES)
    for row, held in enumerate((SHIFT, Control, Qt.KeyboardModifier.AltModifier)):
        before = program.page.dictionary.entries[row][0]
        program.page.grid.setFocus()
        program.page.grid.go_to(row, 0)
        program.press(Key.Key_F2)
        program.press(Key.Key_End)
        program.type("s")
        program.press(Key.Key_Return, held)
        program.until(lambda: at_rest(program))

        assert program.page.dictionary.entries[row][0] == f"{before}s", held


def test_f6_reaches_a_notice(program: Program) -> None:
    program.controller.window.notices.say("Something is up", kind="warning")

    assert "notice_close" in way(program)


@pytest.mark.slow
def test_f6_goes_round_both_of_two_dictionaries_side_by_side(program: Program) -> None:
    opened_pair(program)
    names = way(program)

    assert names.count("glossary_grid") == names.count("glossary_filter") == 2


@pytest.mark.slow
def test_f6_goes_round_the_table_of_all_languages(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    run(program, "details")
    run(program, "facets")
    names = way(program)
    page.grid.setFocus()
    program.press(Key.Key_Tab, Control)

    assert {"multilingual_grid", "facets_tree", "multilingual_filter", LIBRARY, STATUS} < set(names)
    assert not page.grid.isAncestorOf(focus())
    assert focus() is not page.grid


@pytest.mark.slow
@pytest.mark.parametrize("pane", PANES[1:])
def test_f6_goes_round_every_pane(program: Program, pane: str) -> None:
    program.controller.window.show_pane_named(pane)
    program.until(lambda: at_rest(program))
    front = program.controller.window.pane
    assert front is not None
    focus_of_pane = next(each for each in front.findChildren(QWidget) if each.focusPolicy() & Qt.FocusPolicy.TabFocus)
    focus_of_pane.setFocus()
    names = way(program)

    assert {STATUS, f"rail_{pane}"} < set(names)
    if pane in ("translate", "improve"):
        assert {f"{pane}_source", f"{pane}_result"} < set(names)


@pytest.mark.slow
def test_f6_leads_to_the_button_of_the_pane_in_front(program: Program) -> None:
    way(program)
    program.press(Key.Key_2, Control)
    program.until(lambda: at_rest(program))
    names = way(program)

    assert [each for each in names if each.startswith("rail_")] == ["rail_translate"]


@pytest.mark.slow
def test_control_and_page_down_lead_to_the_next_pane(program: Program) -> None:
    window = program.controller.window
    shown = []
    for key in (Key.Key_PageDown, Key.Key_PageDown, Key.Key_PageUp):
        program.press(key, Control)
        assert window.pane is not None
        shown.append(window.pane.name)
    program.until(lambda: at_rest(program))

    assert shown == ["translate", "spot_check", "translate"]


@pytest.mark.slow
def test_f1_opens_the_help_on_the_pane_in_front(program: Program) -> None:
    for position in range(1, len(PANES) + 1):
        title = PAGES[position].replace("_", "-").capitalize()
        program.press(Qt.Key(Key.Key_0 + position), Control)
        program.until(lambda: at_rest(program))
        program.press(Key.Key_F1)
        dialog = program.dialog(HelpDialog)

        assert dialog.list.currentItem().text() == title
        assert dialog.text.accessibleName() == title
        assert len(dialog.text.toPlainText()) > 100
        program.qtbot.keyClick(dialog, Key.Key_Escape)
        program.until(lambda: at_rest(program) and not program.open_dialogs(HelpDialog))


@pytest.mark.slow
def test_keys_that_cannot_work_now_say_why_and_leave_again(program: Program) -> None:
    for position in range(1, len(PANES) + 1):
        program.press(Qt.Key(Key.Key_0 + position), Control)
        program.until(lambda: at_rest(program))
        pressed = impossible_keys(program)

        # There are several such actions in the panes, and no notice that has to be closed.
        assert len(pressed) > 8, PANES[position - 1]
        assert program.controller.window.notices.isHidden()


def impossible_keys(program: Program) -> set[str]:
    """Press the keys of all actions that cannot work in the front pane. Return those actions, by name."""
    window, actions = program.controller.window, program.controller.window.window_actions
    # Asking each action anew for each key would take seconds. None of these keys changes what others can do.
    possible = {keys for each in window.findChildren(QAction) if each.isEnabled() for keys in written_keys(each)}
    titles: dict[str, list[str]] = {}
    for spec in SPECS:
        for keys in written_keys(actions[spec.name]):
            titles.setdefault(keys, []).append(actions.title(spec.name))
    pressed = set()
    for spec in SPECS:
        action, all_keys = actions[spec.name], written_keys(actions[spec.name])
        if action.isEnabled() or not all_keys or spec.name in ("cut", "copy", "paste", "select_all", "clear_cells"):
            continue
        if all_keys[0] in possible:
            # These keys have a function in this pane.
            continue
        window.notices.clear()
        combination = action.shortcuts()[0][0]
        program.qtbot.keyClick(window, combination.key(), combination.keyboardModifiers())
        reported = window.notices.texts()
        assert len(reported) == 1, spec.name
        assert any(
            reported[0].startswith(f"{title} ") and reported[0].endswith(".") for title in titles[all_keys[0]]
        ), reported
        pressed.add(spec.name)
    return pressed


def written_keys(action: QAction) -> list[str]:
    return [each.toString() for each in action.shortcuts()]


def test_publish_without_a_dictionary_says_what_to_do(program: Program) -> None:
    program.press(Key.Key_P, ControlShift)
    assert program.says("Publish Open a dictionary first.")
    program.picture("hint")

    program.controller.window.notices.clear()
    program.controller.glossaries.panel.tree.setFocus()
    program.press(Key.Key_F8)
    assert program.says("Next problem Open a dictionary first.")
