"""An icon is drawn in its color and keeps its size, whatever the space."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.widgets import theme
from termdesk.ui.widgets.icon_label import Picture


@pytest.mark.parametrize("tint", ["warning", "accent"])
def test_it_is_drawn_in_its_color(window: QWidget, tint: str) -> None:
    picture = Picture("warning", tint=tint, side=24, parent=window)
    picture.resize(24, 24)

    image = picture.grab().toImage()

    inks = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert theme.hex_color(tint) in inks


def test_it_keeps_its_size_in_a_wide_window(window: QWidget, qtbot: QtBot) -> None:
    picture = Picture("warning", tint="warning", side=40)
    QHBoxLayout(window).addWidget(picture)
    window.resize(600, 300)
    qtbot.waitUntil(picture.isVisible)

    assert (picture.width(), picture.height()) == (40, 40)
