"""Targets for a transfer: services used before, by name, except the current one."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import pytest
from PySide6.QtWidgets import QComboBox

from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Provider
from termdesk.storage.transfer.transfers import TransferRecord
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.widgets.dialogs import Question

Rest = Callable[[], None]
Opened = Callable[[type[Any]], Any]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]


@pytest.fixture
def law(pane: GlossariesPane, draft: Draft, finish: Finish) -> LibraryItem:
    made = draft("Law", {"de": [("court", "Gericht")]})
    finish(pane.read_library())
    return LibraryItem(made, None)


def remember(pane: GlossariesPane, *services: tuple[str, str]) -> None:
    for address, title in services:
        pane._use_cases.session.profiles.add(Profile(Provider("custom", address, title=title)))


@pytest.mark.slow
def test_without_another_service_it_is_told_how_to_get_one(
    pane: GlossariesPane, law: LibraryItem, at_rest: Rest, notices: Notices
) -> None:
    pane.transfers.ask_copy([law])
    at_rest()

    assert any(each.startswith("No other service is known") for each in notices.texts())


@pytest.mark.slow
def test_services_are_offered_by_name_and_one_without_a_key_says_so(
    pane: GlossariesPane, law: LibraryItem, opened: Opened, at_rest: Rest, notices: Notices
) -> None:
    remember(pane, ("https://b.example.org", "Agency"), ("https://a.example.org", ""))
    pane.transfers.ask_move([law])
    dialog = opened(Question)
    box = dialog.findChild(QComboBox, "transfer_target")
    assert [box.itemText(row) for row in range(box.count())] == ["Agency", "a.example.org"]

    dialog.accept_button.click()
    at_rest()

    assert any("No key is stored for Agency" in each for each in notices.texts())


@pytest.mark.slow
def test_a_single_service_is_not_asked_about(
    pane: GlossariesPane, law: LibraryItem, at_rest: Rest, notices: Notices
) -> None:
    remember(pane, ("https://b.example.org", "Agency"))
    pane.transfers.ask_copy([law])
    at_rest()

    assert any("No key is stored for Agency" in each for each in notices.texts())


def test_a_move_that_goes_on_is_told_as_a_move(
    pane: GlossariesPane, law: LibraryItem, at_rest: Rest, jobs: Jobs
) -> None:
    key = law.summary.key
    for is_move, title in ((True, "Moving to another service"), (False, "Copying to another service")):
        record = TransferRecord("1", "local", key, "custom b.example.org", "", "Law", (), is_move)
        pane.transfers._ask_to_continue(record)
        assert title in [each.title for each in jobs.running]
        at_rest()
