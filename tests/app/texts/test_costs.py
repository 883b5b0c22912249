"""Costs, by mouse and keys: a paid result is always shown, and nothing is paid twice."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt

from app.fake import at_rest, connect
from app.program import Control, Key, Program
from support.services.fake_service import FakeService, refusal
from support.services.profile_costs import set_costs
from support.services.raw_server import answer
from termdesk.application.session.session import ConnectionState
from termdesk.storage.files.folders import Folders
from termdesk.storage.history import BilledCall
from termdesk.storage.records import Records
from termdesk.ui.improvement.improvement_pane import ImprovePane
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.translation.translation_pane import TranslatePane
from termdesk.ui.usage.ledger_model import LedgerColumn
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import LEFT_TO_RIGHT

TEXT = "Good morning, everybody."


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def translating(program: Program) -> TranslatePane:
    """Return the Translate pane with a text, ready for Ctrl+Enter."""
    program.press(Key.Key_2, Control)
    pane = program.controller.translate
    program.until(lambda: pane.target_language.code)
    pane.source_language.choose("en")
    pane.target_language.choose("de")
    at_rest(program)
    pane.source.setPlainText(TEXT)
    pane.source.setFocus()
    return pane


def improving(program: Program) -> ImprovePane:
    program.press(Key.Key_4, Control)
    pane = program.controller.improve
    program.until(lambda: pane.language.code)
    at_rest(program)
    pane.source.setPlainText(TEXT)
    pane.source.setFocus()
    return pane


USAGE_REFUSALS = [
    pytest.param(refusal("403 Forbidden", b'{"message": "Missing scopes: usage:read"}'), id="no right, in words"),
    pytest.param(refusal("403 Forbidden"), id="no right, without a word"),
    pytest.param(refusal("404 Not Found"), id="no such endpoint"),
    pytest.param(refusal("500 Internal Server Error"), id="failed"),
]


@pytest.mark.slow
@pytest.mark.parametrize("refused", USAGE_REFUSALS)
def test_a_result_stays_a_result_though_the_usage_cannot_be_read(
    program: Program, fake: FakeService, refused: bytes
) -> None:
    fake.refusals["GET /v2/usage"] = refused
    connect(program, fake)
    assert program.controller.use_cases.session.state is ConnectionState.READY

    translate = translating(program)
    program.press(Key.Key_Return, Control)
    program.until(lambda: translate.result.toPlainText())
    at_rest(program)
    improve = improving(program)
    program.press(Key.Key_Return, Control)
    program.until(lambda: improve.result.toPlainText())
    at_rest(program)

    assert translate.result.toPlainText() == TEXT.upper()
    assert "characters billed" in translate.report.text()
    assert "characters counted" in improve.report.text()
    assert program.controller.window.notices.texts() == []
    assert program.controller.window.status.usage.label.text() == "Usage unknown"
    assert program.controller.window.status.usage.toolTip()


@pytest.mark.slow
@pytest.mark.parametrize("refused", USAGE_REFUSALS)
def test_the_library_of_another_service_is_read_though_its_usage_cannot_be(
    program: Program, fake: FakeService, refused: bytes
) -> None:
    fake.refusals["GET /v2/usage"] = refused
    fake.glossaries = [
        {
            "glossary_id": "1",
            "name": "Law",
            "dictionaries": [{"source_lang": "en", "target_lang": "de", "entry_count": 3}],
            "creation_time": "2026-01-01T00:00:00.000Z",
        }
    ]

    connect(program, fake)

    assert [summary.name for summary in program.controller.glossaries.panel.model.summaries] == ["Law"]


@pytest.mark.slow
def test_the_library_stays_as_it_was_seen_where_the_service_refuses_to_list_it_again(
    program: Program, fake: FakeService
) -> None:
    fake.glossaries = [{"glossary_id": "1", "name": "Law", "dictionaries": []}]
    connect(program, fake)

    fake.refusals["GET /v3/glossaries"] = refusal("400 Bad Request")
    program.controller.glossaries.refresh()
    at_rest(program)

    assert [summary.name for summary in program.controller.glossaries.panel.model.summaries] == ["Law"]
    assert program.says("The library could not be refreshed")


# Nothing is paid twice


def ledger(program: Program) -> list[tuple[str, bool]]:
    """Return the calls of this service in the usage ledger, and whether their outcome is unclear; newest first."""
    profile = program.controller.use_cases.session.profile
    billed_calls = program.wait_for(program.records.history.read_billed_calls(profile))
    return [(bill.call, bill.is_unclear) for bill in billed_calls]


def sending(program: Program, fake: FakeService, what: str) -> TranslatePane | ImprovePane:
    """Return the pane after Ctrl+Enter, while the service has the text and delays its response."""
    connect(program, fake)
    pane = translating(program) if what == "translate" else improving(program)
    fake.gate.clear()
    program.press(Key.Key_Return, Control)
    program.until(lambda: fake.billed)
    return pane


def check_paid_once(program: Program, fake: FakeService, pane: TranslatePane | ImprovePane) -> None:
    """Let the response come, and assert that one request led to it."""
    fake.gate.set()
    at_rest(program)
    result = TEXT.upper() if isinstance(pane, TranslatePane) else f"{TEXT}!"
    assert pane.result.toPlainText() == result
    assert len(fake.billed) == 1
    assert [is_unclear for _, is_unclear in ledger(program)] == [False]


@pytest.mark.slow
@pytest.mark.parametrize("what", ["translate", "improve"])
def test_ctrl_enter_twice_sends_one_request(program: Program, fake: FakeService, what: str) -> None:
    pane = sending(program, fake, what)
    program.press(Key.Key_Return, Control)
    program.press(Key.Key_Return, Control)
    check_paid_once(program, fake, pane)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["translate", "improve"])
def test_a_job_that_is_cancelled_and_started_again_pays_once(program: Program, fake: FakeService, what: str) -> None:
    pane = sending(program, fake, what)
    # A frozen engine delays its response in the same way.
    status = program.controller.window.status.jobs
    program.until(lambda: status.label.text() == {"translate": "Translating", "improve": "Improving"}[what])
    program.click(status.cancel)
    kind = JobKind.TRANSLATE if what == "translate" else JobKind.IMPROVE
    program.until(lambda: not program.controller.window.jobs.is_running(kind))
    program.until(lambda: "already sent" in pane.report.text())
    assert ledger(program)[0][1], "nobody knows yet what becomes of it"
    program.press(Key.Key_Return, Control)
    check_paid_once(program, fake, pane)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["translate", "improve"])
def test_a_second_press_after_the_answer_sends_nothing_until_it_is_asked_for(
    program: Program, fake: FakeService, what: str
) -> None:
    pane = sending(program, fake, what)
    if isinstance(pane, TranslatePane):
        assert pane.count.text() == f"{len(TEXT)} characters will be billed"
    check_paid_once(program, fake, pane)
    if isinstance(pane, TranslatePane):
        assert pane.count.text() == f"{len(TEXT)} characters, already translated"

    program.press(Key.Key_Return, Control)
    check_paid_once(program, fake, pane)
    assert pane.report.text() == f"Already {what.removesuffix('e')}ed. Nothing was sent."
    assert pane.again.text() == f"{what.capitalize()} again ({len(TEXT)} characters)"
    program.picture(f"again-{what}")

    program.click(pane.again)
    at_rest(program)
    assert len(fake.billed) == 2
    assert not pane.again.isVisible()


def first_part_answered(program: Program, fake: FakeService, text: str) -> TranslatePane:
    """Return the pane while the service has the second part of a long text, and delays its response."""
    connect(program, fake)
    pane = translating(program)
    pane.source.setPlainText(text)
    fake.gate.clear()
    program.press(Key.Key_Return, Control)
    program.click(program.dialog(Question).accept_button)
    program.until(lambda: fake.billed)
    fake.gate.set()
    fake.gate.clear()
    program.until(lambda: len(fake.billed) == 2)
    return pane


# Long enough for two requests.
LONG_TEXT = "\n\n".join(f"{number} {'a' * 60_000}" for number in range(4))


@pytest.mark.slow
def test_of_a_long_text_that_failed_in_part_only_the_rest_is_told_and_sent(program: Program, fake: FakeService) -> None:
    pane = first_part_answered(program, fake, LONG_TEXT)
    fake.refusals["POST"] = refusal("500 Internal Server Error")
    fake.gate.set()
    program.until(lambda: program.says("The service failed"))
    at_rest(program)

    [rest] = json.loads(fake.billed[1].body)["text"]
    assert pane.count.text().startswith(f"{len(rest):,} characters will be billed")
    fake.refusals.clear()
    pane.source.setFocus()
    program.press(Key.Key_Return, Control)
    program.click(program.dialog(Question).accept_button)
    at_rest(program)
    assert pane.result.toPlainText() == LONG_TEXT.upper()
    assert [json.loads(each.body)["text"] for each in fake.billed[2:]] == [[rest]]


@pytest.mark.slow
def test_a_long_text_that_is_cancelled_in_part_is_not_paid_again(program: Program, fake: FakeService) -> None:
    pane = first_part_answered(program, fake, LONG_TEXT)
    status = program.controller.window.status.jobs
    program.until(status.cancel.isVisible)
    program.click(status.cancel)
    program.until(lambda: pane.count.text().endswith(" characters, already sent"))

    fake.gate.set()
    pane.source.setFocus()
    program.press(Key.Key_Return, Control)
    program.until(lambda: pane.result.toPlainText() == LONG_TEXT.upper())
    at_rest(program)
    assert len(fake.billed) == 2


@pytest.mark.slow
def test_other_terms_to_protect_need_no_second_answer(program: Program, fake: FakeService) -> None:
    dictionary = {"source_lang": "en", "target_lang": "de", "entry_count": 1}
    fake.glossaries = [
        {"glossary_id": "1", "name": "Law", "dictionaries": [dictionary], "creation_time": "2026-01-01T00:00:00Z"}
    ]
    entries = {"dictionaries": [{**dictionary, "entries": "everybody\talle", "entries_format": "tsv"}]}
    fake.refusals["GET /v3/glossaries/1/entries"] = answer(json.dumps(entries).encode())
    pane = sending(program, fake, "improve")
    check_paid_once(program, fake, pane)
    assert isinstance(pane, ImprovePane)
    assert pane.glossary.count() == 2

    # The only glossary is selected automatically.
    assert pane.glossary.currentIndex() == 1
    pane.glossary.setCurrentIndex(0)
    program.press(Key.Key_Return, Control)
    check_paid_once(program, fake, pane)
    assert not pane.again.isVisible()

    program.press(Key.Key_Return, Control)
    check_paid_once(program, fake, pane)
    assert pane.again.isVisible()


@pytest.mark.slow
def test_another_text_is_another_request(program: Program, fake: FakeService) -> None:
    pane = sending(program, fake, "translate")
    pane.source.setPlainText("Good evening.")
    program.press(Key.Key_Return, Control)
    program.until(lambda: len(fake.billed) == 2)
    fake.gate.set()
    at_rest(program)
    program.until(lambda: [is_unclear for _, is_unclear in ledger(program)] == [False, False])

    assert pane.result.toPlainText() == "GOOD EVENING."


@pytest.mark.slow
def test_a_request_that_the_end_of_the_program_cuts_off_stays_in_the_ledger_as_unclear(
    program: Program, fake: FakeService
) -> None:
    sending(program, fake, "translate")
    profile = program.controller.use_cases.session.profile

    program.end()

    async def kept() -> list[BilledCall]:
        async with Records(Folders.under(program.folder).data / "termdesk.db") as records:
            return await records.history.read_billed_calls(profile)

    [bill] = program.wait_for(kept())
    assert (bill.estimated, bill.is_unclear) == (len(TEXT), True)


@pytest.mark.slow
def test_a_text_over_the_cap_is_refused_with_the_way_out(program: Program, fake: FakeService) -> None:
    connect(program, fake)
    session = program.controller.use_cases.session
    session.save_settings(replace(session.settings, job_cap=10))
    translate = translating(program)
    program.press(Key.Key_Return, Control)
    program.until(lambda: program.says("your limit for a job is 10"))
    at_rest(program)

    assert program.says("raise the limit in File › Preferences")
    assert translate.report.text() == "Not translated."
    assert (fake.billed, ledger(program)) == ([], [])


@pytest.mark.slow
def test_the_cap_of_a_day_is_told_before_a_text_is_sent(program: Program, fake: FakeService) -> None:
    connect(program, fake)
    session = program.controller.use_cases.session
    set_costs(session, day_cap=len(TEXT) + 10, price="20000 EUR")
    translate = translating(program)
    assert translate.count.text().startswith(f"{len(TEXT)} characters will be billed. They cost about 0.48 EUR.")
    program.press(Key.Key_Return, Control)
    program.until(lambda: translate.result.toPlainText())
    at_rest(program)

    improve = improving(program)
    assert improve.cost.isVisible()
    assert f"your limit for a day is {len(TEXT) + 10}: 10 left. Send less, or" in improve.cost.text()
    assert "will be billed" not in improve.cost.text()
    program.picture("cap-of-a-day")
    improve.source.setPlainText("Good.")
    assert improve.cost.text() == (
        "5 characters will be billed. They cost about 0.10 EUR. "
        "This takes 50% of the 10 characters that your limit for a day leaves today."
    )


# Remaining characters


@pytest.mark.slow
def test_the_limit_of_the_key_alone_warns_is_shown_and_explains_the_refusal(
    program: Program, fake: FakeService
) -> None:
    fake.usage = {
        "character_count": 5_000,
        "character_limit": 1_000_000,
        "api_key_character_count": 80,
        "api_key_character_limit": 100,
    }
    fake.refusals["POST"] = refusal("456 Quota Exceeded")
    connect(program, fake)
    # Otherwise the window would ask first, because the text exceeds what is left.
    session = program.controller.use_cases.session
    session.save_settings(replace(session.settings, ask_from=0))

    translate = translating(program)
    assert "only 20 are left for this key" in translate.count.text()
    program.press(Key.Key_Return, Control)
    program.until(lambda: program.says("Too few characters are left for this text"))
    assert program.says("This text has 24 characters; this key has 20 of its 100 left")
    fake.usage["api_key_character_count"] = 100
    improve = improving(program)
    program.until(lambda: improve.cost.isVisible())
    program.press(Key.Key_Return, Control)
    program.until(lambda: program.says("The characters of this key are used up"))
    at_rest(program)
    program.press(Key.Key_7, Control)
    at_rest(program)
    usage = program.controller.usage
    program.picture("usage-of-a-key")

    assert program.controller.window.status.usage.label.text() == "100 of 100 characters of this key · used up"
    assert usage.fields["key"].text() == "100 of 100 characters"
    assert usage.fields["left"].text() == "0 for this key"
    assert usage.fields["limit"].text() == "1,000,000"
    assert usage.fields["today"].text() == "0 of 1,000,000 characters"
    assert "100% of the limit of this key" in usage.figure_words.text()
    assert ledger(program) == [], "what was refused cost nothing"


@pytest.mark.slow
def test_the_ledger_names_the_work_and_its_numbers_stand_below_each_other(program: Program, fake: FakeService) -> None:
    connect(program, fake)
    translating(program)
    program.press(Key.Key_Return, Control)
    at_rest(program)
    improving(program)
    program.press(Key.Key_Return, Control)
    at_rest(program)
    program.press(Key.Key_7, Control)
    at_rest(program)
    billed_calls = program.controller.usage.billed_calls
    program.picture("usage-ledger")

    model = billed_calls.model()
    align, trailing = Qt.ItemDataRole.TextAlignmentRole, Qt.AlignmentFlag.AlignTrailing
    assert [model.index(row, LedgerColumn.WORK).data() for row in range(model.rowCount())] == [
        "Correction",
        "Translation",
    ]
    assert model.index(0, 0).data().startswith(LEFT_TO_RIGHT), "a date keeps its order from right to left too"
    for column in (LedgerColumn.ESTIMATED, LedgerColumn.BILLED):
        assert model.index(0, column).data(align) & trailing
        assert model.headerData(column, Qt.Orientation.Horizontal, align) & trailing
    assert model.index(0, LedgerColumn.BILLED).data() == "–"
    assert "does not report" in model.index(0, LedgerColumn.BILLED).data(Qt.ItemDataRole.ToolTipRole)


@pytest.mark.slow
def test_a_price_and_a_period_give_a_forecast_in_characters_and_money(program: Program, fake: FakeService) -> None:
    now = datetime.now(UTC)
    fake.usage = {
        "character_count": 100_000,
        "character_limit": 250_000,
        # So long that the minutes of a slow test change no figure.
        "start_time": (now - timedelta(days=1_000)).isoformat(),
        "end_time": (now + timedelta(days=2_000)).isoformat(),
    }
    connect(program, fake)
    session = program.controller.use_cases.session
    set_costs(session, price="20 EUR")

    program.press(Key.Key_7, Control)
    at_rest(program)
    fields = program.controller.usage.fields
    program.picture("usage-forecast")

    assert fields["forecast"].text().startswith("300,000 by ")
    assert "the limit is reached on" in fields["forecast"].text()
    assert fields["cost"].text() == "2.00 EUR so far, 6.00 EUR at the end of the period"
    fake.usage = {"character_count": 5}
    program.controller.usage.refresh()
    at_rest(program)
    assert not fields["forecast"].isVisible()
    assert fields["cost"].text() == "less than 0.01 EUR"


@pytest.mark.slow
def test_a_usage_that_is_refused_is_not_told_as_never_asked(program: Program, fake: FakeService) -> None:
    fake.refusals["GET /v2/usage"] = refusal("403 Forbidden")
    connect(program, fake)

    program.press(Key.Key_7, Control)
    at_rest(program)

    words = "The service does not accept the key. Refresh to ask again."
    assert program.controller.usage.figure_words.text() == words


# Missing functions and failures of the service


@pytest.mark.slow
def test_correcting_goes_where_the_service_has_none(program: Program, fake: FakeService) -> None:
    fake.refusals["POST /v2/write/correct"] = refusal("404 Not Found")
    connect(program, fake)
    pane = improving(program)
    assert pane.choices.correct.isChecked()

    program.press(Key.Key_Return, Control)
    program.until(lambda: program.says("The service does not offer this"))
    at_rest(program)
    program.picture("improve-without-correct")

    assert not pane.choices.correct.isVisible()
    assert pane.choices.rephrase.isChecked()
    assert "only rephrases" in pane.report.text()
    program.press(Key.Key_Return, Control)
    program.until(lambda: pane.result.toPlainText() == f"{TEXT}!")
    at_rest(program)
    fake.refusals.clear()
    pane.service_changed()
    at_rest(program)
    assert pane.choices.correct.isVisible(), "a refresh asks anew"


def test_a_service_without_any_improvement_says_so(program: Program, fake: FakeService) -> None:
    fake.refusals["POST /v2/write"] = refusal("404 Not Found")
    connect(program, fake)
    pane = improving(program)

    program.press(Key.Key_Return, Control)
    program.until(lambda: pane.choices.rephrase.isChecked())
    at_rest(program)
    program.press(Key.Key_Return, Control)
    program.until(lambda: not pane.run_button.isEnabled())
    at_rest(program)

    assert "improves no texts" in pane.report.text()


@pytest.mark.slow
@pytest.mark.parametrize("status", ["500 Internal Server Error", "502 Bad Gateway", "504 Gateway Timeout"])
def test_a_service_that_fails_on_a_paid_text_warns_that_it_may_have_been_charged(
    program: Program, fake: FakeService, status: str
) -> None:
    fake.refusals["POST"] = refusal(status)
    connect(program, fake)
    translating(program)

    program.press(Key.Key_Return, Control)
    program.until(lambda: program.says("The service failed, and it may have been charged"))
    at_rest(program)

    assert program.says("it may be charged twice")
    assert len(fake.billed) == 1
    assert fake.lines.count("GET /v2/usage") >= 2, "what was charged after all is read at once"


@pytest.mark.slow
def test_what_is_improved_already_warns_of_no_cost(program: Program, fake: FakeService) -> None:
    fake.usage = {
        "character_count": 5_000,
        "character_limit": 1_000_000,
        "api_key_character_count": 80,
        "api_key_character_limit": 100,
    }
    connect(program, fake)
    session = program.controller.use_cases.session
    session.save_settings(replace(session.settings, ask_from=0))
    improve = improving(program)
    program.until(lambda: improve.cost.isVisible())

    program.press(Key.Key_Return, Control)
    at_rest(program)

    assert improve.result.toPlainText() == f"{TEXT}!"
    assert not improve.cost.isVisible()
    improve.source.setPlainText(f"{TEXT} {TEXT}")
    assert improve.cost.isVisible()
