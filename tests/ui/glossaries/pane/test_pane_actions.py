"""Actions apply to the page in front and to the selection, and are enabled only when they make sense."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import pytest
from PySide6.QtCore import QItemSelectionModel
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from support.running_service import RunningService
from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.key_scope import Scope
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.library.delete_dialog import DeleteSheet
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.glossaries.pane.pane_actions import IN_EVERY_VIEW, WITH_A_CHOSEN_GLOSSARY, WITH_ONE_DICTIONARY
from termdesk.ui.shell.notices import Notices

Rest = Callable[[], None]
Opened = Callable[[type[Any]], Any]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]
EN_DE = LanguagePair("en", "de")
Flag = QItemSelectionModel.SelectionFlag


@pytest.fixture
def rail(pane: GlossariesPane, draft: Draft, finish: Finish) -> GlossarySummary:
    made = draft("Rail", {"de": [("train", "Zug"), ("track", "Gleis"), ("bridge", "Brücke")]})
    finish(pane.read_library())
    return made


@pytest.fixture
def page(pane: GlossariesPane, rail: GlossarySummary, use_cases: LazyUseCases, finish: Finish) -> DictionaryPage:
    finish(pane.show_dictionary(finish(use_cases.library.open(rail, EN_DE))))
    assert pane.page is not None
    return pane.page


def enabled(pane: GlossariesPane, names: Sequence[str]) -> set[bool]:
    return {pane.window_actions[name].isEnabled() for name in names}


def run(pane: GlossariesPane, name: str) -> None:
    action = pane.window_actions[name]
    assert action.isEnabled()
    action.trigger()


def test_with_nothing_open_or_chosen_only_the_library_can_be_used(pane: GlossariesPane) -> None:
    assert enabled(pane, (*IN_EVERY_VIEW, *WITH_ONE_DICTIONARY, *WITH_A_CHOSEN_GLOSSARY)) == {False}
    assert enabled(pane, ("bin", "new_glossary", "import_file", "refresh")) == {True}


@pytest.mark.slow
def test_a_chosen_glossary_can_be_renamed_and_an_open_one_edited(
    pane: GlossariesPane, rail: GlossarySummary, use_cases: LazyUseCases, finish: Finish, qtbot: QtBot
) -> None:
    pane.select(rail.key)
    qtbot.waitUntil(lambda: enabled(pane, WITH_A_CHOSEN_GLOSSARY) == {True})
    assert enabled(pane, IN_EVERY_VIEW) == {False}

    finish(pane.show_dictionary(finish(use_cases.library.open(rail, EN_DE))))

    assert enabled(pane, (*IN_EVERY_VIEW, *WITH_ONE_DICTIONARY)) == {True}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["details", "copy", "file_order"])
def test_text_of_an_open_cell_is_taken_over_before_an_action(
    pane: GlossariesPane, page: DictionaryPage, qtbot: QtBot, name: str
) -> None:
    page.show_cell(0, TARGET)
    page.grid.edit(page.grid.currentIndex())
    editor = page.grid.open_editor()
    assert editor is not None
    editor.selectAll()
    qtbot.keyClicks(editor, "Bahn")

    run(pane, name)

    qtbot.waitUntil(lambda: page.dictionary.entries[0] == ("train", "Bahn"))


@pytest.mark.slow
def test_zooming_leaves_the_open_cell_open(pane: GlossariesPane, page: DictionaryPage) -> None:
    page.show_cell(0, TARGET)
    page.grid.edit(page.grid.currentIndex())

    run(pane, "zoom_in")

    assert page.grid.open_editor() is not None


@pytest.mark.slow
def test_rows_are_copied_and_deleted_where_the_cursor_is(
    pane: GlossariesPane, page: DictionaryPage, at_rest: Rest, qtbot: QtBot
) -> None:
    page.show_cell(1, SOURCE)

    run(pane, "copy")
    qtbot.waitUntil(lambda: "track" in QApplication.clipboard().text())
    run(pane, "delete_rows")
    at_rest()

    assert dict(page.dictionary.entries) == {"train": "Zug", "bridge": "Brücke"}


@pytest.mark.slow
def test_all_chosen_glossaries_are_deleted_together(
    pane: GlossariesPane,
    rail: GlossarySummary,
    draft: Draft,
    finish: Finish,
    opened: Opened,
    at_rest: Rest,
    qtbot: QtBot,
) -> None:
    law = draft("Law", {"de": [("court", "Gericht")]})
    draft("Energy", {"de": [("sun", "Sonne")]})
    finish(pane.read_library())
    for number, key in enumerate((rail.key, law.key)):
        how = Flag.Select if number else Flag.ClearAndSelect
        pane.panel.tree.selectionModel().setCurrentIndex(pane.panel.model.find(key), how | Flag.Rows)

    qtbot.waitUntil(pane.window_actions["delete_glossary"].isEnabled)
    run(pane, "delete_glossary")
    opened(DeleteSheet).accept_button.click()
    at_rest()

    assert [summary.name for summary in pane.summaries] == ["Energy"]


@pytest.mark.slow
def test_the_filter_is_that_of_the_part_with_the_keyboard(
    pane: GlossariesPane, page: DictionaryPage, qtbot: QtBot
) -> None:
    pane.window().activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is pane.window())
    page.grid.setFocus()
    pane.window_actions["filter"].trigger()
    assert page.filter_bar.isAncestorOf(QApplication.focusWidget() or pane)

    pane.panel.tree.setFocus()
    pane.window_actions["filter"].trigger()

    assert QApplication.focusWidget() is pane.panel.field


@pytest.mark.slow
def test_what_a_release_gave_up_is_deleted_only_where_the_key_may(
    pane: GlossariesPane,
    service: RunningService,
    session: Session,
    draft: Draft,
    use_cases: LazyUseCases,
    finish: Finish,
    opened: Opened,
    notices: Notices,
) -> None:
    """A notice asks for it, whatever is selected in the library."""
    finish(session.use(Provider("custom", service.url), service.key))
    api = finish(use_cases.session.api())
    made = finish(api.glossaries.create("Law", [(EN_DE, Entries.of([("court", "Gericht")]))], origin=""))
    own = draft("Rail", {"de": [("train", "Zug")]})
    finish(pane.read_library())
    items = [
        LibraryItem(each, each.rows[0]) for each in (pane.summary(made.glossary_id), pane.summary(own.key)) if each
    ]
    pane.show_key_limits({Scope.WRITE_GLOSSARIES: "The key may not write."})

    pane.releases.delete_asked.emit(items[:1])
    assert any("The key may not write." in each for each in notices.texts())
    assert finish(api.glossaries.list())

    pane.releases.delete_asked.emit(items[1:])
    opened(DeleteSheet).reject()
