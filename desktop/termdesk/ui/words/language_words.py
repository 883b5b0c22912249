"""The names of languages in the language of the windows."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.domain.language.language import canonical, root
from termdesk.domain.language.language_names import LANGUAGE_NAMES, english_name


def language_name(code: str) -> str:
    """The name of a language. A variant without one gives its root's name with the code; an unknown code itself."""
    code = canonical(code)
    if name := LANGUAGE_NAMES.get(code):
        return _tr(name)
    if name := LANGUAGE_NAMES.get(root(code)):
        return _tr("{language} ({code})").format(language=_tr(name), code=code)
    return code


def localize_language(code: str, name: str) -> str:
    """The name that a service gave to a language: ours if it is the usual one, else as the service spells it."""
    return language_name(code) if code and name == english_name(code) else name


def _tr(text: str) -> str:
    return QCoreApplication.translate("LanguageNames", text)
