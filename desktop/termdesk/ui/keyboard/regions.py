"""The regions of a window, which F6 goes round: parts that Tab would need many steps to leave."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

_REGION, _FIRST = "region", "region_first"


def mark_region(widget: QWidget, *, first: QWidget | None = None) -> None:
    """Let F6 stop in this widget: at `first`, or at the widget itself, or else where the keyboard was there last.

    What stands in a region inside another one belongs to the inner one.
    """
    widget.setProperty(_REGION, True)
    # No focus proxy: Qt 6.11 leaves the children of a widget that has one out of the order of Tab.
    widget.setProperty(_FIRST, first)


def go_round(window: QWidget, *, step: int) -> None:
    """Give the keyboard to the next region (1) or the previous one (-1), in the order of Tab, and round again."""
    by_region = _stops_by_region(window)
    regions, here = list(by_region), _region_of(QApplication.focusWidget())
    if not regions:
        return
    place = regions.index(here) if here in by_region else (-1 if step > 0 else 0)
    region = regions[(place + step) % len(regions)]
    reason = Qt.FocusReason.TabFocusReason if step > 0 else Qt.FocusReason.BacktabFocusReason
    _entrance(region, by_region[region]).setFocus(reason)


def _stops_by_region(window: QWidget) -> dict[QWidget, list[QWidget]]:
    """Where Tab stops in each region. Both are in the order of Tab."""
    found: dict[QWidget, list[QWidget]] = {}
    each = window.nextInFocusChain()
    while each is not None and each is not window:
        if _takes_tab(each, window) and (region := _region_of(each)) is not None:
            found.setdefault(region, []).append(each)
        each = each.nextInFocusChain()
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
    """The innermost region around a widget."""
    while widget is not None and not widget.property(_REGION):
        widget = widget.parentWidget()
    return widget


def _entrance(region: QWidget, stops: list[QWidget]) -> QWidget:
    """Where the keyboard goes in a region."""
    candidates = (region.property(_FIRST), region, region.focusWidget())
    return next((each for each in candidates if each is not None and each in stops), stops[0])
