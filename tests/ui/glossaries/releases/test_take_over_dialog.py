from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from support.files.bundles import EN_DE, bundle_of, put
from support.visible_texts import cut_texts
from termdesk.application.glossaries.releases.releases import (
    Bundle,
    DictionaryChanges,
    IncomingChanges,
    compare_dictionaries,
)
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.term_records import NO_RECORD, RecordConflict, RecordDifference, TermRecord, TermRecords
from termdesk.domain.progress import NoProgress
from termdesk.formats.bundles.bundle_reader import BundleFinding, read_bundle
from termdesk.messages.release_messages import ReleaseMessage
from termdesk.ui.glossaries.releases.record_words import all_difference_words
from termdesk.ui.glossaries.releases.take_over_dialog import TakeOverDialog
from termdesk.ui.widgets.plain import PlainLabel

EN_FR = LanguagePair("en", "fr")
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
    assert dialog.accept_button.text() == "Take over all"
    dialog.differences.findChild(QPushButton, "release_choose_none").click()
    assert not dialog.accept_button.isEnabled()
    dialog.differences.table.selectRow(2)
    QTest.keyClick(dialog.differences.table, Qt.Key.Key_Space)
    assert (dialog.accept_button.isEnabled(), dialog.accept_button.text()) == (True, "Take over the selected rows")
    assert dialog.taken == {EN_DE: {"washer": TermRecord("Scheibe")}}
    assert dialog.left_out == {EN_DE: {"nut", "bolt"}}
    # Nine of ten entries would be removed.
    large = dialog_of(window, bundle, found)
    assert large.typed is not None
    assert not large.accept_button.isEnabled()
    large.typed.field.setText("9")
    assert large.accept_button.isEnabled()
    large.differences.table.selectRow(0)
    QTest.keyClick(large.differences.table, Qt.Key.Key_Space)
    assert not large.accept_button.isEnabled()
    large.typed.field.setText("8")
    assert large.accept_button.isEnabled()


def test_a_tick_looks_through_no_dictionary(window: QWidget, bundle: Bundle) -> None:
    """With a hundred thousand rows, reading them would block the window at each selection."""
    looks: list[str] = []

    class Watched(TermRecords):
        def sources(self) -> Iterable[str]:
            looks.append("all")
            return super().sources()

    found = incoming(TermRecords({"bolt": "Schraube", **{f"{number}": "x" for number in range(9)}}))
    before = Watched(found.changes.before.targets)
    dialog = dialog_of(window, bundle, replace(found, changes=replace(found.changes, before=before)))
    assert dialog.typed is not None
    looks.clear()

    dialog.differences.table.selectRow(0)
    QTest.keyClick(dialog.differences.table, Qt.Key.Key_Space)

    assert looks == []


@pytest.mark.slow
def test_each_conflict_is_settled_before_anything_is_taken(window: QWidget, bundle: Bundle) -> None:
    conflicts = tuple(
        RecordConflict(source, TermRecord("base"), TermRecord("here"), remote)
        for source, remote in (("bolt", TermRecord("Bolzen")), ("nut", NO_RECORD))
    )
    changes = DictionaryChanges(EN_DE, TermRecords(), TermRecords(), RecordDifference())
    dialog = dialog_of(window, bundle, IncomingChanges(changes, conflicts), is_linked=True)
    dialog.show()

    assert not dialog.accept_button.isEnabled()
    dialog.conflicts[0].all_local.click()
    assert dialog.accept_button.isEnabled()
    # The dictionary keeps its entries, but it gets a step, so that Undo takes the decision back.
    assert dialog.taken == {EN_DE: {}}
    dialog.conflicts[0].all_remote.click()
    assert dialog.taken == {EN_DE: {"bolt": TermRecord("Bolzen"), "nut": NO_RECORD}}


def test_a_dictionary_that_is_left_out_waits_with_its_conflicts(window: QWidget, bundle: Bundle) -> None:
    conflict = RecordConflict("nut", TermRecord("base"), TermRecord("here"), TermRecord("there"))
    [changes] = compare_dictionaries(NoProgress(), {EN_FR: TermRecords()}, {EN_FR: TermRecords({"bolt": "vis"})})
    both = [IncomingChanges(changes, (conflict,)), incoming(TermRecords())]
    differences = all_difference_words(NoProgress(), [each.changes for each in both])
    dialog = TakeOverDialog(window, bundle, both, differences, target="Parts", is_linked=True)
    assert not dialog.accept_button.isEnabled()
    french = dialog.differences.list.item(0, 0)
    assert french is not None

    dialog.differences.list.setCurrentCell(0, 0)
    QTest.keyClick(dialog.differences.list, Qt.Key.Key_Space)

    assert french.checkState() == Qt.CheckState.Unchecked
    assert dialog.accept_button.isEnabled()
    assert {*dialog.taken} == {EN_DE}
    assert dialog.left_out == {EN_FR: {"bolt", "nut"}}
    assert "offered again" in dialog.left_out_words.text()
    assert dialog.keeps_local is not None
    dialog.keeps_local.click()
    assert dialog.left_out == {}
    assert "next release" in dialog.left_out_words.text()
    # Selected again, it needs a resolved conflict again.
    french.setCheckState(Qt.CheckState.Checked)
    assert not dialog.accept_button.isEnabled()
    dialog.conflicts[0].all_remote.click()
    assert dialog.taken[EN_FR] == {"bolt": TermRecord("vis"), "nut": TermRecord("there")}


def test_a_low_screen_shows_a_part_and_cuts_nothing(window: QWidget, bundle: Bundle, qtbot: QtBot) -> None:
    manifest = msgspec.structs.replace(bundle.manifest, notes="Checked by two reviewers of the pumping station. " * 6)
    findings = tuple(
        BundleFinding(name, ReleaseMessage.FILE_DIFFERS(file=name, version="1.4")) for name in ("de.tsv", "fr.tsv")
    )
    found = incoming(TermRecords({f"{number}": "x" for number in range(9)}))
    conflicts = (RecordConflict("bolt", TermRecord("base"), TermRecord("here"), TermRecord("Bolzen")),)
    dialog = dialog_of(
        window, replace(bundle, manifest=manifest, findings=findings), IncomingChanges(found.changes, conflicts)
    )

    dialog.resize(640, 420)
    dialog.show()
    dialog.activateWindow()

    assert dialog.height() == 420
    assert list(cut_texts(dialog)) == []
    area = dialog.findChild(QScrollArea, "take_over_dialog_area")
    assert isinstance(area, QScrollArea)
    assert area.verticalScrollBar().maximum() > 0
    assert dialog.typed is not None
    dialog.typed.field.setFocus()
    qtbot.waitUntil(dialog.typed.field.hasFocus)
    assert not dialog.typed.field.visibleRegion().isEmpty(), "who goes there by keys sees it"


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ({"target": ""}, "so the new one is locked, too."),
        ({"target": "Parts"}, "but “Parts” is not locked."),
        ({"target": "Parts", "is_target_locked": True}, ""),
    ],
)
def test_the_lock_of_the_released_glossary_is_told(
    window: QWidget, bundle: Bundle, named: dict[str, Any], words: str
) -> None:
    locked = replace(bundle, manifest=msgspec.structs.replace(bundle.manifest, is_local_only=True))
    found = incoming(TermRecords({"bolt": "Schraube"}))
    differences = all_difference_words(NoProgress(), [found.changes])

    dialog = TakeOverDialog(window, locked, [found], differences, **named)

    text = dialog.findChild(PlainLabel, "question_text").text()
    assert words in text
    assert ("author" in text) == bool(words)
    dialog.reject()
