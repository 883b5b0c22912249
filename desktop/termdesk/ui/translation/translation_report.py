"""The report below a translation: the billed characters and the engines."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.application.translation.translation import TranslationResult
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.lists import list_facts, list_names
from termdesk.ui.words.numbers import format_percent


def report_of(result: TranslationResult, *, is_billed: bool = True, other: str | None = None) -> str:
    """Return one line about `result`; its parts are separated by dots. `is_billed`: the characters cost something.

    `other` is the text of the version with or without the glossary that can be shown instead, if there is one.
    """
    parts = []
    if other is not None:
        parts.append(_tr("Without the glossary") if result.request.glossary is None else _tr("With the glossary"))
    if other == result.text:
        parts.append(_tr("the glossary changes nothing in this text"))
    if not result.request.source:
        parts.append(_tr("Detected: {language}").format(language=language_name(result.detected_source)))
    if result.billed is None:
        parts.append(_tr("%Ln characters, the service did not say what it billed", "", result.estimated))
    elif is_billed:
        parts.append(_tr("%Ln characters billed", "", result.billed))
    else:
        parts.append(_tr("%Ln characters counted", "", result.billed))
    if result.report.engines:
        parts.append(list_names(result.report.engines))
    # Of a text that came back as it was, “100% of the words known” would praise a translation that did not happen.
    if result.report.coverage is not None and not result.is_untranslated:
        parts.append(_tr("{share} of the words known").format(share=format_percent(result.report.coverage)))
    if "context" in result.report.unused:
        parts.append(_tr("the engine does not use the context"))
    return list_facts(parts)


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("TranslationReport", text, comment, n)
