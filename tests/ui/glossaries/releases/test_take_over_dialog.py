from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from support.files.bundles import EN_DE, bundle_of, put
from termdesk.application.glossaries.releases.releases import (
    Bundle,
    DictionaryChanges,
    IncomingChanges,
    compare_dictionaries,
)
from termdesk.domain.merging.term_records import NO_RECORD, RecordConflict, RecordDifference, TermRecord, TermRecords
from termdesk.domain.progress import NoProgress
from termdesk.formats.bundles.bundle_reader import read_bundle
from termdesk.ui.glossaries.releases.record_words import all_difference_words
from termdesk.ui.glossaries.releases.take_over_dialog import TakeOverDialog

REMOTE = TermRecords({"bolt": "Bolzen", "washer": "Scheibe"})


@pytest.fixture
def bundle(tmp_path: Path) -> Bundle:
    return read_bundle(put(tmp_path, bundle_of({EN_DE: REMOTE})))


def incoming(local: TermRecords) -> IncomingChanges:
    [changes] = compare_dictionaries(NoProgress(), {EN_DE: local}, {EN_DE: REMOTE})
    return IncomingChanges(changes)


def dialog_of(window: QWidget, bundle: Bundle, found: IncomingChanges, **named: bool) -> TakeOverDialog:
    differences = all_difference_words(NoProgress(), [found.changes])
    return TakeOverDialog(window, bundle, [found], differences, target="Parts", **named)


def test_all_or_the_selected_rows_are_taken(window: QWidget, bundle: Bundle) -> None:
    local = TermRecords({"bolt": "Schraube", **{f"{number}": "x" for number in range(9)}})
    found = incoming(TermRecords({**local.targets}))
    dialog = dialog_of(window, bundle, incoming(TermRecords({"bolt": "Schraube", "nut": "Mutter"})))

    assert dialog.taken == {EN_DE: {"nut": NO_RECORD, "bolt": TermRecord("Bolzen"), "washer": TermRecord("Scheibe")}}
    dialog.differences.table.selectRow(2)
    dialog.rows_button.click()
    assert dialog.taken == {EN_DE: {"washer": TermRecord("Scheibe")}}
    # Nine of ten entries would go.
    large = dialog_of(window, bundle, found)
    assert large.typed is not None
    assert not large.accept_button.isEnabled()
    large.typed.field.setText("9")
    assert large.accept_button.isEnabled()


def test_each_conflict_is_settled_before_anything_is_taken(window: QWidget, bundle: Bundle) -> None:
    conflicts = tuple(
        RecordConflict(source, TermRecord("base"), TermRecord("here"), remote)
        for source, remote in (("bolt", TermRecord("Bolzen")), ("nut", NO_RECORD))
    )
    changes = DictionaryChanges(EN_DE, TermRecords(), TermRecords(), RecordDifference())
    dialog = dialog_of(window, bundle, IncomingChanges(changes, conflicts), has_row_choice=False)
    dialog.show()

    assert not dialog.accept_button.isEnabled()
    assert not dialog.rows_button.isVisible()
    dialog.conflicts[0].all_local.click()
    assert dialog.accept_button.isEnabled()
    assert dialog.taken == {}
    dialog.conflicts[0].all_remote.click()
    assert dialog.taken == {EN_DE: {"bolt": TermRecord("Bolzen"), "nut": NO_RECORD}}
