"""The gate for everything billable: caps for a job and a day, what is left, and when the user is asked."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

import termdesk.application
from support.services.profile_costs import set_costs
from termdesk.application.session.session import Session
from termdesk.application.usage.cost_gate import CostGate, warning_for
from termdesk.application.usage.usage_ledger import Item, UsageLedger
from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.domain.provider import Provider
from termdesk.domain.usage import Usage
from termdesk.storage.history import History
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

NewSession = Callable[[Path], Session]
ITEM = Item("POST /v2/translate", "en", "es", "a text", None, estimated=60)


@pytest.fixture
def session(tmp_path: Path, new_session: NewSession) -> Session:
    """A session with a service that bills; nothing is sent."""
    made = new_session(tmp_path)
    made.provider = Provider("custom", "https://service.example")
    return made


def choose(session: Session, *, day_cap: int | None = None, **settings: int) -> None:
    session.save_settings(replace(session.settings, **settings))
    set_costs(session, day_cap=day_cap)


@pytest.mark.parametrize(
    ("job_cap", "day_cap", "refused"),
    [
        (100, 1_000, ""),
        (0, 0, ""),
        (99, 0, r"^This needs 100 characters; your limit for a job is 99\.$"),
        (0, 999, r"^This needs 100 characters; 900 were used today, and your limit for a day is 999: 99 left\.$"),
    ],
)
async def test_a_job_that_exceeds_a_cap_is_refused_with_the_reason_and_the_remedy(
    job_cap: int, day_cap: int, refused: str, session: Session, history: History
) -> None:
    gate = CostGate(session, history)
    choose(session, job_cap=job_cap, day_cap=day_cap)
    await history.add_billed_call(session.profile, "POST /v2/document", estimated=1, billed=900)
    await history.add_billed_call("another", "POST /v2/translate", estimated=500, billed=None)

    if refused:
        with pytest.raises(InvalidInput, match=refused) as caught:
            await gate.estimate(100)
        position = "Preferences" if job_cap else "Profiles"
        assert caught.value.remedy == f"Send less, or raise the limit in File › {position}."
    else:
        assert (await gate.estimate(100)).characters == 100


async def test_the_next_day_begins_at_midnight(session: Session, history: History) -> None:
    moment = datetime.now().astimezone()
    choose(session, day_cap=1_000)
    await history.add_billed_call(session.profile, "POST /v2/translate", estimated=950, billed=None)

    with pytest.raises(InvalidInput, match="950 were used today"):
        await CostGate(session, history, now=lambda: moment).check(100)
    await CostGate(session, history, now=lambda: moment + timedelta(days=1)).check(100)


@pytest.mark.parametrize(
    ("ask_from", "characters", "left", "is_due"),
    [
        (100, 99, None, False),
        (100, 100, None, True),
        (100, 49, 100, False),
        (100, 50, 100, True),
        (100, 5, 0, True),
        (100, 0, 0, False),
        (0, 100_000, 10, False),
    ],
)
async def test_the_user_is_asked_where_much_is_sent_or_half_of_what_is_left(
    ask_from: int, characters: int, left: int | None, is_due: bool, session: Session, history: History
) -> None:
    choose(session, ask_from=ask_from)
    session.note_usage(Usage(900, None if left is None else 900 + left))

    assert (await CostGate(session, history).estimate(characters)).is_question_due is is_due


async def test_nothing_is_refused_or_asked_where_nothing_is_billed(
    tmp_path: Path, new_session: NewSession, history: History
) -> None:
    session = new_session(tmp_path)
    choose(session, ask_from=1, job_cap=1, day_cap=1)
    session.note_usage(Usage(900, 900))

    estimate = await CostGate(session, history).estimate(1_000_000)

    assert (estimate.is_question_due, estimate.warning) == (False, "")


@pytest.mark.parametrize(
    ("characters", "warning"),
    [
        (9, ""),
        (12, "This takes 12% of the 100 characters left in this billing period."),
        (150, "This takes 150 characters; only 100 are left in this billing period."),
    ],
)
async def test_the_estimate_warns_of_what_takes_much(
    characters: int, warning: str, session: Session, history: History
) -> None:
    session.note_usage(Usage(900, 1000))

    assert (await CostGate(session, history).estimate(characters)).warning == warning
    assert warning_for(None, characters) == ""


async def test_the_outlook_tells_a_cap_and_what_it_leaves_before_anything_is_sent(
    session: Session, history: History
) -> None:
    moments = [datetime.now().astimezone()]
    gate = CostGate(session, history, now=lambda: moments[-1])
    choose(session, day_cap=1_000, job_cap=500)
    await history.add_billed_call(session.profile, "POST /v2/translate", estimated=900, billed=None)
    await gate.count_used_today()

    def words_of(characters: int) -> tuple[str, str, str]:
        outlook = gate.outlook(characters, Usage(0, 10_000))
        return outlook.refusal.message if outlook.refusal else "", outlook.cap, outlook.warning

    assert words_of(0) == words_of(9) == ("", "", "")
    assert words_of(12) == ("", "", "This takes 12% of the 100 characters that your limit for a day leaves today.")
    refusal, cap, warning = words_of(101)
    assert refusal.endswith("900 were used today, and your limit for a day is 1,000: 100 left.")
    assert (cap, warning) == ("Your limit for a day leaves 100 characters today.", "")
    refusal, cap, _ = words_of(501)
    assert refusal.endswith("your limit for a job is 500.")
    assert cap == "Your limit for a job is 500 characters."
    # Another day, and another service, begin with the whole cap.
    moments.append(moments[0] + timedelta(days=1))
    assert words_of(101) == ("", "", "This takes 10% of the 1,000 characters that your limit for a day leaves today.")
    moments.pop()
    session.provider = Provider("custom", "https://another.example")
    assert words_of(101) == ("", "", "")


async def test_what_leaves_less_warns_the_period_or_the_day(session: Session, history: History) -> None:
    gate = CostGate(session, history)
    choose(session, day_cap=1_000)
    session.note_usage(Usage(900, 1_000))

    assert "100 characters left in this billing period" in gate.outlook(20, session.usage).warning
    assert "100 characters left in this billing period" in (await gate.estimate(20)).warning
    session.note_usage(Usage(0, 100_000))
    assert "your limit for a day leaves today" in gate.outlook(200, session.usage).warning
    assert "your limit for a day leaves today" in (await gate.estimate(200)).warning


@pytest.mark.parametrize("days", [90, 0])
async def test_what_is_sent_counts_for_the_day_also_where_no_history_is_kept(
    days: int, session: Session, history: History
) -> None:
    choose(session, day_cap=100, keep_history_days=days)
    ledger = UsageLedger(session, history)

    first = await ledger.open(ITEM)
    with pytest.raises(InvalidInput, match="60 were used today"):
        await ledger.open(ITEM)
    await ledger.withdraw(first)
    await ledger.open(ITEM)

    assert await ledger.gate.count_used_today() == 60
    assert len(await History(history._database).read_billed_calls(session.profile)) == (1 if days else 0)


async def test_what_was_sent_today_survives_a_restart_without_a_history(session: Session, history: History) -> None:
    choose(session, day_cap=100, keep_history_days=0)
    await UsageLedger(session, history).open(ITEM)

    with pytest.raises(InvalidInput, match="60 were used today"):
        await CostGate(session, history).check(60)
    tomorrow = datetime.now().astimezone() + timedelta(days=1)
    assert await CostGate(session, history, now=lambda: tomorrow).count_used_today() == 0


async def test_who_gives_up_the_history_has_still_spent_today(session: Session, history: History) -> None:
    choose(session, day_cap=100)
    await UsageLedger(session, history).open(ITEM)
    choose(session, day_cap=100, keep_history_days=0)

    for _ in range(2):
        await UsageMonitor(session, history).tidy()

    assert await CostGate(session, history).count_used_today() == 60
    assert await history.read_billed_calls(session.profile) == []


async def test_what_the_disk_does_not_take_counts_while_the_program_runs(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "termdesk.db"
    async with Records(path):
        pass
    async with Records(path, read_only=True) as records:
        gate = CostGate(session, records.history)

        use = await gate.count_unrecorded(60)
        counted = await gate.count_used_today()
        await gate.take_back(use)

        assert (counted, await gate.count_used_today()) == (60, 0)


async def test_a_cap_that_cannot_be_checked_lets_nothing_pass(session: Session, tmp_path: Path) -> None:
    gate = CostGate(session, Records(tmp_path / "never opened.db").history)
    choose(session, day_cap=100)

    with pytest.raises(StorageFailed):
        await gate.check(1)
    choose(session, day_cap=0)
    await gate.check(1)


BILLED_METHODS = re.compile(r"\.texts\.(?:translate|correct|rephrase)\(|\.documents\.upload\(")
THROUGH_THE_GATE = re.compile(r"_requests\.answer\(|_ledger\.open\(")


def test_whoever_sends_what_is_billed_passes_the_gate() -> None:
    folder = Path(termdesk.application.__file__).parent
    sources = {path.name: path.read_text("utf-8") for path in folder.rglob("*.py")}
    senders = {name for name, text in sources.items() if BILLED_METHODS.search(text)}

    assert {"translation.py", "improvement.py", "sentence_translator.py"} < senders
    assert [name for name in senders if not THROUGH_THE_GATE.search(sources[name])] == []


@pytest.mark.parametrize("change", ["midnight", "service"])
async def test_what_was_refused_is_taken_back_where_it_was_counted(
    change: str, session: Session, history: History
) -> None:
    choose(session, keep_history_days=0)
    moment = datetime(2026, 11, 30, 23, 59).astimezone()
    gate = CostGate(session, history, now=lambda: moment)
    ledger = UsageLedger(session, history, gate=gate)
    first = session.provider

    entry = await ledger.open(ITEM)
    if change == "midnight":
        moment += timedelta(minutes=2)
    else:
        session.provider = Provider("custom", "https://other.example")
    await ledger.withdraw(entry)

    assert await gate.count_used_today() == 0
    session.provider, moment = first, datetime(2026, 11, 30, 23, 59).astimezone()
    assert await gate.count_used_today() == 0
