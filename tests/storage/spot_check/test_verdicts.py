"""Verdicts are remembered for a sentence with its translation."""

from __future__ import annotations

import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.judgments import Judged, Verdict
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "es")
SENTENCE = Judged("The pump.", "La bomba.")
TERM = Judged("The pump.", "La bomba.", "pump", "bomba")


async def test_a_verdict_is_kept_replaced_and_taken_back(records: Records) -> None:
    verdicts = records.spot_check.verdicts
    await verdicts.put(PAIR, SENTENCE, Verdict.WRONG)
    await verdicts.put(PAIR, TERM, Verdict.WRONG)
    await verdicts.put(PAIR, TERM, Verdict.RIGHT)
    assert await verdicts.all(PAIR) == {SENTENCE: Verdict.WRONG, TERM: Verdict.RIGHT}
    assert await verdicts.all(PAIR.reverse) == {}

    await verdicts.put(PAIR, SENTENCE, None)

    assert await verdicts.all(PAIR) == {TERM: Verdict.RIGHT}


async def test_verdicts_on_a_sentence_and_its_terms_are_forgotten(records: Records) -> None:
    verdicts, other = records.spot_check.verdicts, Judged("A “well”.", "Un pozo.")
    for judged in (SENTENCE, TERM, other):
        await verdicts.put(PAIR, judged, Verdict.RIGHT)

    await verdicts.forget([SENTENCE.sentence])
    assert await verdicts.all(PAIR) == {other: Verdict.RIGHT}

    await verdicts.forget([other.sentence])
    assert await verdicts.all(PAIR) == {}
