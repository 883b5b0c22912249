"""The box for choosing the glossary whose terms an improvement must not change."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QComboBox, QWidget

from termdesk.domain.glossary import Glossary
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.widgets.plain import set_tooltip


class ProtectionBox(QComboBox):
    """The glossaries with terms in the language of the text. The choice is remembered.

    As in Translate, a single glossary is chosen automatically, unless the user has chosen none.
    """

    def __init__(self, remembered: WindowMemory, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._remembered = remembered
        self.setObjectName("improve_glossary")
        self.setAccessibleName(self.tr("Protect the terms of"))
        self.setMinimumContentsLength(18)
        # The service interface has no field for the glossary of an improvement.
        words = self.tr(
            "No correction on this computer changes a word of a published glossary, even if none is chosen here."
        )
        set_tooltip(self, words)
        self.activated.connect(self._on_chosen)
        self.show_glossaries(())

    def show_glossaries(self, glossaries: Sequence[Glossary]) -> None:
        """Offer these glossaries, and “none”."""
        self.clear()
        self.addItem(self.tr("No glossary"), None)
        for each in glossaries:
            self.addItem(each.name, each)
        ids = [each.glossary_id for each in glossaries]
        if self._remembered.improve_glossary in ids:
            self.setCurrentIndex(1 + ids.index(self._remembered.improve_glossary))
        elif len(ids) == 1 and not self._remembered.improve_without_glossary:
            self.setCurrentIndex(1)
        self.setEnabled(bool(glossaries))

    @property
    def chosen(self) -> Glossary | None:
        """The glossary whose terms must not be changed."""
        chosen = self.currentData()
        return chosen if isinstance(chosen, Glossary) else None

    @property
    def chosen_id(self) -> str:
        """The id of the chosen glossary; "" without one."""
        return self.chosen.glossary_id if self.chosen is not None else ""

    def _on_chosen(self) -> None:
        self._remembered.improve_glossary = self.chosen_id
        self._remembered.improve_without_glossary = not self.chosen_id
