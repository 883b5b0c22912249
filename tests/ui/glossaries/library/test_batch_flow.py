"""Library rows are copied, tagged and deleted; the result is reported, and the selection stays visible."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from support.services.fake_service import FakeService
from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.domain.glossary_tag import GlossaryTag, TagKind
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider
from termdesk.ui.glossaries.library.delete_dialog import DeleteSheet
from termdesk.ui.glossaries.library.glossary_page import MatrixDialog
from termdesk.ui.glossaries.library.tags_dialog import TagsDialog
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.shell.notices import Notices
from termdesk.ui.widgets.dialogs import Question

Rest = Callable[[], None]
Answer = Callable[[str], str]
Opened = Callable[[type[Any]], Any]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]
EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")


@pytest.fixture
def rail(draft: Draft, pane: GlossariesPane, finish: Finish) -> GlossarySummary:
    made = draft("Rail", {"de": [("track", "Gleis"), ("train", "Zug")], "fr": [("train", "train")]})
    finish(pane.read_library())
    return made


def names(pane: GlossariesPane) -> list[str]:
    return [summary.name for summary in pane.summaries]


# Copying


@pytest.mark.slow
def test_a_copy_has_every_dictionary_and_is_chosen(
    pane: GlossariesPane, rail: GlossarySummary, answer: Answer, at_rest: Rest
) -> None:
    pane.batches.ask_copy(LibraryItem(rail, None))
    answer("question_accept")
    at_rest()

    chosen = pane.chosen_item()
    assert chosen is not None
    assert chosen.summary.key != rail.key
    assert [(row.pair, row.entry_count) for row in chosen.summary.rows] == [(EN_DE, 2), (EN_FR, 1)]


@pytest.mark.slow
def test_each_copy_gets_a_name_that_is_free(
    pane: GlossariesPane, rail: GlossarySummary, opened: Opened, at_rest: Rest
) -> None:
    for _ in range(3):
        pane.batches.ask_copy(LibraryItem(rail, None))
        opened(Question).accept_button.click()
        at_rest()

    assert len(set(names(pane))) == 4


@pytest.mark.slow
def test_giving_up_copies_nothing(pane: GlossariesPane, rail: GlossarySummary, answer: Answer, at_rest: Rest) -> None:
    pane.batches.ask_copy(LibraryItem(rail, None))
    answer("question_cancel")
    at_rest()

    assert names(pane) == ["Rail"]


@pytest.mark.slow
@pytest.mark.parametrize(("targets", "words"), [(["de"], "The dictionary was"), (["de", "fr"], "2 dictionaries were")])
def test_a_copy_says_how_much_was_copied(
    pane: GlossariesPane,
    draft: Draft,
    finish: Finish,
    answer: Answer,
    at_rest: Rest,
    notices: Notices,
    targets: list[str],
    words: str,
) -> None:
    made = draft("Rail", {each: [("train", "Zug")] for each in targets})
    finish(pane.read_library())
    pane.batches.ask_copy(LibraryItem(made, None))
    answer("question_accept")
    at_rest()

    assert f"Created “Copy of Rail” {words} copied, with the edits on this computer." in notices.texts()


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("is_locked", [True, False])
def test_only_what_may_be_published_is_said_to_be_publishable(
    pane: GlossariesPane,
    rail: GlossarySummary,
    use_cases: LazyUseCases,
    session: Session,
    finish: Finish,
    opened: Opened,
    at_rest: Rest,
    notices: Notices,
    is_locked: bool,
) -> None:
    if is_locked:
        finish(use_cases.library.locks.lock(rail))
    service = FakeService()
    finish(service.__aenter__())
    finish(session.use(Provider("custom", service.url, title="Agency"), "a-key"))
    [elsewhere] = finish(use_cases.drafts_elsewhere.glossaries())

    pane.batches.ask_bring(elsewhere)
    dialog = opened(Question)
    words = dialog.findChild(QLabel, "question_text")
    assert words is not None
    asked = words.text()
    dialog.accept_button.click()
    at_rest()

    [reported] = [each for each in notices.texts() if each.startswith("Copied “Rail” to Agency")]
    assert ("Publish it to have it on this service." in reported) is not is_locked
    for each in (asked, reported):
        assert ("It stays locked to this computer, so it cannot be published here." in each) is is_locked
    finish(session.stop())
    finish(service.__aexit__(None, None, None))


# Tags


@pytest.mark.slow
def test_tags_of_several_rows_of_one_glossary_are_asked_once(
    pane: GlossariesPane, rail: GlossarySummary, opened: Opened, at_rest: Rest
) -> None:
    pane.batches.ask_tags([LibraryItem(rail, None), LibraryItem(rail, rail.rows[0])])
    dialog = opened(TagsDialog)
    dialog.fields[TagKind.CLIENT].setText("ACME")
    dialog.accept_button.click()
    at_rest()

    found = pane.summary(rail.key)
    assert found is not None
    assert found.tags == (GlossaryTag(TagKind.CLIENT, "ACME"),)


# Deleting


@pytest.mark.slow
def test_an_open_dictionary_is_closed_before_it_is_deleted(
    pane: GlossariesPane,
    rail: GlossarySummary,
    use_cases: LazyUseCases,
    finish: Finish,
    opened: Opened,
    at_rest: Rest,
    notices: Notices,
) -> None:
    finish(pane.show_dictionary(finish(use_cases.library.open(rail, EN_DE))))
    asked: list[bool] = []
    pane.batches.bin_asked.disconnect()
    pane.batches.bin_asked.connect(lambda: asked.append(True))

    pane.batches.ask_delete([LibraryItem(rail, None)])
    opened(DeleteSheet).accept_button.click()
    at_rest()

    assert pane.open_pages == []
    assert names(pane) == []
    assert [each.name for each in finish(use_cases.bin.all())] == ["Rail"]
    buttons = notices.findChildren(QPushButton, "notice_action")
    [button] = [each for each in buttons if each.text() != "Connect…"]
    button.click()
    assert asked == [True], "the notice leads to the bin"


def test_one_dictionary_is_deleted_and_the_others_stay(
    pane: GlossariesPane, rail: GlossarySummary, opened: Opened, at_rest: Rest
) -> None:
    pane.batches.ask_delete([LibraryItem(rail, rail.rows[0])])
    opened(DeleteSheet).accept_button.click()
    at_rest()

    found = pane.summary(rail.key)
    assert found is not None
    assert [row.pair for row in found.rows] == [EN_FR]


@pytest.mark.slow
def test_without_a_yes_nothing_is_deleted_or_closed(
    pane: GlossariesPane, rail: GlossarySummary, use_cases: LazyUseCases, finish: Finish, opened: Opened, at_rest: Rest
) -> None:
    finish(pane.show_dictionary(finish(use_cases.library.open(rail, EN_DE))))

    pane.batches.ask_delete([LibraryItem(rail, None)])
    opened(DeleteSheet).reject()
    at_rest()

    assert names(pane) == ["Rail"]
    assert len(pane.open_pages) == 1


# Pairs


@pytest.mark.slow
def test_an_empty_cell_of_the_matrix_becomes_a_dictionary_with_a_row_to_type_in(
    pane: GlossariesPane, rail: GlossarySummary, opened: Opened, at_rest: Rest
) -> None:
    pane.batches.show_matrix(LibraryItem(rail, None))
    dialog = opened(MatrixDialog)
    dialog.page.add_asked.emit(rail, LanguagePair("de", "fr"))
    at_rest()

    assert pane.page is not None
    assert pane.page.dictionary.pair == LanguagePair("de", "fr")
    assert len(pane.page.dictionary) == 1


@pytest.mark.slow
@pytest.mark.parametrize("opens", [True, False])
def test_the_matrix_opens_a_dictionary_or_asks_for_a_language(
    pane: GlossariesPane, rail: GlossarySummary, opened: Opened, at_rest: Rest, opens: bool
) -> None:
    asked: list[LibraryItem] = []
    pane.batches.add_language_asked.disconnect()
    pane.batches.add_language_asked.connect(asked.append)

    pane.batches.show_matrix(LibraryItem(rail, None))
    dialog = opened(MatrixDialog)
    (dialog.accept_button if opens else dialog.page.add_button).click()
    at_rest()
    QApplication.processEvents()

    assert [item.summary.key for item in asked] == ([] if opens else [rail.key])
    assert (pane.page.dictionary.pair if pane.page else None) == (EN_DE if opens else None)
