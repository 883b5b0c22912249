"""Imports modules that the first window did not need, so that the first use of a dialog or pane does not wait, and sets
up classes of Qt.
"""

from __future__ import annotations

import gc
import importlib
from collections.abc import Callable
from functools import partial

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
# Classes that the window does not use. PySide sets up all classes of widgets at once when it first looks for the class
# of one, such as the `viewport()` of a table: 7 ms in the first dialog with a list. The same is true of models.
CLASSES = {
    "PySide6.QtWidgets": (
        ("QCommandLinkButton", "QFocusFrame", "QGroupBox", "QRhiWidget", "QRubberBand"),
        ("QDial", "QDockWidget", "QLCDNumber", "QMdiSubWindow", "QSizeGrip", "QSlider", "QSplashScreen"),
        ("QColumnView", "QGraphicsView", "QMdiArea", "QTextBrowser", "QToolBar", "QToolBox", "QUndoView"),
        ("QCalendarWidget", "QDateEdit", "QDateTimeEdit", "QDoubleSpinBox", "QFontComboBox", "QTimeEdit"),
        ("QColorDialog", "QErrorMessage", "QFontDialog", "QInputDialog", "QMessageBox", "QProgressDialog"),
        ("QFileSystemModel", "QStyleOptionHeaderV2", "QWizard", "QWizardPage"),
    ),
    "PySide6.QtCore": (
        ("QAbstractListModel", "QAbstractProxyModel", "QConcatenateTablesProxyModel", "QIdentityProxyModel"),
        ("QMetaMethod", "QRangeModel", "QSortFilterProxyModel", "QStringListModel", "QTransposeProxyModel"),
    ),
    "PySide6.QtGui": (("QStandardItemModel",),),
}
PAUSE_MS = 30


def steps() -> list[Callable[[], object]]:
    """Return all that is left to do. Each step takes less than a frame."""
    imports = [partial(importlib.import_module, name) for name in MODULES]
    return imports + [partial(_set_up, module, names) for module, groups in CLASSES.items() for names in groups]


def _set_up(module: str, names: tuple[str, ...]) -> None:
    """Let PySide set up these classes, as far as this version has them."""
    qt = importlib.import_module(module)
    for name in names:
        getattr(qt, name, None)


class IdleImports(QObject):
    """Takes one of the `steps` after the other. In between, the event loop runs."""

    finished = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting = steps()[::-1]
        self._timer = QTimer(self)
        self._timer.setInterval(PAUSE_MS)
        self._timer.timeout.connect(self._go_on)

    def start(self) -> None:
        """Start as soon as the window has been painted."""
        self._timer.start()

    @property
    def is_active(self) -> bool:
        """Whether steps are left."""
        return self._timer.isActive()

    def _go_on(self) -> None:
        if self._waiting:
            self._waiting.pop()()
            # Free the garbage of this step alone. Later, with the objects of all modules, this takes 50 ms.
            gc.collect(0)
        else:
            self._timer.stop()
            self.finished.emit()
