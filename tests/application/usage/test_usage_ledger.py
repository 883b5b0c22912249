"""The ledger of billed calls, as far as the user wants it kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from termdesk.application.session.session import Session
from termdesk.application.texts.history import TextHistory
from termdesk.application.usage.usage_ledger import Item, UsageLedger
from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.storage.history import History
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio
NewSession = Callable[[Path], Session]
ITEM = Item("POST /v2/translate", "en", "es", "a text", "un texto", estimated=6, billed=6, trace_id="AB")


async def test_the_ledger_and_the_texts_are_kept_by_service(local_session: Session, records: Records) -> None:
    history = records.history
    texts = TextHistory(local_session, records.texts)
    ledger = UsageLedger(local_session, history, texts)

    entry = await ledger.open(ITEM)
    [unclear] = await history.read_billed_calls("local")
    notes = await ledger.settle(entry, ITEM)

    [bill] = await UsageMonitor(local_session, history).ledger()
    [text] = (await texts.find()).texts
    assert notes == ()
    assert (unclear.is_unclear, bill.is_unclear) == (True, False)
    assert (bill.call, bill.estimated, bill.billed, bill.trace_id) == ("POST /v2/translate", 6, 6, "AB")
    assert (text.source, text.result) == ("a text", "un texto")


@pytest.mark.parametrize(("days", "keeps_texts", "billed_calls", "texts"), [(90, False, 1, 0), (0, True, 0, 0)])
async def test_nothing_is_kept_that_the_user_does_not_want_kept(
    days: int,
    keeps_texts: bool,
    billed_calls: int,
    texts: int,
    tmp_path: Path,
    new_session: NewSession,
    records: Records,
) -> None:
    session = new_session(tmp_path)
    session.save_settings(replace(session.settings, keep_history_days=days, keep_texts_in_history=keeps_texts))
    history = records.history
    kept = TextHistory(session, records.texts)
    ledger = UsageLedger(session, history, kept)

    await ledger.settle(await ledger.open(ITEM), ITEM)

    [known] = await UsageMonitor(session, history).ledger()
    # Until the program ends, its trace id is known.
    assert (known.trace_id, known.profile) == ("AB", session.profile)
    assert len(await History(records.history._database).read_billed_calls(session.profile)) == billed_calls
    assert await kept.count() == texts


async def test_a_call_that_was_not_sent_leaves_no_line(local_session: Session, history: History) -> None:
    ledger = UsageLedger(local_session, history)

    await ledger.withdraw(await ledger.open(ITEM))

    assert await history.read_billed_calls("local") == []


async def test_a_disk_that_fails_is_told_and_hides_no_result(local_session: Session, tmp_path: Path) -> None:
    ledger = UsageLedger(local_session, Records(tmp_path / "never opened.db").history)

    entry = await ledger.open(ITEM)
    notes = await ledger.settle(entry, ITEM)

    assert entry.number is None
    assert len(notes) == 1
    assert "not recorded in the history" in notes[0]
    await ledger.withdraw(entry)


async def test_closing_waits_for_the_requests_that_note_their_own_end(local_session: Session, history: History) -> None:
    ledger = UsageLedger(local_session, history)
    answered = asyncio.Event()

    async def request() -> None:
        entry = await ledger.open(ITEM)
        await answered.wait()
        await ledger.settle(entry, ITEM)

    ledger.follow(asyncio.create_task(request()))
    closing = asyncio.create_task(ledger.close())
    await asyncio.sleep(0)
    assert not closing.done()
    answered.set()
    await closing

    assert [each.is_unclear for each in await history.read_billed_calls("local")] == [False]
    await ledger.close()
