"""Style rules are offered if there are any, and stay selected while they fit."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from support.fixtures.ready_database import ready_database
from support.services.fake_service import FakeService, listed_style_rules, refusal
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.application.translation.style_lookup import StyleRules
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.texts.choices.style_picker import StylePicker

Rest = Callable[[], None]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]

PLAIN = StyleRules("plain", "Plain", "de", 1)


@pytest.fixture
def service() -> FakeService:
    made = FakeService()
    made.style_rules = [listed_style_rules("Plain", "de"), listed_style_rules("House", "en")]
    return made


@pytest.fixture
def picker(window: QWidget, service: FakeService, jobs: Jobs, finish: Finish, tmp_path: Path) -> Iterator[StylePicker]:
    folders = Folders.under(tmp_path / "home")
    session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    finish(service.__aenter__())
    finish(session.use(Provider("custom", service.url), "a-key"))
    records = finish(Records(ready_database(tmp_path / "termdesk.db")).__aenter__())
    cases = LazyUseCases(session, records)
    made = StylePicker("translate", cases.translator, kind=JobKind.CHOOSE_STYLE_RULES, jobs=jobs, parent=window)
    QVBoxLayout(window).addWidget(made)
    yield made
    finish(cases.close())
    finish(records.__aexit__(None, None, None))
    finish(session.stop())
    finish(service.__aexit__(None, None, None))


def look(picker: StylePicker, at_rest: Rest, *targets: str) -> list[str]:
    picker.look(targets)
    at_rest()
    return [picker.itemText(row) for row in range(picker.count())]


@pytest.mark.slow
def test_rules_of_the_target_are_offered_and_none_is_used_unasked(picker: StylePicker, at_rest: Rest) -> None:
    hidden_at_first = picker.isHidden()

    assert look(picker, at_rest, "de") == ["No style rules", "Style: Plain"]
    assert hidden_at_first
    assert not picker.isHidden()
    assert picker.style_rules is None
    look(picker, at_rest, "es")
    assert picker.isHidden()


def test_they_stay_chosen_while_they_fit_and_are_told_to_be_gone(picker: StylePicker, at_rest: Rest) -> None:
    changes: list[StyleRules | None] = []
    look(picker, at_rest, "de")
    picker.changed.connect(lambda: changes.append(picker.style_rules))

    picker.setCurrentIndex(1)
    look(picker, at_rest, "de", "en")

    assert (picker.style_rules, changes) == (PLAIN, [PLAIN])
    assert (picker.style_rules_for("de"), picker.style_rules_for("en")) == (PLAIN, None)
    look(picker, at_rest, "")
    assert changes == [PLAIN, None]


@pytest.mark.slow
def test_a_key_that_may_not_read_them_shows_the_reason(
    picker: StylePicker, service: FakeService, at_rest: Rest
) -> None:
    service.refusals["GET /v3/style_rules"] = refusal(
        "403 Forbidden", b'{"message": "Missing scopes: style_rules:read"}'
    )

    look(picker, at_rest, "de")

    assert not picker.isHidden()
    assert not picker.isEnabled()
    assert "may not read style rules" in picker.toolTip()
