"""Drag-and-drop data in Qt's own format that runs Python code when PySide before 6.12 decodes it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from support.visible_texts import location_of


class _Crafted:
    """Creates a folder when it is unpickled."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)

    def __reduce__(self) -> object:
        return os.mkdir, (self.folder,)


def crafted_items(folder: Path) -> QMimeData:
    """Return an item as another program could offer it. Decoding its data creates `folder`."""
    model = QStandardItemModel(1, 1)
    position = model.index(0, 0)
    model.setData(position, "harmless")
    model.setData(position, _Crafted(folder), Qt.ItemDataRole.UserRole)
    return model.mimeData([position])


def running_dropped_code(window: QWidget) -> Iterator[str]:
    """Yield the widgets of a window that run code in data dropped on them."""
    with TemporaryDirectory(prefix="termdesk-drop-") as temporary:
        folder = Path(temporary) / "made"
        for widget in [window, *window.findChildren(QWidget)]:
            if widget.acceptDrops() and widget.isVisibleTo(window):
                drop(widget, crafted_items(folder))
                if folder.exists():
                    folder.rmdir()
                    yield location_of(widget)


def drop(widget: QWidget, data: QMimeData) -> None:
    """Drag `data` onto the middle of a widget and drop it."""
    target = widget.viewport() if isinstance(widget, QAbstractItemView) else widget
    position, action = QPoint(target.width() // 2, target.height() // 2), Qt.DropAction.CopyAction
    button, held = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(target, QDragEnterEvent(position, action, data, button, held))
    QApplication.sendEvent(target, QDropEvent(QPointF(position), action, data, button, held))
