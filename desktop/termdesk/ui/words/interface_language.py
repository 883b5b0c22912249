"""The language of the windows: English with its plural forms, or a pseudo-language that shows what is not translated.

Texts stand in the sources in English, with the plural form: `self.tr("%Ln entries", "", count)`. Qt asks a translator
for the form of one; ours needs no compiled files.
"""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt, QTranslator
from PySide6.QtWidgets import QApplication

from termdesk.messages.message import SINGULARS as SINGULARS_OF_MESSAGES
from termdesk.ui.words.plurals import SINGULARS
from termdesk.ui.words.pseudo_text import pseudo_text

ENGLISH, PSEUDO = "en", "qps"
LANGUAGES = (ENGLISH, PSEUDO)
# Names of keys; accented ones would no longer be read back.
_KEY_NAMES = "QShortcut"


class EnglishTranslator(QTranslator):
    """Knows the singular of each English text that has a number."""

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


def install_language(app: QApplication, language: str = ENGLISH) -> QTranslator:
    """Let every text of `app` appear in `language` (one of `LANGUAGES`) from now on; gives the installed translator.

    The pseudo-language also mirrors the windows. Numbers and dates follow the system's settings; a system without any
    has those of American English.
    """
    if QLocale.system().language() == QLocale.Language.C:
        QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    is_pseudo = language == PSEUDO
    translator = PseudoTranslator(app) if is_pseudo else EnglishTranslator(app)
    app.installTranslator(translator)
    app.setLayoutDirection(Qt.LayoutDirection.RightToLeft if is_pseudo else Qt.LayoutDirection.LeftToRight)
    return translator
