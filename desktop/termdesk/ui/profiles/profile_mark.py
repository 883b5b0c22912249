"""The mark of a profile: a dot in its color, always shown beside its name."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QPushButton

from termdesk.domain.profile import ProfileColor
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import set_tooltip

# Theme colors that are visible on every background, including high contrast.
_TINTS = {
    ProfileColor.BLUE: "accent",
    ProfileColor.GREEN: "good",
    ProfileColor.ORANGE: "warning",
    ProfileColor.RED: "problem",
    ProfileColor.PURPLE: "purple",
    ProfileColor.GRAY: "muted",
}


def profile_tint(color: ProfileColor) -> str:
    """Return the name of the theme color for a profile; empty for none."""
    return _TINTS.get(color, "")


def profile_icon(color: ProfileColor) -> QIcon:
    """Return a dot in the color of a profile; an empty icon for none."""
    tint = profile_tint(color)
    return theme.icon("dot", tint=tint) if tint else QIcon()


def profile_button(name: str) -> QPushButton:
    """Return a button for the mark and name of a profile. It is hidden until `show_on_button` shows a profile."""
    button = QPushButton()
    button.setObjectName(name)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setFlat(True)
    button.hide()
    return button


def show_on_button(button: QPushButton, name: str, color: ProfileColor) -> None:
    """Show the mark and name of a profile. Hide the button for a profile without a color."""
    button.setVisible(bool(color))
    button.setIcon(profile_icon(color))
    button.setText(name.replace("&", "&&"))
    words = _tr("Profile: {name} ({color})").format(name=name, color=color_title(color))
    button.setAccessibleName(words)
    set_tooltip(button, words)


def color_title(color: ProfileColor) -> str:
    """Return the visible name of a color."""
    return {
        ProfileColor.NONE: _tr("None"),
        ProfileColor.BLUE: _tr("Blue"),
        ProfileColor.GREEN: _tr("Green"),
        ProfileColor.ORANGE: _tr("Orange"),
        ProfileColor.RED: _tr("Red"),
        ProfileColor.PURPLE: _tr("Purple"),
        ProfileColor.GRAY: _tr("Gray"),
    }[color]


def _tr(text: str) -> str:
    return QCoreApplication.translate("ProfileMark", text)
