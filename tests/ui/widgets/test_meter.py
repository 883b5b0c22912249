"""The meter: always a text, a bar if there is a limit, and a color that depends on the share."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from termdesk.ui.widgets import theme
from termdesk.ui.widgets.meter import Meter


@pytest.fixture
def meter(qtbot: QtBot) -> Meter:
    made = Meter("usage", "Characters used")
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize(
    ("share", "tone"),
    [(0.0, "muted"), (0.79, "muted"), (0.8, "warning"), (0.99, "warning"), (1.0, "problem"), (3.0, "problem")],
)
def test_the_tone_follows_the_share(meter: Meter, share: float, tone: str) -> None:
    meter.show_count("some", share)

    assert meter.label.property("tone") == tone
    assert meter.bar.isVisible()


def test_without_a_limit_there_are_words_and_no_bar(meter: Meter) -> None:
    meter.show_count("1,234 characters", None)

    assert not meter.bar.isVisible()
    assert meter.label.text() == "1,234 characters"
    assert meter.accessibleDescription() == "1,234 characters"


def test_the_bar_is_filled_as_far_as_the_share(meter: Meter) -> None:
    meter.show_count("half", 0.5)
    bar = meter.bar
    bar.resize(120, 8)

    picture = bar.grab().toImage()

    middle = picture.height() // 2
    assert picture.pixelColor(picture.width() // 4, middle) == theme.color("accent")
    assert picture.pixelColor(picture.width() * 3 // 4, middle) == theme.color("hover")
