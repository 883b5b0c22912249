"""Publishing as the user sees it, with a real service: sent entries, violations, and changes by others."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QPushButton

from support.running_service import RunningService
from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.glossaries.publishing.merge_dialog import MergeDialog
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog
from termdesk.ui.glossaries.publishing.run_dialog import RunProgressDialog
from termdesk.ui.glossaries.publishing.violations_dialog import ViolationsDialog
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices

Rest = Callable[[], None]
Opened = Callable[[type[Any]], Any]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]
EN_DE = LanguagePair("en", "de")


@pytest.fixture
def page(
    service: RunningService,
    session: Session,
    pane: GlossariesPane,
    use_cases: LazyUseCases,
    draft: Draft,
    finish: Finish,
) -> DictionaryPage:
    """A page with a draft of a new glossary in front."""
    finish(session.use(Provider("custom", service.url), service.key))
    made = draft(uuid.uuid4().hex, {"de": [("train", "Zug"), ("track", "Gleis")]})
    finish(pane.show_dictionary(finish(use_cases.library.open(made, EN_DE))))
    assert pane.page is not None
    return pane.page


@pytest.fixture
def publish(pane: GlossariesPane, page: DictionaryPage, opened: Opened, at_rest: Rest) -> Callable[[], None]:
    def run() -> None:
        pane.ask_publish()
        opened(PublishDialog).accept_button.click()
        at_rest()

    return run


def held(page: DictionaryPage, use_cases: LazyUseCases, finish: Finish) -> dict[str, str]:
    """Return the entries on the service."""
    api = finish(use_cases.session.api())
    assert page.dictionary.draft.glossary_id is not None
    entries: Entries = finish(api.glossaries.entries(page.dictionary.draft.glossary_id, EN_DE))
    return entries.as_dict()


@pytest.mark.slow
def test_a_draft_becomes_a_glossary_of_the_service_and_stays_chosen(
    pane: GlossariesPane,
    page: DictionaryPage,
    publish: Callable[[], None],
    use_cases: LazyUseCases,
    finish: Finish,
    notices: Notices,
) -> None:
    published: list[str] = []
    pane.published.connect(published.append)

    publish()

    assert held(page, use_cases, finish) == {"train": "Zug", "track": "Gleis"}
    assert published == [page.dictionary.draft.glossary_key]
    assert page.name in notices.texts()[0]
    chosen = pane.chosen_item()
    assert chosen is not None
    assert (chosen.summary.key, chosen.summary.is_on_service) == (page.dictionary.draft.glossary_key, True)


class FirstDrawing(QObject):
    """Counts the turns of the event loop from showing the list of progress to its first drawing."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.turns = 0
        self.was_drawn = False
        self._turns = QTimer(self, interval=0)
        self._turns.timeout.connect(self._count_turn)
        app.installEventFilter(self)

    def _count_turn(self) -> None:
        self.turns += not self.was_drawn

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, RunProgressDialog):
            if event.type() == QEvent.Type.Show:
                self._turns.start()
            # Laying out the hidden dialog draws a pixel of it.
            self.was_drawn |= self._turns.isActive() and event.type() == QEvent.Type.Paint
        return super().eventFilter(watched, event)


@pytest.mark.slow
def test_the_list_of_progress_is_shown_and_drawn_in_separate_turns(
    page: DictionaryPage,
    pane: GlossariesPane,
    draft: Draft,
    qapp: QApplication,
    opened: Opened,
    at_rest: Rest,
) -> None:
    draft(uuid.uuid4().hex, {"de": [("signal", "Signal")]})
    pane.publishing.ask_publish_everything()
    plan = opened(PublishDialog)
    first = FirstDrawing(qapp)
    plan.accept_button.click()
    at_rest()
    qapp.removeEventFilter(first)

    assert first.was_drawn
    assert first.turns > 0


@pytest.mark.slow
def test_giving_up_at_the_plan_sends_nothing(
    pane: GlossariesPane, page: DictionaryPage, opened: Opened, at_rest: Rest
) -> None:
    pane.ask_publish()
    opened(PublishDialog).reject()
    at_rest()

    assert page.dictionary.draft.glossary_id is None


@pytest.mark.slow
def test_without_a_change_there_is_nothing_to_look_at(
    pane: GlossariesPane, publish: Callable[[], None], at_rest: Rest, notices: Notices
) -> None:
    publish()
    notices.clear()

    pane.ask_publish()
    at_rest()

    assert len(notices.texts()) == 1


@pytest.mark.slow
def test_what_waits_is_forgotten_if_there_is_nothing_left_to_send(
    pane: GlossariesPane,
    page: DictionaryPage,
    publish: Callable[[], None],
    use_cases: LazyUseCases,
    finish: Finish,
    at_rest: Rest,
    notices: Notices,
) -> None:
    """Others publish the same change while it waits."""
    publish()
    api, key, bulk = finish(use_cases.session.api()), page.dictionary.draft.glossary_id, use_cases.bulk_publisher
    page.edits.set_cells([(0, TARGET, "Bahn")], "Edit")
    finish(page.dictionary.wait_until_saved())
    finish(bulk.wait([page.dictionary.draft]))
    finish(api.glossaries.merge(key, EN_DE, Entries.of([("train", "Bahn")])))

    pane.ask_publish()
    at_rest()

    assert any("Nothing to publish" in each for each in notices.texts())
    assert finish(bulk.find_unfinished()) == []


def test_a_problem_leads_to_its_cell_and_nothing_is_sent(
    pane: GlossariesPane, page: DictionaryPage, opened: Opened, at_rest: Rest
) -> None:
    page.edits.set_cells([(1, TARGET, "")], "Clear")

    pane.ask_publish()
    opened(ViolationsDialog).accept_button.click()
    at_rest()

    assert page.grid.current_cell() == (1, TARGET)
    assert page.dictionary.draft.glossary_id is None


@pytest.mark.slow
def test_what_others_changed_comes_in_first_as_a_step_that_can_be_undone(
    pane: GlossariesPane,
    page: DictionaryPage,
    publish: Callable[[], None],
    use_cases: LazyUseCases,
    finish: Finish,
    opened: Opened,
    at_rest: Rest,
) -> None:
    publish()
    api, key = finish(use_cases.session.api()), page.dictionary.draft.glossary_id
    finish(api.glossaries.merge(key, EN_DE, Entries.of([("bridge", "Brücke")])))
    page.edits.set_cells([(0, TARGET, "Bahn")], "Edit")

    pane.ask_publish()
    opened(MergeDialog).accept_button.click()
    opened(PublishDialog).accept_button.click()
    at_rest()

    both = {"train": "Bahn", "track": "Gleis", "bridge": "Brücke"}
    assert held(page, use_cases, finish) == both
    page.edits.history.undo()
    assert dict(page.dictionary.entries) == {"train": "Bahn", "track": "Gleis"}


@pytest.mark.slow
def test_what_failed_is_told_until_it_is_published_and_not_something_else(
    pane: GlossariesPane,
    page: DictionaryPage,
    publish: Callable[[], None],
    draft: Draft,
    use_cases: LazyUseCases,
    finish: Finish,
    opened: Opened,
    at_rest: Rest,
    jobs: Jobs,
    notices: Notices,
) -> None:
    def failures() -> int:
        return sum("The same phrases were changed elsewhere" in each for each in notices.texts())

    publish()
    api, key = finish(use_cases.session.api()), page.dictionary.draft.glossary_id
    page.edits.set_cells([(0, TARGET, "Bahn")], "Edit")
    pane.ask_publish()
    shown = opened(PublishDialog)
    finish(api.glossaries.merge(key, EN_DE, Entries.of([("train", "Eisenbahn")])))
    shown.accept_button.click()
    at_rest()
    assert failures() == 1

    other = draft(uuid.uuid4().hex, {"de": [("car", "Wagen")]})
    pane.publishing.ask_publish_items([LibraryItem(other, other.rows[0])])
    opened(PublishDialog).accept_button.click()
    at_rest()
    assert failures() == 1

    # A cancelled publishing does not count as a failure, so it need not be repeated.
    third = draft(uuid.uuid4().hex, {"de": [("ship", "Schiff")]})
    pane.publishing.ask_publish_items([LibraryItem(third, third.rows[0])])
    opened(PublishDialog)
    jobs.cancel(JobKind.PUBLISH)
    at_rest()

    pane.ask_publish()
    merge = opened(MergeDialog)
    merge.findChild(QPushButton, "conflicts_all_local").click()
    merge.accept_button.click()
    opened(PublishDialog).accept_button.click()
    at_rest()
    assert failures() == 0
