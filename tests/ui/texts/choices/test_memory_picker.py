"""A memory is offered if there are any, and stays selected while it fits."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from support.fixtures.ready_database import ready_database
from support.services.fake_service import FakeService, listed_memory, refusal
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.application.translation.memory_lookup import MemoryUse
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.texts.choices.memory_picker import MemoryPicker

Rest = Callable[[], None]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def service() -> FakeService:
    return FakeService()


@pytest.fixture
def session(finish: Finish, service: FakeService, tmp_path: Path) -> Iterator[Session]:
    folders = Folders.under(tmp_path / "home")
    session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    service.languages = {"translate_text": ("en", "de", "fr", "es")}
    service.memories = [listed_memory("Law", "en", "de"), listed_memory("Press", "en", "de", "fr")]
    finish(service.__aenter__())
    finish(session.use(Provider("custom", service.url), "a-key"))
    yield session
    finish(session.stop())
    finish(service.__aexit__(None, None, None))


@pytest.fixture
def picker(window: QWidget, session: Session, jobs: Jobs, finish: Finish, tmp_path: Path) -> Iterator[MemoryPicker]:
    records = finish(Records(ready_database(tmp_path / "termdesk.db")).__aenter__())
    cases = LazyUseCases(session, records)
    made = MemoryPicker("translate", cases.translator, kind=JobKind.CHOOSE_MEMORY, jobs=jobs, parent=window)
    QVBoxLayout(window).addWidget(made)
    yield made
    finish(cases.close())
    finish(records.__aexit__(None, None, None))


def look(picker: MemoryPicker, at_rest: Rest, target: str, source: str = "en") -> list[str]:
    picker.look(source, [target] if target else [])
    at_rest()
    return [picker.box.itemText(row) for row in range(picker.box.count())]


@pytest.mark.slow
def test_nothing_is_shown_where_there_are_none(picker: MemoryPicker, at_rest: Rest) -> None:
    hidden_at_first = picker.isHidden()
    look(picker, at_rest, "es")

    assert hidden_at_first
    assert picker.isHidden()
    assert picker.memory is None


@pytest.mark.slow
def test_a_key_that_may_not_read_them_shows_the_reason_in_the_place_of_the_choice(
    picker: MemoryPicker, service: FakeService, at_rest: Rest
) -> None:
    line = "GET /v3/translation_memories"
    service.refusals[line] = refusal("403 Forbidden", b'{"message": "Missing scopes: translation_memories:read"}')

    look(picker, at_rest, "de")

    assert not picker.isHidden()
    assert picker.box.isHidden()
    assert "may not read translation memories" in picker.reason.text()
    assert picker.reason.isVisible()
    picker.look("en", ["de", "fr"])
    at_rest()
    assert "may not read translation memories" in picker.reason.text(), "also for several languages"
    del service.refusals[line]
    assert len(look(picker, at_rest, "de")) == 3
    assert picker.box.isVisible()
    assert picker.box.isEnabled()
    assert picker.reason.text() == ""


@pytest.mark.slow
def test_memories_are_offered_and_none_is_used_unasked(picker: MemoryPicker, at_rest: Rest) -> None:
    offered = look(picker, at_rest, "de", source="")

    assert offered == ["No memory", "Law (1,200)", "Press (1,200)"]
    assert not picker.isHidden()
    assert picker.memory is None
    assert not picker.threshold.isEnabled()


@pytest.mark.slow
def test_a_memory_is_chosen_with_a_threshold(picker: MemoryPicker, at_rest: Rest) -> None:
    changes: list[MemoryUse | None] = []
    look(picker, at_rest, "de")
    picker.changed.connect(lambda: changes.append(picker.memory))

    picker.box.setCurrentIndex(2)
    picker.threshold.setValue(90)

    assert changes == [MemoryUse("press", "Press", 75), MemoryUse("press", "Press", 90)]


def test_it_stays_chosen_for_other_languages_while_it_fits(picker: MemoryPicker, at_rest: Rest) -> None:
    look(picker, at_rest, "de")
    picker.box.setCurrentIndex(2)
    changes: list[MemoryUse | None] = []
    picker.changed.connect(lambda: changes.append(picker.memory))

    look(picker, at_rest, "fr")
    assert picker.memory == MemoryUse("press", "Press", 75)
    assert changes == []
    picker.look("en", "")
    assert changes == [None]
    assert picker.isHidden()


@pytest.mark.slow
def test_one_memory_serves_those_of_several_languages_that_it_has(picker: MemoryPicker, at_rest: Rest) -> None:
    picker.look("en", ["de", "fr", "es"])
    at_rest()
    picker.box.setCurrentIndex(1)
    picker.threshold.setValue(90)

    assert picker.box.currentText() == "Law (1,200)"
    assert picker.memory_for("de") == MemoryUse("law", "Law", 90)
    assert picker.memory_for("fr") is None
    assert "those of the languages" in picker.box.toolTip()
    picker.box.setCurrentIndex(2)
    assert [picker.memory_for(each) is not None for each in ("de", "fr", "es")] == [True, True, False]


@pytest.mark.slow
def test_it_tells_when_it_is_known_for_further_languages(picker: MemoryPicker, at_rest: Rest) -> None:
    picker.look("en", ["de", "es"])
    at_rest()
    picker.box.setCurrentIndex(2)
    reported: list[bool] = []
    picker.found.connect(lambda: reported.append(picker.memory_for("fr") is not None))

    picker.look("en", ["de", "fr"])
    at_rest()

    assert picker.memory == MemoryUse("press", "Press", 75)
    assert reported == [True]
