"""The regions of a window that F6 cycles through: parts that take many presses of Tab to leave."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from termdesk.ui.keyboard.tab_order import next_in_tab_order

_REGION, _FIRST = "region", "region_first"


def mark_region(widget: QWidget, *, first: QWidget | None = None) -> None:
    """Make this widget a region. F6 focuses `first`, else the widget itself, else its last focused child.

    Widgets in a nested region belong to the inner region.
    """
    widget.setProperty(_REGION, True)
    # No focus proxy: Qt 6.11 drops the children of a widget with a focus proxy from the tab order.
    widget.setProperty(_FIRST, first)


def go_round(window: QWidget, *, step: int) -> None:
    """Focus the next region (1) or the previous one (-1), in tab order, and wrap around at the end."""
    by_region = _stops_by_region(window)
    regions, here = list(by_region), _region_of(QApplication.focusWidget())
    if not regions:
        return
    position = regions.index(here) if here in by_region else (-1 if step > 0 else 0)
    region = regions[(position + step) % len(regions)]
    reason = Qt.FocusReason.TabFocusReason if step > 0 else Qt.FocusReason.BacktabFocusReason
    _entrance(region, by_region[region]).setFocus(reason)


def _stops_by_region(window: QWidget) -> dict[QWidget, list[QWidget]]:
    """Return the widgets that Tab reaches, by region. Regions and widgets are in tab order."""
    found: dict[QWidget, list[QWidget]] = {}
    each = next_in_tab_order(window)
    while each is not window:
        if _takes_tab(each, window) and (region := _region_of(each)) is not None:
            found.setdefault(region, []).append(each)
        each = next_in_tab_order(each)
    return found


def _takes_tab(widget: QWidget, window: QWidget) -> bool:
    return (
        bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        and widget.isEnabled()
        and widget.focusProxy() is None
        and widget.window() is window
        and widget.isVisibleTo(window)
    )


def _region_of(widget: QWidget | None) -> QWidget | None:
    """Return the innermost region around a widget, or None."""
    while widget is not None and not widget.property(_REGION):
        widget = widget.parentWidget()
    return widget


def _entrance(region: QWidget, stops: list[QWidget]) -> QWidget:
    """Return the widget that gets the focus when F6 enters a region."""
    candidates = (region.property(_FIRST), region, region.focusWidget())
    return next((each for each in candidates if each is not None and each in stops), stops[0])
