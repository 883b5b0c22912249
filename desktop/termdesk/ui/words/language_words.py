"""The names of languages in the interface language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.domain.language.language import canonical, root
from termdesk.domain.language.language_names import LANGUAGE_NAMES, english_name


def language_name(code: str) -> str:
    """Return the name of a language.

    For an unnamed variant, return its root's name with the code; for an unknown code, the code.
    """
    code = canonical(code)
    if name := LANGUAGE_NAMES.get(code):
        return _tr(name)
    if name := LANGUAGE_NAMES.get(root(code)):
        return _tr("{language} ({code})").format(language=_tr(name), code=code)
    return code


def localize_language(code: str, name: str) -> str:
    """Return our name if the service's name for a language is the usual one, else the service's own name."""
    return language_name(code) if code and name == english_name(code) else name


def _tr(text: str) -> str:
    return QCoreApplication.translate("LanguageNames", text)
