"""One file of an import: the import order from its choices, and the target that it takes over."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.importing.importer import (
    ImportChoices,
    ImportPreview,
    InitialDecision,
    RejectedRowHandling,
)
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.importing.import_order import ImportOrder
from termdesk.ui.glossaries.importing.import_page import ImportPage
from termdesk.ui.glossaries.importing.import_target import ImportTarget
from termdesk.ui.glossaries.importing.read_options import ImportReading

PreviewOf = Callable[..., ImportPreview]
EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")


def page_of(preview: ImportPreview, window: QWidget, asked: list[ImportChoices]) -> ImportPage:
    page = ImportPage(
        partial(ImportReading, preview),
        lambda page: ImportTarget(open_name="Rail", open_pair=EN_DE, others=[("key", "Law")], parent=page),
        reread=lambda _page, choices: asked.append(choices),
        save_rejected_rows=lambda _preview: None,
    )
    page.setParent(window)
    page.show_first()
    return page


@pytest.mark.slow
def test_each_part_is_created_inside_the_page(preview_of: PreviewOf, window: QWidget) -> None:
    preview = preview_of("all.csv", "en,de,fr\nsea,See,mer\n")
    before = set(map(id, QApplication.topLevelWidgets()))
    page = ImportPage(
        partial(ImportReading, preview, in_steps=True),
        lambda page: ImportTarget(open_name="", open_pair=None, parent=page),
        reread=lambda _page, _choices: None,
        save_rejected_rows=lambda _preview: None,
        parent=window,
        in_steps=True,
    )
    for _ in page.steps:
        # Moving a part from a window of its own into the page would style it again.
        windows = [each for each in QApplication.topLevelWidgets() if each.windowType() == Qt.WindowType.Window]
        assert [each for each in windows if id(each) not in before] == []
    page.show_first()
    assert page.order() == ImportOrder(page.preview, True, "all", EN_DE)


def test_the_order_is_what_was_chosen(preview_of: PreviewOf, window: QWidget) -> None:
    page = page_of(preview_of("all.csv", "en,de,fr\nsea,See,mer\n"), window, [])
    assert page.order() == ImportOrder(page.preview, True, "all", EN_DE)

    page.pairs.several.setChecked(True)
    page.leave_rejected_rows_out.setChecked(True)

    order = page.order()
    assert [each.pair for each in order.pairs or ()] == [EN_DE, EN_FR]
    assert order.handling is RejectedRowHandling.LEAVE_OUT
    page.pairs.tick_all.click()
    assert page.order().pairs == ()
    assert "at least one pair" in page.missing


def test_the_target_of_another_file_is_taken_over(preview_of: PreviewOf, window: QWidget) -> None:
    page = page_of(preview_of("sea.tsv", "sea\tmer\n"), window, [])
    expected = ImportOrder(
        page.preview, False, "", EN_FR, None, InitialDecision.OVERWRITE, RejectedRowHandling.LEAVE_OUT, "key"
    )

    page.take_target(expected)

    order = page.order()
    assert (order.glossary, order.pair, order.existing, order.handling) == (
        "key",
        EN_FR,
        expected.existing,
        expected.handling,
    )


def test_while_it_is_read_anew_it_says_so(preview_of: PreviewOf, window: QWidget, qtbot: QtBot) -> None:
    asked: list[ImportChoices] = []
    page = page_of(preview_of("sea.en-fr.csv", "sea,mer\n"), window, asked)

    with qtbot.waitSignal(page.changed):
        page.reading.header.click()
    assert (page.is_reading, asked[-1].has_header) == (True, True)
    page.show_failure("It cannot be read so.")
    assert page.is_reading

    page.show_preview(preview_of("sea.en-fr.csv", "sea,mer\nsun,soleil\n", asked[-1]))

    assert not page.is_reading


@pytest.mark.slow
def test_columns_in_the_wrong_order_are_swapped_by_one_click(preview_of: PreviewOf, window: QWidget) -> None:
    asked: list[ImportChoices] = []
    rows = "Bearbeiten\tEdit\nDatei öffnen\tOpen file\nSchließen\tClose\nEinstellungen\tSettings\n"
    page = page_of(preview_of("terms.tsv", rows), window, asked)
    assert page.swap_hint.isHidden(), "no languages are chosen yet"

    page.import_target.show_pair(EN_DE)
    page.import_target.pair_chosen.emit()
    assert "the sources look German, the targets English" in page.swap_hint.words.text()
    page.show_preview(preview_of("terms.tsv", rows, asked[-1]))
    page.swap_hint.button.click()
    page.show_preview(preview_of("terms.tsv", rows, asked[-1]))

    assert page.swap_hint.isHidden()
    assert page.order().pair == EN_DE
    assert page.preview.result.entries.as_dict()["Open file"] == "Datei öffnen"
