"""A page of one dictionary with its checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.checks.dictionary_checks import CheckFactory
from termdesk.domain.window_memory import WindowMemory
from termdesk.storage.records import Records
from termdesk.ui.glossaries.checks.grid_checks import GridChecks
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.shell.jobs import Jobs
from ui.glossaries.checks.listings import PAIRS
from ui.glossaries.nearby_library import NearbyLibrary

Opening = Callable[[Sequence[tuple[str, str]]], DictionaryPage]


@pytest.fixture
def library() -> NearbyLibrary:
    return NearbyLibrary({"Office": [("e-mail", "رسالة"), ("tree", "شجرة")]})


@pytest.fixture
def page(opening_page: Opening) -> DictionaryPage:
    return opening_page(PAIRS)


@pytest.fixture
def checks(
    qtbot: QtBot, page: DictionaryPage, library: NearbyLibrary, records: Records, jobs: Jobs, memory: WindowMemory
) -> Iterator[GridChecks]:
    made = GridChecks(page, CheckFactory(library, records).create(page.dictionary), jobs=jobs, remembered=memory)
    page.use_checks(made)
    yield made
    made.close()
    qtbot.waitUntil(lambda: not jobs.running)
