"""The local engines are listed with their memory, models are added, and engines trained from files."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from support.publishing_setup import client
from support.running_service import RunningService
from support.services.connected_session import ConnectedSession
from termdesk.application.session.local_engines import Engine, LocalEngines
from termdesk.application.session.session import Session
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.ui.engines.engines_dialog import EnginesDialog
from termdesk.ui.engines.train_dialog import TrainDialog
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices

Pick = Callable[[Path], None]
Opened = Callable[[type[Any]], Any]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
APERTIUM = Engine("Apertium", "en → es", "3.9", "GPL, see its page", "ready", 12_000_000)
MISSING = Engine(
    "Kiwi", "improves ko (limited)", "", "Apache-2.0", "not installed; to install it: pip install termdesk[improve]", 0
)
TRAINED = Engine("Trained: small talk", "en → fi", "", "", "ready", 3_000_000)


@pytest.fixture
def engines(service: RunningService, finish: Finish, tmp_path: Path) -> Iterator[LocalEngines]:
    folders = Folders.under(tmp_path / "home")
    session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    api = finish(client(service.url, service.key).__aenter__())
    yield LocalEngines(ConnectedSession(session, api))
    for each in finish(api.local.trainings()):
        finish(api.local.cancel_training(str(each["training_id"])))
    finish(api.__aexit__(None, None, None))


@pytest.fixture
def dialog(window: QWidget, engines: LocalEngines, jobs: Jobs, qtbot: QtBot) -> EnginesDialog:
    """The dialog after it has read the engines."""
    made = EnginesDialog(window, engines, jobs)
    made.open()
    qtbot.waitUntil(lambda: made.table.rowCount() > 0)
    return made


def rows(dialog: EnginesDialog) -> list[list[str]]:
    columns = range(dialog.table.columnCount())
    return [[dialog.table.item(row, column).text() for column in columns] for row in range(dialog.table.rowCount())]


@pytest.mark.slow
def test_the_engines_of_the_service_are_listed_while_it_is_open(dialog: EnginesDialog, jobs: Jobs) -> None:
    assert "Confirmed translations" in [row[0] for row in rows(dialog)]
    assert jobs.is_running(JobKind.WATCH_ENGINES)

    dialog.accept()

    assert not jobs.is_running(JobKind.WATCH_ENGINES)


def test_an_engine_tells_its_memory_and_the_first_words_of_its_license(dialog: EnginesDialog) -> None:
    dialog.show_engines([APERTIUM, TRAINED])

    assert [row[3] for row in rows(dialog)] == ["12 MB", "3 MB"]
    assert rows(dialog)[0][4] == "3.9 · GPL"
    assert "15 MB" in dialog.memory.text()


@pytest.mark.slow
def test_a_long_state_is_wrapped_and_pushes_no_column_out_of_the_window(dialog: EnginesDialog) -> None:
    dialog.resize(720, 520)
    dialog.show_engines([APERTIUM, MISSING])

    assert dialog.table.horizontalScrollBar().maximum() == 0
    assert dialog.table.rowHeight(1) > dialog.table.rowHeight(0)


@pytest.mark.slow
def test_the_chosen_engine_stays_chosen_and_one_that_came_with_the_system_cannot_be_deleted(
    dialog: EnginesDialog,
) -> None:
    dialog.show_engines([APERTIUM, TRAINED])
    dialog.table.selectRow(0)

    dialog.show_engines([APERTIUM, TRAINED])

    assert {item.row() for item in dialog.table.selectedItems()} == {0}
    assert not dialog.delete_button.isEnabled()


def test_a_file_that_is_no_model_is_refused_and_not_copied(
    dialog: EnginesDialog, engines: LocalEngines, pick: Pick, notices: Notices, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "notes.txt").write_text("no model")

    dialog.add_button.click()
    pick(tmp_path / "notes.txt")
    qtbot.waitUntil(lambda: bool(notices.texts()))

    assert "notes.txt" in notices.texts()[0]
    assert not engines.folder.exists()


def test_a_training_from_too_small_a_file_says_why_it_ended(
    dialog: EnginesDialog, pick: Pick, opened: Opened, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "tiny.tsv").write_text("tree\tpuu\n", "utf-8")

    dialog.train_button.click()
    pick(tmp_path / "tiny.tsv")
    question = opened(TrainDialog)
    question.fields.target.choose("fi")
    question.accept_button.click()

    def reported() -> list[str]:
        table = dialog.trainings
        return [table.item(0, column).text() for column in range(3)] if table.rowCount() else []

    qtbot.waitUntil(lambda: bool(reported()) and not dialog.cancel_button.isVisible())
    assert reported()[:2] == ["tiny", str(LanguagePair("en", "fi"))]
    assert reported()[2]
