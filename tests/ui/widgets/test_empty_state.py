"""A pane without content offers what to do, with one prominent button."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QWidget

from termdesk.ui.widgets.empty_state import EmptyState


def test_the_first_button_stands_out_and_comes_first(window: QWidget) -> None:
    state = EmptyState("add", "No glossaries", "Import a file.", window)
    first = state.add_button("first", "Import", "add", lambda: None)
    second = state.add_button("second", "New", "add", lambda: None)
    state.resize(400, 400)
    state.show()

    assert (first.property("role"), second.property("role")) == ("primary", "")
    assert first.geometry().right() < second.geometry().left()


def test_each_button_does_its_own(window: QWidget) -> None:
    done: list[str] = []
    state = EmptyState("add", "No glossaries", "Import a file.", window)
    for name in ("one", "two"):
        state.add_button(name, name.upper(), "add", lambda name=name: done.append(name))  # type: ignore[misc]

    for button in reversed(state.findChildren(QPushButton)):
        button.click()

    assert done == ["two", "one"]


def test_a_long_sentence_continues_on_the_next_line(window: QWidget) -> None:
    state = EmptyState("add", "No glossaries", "Import a file or make a new glossary. " * 5, window)
    state.resize(300, 500)
    state.show()

    assert state.text.height() > 3 * state.text.fontMetrics().height()
    assert state.text.width() <= 300
