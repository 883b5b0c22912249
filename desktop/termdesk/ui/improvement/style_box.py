"""The choice of a style or a tone: one list, since only one of them may be asked for."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QWidget

from termdesk.application.improvement.improvement import ImproveOptions
from termdesk.domain.texts import PREFERRED

StyleOrTone = tuple[str, str]
NO_STYLE: StyleOrTone = ("", "")


class StyleBox(QComboBox):
    """Hidden while the language has nothing to choose from. What was chosen stays chosen in other languages."""

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
        places = range(self.count())
        self.setCurrentIndex(next((place for place in places if _plain(self.itemData(place)) == chosen), 0))
        self.blockSignals(False)
        self.setVisible(self.has_any)

    @property
    def has_any(self) -> bool:
        """Whether there is a style or a tone to choose."""
        return self.count() > 1

    @property
    def chosen(self) -> StyleOrTone:
        """The values of the request for style and tone; at least one of them is empty."""
        return tuple(self.currentData() or NO_STYLE)

    @property
    def offered(self) -> list[tuple[StyleOrTone, str]]:
        """The styles and tones with their words."""
        return [(tuple(self.itemData(place)), self.itemText(place)) for place in range(1, self.count())]

    def choose(self, style_or_tone: StyleOrTone) -> None:
        """Choose one of those that are offered."""
        self.setCurrentIndex([tuple(self.itemData(place)) for place in range(self.count())].index(style_or_tone))


def describe_style(style_or_tone: StyleOrTone) -> str:
    """The words for a style or a tone."""
    style, tone = _plain(style_or_tone)
    if style:
        words = _tr("Style: {name}").format(name=style)
        preferred = _tr("Style: {name}, if the language has it").format(name=style)
    else:
        words = _tr("Tone: {name}").format(name=tone)
        preferred = _tr("Tone: {name}, if the language has it").format(name=tone)
    return words if style_or_tone == (style, tone) else preferred


def styles_and_tones(options: ImproveOptions) -> list[StyleOrTone]:
    """What can be chosen: the styles, then the tones."""
    return [(style, "") for style in options.writing_styles] + [("", tone) for tone in options.tones]


def _plain(style_or_tone: StyleOrTone) -> StyleOrTone:
    style, tone = style_or_tone
    return style.removeprefix(PREFERRED), tone.removeprefix(PREFERRED)


def _tr(text: str) -> str:
    return QCoreApplication.translate("StyleBox", text)
