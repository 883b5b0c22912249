"""The report below an improved text: what was changed, and what it cost."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.application.improvement.improvement import ImprovementResult
from termdesk.domain.language.language import root
from termdesk.domain.similarity.text_diff import DiffKind
from termdesk.domain.texts import Improve
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.lists import list_facts, list_names


def report_of(result: ImprovementResult) -> str:
    """Return one line about `result`; its parts are separated by dots."""
    parts = [_outcome(result)]
    if result.detected_source:
        parts.append(_tr("Detected: {language}").format(language=language_name(result.detected_source)))
    parts.append(_tr("%Ln characters counted", "", result.estimated))
    if result.report.engines:
        parts.append(list_names(result.report.engines))
    return list_facts(parts)


def tone_of(result: ImprovementResult) -> str:
    """Return the tone of the report: a warning if the text was not reworded as asked, or is in another language."""
    if result.detected_source and root(result.detected_source) != root(result.target):
        return "warning"
    is_in_vain = result.is_only_corrected or (result.is_unchanged and result.request.how is Improve.REPHRASE)
    return "warning" if is_in_vain else "good" if result.is_unchanged else "muted"


def _outcome(result: ImprovementResult) -> str:
    if result.is_unchanged and result.request.how is Improve.REPHRASE:
        return _tr("The text is unchanged: nothing to correct or reword")
    if result.is_unchanged:
        return _tr("The text is unchanged: nothing to correct")
    changes = sum(each.kind is not DiffKind.EQUAL for each in result.chunks)
    if result.is_only_corrected:
        return _tr("%Ln changes, the same as by “Correct only”: nothing was reworded", "", changes)
    return _tr("%Ln changes", "", changes)


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("ImprovementReport", text, comment, n)
