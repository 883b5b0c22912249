"""Memories are copied from and to known services, after a preview of the changes."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from support.publishing_setup import client
from support.running_service import RunningService, running_service
from support.services.connected_session import ConnectedSession
from termdesk.application.session.session import Session
from termdesk.application.texts.confirmed_texts import ConfirmedPair, ConfirmedTexts
from termdesk.application.texts.memory_transfer import MemoryTransfer
from termdesk.client.api import ApiClient
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Provider
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.texts.memory_dialogs import FetchMemoryDialog, MemoryChoiceDialog, SendMemoryDialog
from termdesk.ui.texts.memory_line import MemoryLine

Rest = Callable[[], None]
Opened = Callable[[type[Any]], Any]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
EN_PT = LanguagePair("en", "pt")


@pytest.fixture
def api(service: RunningService, finish: Finish) -> Iterator[ApiClient]:
    api = finish(client(service.url, service.key).__aenter__())
    yield api
    for each in finish(api.memories.list()):
        finish(api.memories.delete(each.memory_id))
    finish(api.__aexit__(None, None, None))


@pytest.fixture
def other(finish: Finish) -> Iterator[ApiClient]:
    with running_service() as running:
        api = finish(client(running.url, running.key).__aenter__())
        yield api
        finish(api.__aexit__(None, None, None))


@pytest.fixture
def agency(other: ApiClient) -> Provider:
    return Provider("custom", other.provider.base_url, title="Agency")


@pytest.fixture
def line(
    window: QWidget, session: Session, jobs: Jobs, api: ApiClient, other: ApiClient, agency: Provider, finish: Finish
) -> MemoryLine:
    finish(session.save_profile(Profile(agency), other._connection._key))
    made = MemoryLine(MemoryTransfer(ConnectedSession(session, api)), jobs, [agency])
    QVBoxLayout(window).addWidget(made)
    return made


def own(session: Session, api: ApiClient, finish: Finish) -> ConfirmedPair:
    [found] = finish(ConfirmedTexts(ConnectedSession(session, api)).read())
    return found


def test_nothing_is_offered_without_a_known_service(window: QWidget, session: Session, jobs: Jobs) -> None:
    line = MemoryLine(MemoryTransfer(session), jobs, [session.provider])
    line.show_possible(is_available=True, pair=ConfirmedPair("1", EN_PT, 1, ()))

    assert not line.fetch_button.isEnabled()
    assert not line.send_button.isEnabled()
    assert "Connect to the other service once" in line.fetch_button.toolTip()


def test_only_a_chosen_pair_can_be_sent(line: MemoryLine) -> None:
    line.show_possible(is_available=True, pair=None)
    without = line.fetch_button.isEnabled(), line.send_button.isEnabled()
    line.show_possible(is_available=True, pair=ConfirmedPair("1", EN_PT, 1, ()))

    assert (without, line.send_button.isEnabled()) == ((True, False), True)
    line.show_possible(is_available=False, pair=None)
    assert not line.fetch_button.isEnabled()


@pytest.mark.slow
def test_a_memory_is_fetched(
    line: MemoryLine, api: ApiClient, other: ApiClient, session: Session, finish: Finish, opened: Opened, at_rest: Rest
) -> None:
    finish(other.local.confirm(EN_PT, "house", "casa"))
    fetched: list[bool] = []
    line.fetched.connect(lambda: fetched.append(True))
    line.show_possible(is_available=True, pair=None)

    line.fetch_button.click()
    opened(MemoryChoiceDialog).accept_button.click()
    opened(FetchMemoryDialog).accept_button.click()
    at_rest()

    assert own(session, api, finish).texts == (("house", "casa"),)
    assert line.words.text() == "1 translation was fetched and is used from now on."
    assert fetched


@pytest.mark.slow
def test_looking_at_a_memory_changes_nothing(
    line: MemoryLine, api: ApiClient, other: ApiClient, finish: Finish, opened: Opened, at_rest: Rest
) -> None:
    finish(other.local.confirm(EN_PT, "house", "casa"))

    line.ask_fetch()
    opened(MemoryChoiceDialog).accept_button.click()
    opened(FetchMemoryDialog).reject()
    at_rest()

    assert finish(api.memories.list()) == []


def test_a_service_without_memories_says_so(line: MemoryLine, at_rest: Rest) -> None:
    line.ask_fetch()
    at_rest()

    assert line.words.text() == "Agency has no translation memories."


def test_confirmed_translations_are_sent(
    line: MemoryLine, api: ApiClient, other: ApiClient, session: Session, finish: Finish, opened: Opened, at_rest: Rest
) -> None:
    finish(api.local.confirm(EN_PT, "house", "casa"))
    finish(api.local.confirm(EN_PT, "tree", "árvore"))
    line.show_possible(is_available=True, pair=own(session, api, finish))

    line.send_button.click()
    opened(SendMemoryDialog).accept_button.click()
    at_rest()

    [memory] = finish(other.memories.list())
    assert finish(other.memories.segments(memory.memory_id, most=9)) == (("house", "casa"), ("tree", "árvore"))
    assert line.words.text() == "Agency has 2 of these translations now."
