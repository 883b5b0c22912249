"""Memories of a service: one is selected, its changes are shown, and a new one gets a name."""

from __future__ import annotations

from PySide6.QtWidgets import QTableWidget, QWidget

from termdesk.application.texts.memory_transfer import FetchPlan, MemorySummary, PlannedPair, Replacement, SendPlan
from termdesk.domain.language.language import LanguagePair
from termdesk.messages.row_messages import RowMessage
from termdesk.ui.texts.memory_dialogs import MOST_LINES, FetchMemoryDialog, MemoryChoiceDialog, SendMemoryDialog
from termdesk.ui.widgets.plain import PlainLabel

LAW, PRESS = MemorySummary("1", "Law", "en", ("de", "fr"), 3_542), MemorySummary("2", "Press", "de", ("en",), 1)
EN_DE = LanguagePair("en", "de")


def cells(table: QTableWidget) -> list[tuple[str, ...]]:
    return [
        tuple(table.item(row, position).text() for position in range(table.columnCount()))
        for row in range(table.rowCount())
    ]


def test_a_memory_is_chosen_from_the_list(window: QWidget) -> None:
    dialog = MemoryChoiceDialog(window, [LAW, PRESS], service="Agency")
    first = dialog.chosen
    dialog.table.selectRow(1)

    assert cells(dialog.table) == [("Law", "en → de, fr", "3,542"), ("Press", "de → en", "1")]
    assert (first, dialog.chosen) == (LAW, PRESS)
    dialog.table.clearSelection()
    assert not dialog.accept_button.isEnabled()


def test_what_would_change_is_shown_by_pair_and_by_text(window: QWidget) -> None:
    replacements = tuple(Replacement(f"house {number}", "Haus", "das Haus") for number in range(MOST_LINES + 1))
    plan = FetchPlan("Law", (PlannedPair(EN_DE, 12, 3, replacements),), ((7, RowMessage.ONE_TEXT()),), b"")
    dialog = FetchMemoryDialog(window, plan, service="Agency")
    replaced = dialog.findChild(QTableWidget, "memory_replacements_table")
    rejected = dialog.findChild(QTableWidget, "memory_rejected_table")

    assert dialog.accept_button.isEnabled()
    assert cells(dialog.table) == [("en → de", "12", "201", "3")]
    assert cells(replaced)[0] == ("house 0", "Haus", "das Haus")
    assert replaced.rowCount() == MOST_LINES
    assert cells(rejected) == [("7", str(RowMessage.ONE_TEXT()))]
    said = {each.text() for each in dialog.findChildren(PlainLabel)}
    assert "201 translations would be replaced. The list shows the first ones." in said
    assert "1 segment cannot be used." in said


def test_a_memory_that_changes_nothing_cannot_be_fetched(window: QWidget) -> None:
    dialog = FetchMemoryDialog(window, FetchPlan("Law", (PlannedPair(EN_DE, 0, 9, ()),), (), b""), service="Agency")

    assert not dialog.accept_button.isEnabled()
    assert dialog.findChild(QTableWidget, "memory_replacements_table") is None
    assert dialog.findChild(QTableWidget, "memory_rejected_table") is None


def test_a_file_says_that_it_is_imported_or_holds_nothing(window: QWidget) -> None:
    dialog = FetchMemoryDialog(window, FetchPlan("memory", (), (), b""))

    said = [each.text() for each in dialog.findChildren(PlainLabel)]
    assert said == ["Import “memory”?", "This memory contains no translations."]
    assert dialog.accept_button.text() == "Import"
    assert not dialog.accept_button.isEnabled()


def test_a_new_memory_needs_a_name_and_replaces_one_only_if_that_is_chosen(window: QWidget) -> None:
    dialog = SendMemoryDialog(window, SendPlan(EN_DE, 3, "Termdesk en-de", (LAW,), b""), service="Agency")
    hidden_at_first = dialog.earlier.isHidden()
    dialog.field.setText(" Law ")

    assert hidden_at_first
    assert not dialog.earlier.isHidden()
    assert not dialog.replaces, "nothing is deleted unasked"
    dialog.earlier.setChecked(True)
    assert (dialog.name, dialog.replaces) == ("Law", True)
    dialog.field.setText("Lawyers")
    assert not dialog.replaces
    dialog.field.setText(" ")
    assert not dialog.accept_button.isEnabled()
    assert "3 confirmed translations en → de to Agency" in dialog.findChildren(PlainLabel)[0].text()
