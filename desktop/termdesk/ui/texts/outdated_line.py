"""The line that says why a result is outdated: which part of the request has changed."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QWidget

from termdesk.application.request_changes import RequestPart
from termdesk.ui.widgets.plain import PlainLabel


class OutdatedLine(PlainLabel):
    """Shown while a result is outdated. `changed` is sent when a result becomes outdated or valid again."""

    changed = Signal(bool)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__("", parent, wraps=True, tone="warning")
        self.setObjectName(name)
        self.is_outdated = False
        self.hide()

    def show_changes(self, parts: Collection[RequestPart]) -> None:
        """Say which parts of the request have changed since the result was made. Without any, hide the line."""
        is_outdated = bool(parts)
        self.setText(_sentence(parts) if is_outdated else "")
        self.setVisible(is_outdated)
        if is_outdated != self.is_outdated:
            self.is_outdated = is_outdated
            self.changed.emit(is_outdated)


def _sentence(parts: Collection[RequestPart]) -> str:
    if len(parts) > 1:
        return _tr("Outdated: the text or the choices above have changed. Run it again for a new result.")
    sentences = {
        RequestPart.TEXT: _tr("Outdated: this result belongs to an earlier version of the text."),
        RequestPart.LANGUAGES: _tr("Outdated: this result is for other languages than the chosen ones."),
        RequestPart.GLOSSARY: _tr("Outdated: this result used another glossary."),
        RequestPart.GLOSSARY_CONTENT: _tr("Outdated: the glossary was changed after this result was made."),
        RequestPart.CONTEXT: _tr("Outdated: this result used another context."),
        RequestPart.MEMORY: _tr("Outdated: this result used another translation memory or threshold."),
        RequestPart.STYLE_RULES: _tr("Outdated: this result followed other style rules."),
        RequestPart.COMPARISON: _tr("Outdated: this result compares other versions than the chosen ones."),
        RequestPart.MODE: _tr("Outdated: this result used another mode, style, tone or formality, or other markup."),
        RequestPart.SERVICE: _tr("Outdated: this result comes from another service."),
    }
    return sentences[next(iter(parts))]


def _tr(text: str) -> str:
    return QCoreApplication.translate("OutdatedLine", text)
