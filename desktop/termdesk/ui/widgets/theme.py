"""Colors, icons and spacing of all windows: light, dark, and both with high contrast."""

from __future__ import annotations

import re
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QIconEngine, QPainter, QPalette, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QLabel, QStyleFactory, QWidget

from termdesk import resources
from termdesk.ui.widgets.selections import follow_focus

SCHEMES = ("light", "dark", "contrast_light", "contrast_dark")
# Each color in all schemes, in the order of SCHEMES. The contrast of text is at least 4.5:1 on its backgrounds (7:1
# with high contrast), that of frames and selections 3:1. A test computes it. A `line` is only decorative.
_COLORS = {
    "window": ("#f5f6f8", "#1c1f25", "#ffffff", "#000000"),
    "base": ("#ffffff", "#23272e", "#ffffff", "#000000"),
    "raised": ("#ffffff", "#272b33", "#ffffff", "#000000"),
    "rail": ("#e9ecf1", "#15181d", "#ffffff", "#000000"),
    "text": ("#1c212b", "#e7eaf0", "#000000", "#ffffff"),
    "muted": ("#596273", "#a0aaba", "#303030", "#dadada"),
    "line": ("#d9dee6", "#3a414d", "#767676", "#8c8c8c"),
    "control": ("#ffffff", "#2d333d", "#ffffff", "#000000"),
    "control_line": ("#7d8797", "#7b8699", "#303030", "#dadada"),
    "box_line": ("#5f6a7b", "#a0aaba", "#000000", "#ffffff"),
    "disabled_text": ("#596273", "#a0aaba", "#656565", "#a0a0a0"),
    "disabled": ("#bcc4d0", "#4a5362", "#767676", "#8c8c8c"),
    "hover": ("#e2e7ef", "#333a45", "#e6e6e6", "#2e2e2e"),
    "accent": ("#2b66d1", "#7aa9ff", "#0037a6", "#6fd3ff"),
    "accent_text": ("#ffffff", "#0f1a2e", "#ffffff", "#000000"),
    "checked": ("#d3e2fc", "#304a75", "#dce6ff", "#0d3350"),
    "checked_text": ("#10203d", "#f1f5ff", "#000000", "#ffffff"),
    "selection": ("#3069d3", "#3f74cf", "#001f66", "#78e4ff"),
    "selection_unfocused": ("#667184", "#6b7687", "#4a4a4a", "#dcdcdc"),
    "selection_text": ("#ffffff", "#ffffff", "#ffffff", "#000000"),
    "selection_frame": ("#0b1220", "#ffffff", "#d47e00", "#b40060"),
    "problem": ("#b3261e", "#ff8a80", "#9b0000", "#ff9f97"),
    "problem_background": ("#fdecea", "#45292b", "#ffe9e6", "#3d0d0b"),
    "warning": ("#8a5300", "#f5b95c", "#6b3d00", "#ffd166"),
    "warning_background": ("#fff4df", "#40351f", "#fff2d6", "#332400"),
    "good": ("#1b7340", "#6fcf97", "#00521f", "#7ee2a8"),
    "good_background": ("#e4f5ea", "#203a2b", "#e2f6e9", "#06301a"),
    "note_background": ("#e8f0fe", "#26344d", "#e6eeff", "#0b2440"),
    "purple": ("#6f36b5", "#c5a2ff", "#4b0082", "#d9bbff"),
    "changed": ("#c77800", "#f5b95c", "#8a4b00", "#ffb347"),
    "badge": ("#e1e7f0", "#3a4352", "#e6e6e6", "#2e2e2e"),
    "badge_text": ("#3a4557", "#d3dae6", "#000000", "#ffffff"),
    "term": ("#e4dcfb", "#453a6b", "#e8dfff", "#32236b"),
    "match": ("#ffd699", "#6b4a12", "#ffd699", "#5e3f00"),
    "term_missed": ("#fde3c8", "#57401f", "#ffe1bf", "#4a2d00"),
}


@dataclass(slots=True)
class _State:
    scheme: str = "light"
    choice: str = "system"
    # The text size in use, divided by that of the system.
    growth: float = 1.0


_state = _State()


def apply(app: QApplication, *, choice: str, text_size: int = 0) -> None:
    """Apply a scheme to the application.

    `choice` is as in `scheme_for`; `text_size` is added to the system's, in points.
    """
    _state.choice = choice
    _state.scheme = scheme_for(choice, is_dark=_system_is_dark(), is_contrast=_system_wants_contrast())
    if app.property("system_text_size") is None:
        app.setProperty("system_text_size", app.font().pointSizeF())
        app.setStyle(QStyleFactory.create("Fusion"))
        follow_focus(app)
    font = app.font()
    font.setPointSizeF(max(6.0, float(app.property("system_text_size")) + text_size))
    look = [_state.scheme, font.pointSizeF(), app.isRightToLeft()]
    if app.property("look") == look:
        # Restyling a full window takes half a second.
        return
    app.setProperty("look", look)
    _state.growth = font.pointSizeF() / float(app.property("system_text_size"))
    app.setFont(font)
    app.setPalette(_palette())
    app.setStyleSheet(_style_sheet())
    for widget in app.allWidgets():
        if widget.property("heading"):
            _size_heading(widget)


def scheme_for(choice: str, *, is_dark: bool, is_contrast: bool) -> str:
    """Return the scheme for a choice and the preferences of the desktop.

    `system` follows both preferences, `contrast` only that for dark. Every other choice is itself a scheme.
    """
    if choice in SCHEMES:
        return choice
    brightness = "dark" if is_dark else "light"
    return f"contrast_{brightness}" if is_contrast or choice == "contrast" else brightness


def follow_system(app: QApplication) -> None:
    """Follow the desktop's preferences while the choice depends on them."""

    def follow() -> None:
        size = round(app.font().pointSizeF() - app.property("system_text_size"))
        apply(app, choice=_state.choice, text_size=size)

    hints = QGuiApplication.styleHints()
    hints.colorSchemeChanged.connect(follow)
    hints.accessibility().contrastPreferenceChanged.connect(follow)


def scale_length(pixels: int) -> int:
    """Scale a length for the default text size to the current text size. It never becomes smaller."""
    return max(pixels, round(pixels * _state.growth))


def scheme() -> str:
    """The scheme in use, one of `SCHEMES`."""
    return _state.scheme


def choice() -> str:
    """The choice that was last applied."""
    return _state.choice


def color(name: str) -> QColor:
    """Return a color of the current scheme."""
    return QColor(hex_color(name))


def hex_color(name: str, *, scheme: str | None = None) -> str:
    """Return the color with this name as `#rrggbb`, in the current scheme or the given one."""
    return _COLORS[name][SCHEMES.index(scheme or _state.scheme)]


def icon(name: str, *, tint: str = "text", tint_on: str = "") -> QIcon:
    """Return an icon of `resources/icons` in a color of the scheme. The icon follows later changes of the scheme.

    `tint_on` is the color for a checked button.
    """
    made = QIcon(_TintedIcon(name, tint, tint_on or tint))
    # Return a copy: the garbage collector deletes the engine of an icon that PySide made from one, even while buttons
    # still show it. The engine belongs to Qt alone once the first icon is gone.
    return QIcon(made)


def program_icon() -> QIcon:
    """The icon of the program."""
    return QIcon(str(resources.path("icons/termdesk.svg")))


def make_heading(label: QLabel, *, factor: float = 1.25) -> None:
    """Style a label as a heading, `factor` times as large as other text. It follows later changes of the text size."""
    label.setProperty("heading", factor)
    _size_heading(label)


def _size_heading(label: QWidget) -> None:
    font = QFont(QApplication.font())
    font.setPointSizeF(font.pointSizeF() * float(label.property("heading")))
    font.setWeight(QFont.Weight.DemiBold)
    label.setFont(font)


class _TintedIcon(QIconEngine):
    """Draws an SVG at any size in the color of the scheme at the time of painting."""

    def __init__(self, name: str, tint: str, tint_on: str) -> None:
        super().__init__()
        self._name = name
        self._tint = tint
        self._tint_on = tint_on

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        tint = hex_color(self._tint_on if state == QIcon.State.On else self._tint)
        if mode == QIcon.Mode.Disabled:
            tint = hex_color("disabled")
        elif mode == QIcon.Mode.Selected:
            tint = hex_color("selection_text")
        side = min(rect.width(), rect.height())
        if side <= 0:
            return
        # The scale of the screen. `painter.device()` knows it too, but loads all Qt classes that can be painted on.
        scale = painter.deviceTransform().m11()
        drawn = _draw_icon(self._name, tint, side, scale)
        painter.drawPixmap(rect.x() + (rect.width() - side) // 2, rect.y() + (rect.height() - side) // 2, drawn)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        picture = QPixmap(size)
        if picture.isNull():
            # The widget has no size yet.
            return picture
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        self.paint(painter, QRect(QRect().topLeft(), size), mode, state)
        painter.end()
        return picture

    def clone(self) -> QIconEngine:
        clone = _TintedIcon(self._name, self._tint, self._tint_on)
        # Keep a reference, or PySide would delete the clone immediately. Qt clones only icons that are changed, so
        # there are few.
        _clones.append(clone)
        return clone


_clones: list[QIconEngine] = []


def _draw_icon(name: str, tint: str, side: int, scale: float) -> QPixmap:
    """Return an icon as a pixmap from Qt's cache: reading and drawing the file takes longer than a row of text."""
    key = f"{name} {tint} {side} {scale}"
    found = QPixmap()
    if QPixmapCache.find(key, found):
        return found
    drawing = resources.read_text(f"icons/{name}.svg").replace("#000000", tint)
    found = QPixmap(round(side * scale), round(side * scale))
    found.setDevicePixelRatio(scale)
    found.fill(Qt.GlobalColor.transparent)
    painter = QPainter(found)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter, QRectF(0, 0, side, side))
    painter.end()
    QPixmapCache.insert(key, found)
    return found


def _system_is_dark() -> bool:
    return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark


def _system_wants_contrast() -> bool:
    # Keep a reference to the hints: when PySide deletes them, it deletes their `accessibility()` object too.
    hints = QGuiApplication.styleHints()
    return hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast


def _palette() -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette(color("window"))
    for each, name in (
        (role.Window, "window"),
        (role.WindowText, "text"),
        (role.Base, "base"),
        (role.AlternateBase, "window"),
        (role.Text, "text"),
        (role.Button, "control"),
        (role.ButtonText, "text"),
        (role.BrightText, "problem"),
        (role.Highlight, "selection"),
        (role.HighlightedText, "selection_text"),
        (role.Link, "accent"),
        (role.ToolTipBase, "raised"),
        (role.ToolTipText, "text"),
        (role.PlaceholderText, "muted"),
        (role.Accent, "accent"),
        (role.Mid, "line"),
        (role.Midlight, "line"),
        (role.Dark, "control_line"),
    ):
        palette.setColor(each, color(name))
    for each in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, each, color("disabled_text"))
    return palette


def _style_sheet() -> str:
    brightness = _state.scheme.removeprefix("contrast_")
    on_selection = "black" if hex_color("selection_text") == "#000000" else "white"
    closed = "left" if QGuiApplication.isRightToLeft() else "right"
    sheet = resources.read_text("style.qss")
    for name, file in (
        ("arrow-up", f"arrow-up-{brightness}"),
        ("arrow", f"arrow-{brightness}"),
        ("tick", f"tick-{brightness}"),
        ("dash", f"dash-{brightness}"),
        ("branch-open", f"branch-open-{on_selection}"),
        ("branch-closed", f"branch-{closed}-{on_selection}"),
    ):
        sheet = sheet.replace(f"@{name}", f'"{resources.path(f"icons/{file}.svg").as_posix()}"')
    sheet = re.sub(r"@(\d+)px", lambda length: f"{scale_length(int(length[1]))}px", sheet)
    # Longest names first, so that @control does not match the start of @control_line.
    for name in sorted(_COLORS, key=len, reverse=True):
        sheet = sheet.replace(f"@{name}", hex_color(name))
    return sheet
