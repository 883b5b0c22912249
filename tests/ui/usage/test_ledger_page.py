"""The ledger is filtered and summed while typing, copied, and exported with the filter."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from support.fixtures.ready_database import ready_database
from support.services.profile_costs import set_costs
from termdesk.application.session.session import Session
from termdesk.application.usage.charges import BilledWork
from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.domain.provider import Provider
from termdesk.domain.window_memory import WindowMemory
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.usage.ledger_model import LedgerColumn
from termdesk.ui.usage.ledger_page import LedgerPage

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Rest = Callable[[], None]


@pytest.fixture
def session(qt_loop: asyncio.AbstractEventLoop, tmp_path: Path) -> Session:
    folders = Folders.under(tmp_path / "home")
    made = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    made.provider = Provider("custom", "https://service.example")
    return made


@pytest.fixture
def page(
    window: QWidget, session: Session, jobs: Jobs, notices: Notices, finish: Finish, tmp_path: Path
) -> Iterator[LedgerPage]:
    """A page with three calls of the current service, and one of another service."""
    records = finish(Records(ready_database(tmp_path / "termdesk.db")).__aenter__())
    add, profile = records.history.add_billed_call, session.profile
    finish(add(profile, "POST /v2/translate", estimated=1_000, billed=1_200, languages=("en", "es"), glossary="Law"))
    finish(add(profile, "POST /v2/translate", estimated=500, billed=None, work="spot-check", languages=("en", "de")))
    finish(add(profile, "POST /v2/document", estimated=50_000, billed=None, is_unclear=True))
    finish(add("other", "POST /v2/translate", estimated=9, billed=9))
    made = LedgerPage(UsageMonitor(session, records.history), remembered=WindowMemory(), jobs=jobs, notices=notices)
    QVBoxLayout(window).addWidget(made)
    finish(made.read())
    yield made
    finish(jobs.close())
    finish(records.__aexit__(None, None, None))


def works(page: LedgerPage) -> list[str]:
    return [page.model.index(row, LedgerColumn.WORK).data() for row in range(page.model.rowCount())]


def costs(page: LedgerPage) -> list[str]:
    return [page.model.index(row, LedgerColumn.COST).data() for row in range(page.model.rowCount())]


@pytest.mark.slow
def test_the_sums_set_what_was_billed_against_its_estimate(page: LedgerPage) -> None:
    assert works(page) == ["Document", "Spot-check", "Translation"]
    assert page.totals.text() == (
        "3 calls · 51,500 characters estimated · 1,200 billed for calls estimated at 1,000 · 1 unclear"
    )


@pytest.mark.slow
def test_a_price_turns_characters_into_money(page: LedgerPage, session: Session, finish: Finish) -> None:
    set_costs(session, price="20 EUR")

    finish(page.read())

    assert page.totals.text().endswith(" · about 1.03 EUR")
    assert costs(page) == ["1.00 EUR", "0.01 EUR", "0.02 EUR"]
    assert not page.table.isColumnHidden(LedgerColumn.COST)


@pytest.mark.slow
def test_a_cost_below_a_cent_is_told_in_whole_words_and_shown_whole(
    page: LedgerPage, session: Session, finish: Finish
) -> None:
    set_costs(session, price="20 EUR")
    add = page._usage_monitor._history.add_billed_call
    finish(add(session.profile, "POST /v2/translate", estimated=12, billed=12, glossary="Contracts " * 9))
    page.work.setCurrentIndex(page.work.findData(BilledWork.TRANSLATION))
    page.search.setText("contracts")

    finish(page.read())

    assert page.totals.text().endswith(" · less than 0.01 EUR")
    assert costs(page) == ["less than 0.01 EUR"]
    # Only the name of the glossary has less room than it needs: its tooltip is whole.
    shown = [column for column in LedgerColumn if not page.table.isColumnHidden(column)]
    cut = [column for column in shown if page.table.sizeHintForColumn(column) > page.table.columnWidth(column)]
    assert cut == [LedgerColumn.GLOSSARY]
    assert "Contracts Contracts" in page.model.index(0, LedgerColumn.GLOSSARY).data(Qt.ItemDataRole.ToolTipRole)


@pytest.mark.slow
def test_a_width_that_the_user_chose_is_kept_while_the_texts_are_as_long(
    page: LedgerPage, session: Session, finish: Finish
) -> None:
    page.table.setColumnWidth(LedgerColumn.LANGUAGES, 300)
    finish(page.read())
    assert page.table.columnWidth(LedgerColumn.LANGUAGES) == 300

    add = page._usage_monitor._history.add_billed_call
    finish(add(session.profile, "POST /v2/translate", estimated=1, billed=1, languages=("en-US", "zh-Hant")))
    finish(page.read())

    assert page.table.columnWidth(LedgerColumn.LANGUAGES) < 300


@pytest.mark.slow
def test_without_a_price_there_is_no_column_of_costs(page: LedgerPage) -> None:
    assert page.table.isColumnHidden(LedgerColumn.COST)
    assert costs(page) == ["", "", ""]


@pytest.mark.slow
def test_what_is_typed_and_chosen_narrows_the_calls_and_their_sums(
    page: LedgerPage, qtbot: QtBot, at_rest: Rest
) -> None:
    page.search.setText("law")
    qtbot.waitUntil(lambda: works(page) == ["Translation"])
    assert page.totals.text().startswith("1 call · 1,000 characters")
    page.search.clear()
    qtbot.waitUntil(lambda: page.model.rowCount() == 3)

    page.work.setCurrentIndex(page.work.findData(BilledWork.SPOT_CHECK))
    at_rest()
    assert works(page) == ["Spot-check"]
    page.period.setCurrentIndex(page.period.findData(1))
    at_rest()
    assert works(page) == ["Spot-check"]

    page.search.setText("nothing")
    qtbot.waitUntil(lambda: page.totals.text() == "No calls.")
    assert not page.export_button.isEnabled()

    assert page.none_found.isVisibleTo(page)
    clear = page.none_found.findChild(QPushButton, "usage_show_all")
    clear.click()
    qtbot.waitUntil(lambda: page.model.rowCount() == 3)
    assert page.table.isVisibleTo(page)


@pytest.mark.slow
def test_where_nothing_was_sent_the_next_step_is_offered(
    qtbot: QtBot, page: LedgerPage, session: Session, finish: Finish
) -> None:
    session.provider = Provider("custom", "https://unused.example")
    finish(page.read())

    assert page.none_yet.isVisibleTo(page)
    button = page.none_yet.findChild(QPushButton, "usage_translate")
    with qtbot.waitSignal(page.translate_asked):
        button.click()


def test_calls_of_all_profiles_or_another_one_are_shown_with_their_costs(
    page: LedgerPage, session: Session, finish: Finish, at_rest: Rest
) -> None:
    set_costs(session, price="20 EUR")
    assert page.table.isColumnHidden(LedgerColumn.PROFILE)
    assert [page.profile.itemText(row) for row in range(3)] == ["Profile in use", "All profiles", "This computer"]

    page.profile.setCurrentIndex(1)
    at_rest()

    assert not page.table.isColumnHidden(LedgerColumn.PROFILE)
    assert works(page) == ["Translation", "Document", "Spot-check", "Translation"]
    assert "other" in page.model.index(0, LedgerColumn.PROFILE).data()
    assert page.totals.text().startswith("4 calls")
    # The other profile has no price.
    assert costs(page)[0] == ""
    assert page.totals.text().endswith(" · about 1.03 EUR")
    page.profile.setCurrentIndex(2)
    at_rest()
    assert page.totals.text() == "No calls."
    page.show_all()
    at_rest()
    assert len(works(page)) == 3


def test_selected_calls_are_copied_as_lines_of_a_spreadsheet(page: LedgerPage) -> None:
    page.table.selectRow(2)
    page.copy()

    cells = QGuiApplication.clipboard().text().split("\t")
    assert cells[LedgerColumn.GLOSSARY] == "Law"
    assert cells[LedgerColumn.BILLED] == "1,200"


def test_the_export_has_the_calls_that_are_meant(
    page: LedgerPage, pick: Callable[[Path], None], at_rest: Rest, tmp_path: Path
) -> None:
    page.work.setCurrentIndex(page.work.findData(BilledWork.DOCUMENT))
    at_rest()
    page.export_button.click()
    pick(tmp_path / "november")
    at_rest()

    lines = (tmp_path / "november.csv").read_text("utf-8-sig").splitlines()
    assert len(lines) == 2
    assert ",document," in lines[1]


@pytest.mark.slow
def test_where_no_call_was_told_what_it_cost_nothing_is_said_of_it(page: LedgerPage, at_rest: Rest) -> None:
    page.work.setCurrentIndex(page.work.findData(BilledWork.SPOT_CHECK))
    at_rest()

    assert page.totals.text() == "1 call · 500 characters estimated"
