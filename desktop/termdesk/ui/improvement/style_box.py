"""The box for choosing a style or a tone. It is one list, because a request has only one of them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QWidget

from termdesk.application.improvement.improvement import ImproveOptions
from termdesk.domain.texts import PREFERRED

StyleOrTone = tuple[str, str]
NO_STYLE: StyleOrTone = ("", "")


class StyleBox(QComboBox):
    """A box that is hidden for languages without styles and tones. The choice is kept when the language changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("improve_style")
        self.setAccessibleName(self.tr("Style or tone"))
        self.addItem(_tr("No style or tone"), NO_STYLE)

    def show_options(self, options: ImproveOptions) -> None:
        """Offer the styles and tones of a language."""
        chosen = _plain(self.chosen)
        self.blockSignals(True)
        while self.count() > 1:
            self.removeItem(1)
        for style_or_tone in styles_and_tones(options):
            self.addItem(describe_style(style_or_tone), style_or_tone)
        positions = range(self.count())
        self.setCurrentIndex(next((position for position in positions if _plain(self.itemData(position)) == chosen), 0))
        self.blockSignals(False)
        self.setVisible(self.has_any)

    @property
    def has_any(self) -> bool:
        """Whether there is any style or tone to choose."""
        return self.count() > 1

    @property
    def chosen(self) -> StyleOrTone:
        """The request's values for style and tone; at least one of them is empty."""
        return tuple(self.currentData() or NO_STYLE)

    @property
    def offered(self) -> list[tuple[StyleOrTone, str]]:
        """The offered styles and tones with their names."""
        return [(tuple(self.itemData(position)), self.itemText(position)) for position in range(1, self.count())]

    def choose(self, style_or_tone: StyleOrTone) -> None:
        """Choose one of the offered styles and tones."""
        self.setCurrentIndex([tuple(self.itemData(position)) for position in range(self.count())].index(style_or_tone))


def describe_style(style_or_tone: StyleOrTone) -> str:
    """Return the name of a style or a tone."""
    style, tone = _plain(style_or_tone)
    if style:
        words = _tr("Style: {name}").format(name=style)
        preferred = _tr("Style: {name}, if the language has it").format(name=style)
    else:
        words = _tr("Tone: {name}").format(name=tone)
        preferred = _tr("Tone: {name}, if the language has it").format(name=tone)
    return words if style_or_tone == (style, tone) else preferred


def styles_and_tones(options: ImproveOptions) -> list[StyleOrTone]:
    """Return the choices: styles first, then tones."""
    return [(style, "") for style in options.writing_styles] + [("", tone) for tone in options.tones]


def _plain(style_or_tone: StyleOrTone) -> StyleOrTone:
    style, tone = style_or_tone
    return style.removeprefix(PREFERRED), tone.removeprefix(PREFERRED)


def _tr(text: str) -> str:
    return QCoreApplication.translate("StyleBox", text)
