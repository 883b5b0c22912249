"""Verdicts on entries and translations, and their subjects."""

from __future__ import annotations

from termdesk.domain.spot_check.judgments import EntryState, Judged, Verdict


def test_a_verdict_on_a_sentence_is_none_on_an_entry_in_it() -> None:
    sentence = Judged("The house.", "La casa.")
    verdicts = {sentence: Verdict.WRONG, Judged("The house.", "La casa.", "house", "casa"): Verdict.RIGHT}

    assert verdicts[Judged("The house.", "La casa.")] is Verdict.WRONG
    assert len(verdicts) == 2


def test_what_is_worse_for_an_entry_comes_first() -> None:
    bad, unknown = (EntryState.CONTRADICTED, EntryState.MISSED), (EntryState.UNDECIDED,)

    assert (*bad, *unknown, EntryState.INFLECTED, EntryState.USED, EntryState.NEVER_SEEN) == tuple(EntryState)
