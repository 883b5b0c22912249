"""Every state of a glossary has its own name and description."""

from __future__ import annotations

from termdesk import resources
from termdesk.application.glossaries.summaries import GlossarySummary, SyncStatus
from termdesk.ui.glossaries.library.state_words import legend, namesake_words, state_words


def test_no_two_states_are_called_the_same() -> None:
    said = [state_words(state) for state in SyncStatus]

    assert len({each.word for each in said}) == len(SyncStatus)
    assert len({each.sentence for each in said}) == len(SyncStatus)
    assert all(each.sentence.endswith(".") for each in said)


def test_the_legend_has_a_line_for_each() -> None:
    lines = legend().splitlines()

    assert [line.partition(":")[0] for line in lines] == [state_words(state).word for state in SyncStatus]


def test_each_state_has_an_icon() -> None:
    icons = {file.stem for file in resources.path("icons").glob("*.svg")}

    assert {state_words(state).icon for state in SyncStatus} <= icons


def test_a_name_that_another_glossary_has_is_warned_of() -> None:
    known = [GlossarySummary("g1", "g1", "Law"), GlossarySummary("g2", None, "Rail")]

    assert namesake_words(known, " law ").startswith("A glossary “Law” exists already.")
    assert namesake_words(known, "Law", key="g1") == ""
    assert namesake_words(known, "Laws") == ""
