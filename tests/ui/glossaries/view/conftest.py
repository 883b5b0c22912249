"""The one query that filter boxes, chips and facets share."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from termdesk.ui.glossaries.view.filter_bar import FilterBar
from termdesk.ui.glossaries.view.query_editor import ViewQueryEditor


@pytest.fixture
def query_editor(qtbot: QtBot) -> ViewQueryEditor:
    return ViewQueryEditor()


@pytest.fixture
def bar(qtbot: QtBot, query_editor: ViewQueryEditor) -> FilterBar:
    made = FilterBar(query_editor)
    qtbot.addWidget(made)
    return made
