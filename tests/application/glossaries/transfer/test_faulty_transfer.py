"""Answers are lost and services fail at each request of a move: nothing is lost, and nothing is made twice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from application.glossaries.transfer.two_services import BOTH, TwoServices, contents
from support.campaign import size
from support.services.harmed_requests import HarmedRequests, Ill
from termdesk.domain.errors import TermdeskError

pytestmark = [pytest.mark.anyio, pytest.mark.scorecard("R21")]


async def moved(two: TwoServices) -> str:
    """Do what a user does: move the glossary, or go on. Return the words of the failure; empty if it is done."""
    try:
        summaries = await two.library.summaries()
        for record in await two.transfer.find_unfinished():
            if two.transfer.is_original_gone(record, summaries):
                await two.transfer.settle(two.there, record)
        if any(each.name == two.name for each in summaries):
            await two.run(is_move=True)
    except TermdeskError as error:
        return str(error.message)
    return ""


@pytest.mark.parametrize("ill", Ill)
async def test_a_move_ends_well_whatever_befalls_its_requests(two: TwoServices, ill: Ill) -> None:
    # A short run harms every thirteenth request, other ones for each ill.
    step = size(13, 1)
    at = 2 * [*Ill].index(ill) if step > 1 else 0
    while True:
        at += step
        each = replace(two, name=f"{two.name} {at}")
        await each.publish()
        harmed = HarmedRequests(each.ways, ill, at=at)
        reported = await moved(each)
        harmed.recover()
        if ill is not Ill.DOWN and ill is not Ill.RESTART:
            assert reported == "", f"request {at}"
        attempts = 0
        while reported and attempts < 3:
            attempts += 1
            assert contents(BOTH) in (*await each.on_first(), *await each.on_second()), f"request {at}: {reported}"
            reported = await moved(each)

        assert reported == "", f"request {at}"
        assert (await each.on_first(), await each.on_second()) == ([], [contents(BOTH)]), f"request {at}"
        assert [one.name for one in await each.bin.all()].count(each.name) == 1, f"request {at}"
        assert await each.transfer.find_unfinished() == []
        assert await each.records.journal.drafts(each.there.profile) == []
        if not harmed.has_come:
            break
    assert at > 20, "every request was harmed"
