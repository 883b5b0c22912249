"""The mark of a profile is never only a color."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from termdesk.domain.profile import ProfileColor
from termdesk.ui.profiles.profile_mark import color_title, profile_button, profile_icon, profile_tint, show_on_button
from termdesk.ui.widgets import theme


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", theme.SCHEMES)
@pytest.mark.parametrize("color", [each for each in ProfileColor if each])
def test_each_color_stands_out_in_each_scheme(qapp: object, color: ProfileColor, scheme: str) -> None:
    for ground in ("window", "base", "control"):
        pair = [luminance(theme.hex_color(name, scheme=scheme)) for name in (profile_tint(color), ground)]
        assert (max(pair) + 0.05) / (min(pair) + 0.05) >= 3


def test_colors_differ_and_have_names_of_their_own(qapp: object) -> None:
    assert len({color_title(each) for each in ProfileColor}) == len(ProfileColor)
    for scheme in theme.SCHEMES:
        shown = {theme.hex_color(profile_tint(each), scheme=scheme) for each in ProfileColor if each}
        assert len(shown) == len(ProfileColor) - 1
    assert profile_icon(ProfileColor.NONE).isNull()


def test_the_mark_says_name_and_color(window: QWidget) -> None:
    button = profile_button("mark")
    QVBoxLayout(window).addWidget(button)

    show_on_button(button, "Rail & Road", ProfileColor.RED)
    assert button.isVisible()
    assert button.text() == "Rail && Road"
    assert button.accessibleName() == "Profile: Rail & Road (Red)"
    assert not button.icon().isNull()

    show_on_button(button, "Rail & Road", ProfileColor.NONE)
    assert button.isHidden()
