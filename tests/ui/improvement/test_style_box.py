"""Styles and tones are one list, and a choice is kept while languages without it are selected."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from termdesk.application.improvement.improvement import ImproveOptions
from termdesk.ui.improvement.style_box import StyleBox, styles_and_tones

OFFERED = ImproveOptions(("business", "simple"), ("friendly",))
PREFERRED = ImproveOptions(("prefer_business", "prefer_simple"), ("prefer_friendly",))


def test_only_what_is_offered_can_be_chosen(qtbot: QtBot) -> None:
    box = StyleBox()
    qtbot.addWidget(box)
    box.show_options(OFFERED)
    words = [box.itemText(position) for position in range(box.count())]

    assert words == ["No style or tone", "Style: business", "Style: simple", "Tone: friendly"]
    assert styles_and_tones(OFFERED) == [("business", ""), ("simple", ""), ("", "friendly")]
    box.show_options(ImproveOptions())
    assert (box.has_any, box.count(), box.isHidden()) == (False, 1, True)


def test_a_choice_is_kept_as_a_preference_where_the_language_may_not_have_it(qtbot: QtBot) -> None:
    box = StyleBox()
    qtbot.addWidget(box)
    box.show_options(OFFERED)
    box.setCurrentIndex(3)
    assert box.chosen == ("", "friendly")

    box.show_options(PREFERRED)
    assert box.chosen == ("", "prefer_friendly")
    assert box.currentText() == "Tone: friendly, if the language has it"

    box.show_options(OFFERED)
    assert box.chosen == ("", "friendly")
    box.show_options(ImproveOptions())
    assert box.chosen == ("", "")
