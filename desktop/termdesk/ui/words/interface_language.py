"""The interface language: English with its plural forms, or a pseudo-language that reveals untranslated texts.

The sources contain the English plural forms: `self.tr("%Ln entries", "", count)`. Qt asks a translator for the
singular. Ours needs no compiled files.
"""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt, QTranslator
from PySide6.QtWidgets import QApplication

from termdesk.messages.message import SINGULARS as SINGULARS_OF_MESSAGES
from termdesk.ui.words.plurals import SINGULARS
from termdesk.ui.words.pseudo_text import pseudo_text

ENGLISH, PSEUDO = "en", "qps"
# The context of key names. Accented names could not be parsed as keys.
_KEY_NAMES = "QShortcut"


class EnglishTranslator(QTranslator):
    """Returns the singular of each English text that contains a number."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, source_text: str, disambiguation: str | None = None, n: int = -1) -> str:
        return _english(source_text, n)


class PseudoTranslator(QTranslator):
    """Accents and lengthens every text. See `pseudo_text`."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, source_text: str, disambiguation: str | None = None, n: int = -1) -> str:
        if context == _KEY_NAMES:
            return source_text
        return pseudo_text(_english(source_text, n))


def _english(text: str, n: int) -> str:
    return SINGULARS.get(text) or SINGULARS_OF_MESSAGES.get(text, text) if n == 1 else text


TRANSLATORS: dict[str, type[QTranslator]] = {ENGLISH: EnglishTranslator, PSEUDO: PseudoTranslator}
# Languages whose windows are mirrored.
RIGHT_TO_LEFT = (PSEUDO,)


def install_language(app: QApplication, language: str = ENGLISH) -> QTranslator:
    """Show every text of `app` in `language` (a key of `TRANSLATORS`) from now on. Return the installed translator.

    The pseudo-language also mirrors the windows. Numbers and dates follow the system's settings, or American English if
    the system has none.
    """
    if QLocale.system().language() == QLocale.Language.C:
        QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    translator = TRANSLATORS[language](app)
    app.installTranslator(translator)
    is_mirrored = language in RIGHT_TO_LEFT
    app.setLayoutDirection(Qt.LayoutDirection.RightToLeft if is_mirrored else Qt.LayoutDirection.LeftToRight)
    return translator
