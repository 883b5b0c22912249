"""The list of files: the content of each, why one cannot be read, and which are selected."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.importing.file_view import PairInFile
from termdesk.application.glossaries.importing.importer import ImportPreview
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.importing.file_list import FileList
from termdesk.ui.glossaries.importing.import_order import GivenFile, ImportOrder

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")


@pytest.fixture
def files(preview_of: Callable[..., ImportPreview], tmp_path: Path) -> list[GivenFile]:
    preview = preview_of("rail.en-de.tsv", "train\tZug\nno tab\n")
    return [GivenFile(preview.path, preview), GivenFile(tmp_path / "<b>broken.tbx", failure="It is damaged.")]


@pytest.fixture
def shown(files: list[GivenFile], window: QWidget) -> FileList:
    return FileList(files, window)


def test_each_file_has_its_facts_or_its_failure(shown: FileList, files: list[GivenFile]) -> None:
    assert files[0].preview
    shown.show_order(0, ImportOrder(files[0].preview, True, "Rail", EN_DE))
    assert shown.item(0).text() == "rail.en-de.tsv\nen → de · 1 entry · 1 rejected line"
    assert shown.item(1).text() == "<b>broken.tbx\nIt is damaged."

    shown.show_order(
        0, ImportOrder(files[0].preview, True, "Rail", EN_DE, (PairInFile(EN_DE, 3), PairInFile(EN_FR, 4)))
    )
    assert shown.item(0).text().splitlines()[1] == "2 dictionaries · 7 entries · 1 rejected line"
    shown.show_order(0, ImportOrder(files[0].preview, True, " ", EN_DE))
    assert "name" in shown.item(0).text().splitlines()[1], "what is missing"


def test_a_name_that_is_taken_is_told(files: list[GivenFile], window: QWidget) -> None:
    shown = FileList(files, window, known_names={"rail"})
    assert files[0].preview
    reported = []

    for is_new, name in ((True, "Rail"), (True, "Road"), (False, "Rail")):
        shown.show_order(0, ImportOrder(files[0].preview, is_new, name, EN_DE))
        reported.append("has this name already" in shown.item(0).text())

    assert reported == [True, False, False]


def test_only_what_could_be_read_is_ticked(shown: FileList, qtbot: QtBot) -> None:
    assert [shown.is_ticked(row) for row in range(2)] == [True, False]
    assert not shown.item(1).flags() & Qt.ItemFlag.ItemIsUserCheckable

    with qtbot.waitSignal(shown.ticked_changed) as reported:
        shown.item(0).setCheckState(Qt.CheckState.Unchecked)

    assert reported.args == [0]
    assert not shown.is_ticked(0)
