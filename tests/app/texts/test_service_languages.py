"""Glossaries offer the languages that the service lists for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.fake import at_rest, connect
from app.program import Program
from support.services.fake_service import FakeService
from termdesk.application.session import providers
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.importing.import_dialog import ImportDialog
from termdesk.ui.glossaries.library.new_glossary_dialog import NewGlossaryDialog
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


@pytest.fixture
def galician(program: Program, fake: FakeService) -> FakeService:
    """A service with Galician and without Thai."""
    fake.languages["glossary"] = ("en", "es", "gl")
    connect(program, fake)
    return fake


def draft(program: Program, target: str) -> None:
    """Open a dictionary that exists only locally."""
    library, pair = program.controller.use_cases.library, LanguagePair("en", target)
    made = program.wait_for(library.new("Goods", pair, Entries(["period"], ["x"])))
    program.wait_for(program.controller.glossaries.show_dictionary(made))
    at_rest(program)


@pytest.mark.slow
def test_a_new_glossary_is_offered_the_languages_of_the_service(program: Program, galician: FakeService) -> None:
    program.controller.glossaries.housekeeping.ask_new()
    dialog = program.dialog(NewGlossaryDialog)

    assert dialog.fields.target.codes() == ["en", "es", "gl"]
    assert dialog.fields.source.codes() == ["en", "es", "gl"]
    dialog.reject()
    at_rest(program)


def test_without_a_service_the_usual_languages_are_offered(program: Program) -> None:
    program.wait_for(program.controller.use_cases.session.use(providers.preset_of("deepl")))
    program.controller.glossaries.housekeeping.ask_new()
    dialog = program.dialog(NewGlossaryDialog)

    assert len(dialog.fields.target.codes()) == 33
    dialog.reject()
    at_rest(program)


@pytest.mark.slow
def test_a_file_in_a_language_that_the_service_lacks_comes_in_with_a_warning(
    program: Program, galician: FakeService, tmp_path: Path
) -> None:
    file = tmp_path / "goods.en-th.tsv"
    file.write_text("period\tx\n", "utf-8")
    program.drop(file)
    dialog = program.dialog(ImportDialog)

    assert dialog.page.import_target.target.code == "th"
    assert "gl" in dialog.page.import_target.target.codes()
    assert "This service has no glossaries for Thai" in dialog.page.import_target.message_label.text()
    assert dialog.accept_button.isEnabled()
    dialog.reject()
    at_rest(program)


@pytest.mark.slow
def test_publishing_a_pair_that_the_service_lacks_is_refused_before_anything_is_sent(
    program: Program, galician: FakeService
) -> None:
    draft(program, "th")

    program.controller.glossaries.ask_publish()
    program.until(lambda: program.says("has no glossaries into Thai"))
    at_rest(program)

    assert program.says("It stays on this computer")
    assert not program.open_dialogs(PublishDialog)
    assert not [line for line in galician.lines if line.startswith("POST /v3/glossaries")]


@pytest.mark.slow
def test_a_pair_that_the_service_lists_is_published(program: Program, galician: FakeService) -> None:
    draft(program, "gl")

    program.controller.glossaries.ask_publish()
    dialog = program.dialog(PublishDialog)

    dialog.reject()
    at_rest(program)


@pytest.mark.slow
def test_all_languages_are_published_but_the_one_that_the_service_lacks(
    program: Program, galician: FakeService
) -> None:
    draft(program, "th")
    glossaries = program.controller.glossaries
    summary = glossaries.summary(program.page.dictionary.draft.glossary_key)
    assert summary is not None
    made = program.wait_for(
        program.controller.use_cases.library.add_dictionary(
            summary, LanguagePair("en", "gl"), Entries(["period"], ["prazo"])
        )
    )
    program.wait_for(glossaries.show_dictionary(made))
    at_rest(program)
    glossaries.table.toggle()
    program.until(lambda: glossaries.table.page is not None)
    at_rest(program)

    glossaries.ask_publish()
    dialog = program.dialog(PublishDialog)

    assert [str(plan.draft.pair) for plan in dialog.chosen] == ["en → gl"]
    assert program.says("Thai is left out")
    dialog.reject()
    at_rest(program)
