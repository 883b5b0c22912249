"""The glossary for translations: selected automatically if unambiguous, remembered, with unpublished edits shown."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QDialog, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from support.fixtures.ready_database import ready_database
from support.services.fake_service import FakeService, refusal
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.domain.entries.changes import InsertRows
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import StorageFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider
from termdesk.domain.window_memory import WindowMemory
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.translation.glossary_picker import GlossaryPicker

Rest = Callable[[], None]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Make = Callable[[], GlossaryPicker]
EN_DE = LanguagePair("en", "de")


def listed(name: str, *pairs: tuple[str, str]) -> dict[str, Any]:
    """Return a glossary as a service lists it."""
    dictionaries = [{"source_lang": one, "target_lang": other, "entry_count": 1_200} for one, other in pairs]
    created = "2026-01-01T00:00:00Z"
    return {"glossary_id": name, "name": name, "ready": True, "creation_time": created, "dictionaries": dictionaries}


@pytest.fixture
def memory() -> WindowMemory:
    return WindowMemory()


@pytest.fixture
def session(finish: Finish, tmp_path: Path) -> Session:
    folders = Folders.under(tmp_path / "home")
    return Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))


@pytest.fixture
def fake(session: Session, finish: Finish) -> Iterator[FakeService]:
    """The current service, with the glossaries of a test."""
    service = FakeService()
    finish(service.__aenter__())
    finish(session.use(Provider("custom", service.url), "a-key"))
    yield service
    finish(session.stop())
    finish(service.__aexit__(None, None, None))


@pytest.fixture
def records(finish: Finish, tmp_path: Path) -> Iterator[Records]:
    made = finish(Records(ready_database(tmp_path / "termdesk.db")).__aenter__())
    yield made
    finish(made.__aexit__(None, None, None))


@pytest.fixture
def cases(session: Session, fake: FakeService, records: Records, finish: Finish) -> Iterator[LazyUseCases]:
    made = LazyUseCases(session, records)
    yield made
    finish(made.close())


@pytest.fixture
def make(window: QWidget, cases: LazyUseCases, memory: WindowMemory, jobs: Jobs, qtbot: QtBot) -> Make:
    column = QVBoxLayout(window)

    def run() -> GlossaryPicker:
        picker = GlossaryPicker(cases.translator, cases.unpublished_edits, remembered=memory, jobs=jobs)
        column.addWidget(picker.box)
        column.addWidget(picker)
        qtbot.waitUntil(picker.box.isVisible)
        return picker

    return run


@pytest.fixture
def picker(make: Make) -> GlossaryPicker:
    return make()


def names(picker: GlossaryPicker) -> list[str]:
    return [picker.box.itemText(position) for position in range(1, picker.box.count())]


@pytest.mark.slow
def test_only_glossaries_of_the_direction_are_offered_with_their_size(
    picker: GlossaryPicker, fake: FakeService, finish: Finish
) -> None:
    fake.glossaries = [listed("Rail", ("en", "de"), ("de", "en")), listed("Law", ("de", "en"))]

    finish(picker.read("en-GB", "de"))

    assert names(picker) == ["Rail (1,200)"]
    assert picker.reason.text(), "a dictionary is for the whole language"


@pytest.mark.slow
def test_the_only_one_is_chosen_and_of_two_none(picker: GlossaryPicker, fake: FakeService, finish: Finish) -> None:
    fake.glossaries = [listed("Rail", ("en", "de"))]
    finish(picker.read("en", "de"))
    assert picker.glossary is not None

    fake.glossaries.append(listed("Law", ("en", "de")))
    finish(picker.read("en", "de"))

    assert names(picker) == ["Law (1,200)", "Rail (1,200)"]
    assert picker.glossary is None


@pytest.mark.slow
def test_another_service_is_not_asked_to_prepare_the_chosen_glossary(
    picker: GlossaryPicker, fake: FakeService, finish: Finish, at_rest: Rest
) -> None:
    fake.glossaries = [listed("Rail", ("en", "de")), listed("Law", ("en", "de"))]
    finish(picker.read("en", "de"))

    picker.box.setCurrentIndex(1)
    at_rest()

    assert not any("/local/v1/terms" in line for line in fake.lines)


@pytest.mark.slow
def test_a_choice_is_remembered_for_its_direction(make: Make, fake: FakeService, finish: Finish) -> None:
    fake.glossaries = [listed("Rail", ("en", "de"), ("de", "en")), listed("Law", ("en", "de"))]
    first = make()
    finish(first.read("en", "de"))
    first.box.setCurrentIndex(2)

    again = make()
    finish(again.read("en", "de"))

    assert again.glossary is not None
    assert again.glossary.name == "Rail"
    again.box.setCurrentIndex(0)
    finish(again.read("en", "de"))
    assert again.glossary is None, "none was chosen, too"


@pytest.mark.slow
def test_a_glossary_that_was_used_unasked_counts_as_chosen(
    picker: GlossaryPicker, fake: FakeService, finish: Finish
) -> None:
    fake.glossaries = [listed("Rail", ("en", "de"))]
    finish(picker.read("en", "de"))
    picker.keep_used()
    fake.glossaries.append(listed("Law", ("en", "de")))

    finish(picker.read("en", "de"))

    assert picker.glossary is not None
    assert picker.glossary.name == "Rail"


@pytest.mark.slow
@pytest.mark.parametrize("source", ["en", ""])
def test_without_a_glossary_it_is_said_why(
    picker: GlossaryPicker, fake: FakeService, finish: Finish, source: str
) -> None:
    fake.glossaries = [listed("Law", ("de", "en"))]

    finish(picker.read(source, "de"))

    assert not picker.box.isEnabled()
    assert picker.isVisible()
    assert picker.reason.text()


@pytest.mark.slow
def test_a_draft_of_the_direction_is_named_and_opened(
    picker: GlossaryPicker, cases: LazyUseCases, finish: Finish
) -> None:
    draft = finish(cases.library.new("Rail", EN_DE, Entries.of([("axle", "Achse")])))
    asked: list[tuple[str, LanguagePair]] = []
    picker.open_asked.connect(lambda *position: asked.append(position))

    finish(picker.read("en", "de"))

    assert picker.reason.text() == "“Rail” has en → de as a draft: publish it to use it here."
    picker.open_button.click()
    [summary] = finish(cases.library.local_summaries())
    assert asked == [(summary.key, EN_DE)]
    finish(picker.read("de", "en"))
    assert "draft" not in picker.reason.text()
    assert not picker.open_button.isVisible()
    finish(cases.library.close(draft))


@pytest.mark.slow
def test_the_keyboard_stays_at_the_glossary_when_its_draft_is_published_in_another_window(
    picker: GlossaryPicker, window: QWidget, cases: LazyUseCases, fake: FakeService, finish: Finish, qtbot: QtBot
) -> None:
    layout, beyond, other = window.layout(), QPushButton("Beyond"), QDialog(window)
    assert layout is not None
    layout.addWidget(beyond)
    draft = finish(cases.library.new("Rail", EN_DE, Entries.of([("axle", "Achse")])))
    finish(picker.read("en", "de"))
    picker.publish_button.setFocus()
    other.open()
    qtbot.waitUntil(other.isActiveWindow)

    fake.glossaries = [listed("Rail", ("en", "de"))]
    finish(picker.read("en", "de"))

    assert window.focusWidget() is picker.box
    other.close()
    finish(cases.library.close(draft))


@pytest.mark.slow
def test_a_draft_hides_no_failure_and_no_language_without_glossaries(
    picker: GlossaryPicker, cases: LazyUseCases, fake: FakeService, finish: Finish
) -> None:
    draft = finish(cases.library.new("Rail", EN_DE, Entries.of([("axle", "Achse")])))
    fake.features_by_code["de"] = {}
    fake.refusals["GET /v3/glossaries"] = refusal("403 Forbidden")
    finish(picker.read("en", "de"))
    assert "cannot be listed" in picker.reason.text()

    fake.refusals.clear()
    finish(picker.read("en", "de"))
    assert "uses no glossaries" in picker.reason.text()
    assert not picker.open_button.isVisible()
    finish(cases.library.close(draft))


def test_a_draft_that_cannot_be_looked_for_keeps_no_glossary_of_former_languages(
    picker: GlossaryPicker, records: Records, fake: FakeService, finish: Finish
) -> None:
    fake.glossaries = [listed("Law", ("en", "fr"))]
    finish(picker.read("en", "fr"))
    assert picker.glossary is not None

    finish(records._database.run(lambda connection: connection.execute("DROP TABLE publish_jobs")))
    with pytest.raises(StorageFailed):
        finish(picker.read("en", "de"))

    assert picker.glossary is None


@pytest.mark.slow
def test_a_service_that_lists_none_does_not_keep_texts_from_being_translated(
    picker: GlossaryPicker, fake: FakeService, finish: Finish
) -> None:
    fake.refusals["GET /v3/glossaries"] = refusal("403 Forbidden")

    finish(picker.read("en", "de"))

    assert picker.glossary is None
    assert picker.reason.text()


def test_edits_that_translations_ignore_are_counted_and_lead_to_the_dictionary(
    picker: GlossaryPicker, cases: LazyUseCases, records: Records, fake: FakeService, finish: Finish, at_rest: Rest
) -> None:
    fake.glossaries = [listed("Rail", ("en", "de"))]
    finish(_edit(records, cases.session.profile))
    asked: list[tuple[str, LanguagePair]] = []
    picker.open_asked.connect(lambda *position: asked.append(position))

    finish(picker.read("en", "de"))
    at_rest()

    assert picker.unpublished.isVisible()
    assert "2" in picker.unpublished.text()
    picker.open_button.click()
    assert asked == [("Rail", EN_DE)]
    picker.publish_asked.connect(lambda *position: asked.append(position))
    picker.publish_button.click()
    assert asked == [("Rail", EN_DE)] * 2
    picker.box.setCurrentIndex(0)
    assert not picker.unpublished.isVisible()
    assert not picker.publish_button.isVisible()


async def _edit(records: Records, profile: str) -> None:
    """Create a dictionary of the service with two local entries."""
    draft = await records.journal.open_draft(
        profile=profile,
        glossary_key="Rail",
        glossary_id="Rail",
        glossary_name="Rail",
        pair=EN_DE,
        entries=Entries.of([("train", "Zug")]),
        is_on_service=True,
    )
    dictionary = await OpenDictionary.open(records.journal, draft)
    dictionary.apply(InsertRows.at(dictionary.entries, 1, [("track", "Gleis"), ("bridge", "Brücke")]))
    await dictionary.close()
