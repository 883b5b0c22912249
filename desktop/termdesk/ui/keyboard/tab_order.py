"""The neighbors of a widget in the tab order of its window."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def next_in_tab_order(widget: QWidget) -> QWidget:
    """Return the widget after this one. After the last one comes the window."""
    return _restore_owner(widget.nextInFocusChain() or widget.window())


def previous_in_tab_order(widget: QWidget) -> QWidget:
    """Return the widget before this one. Before the window comes the last one."""
    return _restore_owner(widget.previousInFocusChain() or widget.window())


def _restore_owner(found: QWidget) -> QWidget:
    """Let the parent of a widget own its Python object again.

    WORKAROUND: PySide 6.11 makes the widget that is asked for its neighbor the owner of the neighbor's Python object.
    When it is deleted, the Python objects of everything behind it in the tab order become invalid, also of other panes.
    Setting the same parent again changes nothing in Qt.
    """
    each: QWidget | None = found
    # Every ancestor, too: only its own owner keeps the Python object of a widget that Qt made, such as a scroll area's.
    while each is not None:
        parent = each.parentWidget()
        each.setParent(parent)
        each = None if each.isWindow() else parent
    return found
