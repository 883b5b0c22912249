"""The library combines the glossaries of the service with local ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from termdesk.application.glossaries.summaries import (
    DictionarySummary,
    GlossarySummary,
    LocalRecords,
    OpenState,
    SyncStatus,
    summarize_glossaries,
    with_open_states,
)
from termdesk.client.wire import DictionaryRecord, GlossaryRecord
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.journal import DraftRecord
from termdesk.storage.publish_jobs import JobState
from termdesk.storage.seen_dictionaries import Seen

EN_DE = LanguagePair("en", "de")
DRAFT = DraftRecord(
    draft_id="d1",
    profile="local",
    glossary_key="local-1",
    glossary_id=None,
    glossary_name="drafted",
    pair=EN_DE,
    base=None,
    start="s",
    entry_count=7,
    changed_at=60.0,
)
EPOCH = datetime.fromtimestamp(60, UTC)
PUBLISHED = GlossaryRecord("g1", "Published", (DictionaryRecord("en", "de", 10), DictionaryRecord("de", "en", 3)))
OPENED = replace(DRAFT, draft_id="d2", glossary_key="g1", glossary_id="g1", glossary_name="Published", base="s")


def summarized(glossaries: Sequence[GlossaryRecord] | None, drafts: Iterable[DraftRecord]) -> list[GlossarySummary]:
    return summarize_glossaries(glossaries, LocalRecords(drafts=list(drafts)))


def test_glossaries_and_drafts_stand_together_by_name() -> None:
    summaries = summarized([PUBLISHED, GlossaryRecord("g2", "apples", ())], [DRAFT])

    assert [summary.name for summary in summaries] == ["apples", "drafted", "Published"]
    assert summaries[1] == GlossarySummary(
        "local-1",
        None,
        "drafted",
        drafts=(DictionarySummary(EN_DE, 7, "d1", has_changes=True, is_on_service=False, edited_at=EPOCH),),
    )
    assert summaries[2].rows == (DictionarySummary(EN_DE.reverse, 3), DictionarySummary(EN_DE, 10))


def test_an_edited_dictionary_shows_its_edits_and_an_unedited_one_the_count_of_the_service() -> None:
    (edited,) = summarized([PUBLISHED], [replace(OPENED, edit_count=1)])
    (unedited,) = summarized([PUBLISHED], [OPENED])

    assert edited.row(EN_DE) == DictionarySummary(EN_DE, 7, "d2", has_changes=True, was_published=True, edited_at=EPOCH)
    assert edited.has_changes
    assert unedited.row(EN_DE) == DictionarySummary(EN_DE, 10, "d2", was_published=True, edited_at=EPOCH)
    assert not unedited.has_changes


def test_a_dictionary_is_found_under_its_variants() -> None:
    (summary,) = summarized([PUBLISHED], [])

    assert summary.row(LanguagePair("EN-us", "de-AT")) == DictionarySummary(EN_DE, 10)
    assert summary.row(LanguagePair("fr", "de")) is None


def test_what_the_service_no_longer_lists_stays_and_is_called_missing() -> None:
    (missing,) = summarized([], [OPENED])
    (unasked,) = summarized(None, [OPENED])

    assert missing.is_missing
    assert missing.rows[0].is_on_service is False
    assert not unasked.is_missing
    assert unasked.rows[0].is_on_service


def test_a_new_dictionary_of_a_published_glossary_is_not_on_the_service() -> None:
    (summary,) = summarized([PUBLISHED], [replace(OPENED, pair=LanguagePair("en", "fr"), base=None)])

    assert len(summary.rows) == 3
    assert summary.row(LanguagePair("en", "fr")) == DictionarySummary(
        LanguagePair("en", "fr"), 7, "d2", has_changes=True, is_on_service=False, edited_at=EPOCH
    )


# States


def row(**known: object) -> DictionarySummary:
    return DictionarySummary(EN_DE, 7, "d1", **known)  # type: ignore[arg-type]  # checked at run time


@pytest.mark.parametrize(
    ("found", "state"),
    [
        (row(), SyncStatus.PUBLISHED),
        (row(has_changes=True), SyncStatus.EDITED),
        (row(has_changes=True, is_on_service=False), SyncStatus.DRAFT),
        (row(has_changes=True, is_on_service=False, was_published=True), SyncStatus.GONE),
        (row(differs=True), SyncStatus.CHANGED),
        (row(differs=True, has_changes=True), SyncStatus.CHANGED),
        (row(has_changes=True, last_call=JobState.FAILED), SyncStatus.FAILED),
        (row(has_changes=True, last_call=JobState.SENT), SyncStatus.UNCLEAR),
        (row(has_changes=True, last_call=JobState.VERIFIED), SyncStatus.EDITED),
        # A failure that was undone needs no action.
        (row(last_call=JobState.FAILED), SyncStatus.PUBLISHED),
    ],
)
def test_the_state_of_a_dictionary_is_what_asks_most_for_a_look(found: DictionarySummary, state: SyncStatus) -> None:
    assert found.state is state


def test_a_glossary_has_the_most_urgent_state_of_its_dictionaries() -> None:
    edited = replace(OPENED, edit_count=1)
    own = LocalRecords(drafts=[edited], last_calls={"d2": JobState.FAILED})
    new_pair = replace(OPENED, pair=LanguagePair("en", "fr"), base=None)

    assert summarized([PUBLISHED], [])[0].state is SyncStatus.PUBLISHED
    assert summarized([PUBLISHED], [edited])[0].state is SyncStatus.EDITED
    assert summarize_glossaries([PUBLISHED], own)[0].state is SyncStatus.FAILED
    assert summarized([], [DRAFT])[0].state is SyncStatus.DRAFT
    assert summarized([], [OPENED])[0].state is SyncStatus.GONE
    # One dictionary is local, the others are on the service, so the glossary is not a draft.
    assert summarized([PUBLISHED], [new_pair])[0].state is SyncStatus.EDITED


def test_only_another_count_or_another_content_tells_of_a_change_by_others() -> None:
    def state(seen: Seen) -> SyncStatus:
        (summary,) = summarize_glossaries([PUBLISHED], LocalRecords(seen={"g1": {EN_DE: seen}}))
        return summary.state

    assert state(Seen(10, EPOCH)) is SyncStatus.PUBLISHED
    assert state(Seen(9, EPOCH)) is SyncStatus.CHANGED
    assert state(Seen(10, EPOCH, has_changed=True)) is SyncStatus.CHANGED


def test_what_is_open_is_shown_as_it_is_now() -> None:
    (summary,) = summarized([PUBLISHED], [OPENED])
    assert summary.state is SyncStatus.PUBLISHED
    assert with_open_states(summary, {"d2": OpenState(10, has_changes=False), "other": OpenState(1, True)}) is summary

    edited = with_open_states(summary, {"d2": OpenState(11, has_changes=True)})
    assert (edited.state, edited.entry_count) == (SyncStatus.EDITED, 14)
    assert summary.state is SyncStatus.PUBLISHED
    undone = with_open_states(edited, {"d2": OpenState(10, has_changes=False)})

    assert (undone.state, undone.entry_count) == (SyncStatus.PUBLISHED, 13)
