"""A screen reader that records what it hears.

It runs under the system's Python, which has the library for it. It prints each event as a line of JSON, and an answer
to each line of its standard input.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import gi  # type: ignore[import-not-found]

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # type: ignore[import-not-found]  # noqa: E402

EVENTS = ("object:state-changed:focused", "object:state-changed:selected", "object:selection-changed")


def tell(**what: object) -> None:
    print(json.dumps(what), flush=True)


def hear(event: Any) -> None:
    source = event.source
    is_gain = event.detail1 or event.type == "object:selection-changed"
    if not is_gain:
        return
    try:
        tell(event=event.type, role=source.get_role_name(), name=source.get_name())
    except GLib.Error:
        # The widget is gone already.
        tell(event=event.type, role="", name="")


def find_tables(node: Any) -> list[Any]:
    """Return every visible table below `node`, without looking into tables."""
    if node is None or not node.get_state_set().contains(Atspi.StateType.SHOWING):
        return []
    if node.get_role_name() == "table":
        return [node]
    return [
        found for position in range(node.get_child_count()) for found in find_tables(node.get_child_at_index(position))
    ]


def walk(row: int, column: int) -> None:
    """Walk from the desktop to a cell of the longest table, and back to the program."""
    desktop = Atspi.get_desktop(0)
    programs = [desktop.get_child_at_index(position) for position in range(desktop.get_child_count())]
    windows = [each.get_child_at_index(position) for each in programs for position in range(each.get_child_count())]
    tables = [table for window in windows for table in find_tables(window)]
    table = max(tables, key=Atspi.Table.get_n_rows)
    cell = Atspi.Table.get_accessible_at(table, row, column)
    parents, parent = [], cell.get_parent()
    while parent is not None:
        parents.append(parent.get_role_name())
        parent = parent.get_parent()
    tell(
        table=table.get_name(),
        rows=Atspi.Table.get_n_rows(table),
        cell=cell.get_name(),
        focused=cell.get_state_set().contains(Atspi.StateType.FOCUSED),
        parents=parents,
    )


def obey(_channel: object, _condition: object) -> bool:
    line = sys.stdin.readline()
    match line.split():
        case ["walk", row, column]:
            walk(int(row), int(column))
        case []:
            Atspi.event_quit()
            return False
        case _:
            tell(mark=line.strip())
    return True


def main() -> int:
    """Listen until standard input ends."""
    Atspi.init()
    listener = Atspi.EventListener.new(hear)
    for event in EVENTS:
        listener.register(event)
    GLib.io_add_watch(sys.stdin, GLib.PRIORITY_LOW, GLib.IO_IN | GLib.IO_HUP, obey)
    tell(mark="listening")
    Atspi.event_main()
    return 0


if __name__ == "__main__":
    sys.exit(main())
