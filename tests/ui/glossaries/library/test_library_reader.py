"""The library is read from the service. Offline, the last known state is shown with its age."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from typing import Any

import pytest

from support.services.fake_service import FakeService, refusal
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.domain.provider import Provider
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.glossaries.library.library_reader import LibraryReader
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Rest = Callable[[], None]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]
LISTED = {
    "glossary_id": "8a4c8a4c-8a4c-4a4c-8a4c-8a4c8a4c8a4c",
    "name": "Law",
    "ready": True,
    "creation_time": "2026-01-01T00:00:00Z",
    "dictionaries": [{"source_lang": "en", "target_lang": "de", "entry_count": 5}],
}


@pytest.fixture
def reader(pane: GlossariesPane, use_cases: LazyUseCases, jobs: Jobs, notices: Notices) -> LibraryReader:
    return LibraryReader(pane, use_cases, remembered=WindowMemory(), jobs=jobs, notices=notices)


@pytest.fixture
def fake(session: Session, finish: Finish) -> Iterator[FakeService]:
    """The current service, which lists one glossary."""
    service = FakeService()
    finish(service.__aenter__())
    service.glossaries = [LISTED]
    finish(session.use(Provider("custom", service.url), "a-key"))
    yield service
    finish(session.stop())
    finish(service.__aexit__(None, None, None))


def read(reader: LibraryReader, finish: Finish) -> list[str]:
    return [summary.name for summary in finish(reader.summaries())]


@pytest.mark.slow
def test_the_notice_of_a_failed_reading_ends_with_the_next_one(
    fake: FakeService, reader: LibraryReader, finish: Finish, notices: Notices
) -> None:
    for title in ("The service does not accept the key", "The library could not be refreshed"):
        fake.refusals["GET /v3/glossaries"] = refusal("403 Forbidden")
        read(reader, finish)
        [reported] = notices.texts()
        assert reported.startswith(title)

        del fake.refusals["GET /v3/glossaries"]
        assert read(reader, finish) == ["Law"]
        assert notices.texts() == []


@pytest.mark.slow
def test_what_the_service_lists_stands_beside_what_is_here(
    fake: FakeService, reader: LibraryReader, draft: Draft, finish: Finish, notices: Notices
) -> None:
    draft("Rail", {"de": [("train", "Zug")]})

    assert read(reader, finish) == ["Law", "Rail"]
    assert notices.texts() == []


def test_a_service_that_fails_leaves_the_last_list_and_the_reason_is_told(
    fake: FakeService, reader: LibraryReader, draft: Draft, finish: Finish, notices: Notices
) -> None:
    read(reader, finish)
    draft("Rail", {"de": [("train", "Zug")]})
    fake.refusals["GET /v3/glossaries"] = refusal("403 Forbidden")

    assert read(reader, finish) == ["Law", "Rail"]
    assert reader.is_of_service

    [reported] = notices.texts()
    assert reported


@pytest.mark.slow
def test_without_a_service_there_is_what_is_on_this_computer(
    reader: LibraryReader, draft: Draft, finish: Finish, notices: Notices
) -> None:
    draft("Rail", {"de": [("train", "Zug")]})

    assert read(reader, finish) == ["Rail"]
    assert len(notices.texts()) == 1
    assert not reader.is_of_service


def test_merged_drafts_are_told_once(
    fake: FakeService, reader: LibraryReader, use_cases: LazyUseCases, finish: Finish, notices: Notices
) -> None:
    use_cases.library._merged_names += ["Law", "Rail"]

    read(reader, finish)
    reported = "".join(notices.texts())
    assert [reported.count(f"“{name}”") for name in ("Law", "Rail")] == [1, 1]
    notices.clear()
    read(reader, finish)

    assert notices.texts() == []


@pytest.mark.slow
def test_a_library_that_could_not_be_read_is_read_when_the_service_returns(
    pane: GlossariesPane, session: Session, draft: Draft, finish: Finish, at_rest: Rest
) -> None:
    draft("Rail", {"de": [("train", "Zug")]})
    pane.refresh()
    at_rest()
    assert [each.name for each in pane.summaries] == ["Rail"]
    service = FakeService()
    finish(service.__aenter__())
    service.glossaries = [LISTED]
    finish(session.use(Provider("custom", service.url), "a-key"))

    pane.service_returned()
    at_rest()
    assert [each.name for each in pane.summaries] == ["Law"]
    sent = len(service.lines)
    pane.service_returned()
    at_rest()

    assert len(service.lines) == sent
    finish(session.stop())
    finish(service.__aexit__(None, None, None))
