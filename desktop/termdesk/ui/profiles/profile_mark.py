"""The mark of a profile: its colour as a dot, always beside its name."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QPushButton

from termdesk.domain.profile import ProfileColor
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import set_tooltip

# Colours of the theme that stand out from every ground, also with high contrast.
_TINTS = {
    ProfileColor.BLUE: "accent",
    ProfileColor.GREEN: "good",
    ProfileColor.ORANGE: "warning",
    ProfileColor.RED: "problem",
    ProfileColor.PURPLE: "purple",
    ProfileColor.GREY: "muted",
}


def profile_tint(color: ProfileColor) -> str:
    """The name of the theme's colour for a profile; empty for none."""
    return _TINTS.get(color, "")


def profile_icon(color: ProfileColor) -> QIcon:
    """A dot in the colour of a profile; an empty icon for none."""
    tint = profile_tint(color)
    return theme.icon("dot", tint=tint) if tint else QIcon()


def profile_button(name: str) -> QPushButton:
    """A button for the name of a profile with its mark, hidden until `show_on_button` has one to show."""
    button = QPushButton()
    button.setObjectName(name)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setFlat(True)
    button.hide()
    return button


def show_on_button(button: QPushButton, name: str, color: ProfileColor) -> None:
    """Show the mark and the name of a profile; hide the button for one without a colour."""
    button.setVisible(bool(color))
    button.setIcon(profile_icon(color))
    button.setText(name.replace("&", "&&"))
    words = _tr("Profile: {name} ({color})").format(name=name, color=color_title(color))
    button.setAccessibleName(words)
    set_tooltip(button, words)


def color_title(color: ProfileColor) -> str:
    """What the user reads for a colour."""
    return {
        ProfileColor.NONE: _tr("None"),
        ProfileColor.BLUE: _tr("Blue"),
        ProfileColor.GREEN: _tr("Green"),
        ProfileColor.ORANGE: _tr("Orange"),
        ProfileColor.RED: _tr("Red"),
        ProfileColor.PURPLE: _tr("Purple"),
        ProfileColor.GREY: _tr("Grey"),
    }[color]


def _tr(text: str) -> str:
    return QCoreApplication.translate("ProfileMark", text)
