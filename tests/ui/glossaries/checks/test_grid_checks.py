"""The checks of one dictionary: compared with other glossaries, and with entries that the service rejected."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from termdesk.application.failures import PublishViolation
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.entry_detail import NOTE
from termdesk.ui.glossaries.checks.grid_checks import GridChecks
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.shell.jobs import Jobs
from ui.glossaries.checks.test_sheet_checks import kinds, opened
from ui.glossaries.nearby_library import NearbyLibrary


@pytest.mark.slow
def test_the_own_findings_are_there_before_others_are_read(qtbot: QtBot, checks: GridChecks, jobs: Jobs) -> None:
    panel = opened(qtbot, checks, jobs)

    assert (0, "other_glossary") in kinds(panel)
    assert "one other glossary" in panel.status.text()


@pytest.mark.slow
def test_others_that_cannot_be_read_leave_the_own_findings(
    qtbot: QtBot, checks: GridChecks, jobs: Jobs, library: NearbyLibrary
) -> None:
    library.is_readable = False
    panel = opened(qtbot, checks, jobs)
    assert "The disk is gone." in panel.status.text()
    assert (2, "empty") in kinds(panel)

    library.is_readable = True
    panel.compare.click()
    qtbot.waitUntil(lambda: not jobs.running)

    assert "The disk is gone." not in panel.status.text()


@pytest.mark.slow
def test_a_finding_leads_to_its_row_wherever_that_is_now(
    qtbot: QtBot, page: DictionaryPage, checks: GridChecks, jobs: Jobs
) -> None:
    panel = opened(qtbot, checks, jobs)
    finding = panel.model.finding(kinds(panel).index((3, "outer_space")))
    assert finding is not None
    page.edits.insert_row(0, source="new")

    checks._go(finding)
    assert page.grid.current_cell() == (4, SOURCE)
    page.edits.remove_rows([4])
    page.grid.go_to(0, TARGET)
    checks._go(finding)

    assert page.grid.current_cell() == (0, TARGET), "a row that is gone leads nowhere"


def test_from_a_note_one_goes_on_as_from_the_target(
    qtbot: QtBot, page: DictionaryPage, checks: GridChecks, jobs: Jobs
) -> None:
    opened(qtbot, checks, jobs)
    page.looks.show_details_here()
    page.grid.go_to(1, NOTE)

    checks.step(1)

    assert page.grid.current_cell() == (2, SOURCE)


@pytest.mark.slow
def test_what_the_service_refuses_is_gone_to_and_listed_until_it_is_accepted(
    qtbot: QtBot, page: DictionaryPage, checks: GridChecks, jobs: Jobs
) -> None:
    page.grid.go_to(3, SOURCE)
    checks.show_refused(page.dictionary, [PublishViolation("The service dislikes it.", row=1, column=SOURCE)])
    assert page.grid.current_cell() == (1, SOURCE)
    qtbot.waitUntil(lambda: not jobs.running)
    panel = checks.panel
    assert panel is not None
    current = panel.table.current()
    assert current is not None
    assert (current.row, current.kind) == (1, "refused")

    checks.accept(page.dictionary)
    qtbot.waitUntil(lambda: (1, "refused") not in kinds(panel) and not jobs.running)


@pytest.mark.slow
def test_cells_are_marked_only_where_a_check_warns(
    qtbot: QtBot, page: DictionaryPage, checks: GridChecks, jobs: Jobs
) -> None:
    opened(qtbot, checks, jobs)

    assert page.model.finding_titles_at(0, TARGET) == ["Direction control", "Other target elsewhere"]
    assert page.line.finding_titles(1, TARGET) == ["Several spaces"]
    assert page.model.finding_titles_at(1, TARGET) == [], "a hint is no warning"
