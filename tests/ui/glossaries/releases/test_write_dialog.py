from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QLabel, QWidget

from support.files.bundles import EN_DE, bundle_of, put
from termdesk.application.glossaries.releases.releases import ReleasePlan, plan_release
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.term_records import TermRecords
from termdesk.domain.progress import NoProgress
from termdesk.ui.glossaries.releases.record_words import all_difference_words
from termdesk.ui.glossaries.releases.write_dialog import WriteReleaseDialog

ENTRIES = Entries.of([("bolt", "Bolzen"), ("nut", "Mutter")])


def dialog_of(window: QWidget, plan: ReleasePlan) -> WriteReleaseDialog:
    return WriteReleaseDialog(window, plan, all_difference_words(NoProgress(), plan.changes))


def said(dialog: WriteReleaseDialog, name: str) -> str:
    label = dialog.findChild(QLabel, name)
    return label.text() if label is not None else ""


def test_the_first_release_needs_a_version(window: QWidget, tmp_path: Path) -> None:
    dialog = dialog_of(window, plan_release(NoProgress(), "Parts", tmp_path, {EN_DE: ENTRIES}))

    assert (dialog.version, dialog.accept_button.isEnabled()) == ("1.0", True)
    assert said(dialog, "release_facts").startswith("This is the first release")
    assert said(dialog, "release_warning") == ""
    dialog.version_field.setText("  ")
    assert not dialog.accept_button.isEnabled()
    dialog.notes_field.setPlainText(" For the audit. ")
    assert dialog.notes == "For the audit."
    assert dialog.accept_button.isDefault()


def test_a_damaged_release_of_another_glossary_is_warned_of(window: QWidget, tmp_path: Path) -> None:
    put(tmp_path, bundle_of({EN_DE: TermRecords({"bolt": "Schraube"})}))
    (tmp_path / "CHANGES.md").write_text("edited", "utf-8")

    dialog = dialog_of(window, plan_release(NoProgress(), "Nails", tmp_path, {EN_DE: ENTRIES}))

    assert not dialog.accept_button.isDefault(), "Enter does not replace the entries of another glossary"
    assert dialog.version == "1.1"
    assert "release 1.0" in said(dialog, "release_facts")
    assert said(dialog, "release_warning") == (
        "The folder has releases of another glossary, “Parts”. Writing replaces its entries. CHANGES.md is not what "
        "release 1.0 contained: it was edited, cut off or damaged. Writing replaces these files."
    )
    assert dialog.differences.table.model().rowCount() == 2


def test_the_version_must_be_later_than_that_of_the_folder(window: QWidget, tmp_path: Path) -> None:
    put(tmp_path, bundle_of({EN_DE: TermRecords({"bolt": "Schraube"})}))
    dialog = dialog_of(window, plan_release(NoProgress(), "Parts", tmp_path, {EN_DE: ENTRIES}))
    line = dialog.findChild(QLabel, "release_version_line")
    assert line is not None

    seen = {}
    for version in ("1.1", "1.0", "0.9", "", "1.0 b"):
        dialog.version_field.setText(version)
        seen[version] = (dialog.accept_button.isEnabled(), not line.isHidden())

    assert seen == {
        "1.1": (True, False),
        "1.0": (False, True),
        "0.9": (False, True),
        "": (False, False),
        "1.0 b": (True, False),
    }
