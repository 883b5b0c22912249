"""Two profiles at the same time, each in its own window, with its own key and glossaries."""

from __future__ import annotations

import asyncio
import gc
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.program import Program
from support.running_service import RunningService, running_service
from termdesk.application.session.session import ConnectionState
from termdesk.client.api import ApiClient
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.profile import Profile, ProfileColor
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders
from termdesk.ui.app_controller import AppController
from termdesk.ui.preferences.profiles_dialog import ProfilesDialog
from termdesk.ui.shell.job_keys import JobKind

EN_DE = LanguagePair("en", "de")


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


@pytest.fixture
def agency(program: Program) -> Iterator[Profile]:
    """A profile with its key, for another service that has the glossary “Law”."""
    with running_service() as running:
        program.wait_for(_make_law(running))
        session = program.controller.use_cases.session
        made = Profile(Provider("custom", running.url, title="Agency"), ProfileColor.RED)
        yield program.wait_for(session.save_profile(made, running.key))


async def _make_law(running: RunningService) -> None:
    async with ApiClient(Provider("custom", running.url), running.key) as api:
        await api.glossaries.create("Law", [(EN_DE, Entries.of([("court", "Gericht")]))])


def opened(program: Program, name: str) -> AppController:
    """Return the window of a profile, once it is connected."""
    program.windows.open_named(name, [])
    controller = program.windows.controllers[-1]
    session = controller.use_cases.session
    program.until(lambda: session.state is ConnectionState.READY and not controller.window.jobs.running)
    return controller


def test_a_second_window_shows_another_profile_and_closes_alone(program: Program, agency: Profile) -> None:
    first = program.controller
    second = opened(program, "agency")

    assert first.use_cases.session.provider.is_local
    assert second.use_cases.session.profile == agency.id
    assert second.window.windowTitle().startswith("Agency (")
    assert second.window.profile.text() == second.window.status.profile.text() == "Agency"
    assert second.window.profile.isVisible()
    assert not first.window.profile.isVisible()
    program.until(lambda: [each.name for each in second.glossaries.summaries] == ["Law"])
    assert "Law" not in [each.name for each in first.glossaries.summaries]

    assert opened(program, "Agency") is second, "one window for each profile"
    first.profiles.use(agency.id)
    assert first.use_cases.session.provider.is_local, "the window that has it comes to the front instead"

    second.window.close()
    program.until(lambda: len(program.windows.controllers) == 1)
    program.until(lambda: second.use_cases.session.state is ConnectionState.STOPPED)
    assert first.use_cases.session.state is ConnectionState.READY


@pytest.mark.slow
def test_a_profile_of_another_window_is_not_changed_or_deleted(program: Program, agency: Profile) -> None:
    second = opened(program, "Agency")
    program.controller.profiles.show_profiles()
    dialog = program.dialog(ProfilesDialog)
    dialog.list.setCurrentRow(1)

    for button in (dialog.edit, dialog.delete):
        assert not button.isEnabled()
        assert button.accessibleDescription().startswith("Another window uses this profile")
    dialog.reject()
    second.window.close_now()
    program.until(lambda: len(program.windows.controllers) == 1)


@pytest.mark.slow
def test_a_preference_counts_in_every_window(program: Program, agency: Profile) -> None:
    second = opened(program, "Agency")
    session = second.use_cases.session

    program.controller.use_cases.session.save_settings(replace(session.settings, ask_from=7))

    assert session.settings.ask_from == 7
    # The program ends while the window is still open.


@pytest.mark.slow
def test_an_unknown_profile_is_told_in_the_window_that_is_there(program: Program) -> None:
    program.windows.open_named("Nobody", [])

    assert program.says("There is no profile “Nobody”")
    assert len(program.windows.controllers) == 1


@pytest.mark.slow
@pytest.mark.parametrize("is_ended", [False, True])
def test_texts_of_a_second_window_come_back_with_its_profile(
    make_program: Callable[[Path], Program], tmp_path: Path, is_ended: bool
) -> None:
    program = make_program(tmp_path)
    keep_texts(program)
    add_agency(program)
    second = further_window(program)
    second.translate.source.setPlainText("half a letter")
    second.translate.choices.context.setText("to Ann")
    second.improve.source.setPlainText("half a note")

    if is_ended:
        program.controller.profiles.quit()
        program.until(program.windows.ended.is_set)
        program.end()
        program.start()
    else:
        second.window.close()
        program.until(lambda: len(program.windows.controllers) == 1)
    again = further_window(program)

    assert again is not second
    assert again.translate.source.toPlainText() == "half a letter"
    assert again.translate.choices.context.text() == "to Ann"
    assert again.improve.source.toPlainText() == "half a note"
    assert program.controller.translate.source.toPlainText() == "", "the first window has texts of its own"


@pytest.mark.slow
def test_texts_are_kept_by_the_profile_that_the_second_window_shows_now(
    make_program: Callable[[Path], Program], tmp_path: Path
) -> None:
    program = make_program(tmp_path)
    keep_texts(program)
    add_agency(program)
    client = add_profile(program, "Client", "http://127.0.0.1:10")
    second = further_window(program)
    second.translate.source.setPlainText("half a letter")
    program.wait_for(second._use(client))
    program.until(lambda: not second.window.jobs.running)
    second.window.close()
    program.until(lambda: len(program.windows.controllers) == 1)

    assert further_window(program, "Client").translate.source.toPlainText() == "half a letter"
    assert further_window(program, "Agency").translate.source.toPlainText() == ""


@pytest.mark.slow
def test_the_first_window_closes_alone_and_the_others_stay(
    make_program: Callable[[Path], Program], tmp_path: Path
) -> None:
    program = make_program(tmp_path)
    add_agency(program)
    keep_texts(program)
    first, second = program.controller, further_window(program)
    first.translate.source.setPlainText("half a word")
    job = second.window.jobs.start(JobKind.READ_USAGE, "Reading", lambda: asyncio.sleep(3_600))

    first.window.close()
    program.until(first.closed.is_set)
    program.until(lambda: first.use_cases.session.state is ConnectionState.STOPPED)

    assert second.window.isVisible()
    # No question is asked, because the work of other windows continues.
    assert not job.done()
    job.cancel()
    assert program.windows.controllers == [second]
    assert not program.windows.ended.is_set()
    program.windows.open_named("Nobody", [])
    assert any("There is no profile" in text for text in second.window.notices.texts()), "it answers in the place"
    again = further_window(program, "This computer")
    program.until(lambda: again.use_cases.session.state is ConnectionState.READY)
    assert again.translate.source.toPlainText() == "half a word"

    second.window.close()
    again.window.close()
    program.until(program.windows.ended.is_set)


@pytest.mark.slow
def test_texts_of_the_closed_first_window_wait_for_its_profile(
    make_program: Callable[[Path], Program], tmp_path: Path
) -> None:
    program = make_program(tmp_path)
    add_agency(program)
    add_profile(program, "Law firm", "http://127.0.0.1:19")
    keep_texts(program)
    first, other = program.controller, further_window(program, "Law firm")
    other.translate.source.setPlainText("for the law firm")
    other.window.close()
    program.until(lambda: program.windows.controllers == [first])
    further_window(program, "Agency")
    first.translate.source.setPlainText("of this computer")

    first.window.close()
    program.until(lambda: first.use_cases.session.state is ConnectionState.STOPPED)
    assert further_window(program, "Law firm").translate.source.toPlainText() == "for the law firm"
    assert further_window(program, "This computer").translate.source.toPlainText() == "of this computer"


@pytest.mark.slow
def test_a_second_window_whose_edits_cannot_be_saved_closes_without_a_bug(
    make_program: Callable[[Path], Program], program_folder: Path
) -> None:
    program = make_program(program_folder)
    add_agency(program)
    first, second = program.controller, further_window(program)
    dictionary = program.wait_for(second.use_cases.library.new("Draft", EN_DE))
    program.wait_for(second.glossaries.show_dictionary(dictionary))
    page = second.glossaries.page
    assert page is not None
    page.insert_row()
    shutil.rmtree(program_folder / "data")
    page.edits.set_cells([(0, SOURCE, "court"), (0, TARGET, "Gericht")], "Edit")
    program.until(lambda: any("is no longer there" in text for text in second.window.notices.texts()))

    second.window.close_now()
    program.until(lambda: program.windows.controllers == [first])
    program.until(lambda: second.use_cases.session.state is ConnectionState.STOPPED)
    program.qtbot.wait(50)
    gc.collect()

    assert program.bugs == []
    first.window.close_now()


def test_quit_closes_all_windows(make_program: Callable[[Path], Program], tmp_path: Path) -> None:
    program = make_program(tmp_path)
    add_agency(program)
    second = further_window(program)

    second.window.window_actions["quit"].trigger()

    program.until(program.windows.ended.is_set)
    assert program.controller.closed.is_set()
    assert second.closed.is_set()


def keep_texts(program: Program) -> None:
    session = program.controller.use_cases.session
    session.save_settings(replace(session.settings, keep_texts_in_history=True, keep_texts_chosen=True))


def add_profile(program: Program, title: str, address: str) -> Profile:
    """Add a profile whose service cannot be reached."""
    session = program.controller.use_cases.session
    return program.wait_for(session.save_profile(Profile(Provider("custom", address, title=title)), "key"))


def add_agency(program: Program) -> None:
    add_profile(program, "Agency", "http://127.0.0.1:9")


def further_window(program: Program, name: str = "Agency") -> AppController:
    """The window of a profile."""
    program.windows.open_named(name, [])
    return program.windows.controllers[-1]


@pytest.mark.slow
def test_damaged_profiles_are_told_and_their_file_is_kept(
    make_program: Callable[[Path], Program], tmp_path: Path
) -> None:
    config = Folders.under(tmp_path).config
    config.mkdir(parents=True, exist_ok=True)
    (config / "profiles.json").write_text('{"profiles": [{"provider": 5}]}')

    program = make_program(tmp_path)

    assert program.says("Some profiles could not be read")
    assert program.says("profiles.json.damaged-1")
    assert (config / "profiles.json.damaged-1").read_text() == '{"profiles": [{"provider": 5}]}'


@pytest.mark.slow
def test_damaged_settings_are_told_and_their_file_is_kept(
    make_program: Callable[[Path], Program], tmp_path: Path
) -> None:
    config = Folders.under(tmp_path).config
    config.mkdir(parents=True, exist_ok=True)
    (config / "settings.json").write_text('{"theme": "dark"')

    program = make_program(tmp_path)

    assert program.says("The preferences could not be read")
    assert program.says("settings.json.damaged-1")
    assert (config / "settings.json.damaged-1").read_text() == '{"theme": "dark"'
