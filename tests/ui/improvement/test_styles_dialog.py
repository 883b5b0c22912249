"""The cost of styles is shown first, errors are shown in their row, and received results are kept."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from support.fixtures.ready_database import ready_database
from support.services.fake_service import FakeService, refusal
from termdesk.application.improvement.style_comparison import StyleComparison
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.application.usage.cost_gate import CostOutlook
from termdesk.domain.errors import InvalidInput
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.ui.improvement.styles_dialog import StylesDialog
from termdesk.ui.shell.jobs import Jobs

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Rest = Callable[[], None]
TEXT = "Hello there."
STYLES = [(("business", ""), "Style: business"), (("", "friendly"), "Tone: friendly")]


@pytest.fixture
def service(finish: Finish) -> Iterator[FakeService]:
    made = FakeService()
    made.write_features = {"writing_style": {"status": "stable"}, "tone": {"status": "stable"}}
    finish(made.__aenter__())
    yield made
    finish(made.__aexit__(None, None, None))


@pytest.fixture
def dialog(service: FakeService, finish: Finish, tmp_path: Path, window: QWidget, jobs: Jobs) -> Iterator[StylesDialog]:
    folders = Folders.under(tmp_path / "home")
    session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    finish(session.use(Provider("custom", service.url), "a-key"))
    records = finish(Records(ready_database(tmp_path / "termdesk.db")).__aenter__())
    cases = LazyUseCases(session, records)
    yield StylesDialog(
        window,
        TEXT,
        "en",
        styles_and_tones=STYLES,
        improver=cases.improver,
        comparison=StyleComparison(),
        jobs=jobs,
        outlook_for=lambda count: CostOutlook(warning="That is much." if count > len(TEXT) else ""),
    )
    finish(session.stop())
    finish(cases.close())
    finish(records.__aexit__(None, None, None))


def tick(dialog: StylesDialog, row: int) -> None:
    item = dialog.table.item(row, 0)
    assert item is not None
    item.setCheckState(Qt.CheckState.Checked)


def test_the_cost_counts_each_ticked_style_and_warns(dialog: StylesDialog) -> None:
    assert dialog.cost.text() == "Tick the styles and tones to compare."
    assert not dialog.run_button.isEnabled()

    tick(dialog, 0)
    assert dialog.cost.text() == "12 characters will be billed."
    tick(dialog, 1)
    assert dialog.cost.text() == "24 characters will be billed. That is much."
    assert dialog.run_button.isEnabled()


def test_more_styles_than_a_cap_allows_cannot_be_sent(dialog: StylesDialog) -> None:
    over_cap = InvalidInput("Too much.", remedy="Send less.")
    dialog._outlook_for = lambda count: CostOutlook(refusal=over_cap if count > len(TEXT) else None)

    tick(dialog, 0)
    assert dialog.run_button.isEnabled()
    tick(dialog, 1)
    assert dialog.cost.text() == "Too much. Send less."
    assert not dialog.run_button.isEnabled()


@pytest.mark.slow
def test_a_failure_is_told_in_place_and_what_came_before_it_is_kept(
    dialog: StylesDialog, service: FakeService, at_rest: Rest
) -> None:
    tick(dialog, 0)
    dialog.run()
    at_rest()
    assert dialog.chosen is not None
    assert dialog.chosen.text == "Hello there.business!"
    assert "business" in dialog.difference.toPlainText()

    service.refusals["POST /v2/write"] = refusal("400 Bad Request", b'{"message": "Not today"}')
    tick(dialog, 1)
    dialog.run()
    at_rest()
    assert dialog.cost.property("tone") == "problem"
    assert dialog.chosen.request.writing_style == "business"
    assert dialog.run_button.isEnabled()

    service.refusals.clear()
    dialog.run()
    at_rest()
    dialog.table.setCurrentCell(1, 0)
    assert dialog.chosen.text == "Hello there.friendly!"
    assert dialog.cost.text() == "All ticked styles and tones are shown already."
