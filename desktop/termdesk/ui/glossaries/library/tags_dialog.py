"""Client, domain and free tags of one glossary, or of several at once."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QCompleter, QFormLayout, QLineEdit, QWidget

from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.domain.errors import InvalidInput
from termdesk.domain.glossary_tag import GlossaryTag, TagKind, read_tags, unique
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import PlainLabel, caption
from termdesk.ui.widgets.selections import mark_focused
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize


class TagsDialog(Question):
    """Edits the tags that all chosen glossaries share. Tags of only some of them are kept."""

    def __init__(self, parent: QWidget, summaries: Sequence[GlossarySummary], known: Sequence[GlossaryTag]) -> None:
        title = _tr("Tags of “{name}”").format(name=summaries[0].name)
        if len(summaries) > 1:
            title = _tr("Tags of %Ln glossaries", "", len(summaries))
        super().__init__(parent, title, "", _tr("Save"))
        self.setObjectName("tags_dialog")
        self._shared = [tag for tag in summaries[0].tags if all(_has(summary, tag) for summary in summaries)]
        form = QWidget()
        lines = QFormLayout(form)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setHorizontalSpacing(16)
        self.fields = {
            TagKind.CLIENT: self._field(lines, "tags_client", _tr("Client"), TagKind.CLIENT, known),
            TagKind.DOMAIN: self._field(lines, "tags_domain", _tr("Domain"), TagKind.DOMAIN, known),
            TagKind.WORD: self._field(lines, "tags_words", _tr("Other tags"), TagKind.WORD, known),
        }
        self.insert(form)
        words = _tr("Separate several tags with commas. Tags stay on this computer; the service never sees them.")
        if any(set(summary.tags) - set(self._shared) for summary in summaries):
            words = list_sentences(
                (words, _tr("Tags that only some of these glossaries have are not shown and do not change."))
            )
        self.hint = PlainLabel(words, wraps=True, tone="muted")
        self.hint.setObjectName("tags_hint")
        self._words = words
        self.insert(self.hint)
        self.fields[TagKind.CLIENT].setFocus()

    def _field(
        self, lines: QFormLayout, name: str, title: str, kind: TagKind, known: Sequence[GlossaryTag]
    ) -> QLineEdit:
        field = QLineEdit(", ".join(tag.text for tag in self._shared if tag.kind is kind))
        field.setObjectName(name)
        field.setAccessibleName(title)
        completer = QCompleter([tag.text for tag in known if tag.kind is kind], field)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        field.setCompleter(completer)
        popup = completer.popup()
        assert popup is not None
        mark_focused(popup)
        field.textChanged.connect(self._check)
        lines.addRow(caption(title, field), field)
        return field

    def tags_for(self, summary: GlossarySummary) -> tuple[GlossaryTag, ...]:
        """Return the new tags of a glossary after the dialog."""
        own = (tag for tag in summary.tags if tag not in self._shared)
        return unique([*self._typed_tags(), *own])

    def _typed_tags(self) -> list[GlossaryTag]:
        return [tag for kind, field in self.fields.items() for tag in read_tags(kind, field.text())]

    def _check(self) -> None:
        try:
            self._typed_tags()
        except InvalidInput as error:
            words = localize(error.message, error.remedy)
        else:
            words = ""
        self.hint.setText(words or self._words)
        self.hint.set_tone("problem" if words else "muted")
        self.accept_button.setEnabled(not words)


def _has(summary: GlossarySummary, tag: GlossaryTag) -> bool:
    return any(each.key == tag.key for each in summary.tags)


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("TagsDialog", text, comment, n)
