"""A translation memory is copied from another service, used, and copied back, with keys only."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt

from app.program import ControlShift, Key, Program, at_rest
from support.running_service import RunningService, running_service
from support.service_calls import confirm, http_client
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Provider
from termdesk.ui.texts.history_dialog import HistoryDialog
from termdesk.ui.texts.memory_dialogs import FetchMemoryDialog, MemoryChoiceDialog, SendMemoryDialog


@pytest.fixture
def agency(program: Program) -> Iterator[RunningService]:
    """Another service, which the program was connected to before."""
    with running_service() as running:
        provider = Provider("custom", running.url, title="Agency")
        cases = program.controller.use_cases
        program.wait_for(cases.session.save_profile(Profile(provider), running.key))
        yield running


def test_a_memory_is_fetched_used_and_sent_back_by_keys(program: Program, agency: RunningService) -> None:
    with http_client(agency) as http:
        confirm(http, "en", "fi", Good_night="Hyvää yötä", The_sun="Aurinko")
    program.press(Key.Key_Y, ControlShift)
    history = program.dialog(HistoryDialog)
    page = history.confirmed
    program.press(Key.Key_F, Qt.KeyboardModifier.AltModifier)
    program.until(lambda: page.copying.fetch_button.isVisible())

    program.press(Key.Key_H, Qt.KeyboardModifier.AltModifier)
    program.dialog(MemoryChoiceDialog)
    program.press(Key.Key_Return)
    program.dialog(FetchMemoryDialog)
    program.press(Key.Key_Return)
    program.until(lambda: page.table.rowCount() == 2)

    api = program.wait_for(program.controller.use_cases.session.api())
    [used] = program.wait_for(api.texts.translate(["The sun"], source="en", target="fi"))
    with http_client(agency) as http:
        memory = http.get("/v3/translation_memories").json()["translation_memories"][0]
        http.delete(f"/v3/translation_memories/{memory['translation_memory_id']}")

        # Without a window manager, the focus does not return to the window by itself.
        history.activateWindow()
        program.until(history.isActiveWindow)
        program.press(Key.Key_N, Qt.KeyboardModifier.AltModifier)
        program.dialog(SendMemoryDialog)
        program.press(Key.Key_Return)
        program.until(lambda: "Agency has 2" in page.copying.words.text())
        again = http.get("/v3/translation_memories").json()["translation_memories"]

    assert used.text == "Aurinko"
    assert again == [memory]
    history.activateWindow()
    program.until(history.isActiveWindow)
    program.press(Key.Key_Escape)
    program.until(lambda: at_rest(program))
