"""The preferences show every setting with a title, and return the user's choices."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QComboBox, QScrollArea, QSpinBox, QWidget

from termdesk.domain.settings import Settings, visible_fields
from termdesk.ui.preferences.preferences_dialog import PreferencesDialog
from termdesk.ui.widgets.plain import PlainLabel


def test_unchanged_preferences_give_back_the_settings(window: QWidget) -> None:
    settings = Settings(theme="dark", text_size=3, keep_history_days=7, keep_texts_days=9)

    assert PreferencesDialog(window, settings).settings() == settings


def test_every_visible_setting_has_a_control_with_a_name(window: QWidget) -> None:
    dialog = PreferencesDialog(window, Settings())

    for each in visible_fields():
        control = dialog.findChild(QWidget, f"setting_{each.name}")
        assert control is not None, each.name
        assert control.accessibleName() == each.metadata["title"]


def test_what_is_chosen_comes_back(window: QWidget) -> None:
    dialog = PreferencesDialog(window, Settings())
    theme, days, texts = (
        dialog.findChild(QComboBox, "setting_theme"),
        dialog.findChild(QSpinBox, "setting_keep_history_days"),
        dialog.findChild(QCheckBox, "setting_keep_texts_in_history"),
    )
    assert theme is not None
    assert days is not None
    assert texts is not None

    theme.setCurrentIndex(theme.findData("light"))
    days.setValue(0)
    texts.setChecked(False)

    assert dialog.settings() == Settings(theme="light", keep_history_days=0, keep_texts_in_history=False)


def test_every_explanation_can_be_read_whole(window: QWidget) -> None:
    dialog = PreferencesDialog(window, Settings())
    dialog.show()

    for page in range(dialog.tabs.count()):
        dialog.tabs.setCurrentIndex(page)
        area = dialog.tabs.currentWidget()
        assert isinstance(area, QScrollArea)
        for label in area.findChildren(PlainLabel):
            assert label.height() >= label.heightForWidth(label.width()), label.text()
        assert area.verticalScrollBar().maximum() == 0


def test_what_limits_costs_of_all_services_is_on_one_page(window: QWidget) -> None:
    tabs = PreferencesDialog(window, Settings()).tabs

    assert [tabs.tabText(page) for page in range(tabs.count())] == ["General", "Costs"]
    names = {control.objectName() for control in tabs.widget(1).findChildren(QSpinBox)}
    assert names == {"setting_ask_from", "setting_job_cap", "setting_warn_at_percent"}


def test_numbers_can_be_seen(window: QWidget) -> None:
    dialog = PreferencesDialog(window, Settings(keep_history_days=3650))
    dialog.show()

    for box in dialog.findChildren(QSpinBox):
        dialog.tabs.setCurrentIndex(1 if dialog.tabs.widget(1).isAncestorOf(box) else 0)
        field = box.lineEdit()
        assert field.width() >= field.fontMetrics().horizontalAdvance(field.text()) + 8, box.objectName()


def test_large_numbers_have_separators(window: QWidget) -> None:
    box = PreferencesDialog(window, Settings(job_cap=50_000)).findChild(QSpinBox, "setting_job_cap")

    assert box is not None
    assert (box.text(), box.value()) == ("50,000", 50_000)
