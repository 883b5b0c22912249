"""A text pane sends its text, shows the result, and says when the result no longer belongs to the text."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from support.services.profile_costs import set_costs
from termdesk.application.request_changes import RequestPart
from termdesk.application.session.session import Session
from termdesk.application.texts.history import StoredText, TextHistory
from termdesk.application.usage.cost_gate import CostGate
from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.domain.errors import InvalidInput
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.storage.settings.window_state import WindowState
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.texts.text_pane import TextPane, TextPaneServices, TextPaneWords
from termdesk.ui.widgets.text_area import TextMark

KEPT = StoredText("local", "POST /v2/translate", "en", "en", source="a mouse", result="A MOUSE")


@dataclass(frozen=True)
class Request:
    text: str
    target: str = "en"


@dataclass(frozen=True)
class Result:
    request: Request
    text: str
    notes: tuple[str, ...] = ()


class UpperCase:
    """A use case that responds in upper case once `gate` is set."""

    def __init__(self, cost_gate: CostGate) -> None:
        self.cost_gate = cost_gate
        self.service = "first"
        self.keeps_texts = True
        self.sent: list[Request] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.languages = ["en"]
        self.is_billed = False

    def estimate(self, text: str) -> int:
        return len(text)

    def cost(self, request: Request) -> int:
        return len(request.text)

    def is_under_way(self, _request: Request) -> bool:
        return self.is_billed

    async def answer(self, request: Request) -> Result:
        self.sent.append(request)
        await self.gate.wait()
        if "bad" in request.text:
            raise InvalidInput("The text is bad.")
        return Result(request, request.text.upper(), ("Mind the capitals.",))


class Monitor:
    def __init__(self) -> None:
        self.refreshes = 0

    async def refresh(self) -> None:
        self.refreshes += 1


class UpperCasePane(TextPane[Request, Result, UpperCase]):
    name = "translate"
    run_kind = JobKind.TRANSLATE
    list_kind = JobKind.LIST_TRANSLATION_LANGUAGES

    def __init__(self, use_case: UpperCase, services: TextPaneServices) -> None:
        super().__init__(use_case, services)
        self.size = 0
        self.sides.fill_source_footer(QWidget())
        self.sides.fill_result_footer(self._result_line(), self.outdated)
        self._lay_out(self.sides)
        self._connect_texts({})
        self.source.setPlainText(self._remembered.translate_text)

    def _own_words(self) -> TextPaneWords:
        return TextPaneWords(
            title="Capitals",
            source="Text",
            result="Result",
            result_hint="",
            copy="Copy it",
            run_job="Changing",
            running="Changing…",
            answered="Already changed.",
            failed="Not changed.",
            cancelled_when_sent="Canceled, and billed.",
            list_languages="Reading",
        )

    def request(self) -> Request:
        return Request(self.source.toPlainText())

    def _again_words(self, characters: int) -> str:
        return f"Again ({characters})"

    async def _send(self, request: Request, _progress: JobProgress) -> Result:
        return await self._use_case.answer(request)

    async def _list_languages(self) -> None:
        self._has_languages = bool(self._use_case.languages)
        self._say_of_service("" if self._has_languages else "No languages.")

    def _find_changes(self, made: Request) -> frozenset[RequestPart]:
        return frozenset({RequestPart.TEXT} if made != self.request() else ())

    def _show_details(self, result: Result) -> None:
        self.source.show_marks([TextMark(0, 1, "removed")])
        self.report.say("All capitals", is_of_result=True)

    def _write_draft(self, *, is_kept: bool) -> None:
        self._remembered.translate_text = self.source.toPlainText() if is_kept else ""

    def _show_size(self) -> None:
        self.size = self._use_case.estimate(self.source.toPlainText())

    def _is_ready(self) -> bool:
        return True

    def open_text(self, text: StoredText) -> None:
        async def nothing() -> None:
            self.report.say("Opened")

        self._open_kept(text, nothing)


@pytest.fixture
def session(qt_loop: asyncio.AbstractEventLoop, tmp_path: Path) -> Session:
    folders = Folders.under(tmp_path / "home")
    return Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))


@pytest.fixture
def use_case(session: Session, tmp_path: Path) -> UpperCase:
    return UpperCase(CostGate(session, Records(tmp_path / "termdesk.db").history))


@pytest.fixture
def monitor() -> Monitor:
    return Monitor()


@pytest.fixture
def memory(tmp_path: Path) -> WindowState:
    return WindowState(tmp_path / "window.json")


@pytest.fixture
def pane(
    qtbot: QtBot,
    window: QWidget,
    use_case: UpperCase,
    monitor: Monitor,
    memory: WindowState,
    history: TextHistory,
) -> Iterator[UpperCasePane]:
    notices = Notices(window)
    services = TextPaneServices(
        usage_monitor=cast("UsageMonitor", monitor),
        history=history,
        remembered=memory.memory,
        save_memory=memory.save,
        jobs=Jobs(notices, window),
        notices=notices,
        actions=Actions(window),
    )
    made = UpperCasePane(use_case, services)
    qtbot.addWidget(made)
    made.show()
    yield made
    qtbot.waitUntil(lambda: not made._jobs.running)


def run(qtbot: QtBot, pane: UpperCasePane, text: str) -> None:
    pane.source.setPlainText(text)
    pane.run()
    qtbot.waitUntil(lambda: not pane._jobs.running)


def test_a_result_is_shown_with_its_notes_and_the_usage_is_read(
    qtbot: QtBot, pane: UpperCasePane, monitor: Monitor
) -> None:
    run(qtbot, pane, "a house")

    assert pane.result.toPlainText() == "A HOUSE"
    assert pane.report.text() == "All capitals"
    assert "Mind the capitals." in pane._notices.texts()[0]
    assert monitor.refreshes == 1


@pytest.mark.slow
def test_what_costs_much_is_sent_after_a_question(
    qtbot: QtBot, pane: UpperCasePane, use_case: UpperCase, session: Session, answer: Callable[[str], str]
) -> None:
    session.provider = Provider("custom", "https://service.example")
    session.save_settings(replace(session.settings, ask_from=7, job_cap=0))
    set_costs(session, day_cap=0)
    run(qtbot, pane, "a shed")
    assert len(use_case.sent) == 1

    pane.source.setPlainText("a house")
    pane.run()
    assert answer("question_cancel") == "Send 7 characters?"
    qtbot.waitUntil(lambda: not pane._jobs.running)
    assert pane.report.text() == "Nothing was sent."
    assert len(use_case.sent) == 1

    pane.run()
    answer("question_accept")
    qtbot.waitUntil(lambda: not pane._jobs.running)
    assert pane.result.toPlainText() == "A HOUSE"


@pytest.fixture
def billing(session: Session) -> None:
    """A service that bills, without questions before sending."""
    session.provider = Provider("custom", "https://service.example")
    session.save_settings(replace(session.settings, ask_from=1_000, job_cap=0))
    set_costs(session, day_cap=0)


@pytest.mark.usefixtures("billing")
def test_a_second_press_offers_to_pay_again_and_sends_nothing(
    qtbot: QtBot, pane: UpperCasePane, use_case: UpperCase
) -> None:
    run(qtbot, pane, "a house")
    assert pane.again.isHidden()

    pane.run()
    qtbot.waitUntil(lambda: not pane._jobs.running)
    assert len(use_case.sent) == 1
    assert pane.report.text() == "Already changed."
    assert pane.again.text() == "Again (7)"
    assert pane.again.isVisible()

    pane.again.click()
    qtbot.waitUntil(lambda: not pane._jobs.running)
    assert [each.text for each in use_case.sent] == ["a house", "a house"]
    assert pane.again.isHidden()
    assert pane.report.text() == "All capitals"


@pytest.mark.slow
@pytest.mark.usefixtures("billing")
def test_another_text_takes_the_offer_back_and_is_sent(qtbot: QtBot, pane: UpperCasePane, use_case: UpperCase) -> None:
    run(qtbot, pane, "a house")
    pane.run()

    pane.source.setPlainText("a mouse")
    assert pane.again.isHidden()
    assert pane.report.text() == ""
    pane.source.setPlainText("a house")
    assert pane.again.isHidden()

    run(qtbot, pane, "a mouse")
    assert [each.text for each in use_case.sent] == ["a house", "a mouse"]


@pytest.mark.slow
@pytest.mark.usefixtures("billing")
def test_a_text_without_an_answer_is_sent_again(qtbot: QtBot, pane: UpperCasePane, use_case: UpperCase) -> None:
    run(qtbot, pane, "bad")
    pane.run()
    qtbot.waitUntil(lambda: not pane._jobs.running)
    assert len(use_case.sent) == 2


@pytest.mark.slow
def test_what_costs_nothing_is_sent_as_often_as_it_is_asked_for(
    qtbot: QtBot, pane: UpperCasePane, use_case: UpperCase
) -> None:
    run(qtbot, pane, "a house")
    pane.run()
    qtbot.waitUntil(lambda: not pane._jobs.running)

    assert len(use_case.sent) == 2
    assert pane.again.isHidden()


def test_an_outdated_result_loses_its_details_until_it_belongs_to_the_text_again(
    qtbot: QtBot, pane: UpperCasePane
) -> None:
    run(qtbot, pane, "a house")

    pane.source.setPlainText("a mouse")
    assert pane.outdated.is_outdated
    assert pane.report.text() == ""
    assert pane.source.marks == ()

    pane.source.setPlainText("a house")
    assert not pane.outdated.is_outdated
    assert pane.report.text() == "All capitals"
    assert len(pane.source.marks) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("is_billed", "words"), [(False, "Canceled. Nothing was sent."), (True, "Canceled, and billed.")]
)
def test_a_cancelled_request_says_whether_it_may_be_billed(
    qtbot: QtBot, pane: UpperCasePane, use_case: UpperCase, is_billed: bool, words: str
) -> None:
    use_case.gate.clear()
    use_case.is_billed = is_billed
    pane.source.setPlainText("a house")
    pane.run()
    qtbot.waitUntil(lambda: bool(use_case.sent))

    pane._jobs.cancel(JobKind.TRANSLATE)

    qtbot.waitUntil(lambda: pane.report.text() == words)


def test_a_failure_is_reported_and_the_usage_is_read(qtbot: QtBot, pane: UpperCasePane, monitor: Monitor) -> None:
    run(qtbot, pane, "bad")

    assert pane.report.text() == "Not changed."
    assert "The text is bad." in pane._notices.texts()[0]
    assert monitor.refreshes == 1


@pytest.mark.slow
def test_the_languages_are_read_whenever_the_pane_is_shown_until_there_are_some(
    qtbot: QtBot, pane: UpperCasePane, use_case: UpperCase
) -> None:
    use_case.languages = []
    pane.refresh_when_shown()
    qtbot.waitUntil(lambda: pane.report.text() == "No languages.")

    use_case.languages = ["en"]
    pane.refresh_when_shown()

    qtbot.waitUntil(lambda: pane.report.text() == "")


@pytest.mark.slow
def test_reading_the_languages_again_removes_no_words_about_anything_else(
    qtbot: QtBot, pane: UpperCasePane, use_case: UpperCase
) -> None:
    use_case.gate.clear()
    pane.source.setPlainText("a house")
    pane.run()
    qtbot.waitUntil(lambda: bool(use_case.sent))

    pane.service_changed()
    qtbot.waitUntil(lambda: not pane._jobs.is_running(JobKind.LIST_TRANSLATION_LANGUAGES))

    assert pane.report.text() == "Changing…"
    use_case.gate.set()


def test_a_text_of_the_history_takes_the_place_of_a_running_request(
    qtbot: QtBot, pane: UpperCasePane, use_case: UpperCase
) -> None:
    use_case.gate.clear()
    pane.source.setPlainText("a house")
    pane.run()
    qtbot.waitUntil(lambda: bool(use_case.sent))

    pane.open_text(KEPT)

    qtbot.waitUntil(lambda: pane.report.text() == "Opened")
    assert (pane.source.toPlainText(), pane.result.toPlainText()) == ("a mouse", "A MOUSE")
    pane.source.undo()
    assert pane.source.toPlainText() == "a house"


def test_clearing_leaves_two_empty_fields_and_nothing_to_do(qtbot: QtBot, pane: UpperCasePane) -> None:
    run(qtbot, pane, "a house")

    pane.clear_texts()

    assert (pane.source.toPlainText(), pane.result.toPlainText(), pane.report.text()) == ("", "", "")
    assert not pane.run_button.isEnabled()
    assert not pane.copy.isEnabled()
    assert not pane.outdated.is_outdated


@pytest.mark.slow
def test_what_is_typed_is_on_disk_shortly_after(qtbot: QtBot, pane: UpperCasePane, tmp_path: Path) -> None:
    pane.source.setPlainText("Half a sen")

    qtbot.waitUntil(lambda: WindowState(tmp_path / "window.json").memory.translate_text == "Half a sen")


def test_texts_that_are_not_to_be_kept_leave_the_disk(pane: UpperCasePane, use_case: UpperCase, tmp_path: Path) -> None:
    pane.source.setPlainText("A secret")
    pane.keep_draft()
    assert "secret" in (tmp_path / "window.json").read_text()

    use_case.keeps_texts = False
    pane.keep_draft()

    assert "secret" not in (tmp_path / "window.json").read_text()


def test_whether_texts_are_kept_is_asked_above_the_text_until_it_is_known(
    qtbot: QtBot, pane: UpperCasePane, memory: WindowState, history: TextHistory
) -> None:
    pane.refresh_when_shown()
    assert pane.keeping.isVisible()
    pane.source.setPlainText("a secret")
    pane.keep_draft()

    pane.keeping.refuse.click()
    qtbot.waitUntil(lambda: not pane._jobs.running)

    assert not pane.keeping.isVisible()
    assert not history.keeps_texts
    assert pane.source.toPlainText() == "a secret"
