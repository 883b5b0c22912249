"""Functions that the key does not allow are disabled with a reason, and enabled when the scope is granted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRegularExpression
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from app.fake import at_rest, connect
from app.program import Key, Program, run
from support.services.fake_service import FakeService, refusal
from termdesk.application.session.profiles import Profiles
from termdesk.domain.key_scope import Scope
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.files.folders import Folders

REASONS = {
    "translate": "may not translate texts. It lacks the scope translate:text.",
    "documents": "may not translate documents. It lacks the scope translate:document.",
    "improve": "may not improve texts. It lacks the scope write:improve.",
    "glossaries": "may not change glossaries. It lacks the scope glossaries:write.",
    "usage": "may not read the usage. It lacks the scope usage:read.",
    "languages": "may not list languages. It lacks the scope languages:read.",
}
LINES = {
    "POST /v2/translate": Scope.TRANSLATE_TEXT,
    "POST /v2/document": Scope.TRANSLATE_DOCUMENT,
    "POST /v2/write": Scope.IMPROVE,
    "PATCH /v3/glossaries": Scope.WRITE_GLOSSARIES,
    "GET /v2/usage": Scope.READ_USAGE,
    "GET /v3/languages": Scope.READ_LANGUAGES,
}


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def limit(fake: FakeService, *lines: str) -> None:
    """Remove the scopes for these requests from the key of the service."""
    for line in lines:
        fake.refusals[line] = refusal("403 Forbidden", f'{{"detail": "Missing scopes: {LINES[line]}"}}'.encode())


def ask_again(program: Program) -> None:
    program.controller.profiles.test_key()
    at_rest(program)


@pytest.mark.slow
def test_each_pane_tells_what_the_key_lacks_and_disables_it(program: Program, fake: FakeService) -> None:
    limit(fake, *LINES)
    connect(program, fake)
    ask_again(program)
    window, controller = program.controller.window, program.controller

    for name, reason in REASONS.items():
        window.show_pane_named(name)
        assert reason in window.limits.words.text(), name
        assert window.limits.isVisible()
        # Translate and Improve need the list of languages, too.
        assert (REASONS["languages"] in window.limits.words.text()) == (name in ("translate", "improve", "languages"))
    controller.translate.source.setPlainText("The house")
    controller.improve.source.setPlainText("The house")
    for button, name in (
        (controller.translate.run_button, "translate"),
        (controller.improve.run_button, "improve"),
        (controller.improve.choices.compare, "improve"),
        (controller.documents.add_button, "documents"),
        (controller.documents.add_first_button, "documents"),
    ):
        assert not button.isEnabled()
        assert REASONS[name] in button.accessibleDescription()
        assert REASONS[name] in button.toolTip()
    assert controller.translate.picker.reason.text() == "", "nothing is waited for"
    window.show_pane_named("glossaries")
    for action in ("publish", "publish_everything", "publish_chosen"):
        assert not window.window_actions[action].isEnabled()
        assert REASONS["glossaries"] in window.window_actions[action].toolTip()
    assert not window.window_actions["add_documents"].isEnabled()
    assert fake.billed == []


def test_a_published_glossary_is_neither_renamed_nor_deleted_and_a_draft_is(
    program: Program, fake: FakeService
) -> None:
    dictionary = {"source_lang": "en", "target_lang": "de", "entry_count": 3}
    record = {"glossary_id": "1", "name": "Law", "dictionaries": [dictionary], "creation_time": "2026-01-01T00:00:00Z"}
    fake.glossaries = [record]
    limit(fake, "PATCH /v3/glossaries")
    connect(program, fake)
    ask_again(program)
    window, pane = program.controller.window, program.controller.glossaries
    window.show_pane_named("glossaries")
    program.wait_for(program.controller.use_cases.library.new("Draft", LanguagePair("en", "es")))
    program.wait_for(pane.read_library())
    actions = [window.window_actions[name] for name in ("rename_glossary", "delete_glossary")]
    orders = [each for each in pane.panel.tree.actions() if each.objectName() in ("library_rename", "library_delete")]

    pane.panel.select("1")
    program.until(lambda: not any(each.isEnabled() for each in (*actions, *orders)))
    assert all(REASONS["glossaries"] in each.toolTip() for each in (*actions, *orders))
    pane.panel.tree.setFocus()
    program.press(Key.Key_Delete)
    program.press(Key.Key_F2)
    assert REASONS["glossaries"] in "".join(window.notices.texts())
    assert not window.jobs.running

    pane.panel.select(next(each.key for each in pane.summaries if each.name == "Draft"))
    program.until(lambda: all(each.isEnabled() for each in (*actions, *orders)))
    assert not any(REASONS["glossaries"] in each.toolTip() for each in (*actions, *orders))


def test_menus_show_the_reasons(program: Program) -> None:
    window, tree = program.controller.window, program.controller.glossaries.panel.tree
    assert all(menu.toolTipsVisible() for menu in window.menuBar().findChildren(QMenu, QRegularExpression("^menu_")))

    position = QPoint(5, 5)
    QApplication.sendEvent(tree.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Mouse, position, position))
    menu = tree.findChild(QMenu, "library_menu")
    assert menu is not None
    assert menu.toolTipsVisible()
    assert menu.actions() == tree.actions()
    menu.close()


@pytest.mark.slow
def test_a_granted_scope_comes_back_with_one_click(program: Program, fake: FakeService) -> None:
    limit(fake, "POST /v2/translate")
    connect(program, fake)
    ask_again(program)
    window, pane = program.controller.window, program.controller.translate
    window.show_pane_named("translate")
    pane.source.setPlainText("The house")
    assert not pane.run_button.isEnabled()

    fake.refusals.clear()
    program.click(window.limits.test_button)
    at_rest(program)

    assert not window.limits.isVisible()
    assert pane.run_button.isEnabled()
    run(program, "run")
    at_rest(program)
    assert len(fake.billed) == 1


@pytest.mark.slow
def test_a_refusal_is_learned_and_known_at_the_next_start(program: Program, fake: FakeService) -> None:
    connect(program, fake)
    window, pane = program.controller.window, program.controller.translate
    window.show_pane_named("translate")
    pane.source.setPlainText("The house")
    at_rest(program)
    assert pane.run_button.isEnabled(), "nothing is disabled that is not known"
    assert not window.limits.isVisible()

    limit(fake, "POST /v2/translate")
    run(program, "run")
    at_rest(program)

    assert not pane.run_button.isEnabled()
    assert REASONS["translate"] in window.limits.words.text()
    stored = Profiles.load(Folders.under(program.folder)).in_use
    assert stored.reach.missing == ("translate:text",)


@pytest.mark.slow
def test_reading_that_works_again_by_hand_takes_the_line_away(program: Program, fake: FakeService) -> None:
    limit(fake, "GET /v2/usage")
    connect(program, fake)
    window = program.controller.window
    window.show_pane_named("usage")
    at_rest(program)
    assert window.limits.isVisible()

    fake.refusals.clear()
    run(program, "refresh")
    at_rest(program)

    assert not window.limits.isVisible()


@pytest.mark.slow
def test_this_computer_improves_where_the_key_may_not(program: Program, fake: FakeService) -> None:
    limit(fake, "POST /v2/write")
    connect(program, fake)
    ask_again(program)
    window, pane = program.controller.window, program.controller.improve
    window.show_pane_named("improve")
    at_rest(program)
    pane.source.setPlainText("This are a sentence.")
    assert not pane.run_button.isEnabled()

    pane.local.switched.emit(True)
    at_rest(program)

    assert not window.limits.isVisible()
    program.until(pane.run_button.isEnabled)
    pane.local.switched.emit(False)
    at_rest(program)
    assert window.limits.isVisible()
    assert not pane.run_button.isEnabled()
