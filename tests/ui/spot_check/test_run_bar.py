"""The glossary to try, and what is compared."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from support.fixtures.ready_database import ready_database
from support.services.fake_service import FakeService, listed_style_rules
from support.spot_check_results import GLOSSARY, PAIR
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.application.spot_check.sides import ComparedSides
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.spot_check.run_bar import RunBar

EDITED = GlossarySummary("k2", "g2", "Edited", drafts=(DictionarySummary(PAIR, 3, "d2", has_changes=True),))
GERMAN = GlossarySummary("k3", "g3", "German", drafts=(DictionarySummary(LanguagePair("en", "de"), 3, "d3"),))


Rest = Callable[[], None]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def service() -> FakeService:
    return FakeService()


@pytest.fixture
def bar(service: FakeService, jobs: Jobs, finish: Finish, tmp_path: Path, qtbot: QtBot) -> Iterator[RunBar]:
    folders = Folders.under(tmp_path / "home")
    session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    finish(service.__aenter__())
    finish(session.use(Provider("custom", service.url), "a-key"))
    records = finish(Records(ready_database(tmp_path / "termdesk.db")).__aenter__())
    cases = LazyUseCases(session, records)
    made = RunBar(cases.spot_checks, jobs=jobs)
    qtbot.addWidget(made)
    yield made
    finish(cases.close())
    finish(records.__aexit__(None, None, None))
    finish(session.stop())
    finish(service.__aexit__(None, None, None))


@pytest.mark.slow
def test_glossaries_of_the_pair_are_offered_and_the_one_that_is_meant_is_chosen(bar: RunBar) -> None:

    bar.show_glossaries([EDITED, GERMAN, GLOSSARY], LanguagePair("en-US", "es"), preferred=GLOSSARY)
    assert [bar.glossary.itemText(row) for row in range(bar.glossary.count())] == ["Edited", "Water"]
    assert bar.summary == GLOSSARY

    bar.show_glossaries([EDITED, GLOSSARY], PAIR, preferred=None)
    assert bar.summary == GLOSSARY
    bar.show_glossaries([GERMAN], PAIR, preferred=None)
    assert bar.summary is None
    assert not bar.glossary.isEnabled()


def test_a_draft_is_compared_where_there_is_one(bar: RunBar) -> None:
    bar.show_glossaries([EDITED, GLOSSARY], PAIR, preferred=GLOSSARY)

    bar.choose_glossary("k2")
    assert (bar.summary, bar.chosen_comparison, bar.has_draft) == (EDITED, ComparedSides.DRAFT, True)

    bar.choose_glossary("k1")
    assert (bar.chosen_comparison, bar.has_draft) == (ComparedSides.GLOSSARY, False)


@pytest.mark.slow
def test_in_a_narrow_window_the_bar_continues_on_the_next_line(bar: RunBar) -> None:
    bar.resize(400, 200)
    bar.show()

    assert bar.minimumSizeHint().width() <= 400
    assert bar.glossary.geometry().right() < 400
    assert bar.run_button.geometry().top() > bar.comparison.geometry().top()
    assert bar.rect().contains(bar.run_button.geometry())


@pytest.mark.slow
def test_style_rules_of_the_target_can_be_chosen(bar: RunBar, service: FakeService, at_rest: Rest) -> None:
    service.style_rules = [listed_style_rules("Plain", "es"), listed_style_rules("House", "de")]

    bar.show_glossaries([GLOSSARY], PAIR, preferred=GLOSSARY)
    at_rest()

    offered = [bar.style_rules.itemText(row) for row in range(bar.style_rules.count())]
    assert offered == ["No style rules", "Style: Plain"]
    assert not bar.style_rules.isHidden()
