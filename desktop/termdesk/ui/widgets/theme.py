"""Colours, icons and spacing of all windows, light and dark."""

from __future__ import annotations

import re
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QIconEngine, QPainter, QPalette, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QLabel, QStyleFactory, QWidget

from termdesk import resources

# Each name in both schemes: (light, dark). Texts reach 4.5:1 on the grounds they are used on; a test computes it.
_COLOURS = {
    "window": ("#f5f6f8", "#1c1f25"),
    "base": ("#ffffff", "#23272e"),
    "raised": ("#ffffff", "#2a2f38"),
    "rail": ("#e9ecf1", "#15181d"),
    "text": ("#1c212b", "#e7eaf0"),
    "muted": ("#596273", "#a0aaba"),
    "line": ("#d9dee6", "#3a414d"),
    "control": ("#ffffff", "#2d333d"),
    "control_line": ("#bcc4d0", "#4a5362"),
    "field_line": ("#858f9f", "#737e91"),
    "box_line": ("#5f6a7b", "#a0aaba"),
    "hover": ("#e2e7ef", "#333a45"),
    "accent": ("#2b66d1", "#7aa9ff"),
    "accent_text": ("#ffffff", "#0f1a2e"),
    "selection": ("#d3e2fc", "#304a75"),
    "selection_text": ("#10203d", "#f1f5ff"),
    "problem": ("#b3261e", "#ff8a80"),
    "problem_background": ("#fdecea", "#45292b"),
    "warning": ("#8a5300", "#f5b95c"),
    "warning_background": ("#fff4df", "#40351f"),
    "good": ("#1b7340", "#6fcf97"),
    "good_background": ("#e4f5ea", "#203a2b"),
    "note_background": ("#e8f0fe", "#26344d"),
    "changed": ("#c77800", "#f5b95c"),
    "badge": ("#e1e7f0", "#3a4352"),
    "badge_text": ("#3a4557", "#d3dae6"),
    "term": ("#e4dcfb", "#453a6b"),
    "term_missed": ("#fde3c8", "#57401f"),
}


@dataclass(slots=True)
class _State:
    is_dark: bool = False
    choice: str = "system"


_state = _State()


def apply(app: QApplication, *, choice: str, text_size: int = 0) -> None:
    """Dress the application: `choice` is `system`, `light` or `dark`; `text_size` are points on top of the system's."""
    _state.choice = choice
    _state.is_dark = choice == "dark" or (choice == "system" and _system_is_dark())
    if app.property("system_text_size") is None:
        app.setProperty("system_text_size", app.font().pointSizeF())
        app.setStyle(QStyleFactory.create("Fusion"))
    font = app.font()
    font.setPointSizeF(max(6.0, float(app.property("system_text_size")) + text_size))
    look = [_state.is_dark, font.pointSizeF()]
    if app.property("look") == look:
        # To dress a window that is full takes half a second.
        return
    app.setProperty("look", look)
    app.setFont(font)
    app.setPalette(_palette())
    app.setStyleSheet(_style_sheet())
    for widget in app.allWidgets():
        if widget.property("heading"):
            _size_heading(widget)


def follow_system(app: QApplication) -> None:
    """Change with the desktop's colour scheme while the choice is `system`."""

    def follow() -> None:
        if _state.choice == "system" and _state.is_dark != _system_is_dark():
            apply(app, choice="system", text_size=round(app.font().pointSizeF() - app.property("system_text_size")))

    QGuiApplication.styleHints().colorSchemeChanged.connect(follow)


def grown(pixels: int) -> int:
    """A length that was chosen for text of the usual size, for the text of now. It never becomes smaller."""
    app = QApplication.instance()
    if not isinstance(app, QApplication) or not (usual := app.property("system_text_size")):
        return pixels
    return max(pixels, round(pixels * app.font().pointSizeF() / float(usual)))


def is_dark() -> bool:
    """Whether the dark colours are in use."""
    return _state.is_dark


def colour(name: str) -> QColor:
    """A colour of the scheme in use."""
    return QColor(hex_colour(name))


def hex_colour(name: str, *, dark: bool | None = None) -> str:
    """The colour with this name, as `#rrggbb`, in the theme in use or in the one given."""
    return _COLOURS[name][_state.is_dark if dark is None else dark]


def icon(name: str, *, tint: str = "text", tint_on: str = "") -> QIcon:
    """An icon of `resources/icons`, drawn in a colour of the scheme, also after the scheme has changed.

    `tint_on` is the colour for a button that is switched on.
    """
    return QIcon(_TintedIcon(name, tint, tint_on or tint))


def program_icon() -> QIcon:
    """The icon of the program."""
    return QIcon(str(resources.path("icons/termdesk.svg")))


def make_heading(label: QLabel, *, factor: float = 1.25) -> None:
    """Give a label the look of a heading, `factor` times as large as other text, also after that has changed."""
    label.setProperty("heading", factor)
    _size_heading(label)


def _size_heading(label: QWidget) -> None:
    font = QFont(QApplication.font())
    font.setPointSizeF(font.pointSizeF() * float(label.property("heading")))
    font.setWeight(QFont.Weight.DemiBold)
    label.setFont(font)


class _TintedIcon(QIconEngine):
    """Draws an SVG at any size in the colour that the scheme has at the moment of painting."""

    def __init__(self, name: str, tint: str, tint_on: str) -> None:
        super().__init__()
        self._name = name
        self._tint = tint
        self._tint_on = tint_on

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        tint = hex_colour(self._tint_on if state == QIcon.State.On else self._tint)
        if mode == QIcon.Mode.Disabled:
            tint = hex_colour("control_line")
        side = min(rect.width(), rect.height())
        if side <= 0:
            return
        # The scale of the screen. `painter.device()` knows it too, but loads all classes of Qt that can be painted on.
        scale = painter.deviceTransform().m11()
        drawn = _drawn(self._name, tint, side, scale)
        painter.drawPixmap(rect.x() + (rect.width() - side) // 2, rect.y() + (rect.height() - side) // 2, drawn)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        picture = QPixmap(size)
        if picture.isNull():
            # A part of a window that has no room yet.
            return picture
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        self.paint(painter, QRect(QRect().topLeft(), size), mode, state)
        painter.end()
        return picture

    def clone(self) -> QIconEngine:
        return _TintedIcon(self._name, self._tint, self._tint_on)


def _drawn(name: str, tint: str, side: int, scale: float) -> QPixmap:
    """An icon as a picture, from Qt's own cache: reading and drawing the file takes longer than a row of text."""
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


def _palette() -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette(colour("window"))
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
        palette.setColor(each, colour(name))
    for each in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, each, colour("muted"))
    return palette


def _style_sheet() -> str:
    scheme = "dark" if _state.is_dark else "light"
    sheet = resources.read_text("style.qss")
    for name in ("arrow-up", "arrow", "tick"):
        sheet = sheet.replace(f"@{name}", f'"{resources.path(f"icons/{name}-{scheme}.svg").as_posix()}"')
    sheet = re.sub(r"@(\d+)px", lambda length: f"{grown(int(length[1]))}px", sheet)
    # Longest names first, so that @control does not eat the start of @control_line.
    for name in sorted(_COLOURS, key=len, reverse=True):
        sheet = sheet.replace(f"@{name}", hex_colour(name))
    return sheet
