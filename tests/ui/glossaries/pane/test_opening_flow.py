"""The dictionary requested last is shown in front, at the requested entry."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from datetime import datetime
from typing import Any

import pytest

from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.window_memory import LibraryMemory
from termdesk.storage.records import Records
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.shell.notices import Notices
from termdesk.ui.words.numbers import format_date, format_date_and_time

Rest = Callable[[], None]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]
EN_DE = LanguagePair("en", "de")
COURTS = [("law", "Recht"), ("court", "Gericht"), ("court", "Hof")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "cell", "found"),
    [
        ("court", None, (1, TARGET)),
        ("court", (2, SOURCE), (2, SOURCE)),
        # The rows have changed meanwhile.
        ("court", (0, SOURCE), (1, TARGET)),
        ("court", (9, SOURCE), (1, TARGET)),
    ],
)
def test_an_entry_is_gone_to_in_its_row_or_where_its_phrase_is_now(
    pane: GlossariesPane,
    draft: Draft,
    at_rest: Rest,
    source: str,
    cell: tuple[int, int] | None,
    found: tuple[int, int],
) -> None:
    law = draft("Law", {"de": COURTS})

    # The library has not been read yet.
    pane.opening.open_entry(law.key, EN_DE, source, cell=cell)
    at_rest()

    assert pane.page is not None
    assert pane.page.dictionary.name == "Law"
    assert pane.page.grid.current_cell() == found


def test_an_entry_that_is_gone_is_told(pane: GlossariesPane, draft: Draft, at_rest: Rest, notices: Notices) -> None:
    law = draft("Law", {"de": COURTS})

    for key, pair, words in (
        (law.key, EN_DE, "Its dictionary has no entry with this source phrase any more."),
        (law.key, EN_DE.reverse, "The library does not list its dictionary."),
        ("local-gone", EN_DE, "The library does not list its dictionary."),
    ):
        notices.clear()
        pane.opening.open_entry(key, pair, "judge")
        at_rest()
        assert f"“judge” was not found {words}" in notices.texts()


def test_an_entry_of_a_dictionary_that_the_user_does_not_open_is_not_told_as_gone(
    pane: GlossariesPane, draft: Draft, at_rest: Rest, notices: Notices, monkeypatch: pytest.MonkeyPatch
) -> None:
    law = draft("Law", {"de": COURTS, "fr": [("law", "loi")]})
    pane.opening.open_glossary(law.key, LanguagePair("en", "fr"))
    at_rest()

    async def cancel(*_arguments: object) -> None:
        """Answer the question whether to take over a large removal."""

    monkeypatch.setattr("termdesk.ui.glossaries.pane.opening_flow.ask_and_open", cancel)
    pane.opening.open_entry(law.key, EN_DE, "court")
    at_rest()

    assert pane.page is not None
    assert pane.page.dictionary.pair == LanguagePair("en", "fr")
    assert [each for each in notices.texts() if "was not found" in each] == []


@pytest.mark.slow
def test_of_two_the_last_is_shown_and_the_other_is_closed(pane: GlossariesPane, draft: Draft, at_rest: Rest) -> None:
    items = [LibraryItem(each, each.rows[0]) for each in (draft("Law", {"de": COURTS}), draft("Rail", {"de": COURTS}))]
    for item in items:
        pane.opening.open_item(item)
    at_rest()

    assert pane.page is not None
    assert pane.page.dictionary.name == "Rail"
    assert [each.name for each in pane._use_cases.library.open_dictionaries] == ["Rail"]


@pytest.mark.slow
def test_no_overview_flashes_up_while_a_dictionary_replaces_another(
    pane: GlossariesPane, draft: Draft, at_rest: Rest, finish: Finish
) -> None:
    law, rail = draft("Law", {"de": COURTS}), draft("Rail", {"de": COURTS})
    pane.opening.open_glossary(law.key, EN_DE)
    at_rest()
    shown: list[int] = []
    pane._front._pages.currentChanged.connect(shown.append)

    pane.opening.open_glossary(rail.key, EN_DE)
    at_rest()

    assert pane.page is not None
    assert pane.page.dictionary.name == "Rail"
    assert shown == []
    # Afterwards, an overview is shown where nothing is open.
    finish(pane.close_dictionary())
    assert len(shown) == 1


@pytest.mark.slow
def test_the_second_click_of_a_double_click_opens_nothing_again(
    pane: GlossariesPane, draft: Draft, at_rest: Rest
) -> None:
    law = draft("Law", {"de": COURTS})
    pane.opening.open_item(LibraryItem(law, None))
    [first] = pane._jobs.running
    pane.opening.open_item(LibraryItem(law, law.rows[0]))
    assert pane._jobs.running == [first]
    at_rest()

    assert pane.page is not None
    assert pane._use_cases.library.times_opened(pane.page.dictionary) == 1


@pytest.mark.slow
def test_what_was_open_at_the_end_is_opened_once_after_the_start(
    pane: GlossariesPane, draft: Draft, at_rest: Rest
) -> None:
    law = draft("Law", {"de": COURTS})
    pane.opening._to_reopen = [law.key, "en → de"]
    pane.refresh()
    at_rest()
    assert pane.page is not None
    assert pane.page.dictionary.name == "Law"

    pane.ask_close()
    at_rest()
    pane.refresh()
    at_rest()
    assert pane.page is None


@pytest.mark.slow
def test_a_draft_is_opened_at_the_start_before_the_library_is_read_and_stays_in_front(
    pane: GlossariesPane, draft: Draft, finish: Finish, at_rest: Rest
) -> None:
    law, rail = draft("Law", {"de": COURTS}), draft("Rail", {"de": COURTS})
    pane.opening._to_reopen = [law.key, "en → de"]
    # In the end, something else was selected in the library.
    pane.panel.tree.restore(LibraryMemory(chosen=[rail.key, ""], opened=[law.key, "en → de"]))

    finish(pane.opening.reopen_draft())

    assert pane.summaries == []
    assert pane.page is not None
    assert pane.page.dictionary.name == "Law"
    page = pane.page
    pane.refresh()
    at_rest()
    assert len(pane.summaries) == 2
    assert pane.front is page
    chosen = pane.chosen_item()
    assert chosen is not None
    assert chosen.summary.key == law.key
    assert pane._use_cases.library.times_opened(page.dictionary) == 1


@pytest.mark.slow
def test_what_cannot_be_opened_at_once_is_opened_once_the_library_was_read(
    pane: GlossariesPane, records: Records, draft: Draft, finish: Finish, at_rest: Rest
) -> None:
    draft("Law", {"de": COURTS})
    pane.opening._to_reopen = ["there", "en → de"]
    # The service has the same content, and may have newer content by now.
    [record] = finish(records.journal.drafts("local"))
    same = Entries.of(COURTS)
    glossary = ("there", "Law")
    finish(records.journal.rebase(record.draft_id, base=same, start=same, through=record.last_edit, glossary=glossary))

    finish(pane.opening.reopen_draft())
    assert pane.page is None

    pane.refresh()
    at_rest()
    assert pane.page is not None
    assert pane.page.dictionary.name == "Law"


@pytest.mark.slow
def test_a_page_that_was_opened_meanwhile_stays(
    pane: GlossariesPane, draft: Draft, finish: Finish, at_rest: Rest
) -> None:
    law, rail = draft("Law", {"de": COURTS}), draft("Rail", {"de": COURTS})
    pane.opening.open_item(LibraryItem(rail, rail.rows[0]))
    at_rest()
    pane.opening._to_reopen = [law.key, "en → de"]

    finish(pane.opening.reopen_draft())

    assert pane.page is not None
    assert pane.page.dictionary.name == "Rail"


@pytest.fixture
def copied(finish: Finish, records: Records) -> datetime:
    """A glossary of the service in use of which this computer has a copy, and the time of the copy."""

    async def work() -> datetime:
        draft = await records.journal.open_draft(
            profile="local",
            glossary_key=None,
            glossary_id="g1",
            glossary_name="Rail",
            pair=EN_DE,
            entries=Entries.of(COURTS[:2]),
            is_on_service=True,
        )
        await records.journal.discard(draft.draft_id)
        return (await records.seen_dictionaries.all("local"))["g1"][EN_DE].seen_at

    return finish(work())


@pytest.mark.scorecard("R38")
def test_offline_a_copy_is_listed_with_its_date_and_opened_for_editing(
    pane: GlossariesPane, copied: datetime, notices: Notices, at_rest: Rest, finish: Finish
) -> None:
    pane.refresh()
    at_rest()
    [summary] = pane.summaries
    item = LibraryItem(summary, summary.rows[0])
    assert pane.panel.model.detail(LibraryItem(summary, None)).endswith(f"copy of {format_date(copied.astimezone())}")
    assert "on this computer" in pane.panel.count.text()

    pane.opening.open_item(item)
    at_rest()
    assert pane.page is not None
    assert list(pane.page.dictionary.entries) == COURTS[:2]
    moment = format_date_and_time(copied.astimezone())
    assert any(f"This is the copy of {moment} on this computer" in each for each in notices.texts())
    pane.page.dictionary.apply(SetCells(TARGET, (0,), ("Gesetz",)))
    finish(pane.close_dictionary())
    finish(pane.read_library())

    [edited] = pane.summaries
    assert edited.has_changes
    assert not edited.rows[0].is_copy


@pytest.mark.slow
def test_a_copy_is_told_whoever_shows_it_until_another_page_is_shown(
    pane: GlossariesPane, copied: datetime, use_cases: LazyUseCases, notices: Notices, finish: Finish
) -> None:
    finish(pane.read_library())
    [summary] = pane.summaries
    copy = finish(use_cases.library.open(summary, EN_DE, takes_copy=True))

    finish(pane.show_dictionary(copy))
    assert any("This is the copy of" in each for each in notices.texts())

    finish(pane.show_dictionary(finish(use_cases.library.new("Law", EN_DE))))
    assert not any("This is the copy of" in each for each in notices.texts())
