"""A corrected translation is confirmed, if the service stores translations."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from support.publishing_setup import client
from support.running_service import RunningService
from support.services.connected_session import ConnectedSession
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.application.translation.translation import TranslateRequest, TranslationResult
from termdesk.client.api import ApiClient
from termdesk.domain.texts import EngineReport
from termdesk.storage.records import Records
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.translation.confirm_button import ConfirmButton
from termdesk.ui.widgets.text_area import TextArea

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
RESULT = TranslationResult(TranslateRequest("A house", "nl", source="en"), "Een huis", "en", 7, 7, EngineReport())


@pytest.fixture
def field(window: QWidget) -> TextArea:
    made = TextArea("result", "Translation", window)
    made.setPlainText("Een woning")
    return made


@pytest.fixture
def api(service: RunningService, finish: Finish) -> Iterator[ApiClient]:
    made = finish(client(service.url, service.key).__aenter__())
    yield made
    for each in finish(made.memories.list()):
        finish(made.memories.delete(each.memory_id))
    finish(made.__aexit__(None, None, None))


def test_the_corrected_text_is_confirmed(
    window: QWidget,
    session: Session,
    records: Records,
    api: ApiClient,
    field: TextArea,
    jobs: Jobs,
    finish: Finish,
    at_rest: Callable[[], None],
) -> None:
    local = LazyUseCases(ConnectedSession(session, api), records)
    button = ConfirmButton(local.translator, field, jobs=jobs)
    QVBoxLayout(window).addWidget(button)
    confirmed: list[TranslationResult] = []
    button.confirmed.connect(confirmed.append)

    button.show_for(None)
    assert not button.isEnabled()
    button.show_for(RESULT)
    button.click()
    at_rest()

    assert confirmed == [RESULT]
    [memory] = finish(api.memories.list())
    assert finish(api.memories.segments(memory.memory_id, most=9)) == (("A house", "Een woning"),)
    field.clear()
    button.show_for(RESULT)
    assert not button.isEnabled(), "there is no translation to confirm"


def test_a_service_that_keeps_no_translations_confirms_none(cases: LazyUseCases, field: TextArea, jobs: Jobs) -> None:
    button = ConfirmButton(cases.translator, field, jobs=jobs)
    button.show_for(RESULT)
    assert not button.isEnabled()
