"""The list below the library: glossaries on this computer that belong to other services."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from termdesk.ui.glossaries.library.library_model import entry_count_words
from termdesk.ui.glossaries.library.state_words import locked_word
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import PlainLabel, tooltip
from termdesk.ui.words.lists import list_facts, list_names
from termdesk.ui.words.service_words import profile_title

if TYPE_CHECKING:
    from termdesk.application.glossaries.library.drafts_elsewhere import GlossaryElsewhere

_MOST_LINES = 4
_GLOSSARY = Qt.ItemDataRole.UserRole


class ElsewhereList(QWidget):
    """Hidden if empty. A click or Enter on a glossary asks to bring it to the current service."""

    bring_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("elsewhere")
        title = PlainLabel(self.tr("On this computer, for other services"), wraps=True, tone="muted")
        title.setObjectName("elsewhere_title")
        self.list = QListWidget()
        self.list.setObjectName("elsewhere_list")
        self.list.setAccessibleName(title.text())
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._ask)
        self.list.itemActivated.connect(self._ask)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 0, 8, 0)
        column.setSpacing(4)
        column.addWidget(title)
        column.addWidget(self.list)
        self.hide()

    def show_glossaries(self, glossaries: Sequence[GlossaryElsewhere], titles: Mapping[str, str]) -> None:
        """Show these glossaries and keep the current one if it still exists.

        `titles` name services by host and port.
        """
        current = self.list.currentItem()
        before = _identity(current.data(_GLOSSARY)) if current is not None else None
        self.list.clear()
        for glossary in glossaries:
            service = profile_title(glossary.profile, titles)
            locked = locked_word() if glossary.is_local_only else ""
            line = self.tr("{name} · {service}").format(name=glossary.name, service=service)
            item = QListWidgetItem(list_facts((line, locked)))
            if locked:
                item.setIcon(theme.icon("lock"))
            pairs = list_names(str(draft.pair) for draft in glossary.drafts)
            words = self.tr("{name}, {service}: {pairs}, {entries}").format(
                name=glossary.name, service=service, pairs=pairs, entries=entry_count_words(glossary.entry_count)
            )
            words = list_facts((words, locked))
            item.setData(Qt.ItemDataRole.ToolTipRole, tooltip(words))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
            item.setData(_GLOSSARY, glossary)
            self.list.addItem(item)
            if _identity(glossary) == before:
                self.list.setCurrentItem(item)
        self._fit()
        self.setVisible(bool(glossaries))

    def _fit(self) -> None:
        lines = min(max(1, self.list.count()), _MOST_LINES)
        height = self.list.sizeHintForRow(0) if self.list.count() else self.fontMetrics().height()
        self.list.setFixedHeight(lines * height + 2 * self.list.frameWidth() + 4)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "list"):
            self._fit()

    def _ask(self, item: QListWidgetItem) -> None:
        self.bring_asked.emit(item.data(_GLOSSARY))


def _identity(glossary: GlossaryElsewhere) -> tuple[str, str]:
    return glossary.profile, glossary.key
