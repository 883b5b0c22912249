"""Imports modules that the first window did not need, so that the first use of a dialog or pane does not wait."""

from __future__ import annotations

import gc
import importlib

from PySide6.QtCore import QObject, QTimer, Signal

# Each import takes less than a frame, because the parts of a large module are listed before it.
MODULES = (
    # For patterns of the user: the first filter needs it.
    "regex",
    "termdesk.client.wire",
    "termdesk.domain.entries.changes",
    "termdesk.storage.snapshots",
    "termdesk.storage.undo_steps",
    "termdesk.storage.journal",
    "termdesk.storage.deleted_glossaries",
    "termdesk.storage.publishing.publish_runs",
    "termdesk.storage.text_store",
    "termdesk.application.glossaries.view.row_texts",
    "termdesk.application.glossaries.editing.open_dictionary",
    "termdesk.application.glossaries.library.library",
    "termdesk.ui.glossaries.sheet.grid_view",
    "termdesk.ui.glossaries.sheet.sheet_page",
    "termdesk.ui.glossaries.dictionary.grid_edits",
    "termdesk.ui.glossaries.view.view_controller",
    "termdesk.ui.glossaries.dictionary.dictionary_page",
    "termdesk.domain.findings.custom_rules",
    "termdesk.domain.matching.terms",
    "termdesk.domain.findings.forbidden",
    "termdesk.application.glossaries.checks.check_index",
    "termdesk.application.glossaries.checks.dictionary_checks",
    "termdesk.ui.glossaries.checks.findings_panel",
    "termdesk.ui.glossaries.checks.grid_checks",
    "termdesk.formats.file_format",
    "termdesk.formats.registry",
    "termdesk.application.glossaries.importing.importer",
    "termdesk.ui.glossaries.importing.import_dialog",
    "termdesk.ui.glossaries.importing.review_dialog",
    "termdesk.application.glossaries.exporting.exporter",
    "termdesk.application.glossaries.publishing.publisher",
    "termdesk.ui.glossaries.publishing.publish_dialog",
    "termdesk.ui.glossaries.publishing.plan_questions",
    "termdesk.ui.glossaries.publishing.run_dialog",
    "termdesk.storage.notebook.remote_writes",
    "termdesk.ui.glossaries.library.new_glossary_dialog",
    "termdesk.application.glossaries.multilingual.open_table",
    "termdesk.ui.glossaries.multilingual.multilingual_page",
    "termdesk.ui.glossaries.multilingual.multilingual_checks",
    "termdesk.application.translation.translation",
    "termdesk.ui.texts.text_pane",
    "termdesk.ui.translation.translation_pane",
    "termdesk.ui.improvement.improvement_pane",
    "termdesk.ui.preferences.preferences_dialog",
)
PAUSE_MS = 30


class IdleImports(QObject):
    """Imports one module after the other. In between, the event loop runs."""

    finished = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting = list(reversed(MODULES))
        self._timer = QTimer(self)
        self._timer.setInterval(PAUSE_MS)
        self._timer.timeout.connect(self._import_next)

    def start(self) -> None:
        """Start to import as soon as the window has been painted."""
        self._timer.start()

    @property
    def is_active(self) -> bool:
        """Whether modules are left to import."""
        return self._timer.isActive()

    def _import_next(self) -> None:
        if self._waiting:
            importlib.import_module(self._waiting.pop())
            # Free the garbage of this module alone. Later, with the objects of all modules, this takes 50 ms.
            gc.collect(0)
        else:
            self._timer.stop()
            self.finished.emit()
