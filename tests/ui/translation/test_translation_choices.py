"""Glossaries and memories depend on the languages; a translation started meanwhile waits for the right glossary."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from support.services.fake_service import FakeService, refusal
from termdesk.application.languages.list_files import LanguageList
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.translation.translation import TranslateRequest
from termdesk.domain.language.language import Language
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.texts.text_pane import TextPaneServices
from termdesk.ui.translation.translation_choices import TranslationChoices

Rest = Callable[[], None]
NONE = LanguageList((), datetime(2026, 1, 1, tzinfo=UTC))
OFFERED = LanguageList(
    tuple(
        Language(code, name, usable_as_source=True, usable_as_target=True)
        for code, name in (("de", "German"), ("en", "English"), ("es", "Spanish"))
    ),
    NONE.fetched_at,
)


@pytest.fixture
def remembered() -> WindowMemory:
    return WindowMemory(translate_source_language="en", translate_target_language="de", translate_targets=["de", "es"])


@pytest.fixture
def choices(
    window: QWidget, cases: LazyUseCases, fake: FakeService, jobs: Jobs, notices: Notices, remembered: WindowMemory
) -> TranslationChoices:
    """The choices for a service with one glossary from English into German."""
    dictionary = {"source_lang": "en", "target_lang": "de", "entry_count": 2}
    made = {"glossary_id": "1", "name": "Homes", "ready": True, "creation_time": "2026-01-01T00:00:00Z"}
    fake.glossaries = [{**made, "dictionaries": [dictionary]}]
    services = TextPaneServices(
        usage_monitor=cases.usage_monitor,
        history=cases.texts,
        remembered=remembered,
        save_memory=lambda: None,
        jobs=jobs,
        notices=notices,
        actions=Actions(window),
    )
    found = TranslationChoices(
        cases.translator, services, QPushButton(), unpublished=cases.unpublished_edits, parent=window
    )
    QVBoxLayout(window).addWidget(found)
    return found


@pytest.mark.slow
def test_the_last_languages_are_chosen_and_bring_their_glossary(
    choices: TranslationChoices, remembered: WindowMemory, at_rest: Rest
) -> None:
    choices.show_languages(NONE)
    assert not choices.has_languages
    choices.show_languages(OFFERED)
    at_rest()
    choices.context.setText(" buildings ")

    request = choices.request("A house")
    assert request.glossary is not None
    assert request == TranslateRequest("A house", "de", source="en", glossary=request.glossary, context="buildings")
    choices.languages.target.choose("es")
    at_rest()
    assert (choices.request("A house").target, choices.request("A house").glossary) == ("es", None)
    assert remembered.translate_target_language == "es"


@pytest.mark.slow
def test_a_run_waits_for_the_glossary_of_the_new_languages(choices: TranslationChoices, at_rest: Rest) -> None:
    known: list[TranslateRequest] = []
    choices.glossary_found.connect(lambda: known.append(choices.request("A house")))
    choices.show_languages(OFFERED)
    assert choices.wait_for_glossary()
    # As after a publishing: the wait continues.
    choices.look()
    at_rest()

    [request] = known
    assert request.glossary is not None
    assert not choices.wait_for_glossary(), "it is known now"


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("has_other_text", [False, True])
def test_a_text_is_not_sent_without_its_usual_glossary_before_that_was_tried_again(
    choices: TranslationChoices, notices: Notices, fake: FakeService, at_rest: Rest, has_other_text: bool
) -> None:
    known: list[TranslateRequest] = []
    choices.glossary_found.connect(lambda: known.append(choices.request("A house")))
    choices.show_languages(OFFERED)
    at_rest()
    choices.picker.keep_used()
    fake.refusals["GET /v3/glossaries"] = refusal("403 Forbidden")
    choices.look()
    assert choices.wait_for_glossary()
    at_rest()
    assert known == []
    assert ["Not translated yet" in each for each in notices.texts()] == [True]

    fake.refusals.clear()
    button = notices.findChild(QPushButton, "notice_action")
    assert button is not None
    if has_other_text:
        choices.stop_waiting()
        assert notices.texts() == []
    button.click()
    at_rest()

    assert [request.glossary is not None for request in known] == ([] if has_other_text else [True])
    assert notices.texts() == []


@pytest.mark.slow
def test_who_translates_without_the_missing_glossary_is_not_told_that_nothing_is_translated(
    choices: TranslationChoices, notices: Notices, fake: FakeService, at_rest: Rest
) -> None:
    choices.show_languages(OFFERED)
    at_rest()
    choices.picker.keep_used()
    fake.refusals["GET /v3/glossaries"] = refusal("403 Forbidden")
    choices.look()
    choices.wait_for_glossary()
    at_rest()
    assert ["Not translated yet" in each for each in notices.texts()] == [True]

    assert not choices.wait_for_glossary()

    assert notices.texts() == []


@pytest.mark.slow
@pytest.mark.parametrize("what", ["another language", "another text", "cancelled"])
def test_nothing_is_sent_after_the_wait_was_given_up(
    choices: TranslationChoices, jobs: Jobs, at_rest: Rest, what: str
) -> None:
    known: list[str] = []
    choices.glossary_found.connect(lambda: known.append("sent"))
    choices.show_languages(OFFERED)
    assert choices.wait_for_glossary()
    if what == "another language":
        choices.languages.target.choose("es")
    elif what == "another text":
        choices.stop_waiting()
    else:
        jobs.cancel(JobKind.CHOOSE_GLOSSARY)
        choices.look()
    at_rest()

    assert known == []


@pytest.mark.slow
def test_several_languages_are_looked_up_together(choices: TranslationChoices, jobs: Jobs, at_rest: Rest) -> None:
    choices.show_languages(OFFERED)
    at_rest()
    changes: list[None] = []
    choices.changed.connect(lambda: changes.append(None))
    choices.languages.several.setChecked(True)
    choices.show_several(True)

    assert choices.is_several
    assert changes
    assert choices.picker.isHidden()
    assert not jobs.is_running(JobKind.CHOOSE_GLOSSARY)
    assert choices.targets.chooser.chosen == ("de", "es")
    at_rest()
