"""The preferences, made from the fields of the settings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QLineEdit, QSpinBox, QWidget

from termdesk.domain.settings import Settings, visible_fields
from termdesk.ui.dialogs import Question, answered
from termdesk.ui.plain import PlainLabel, tooltip

_RANGES = {"text_size": (-2, 12), "keep_history_days": (0, 3650), "warn_at_percent": (1, 100)}


async def ask_preferences(parent: QWidget, settings: Settings) -> Settings | None:
    """Let the user change the settings; None where nothing was accepted."""
    dialog = PreferencesDialog(parent, settings)
    return dialog.settings() if await answered(dialog) else None


class PreferencesDialog(Question):
    """One row a setting: its title, its control, and the sentence that explains it."""

    def __init__(self, parent: QWidget, settings: Settings) -> None:
        super().__init__(parent, _tr("Preferences"), "", _tr("Save"))
        self.setObjectName("preferences")
        self.setMinimumWidth(520)
        self._settings = settings
        self._controls: dict[str, QWidget] = {}
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(4)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignVCenter)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        for each in visible_fields():
            control = _control(each, getattr(settings, each.name))
            self._controls[each.name] = control
            title = PlainLabel(_tr(each.metadata["title"]))
            title.setBuddy(control)
            form.addRow(title, control)
            words = PlainLabel(_tr(each.metadata["explanation"]), wraps=True, tone="muted")
            words.setContentsMargins(0, 0, 0, 8)
            form.addRow("", words)
        self.column.insertLayout(self.column.count() - 1, form)

    def settings(self) -> Settings:
        return replace(self._settings, **{name: _value(control) for name, control in self._controls.items()})


def _control(each: Any, value: Any) -> QWidget:
    control: QWidget
    if each.metadata["choices"]:
        control = QComboBox()
        for choice in each.metadata["choices"]:
            control.addItem(_tr(choice.capitalize()), choice)
        control.setCurrentIndex(each.metadata["choices"].index(value))
    elif isinstance(value, bool):
        control = QCheckBox()
        control.setChecked(value)
    elif isinstance(value, int):
        control = QSpinBox()
        control.setRange(*_RANGES[each.name])
        control.setMaximumWidth(96)
        # A style sheet does not reach the room around a spin box's text.
        control.lineEdit().setTextMargins(8, 0, 0, 0)
        control.setValue(value)
    else:
        control = QLineEdit(value)
    control.setObjectName(f"setting_{each.name}")
    control.setAccessibleName(_tr(each.metadata["title"]))
    control.setToolTip(tooltip(_tr(each.metadata["explanation"])))
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
