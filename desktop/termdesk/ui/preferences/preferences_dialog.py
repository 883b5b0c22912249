"""The preferences dialog, built from the fields of the settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QGridLayout,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QTabWidget,
    QWidget,
)

from termdesk.domain.settings import Settings, visible_fields
from termdesk.ui.widgets.dialogs import ROOM_FOR_FRAME, Question, show_dialog
from termdesk.ui.widgets.plain import PlainLabel, set_tooltip
from termdesk.ui.words.message_words import localize


async def ask_preferences(parent: QWidget, settings: Settings) -> Settings | None:
    """Let the user change the settings. None if the dialog was cancelled."""
    dialog = PreferencesDialog(parent, settings)
    return dialog.settings() if await show_dialog(dialog) else None


class PreferencesDialog(Question):
    """A row for each setting: its title, its control, and a sentence that explains it."""

    def __init__(self, parent: QWidget, settings: Settings) -> None:
        super().__init__(parent, _tr("Preferences"), "", _tr("Save"))
        self.setObjectName("preferences")
        self.setMinimumWidth(600)
        self._settings = settings
        self._controls: dict[str, QWidget] = {}
        self.tabs = QTabWidget()
        self.tabs.setObjectName("preferences_pages")
        self.tabs.setAccessibleName(_tr("Preferences"))
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self._areas: list[QScrollArea] = []
        self._pages: list[QWidget] = []
        for page in dict.fromkeys(each.metadata["page"] for each in visible_fields()):
            self._add_page(page)
        self.column.insertWidget(self.column.count() - 1, self.tabs, 1)

    def _add_page(self, page: str) -> None:
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        form = self._form([each for each in visible_fields() if each.metadata["page"] == page])
        area.setWidget(form)
        self._areas.append(area)
        self._pages.append(form)
        self.tabs.addTab(area, localize(page))

    def _form(self, shown: Sequence[Any]) -> QWidget:
        fields = QWidget()
        # Not a form layout, because it gives wrapped text the height that it would need at a smaller width.
        grid = QGridLayout(fields)
        grid.setContentsMargins(0, 12, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(1, 1)
        for number, each in enumerate(shown):
            control = _control(each, getattr(self._settings, each.name))
            self._controls[each.name] = control
            title = PlainLabel(localize(each.metadata["title"]))
            title.setBuddy(control)
            grid.addWidget(title, 2 * number, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
            is_narrow = isinstance(control, QCheckBox | QSpinBox)
            grid.addWidget(control, 2 * number, 1, Qt.AlignmentFlag.AlignLeft if is_narrow else Qt.AlignmentFlag(0))
            words = PlainLabel(localize(each.metadata["help"]), wraps=True, tone="muted")
            words.setContentsMargins(0, 0, 0, 8)
            grid.addWidget(words, 2 * number + 1, 1)
        grid.setRowStretch(grid.rowCount(), 1)
        return fields

    def settings(self) -> Settings:
        """The settings as the fields show them."""
        return replace(self._settings, **{name: _value(control) for name, control in self._controls.items()})

    # Qt overrides

    def showEvent(self, event: QShowEvent) -> None:
        """Make the dialog high enough for all settings if the screen has room. Otherwise the settings scroll."""
        super().showEvent(event)
        # Measure without scroll bars: their width would narrow the lines, which would then need more height.
        for area in self._areas:
            area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.column.activate()
        shown = self._areas[self.tabs.currentIndex()]
        height = self.height() - shown.height() + max(each.heightForWidth(shown.width()) for each in self._pages)
        self.resize(self.width(), min(height, self.screen().availableGeometry().height() - ROOM_FOR_FRAME))
        self.column.activate()
        for area in self._areas:
            area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)


def _control(each: Any, value: Any) -> QWidget:
    control: QWidget
    if each.metadata["choices"]:
        control = QComboBox()
        for choice, words in each.metadata["choices"].items():
            control.addItem(localize(words), choice)
        control.setCurrentIndex(control.findData(value))
    elif isinstance(value, bool):
        control = QCheckBox()
        control.setChecked(value)
    elif isinstance(value, int):
        control = QSpinBox()
        control.setRange(*each.metadata["range"])
        control.setGroupSeparatorShown(True)
        control.setMinimumWidth(120)
        # A style sheet does not affect the margins around a spin box's text.
        control.lineEdit().setTextMargins(8, 0, 0, 0)
        control.setValue(value)
    else:
        control = QLineEdit(value)
    control.setObjectName(f"setting_{each.name}")
    control.setAccessibleName(localize(each.metadata["title"]))
    set_tooltip(control, localize(each.metadata["help"]))
    return control


def _value(control: QWidget) -> Any:
    match control:
        case QComboBox():
            return control.currentData()
        case QCheckBox():
            return control.isChecked()
        case QSpinBox():
            return control.value()
        case QLineEdit():
            return control.text()
    raise TypeError(f"no value in {control!r}")


def _tr(text: str) -> str:
    return QCoreApplication.translate("Preferences", text)
