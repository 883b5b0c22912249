"""The checks of all languages in one list: violations first, and each finding with its language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import pytest
from pytestqt.qtbot import QtBot

from termdesk.application.failures import PublishViolation
from termdesk.application.glossaries.checks.dictionary_checks import CheckFactory
from termdesk.application.glossaries.multilingual.checks import MultilingualChecks
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.window_memory import WindowMemory
from termdesk.storage.records import Records
from termdesk.ui.glossaries.checks.findings_model import LANGUAGE
from termdesk.ui.glossaries.checks.findings_panel import FindingsPanel
from termdesk.ui.glossaries.multilingual.multilingual_checks import MultilingualSheetChecks
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
from termdesk.ui.shell.jobs import Jobs
from ui.glossaries.nearby_library import NearbyLibrary

AtRest = Callable[[], None]
TARGETS = {
    "ar": [("bolt", " برغي"), ("nut", "صامولة")],
    "de": [("bolt", "Schraube"), ("nut", "Mutter "), ("spring", "Fe  der")],
}


@pytest.fixture
def page(
    opening_multilingual_page: Callable[[Mapping[str, Sequence[tuple[str, str]]]], MultilingualPage],
) -> MultilingualPage:
    return opening_multilingual_page(TARGETS)


@pytest.fixture
def checks(
    page: MultilingualPage, records: Records, jobs: Jobs, memory: WindowMemory, at_rest: AtRest
) -> Iterator[MultilingualSheetChecks]:
    inner = MultilingualChecks.create(page.table, CheckFactory(NearbyLibrary(), records))
    made = MultilingualSheetChecks(page, inner, jobs=jobs, remembered=memory)
    page.use_checks(made)
    yield made
    made.close()
    at_rest()


@pytest.fixture
def panel(checks: MultilingualSheetChecks, at_rest: AtRest) -> FindingsPanel:
    checks.open()
    at_rest()
    assert checks.panel is not None
    return checks.panel


def lines(panel: FindingsPanel) -> list[tuple[str, str]]:
    model = panel.model
    return [(model.index(row, LANGUAGE).data(), model.finding(row).kind) for row in range(model.rowCount())]  # type: ignore[union-attr]


def position(panel: FindingsPanel, language: str, kind: str) -> int:
    return lines(panel).index((language, kind))


@pytest.mark.slow
def test_findings_of_all_languages_are_in_one_list(panel: FindingsPanel) -> None:
    assert lines(panel) == [
        ("Arabic", "outer_space"),
        ("German", "outer_space"),
        ("German", "repeated_blanks"),
    ]
    assert "3 findings in 2 languages" in panel.status.text()
    assert panel.compare.isHidden(), "other glossaries are compared with one dictionary"


@pytest.mark.slow
def test_a_finding_leads_to_its_language_wherever_its_row_is_now(
    page: MultilingualPage, checks: MultilingualSheetChecks, panel: FindingsPanel
) -> None:
    finding = panel.model.finding(position(panel, "German", "repeated_blanks"))
    assert finding is not None
    page.edits.insert_row(0)
    checks._go(finding)
    cell = page.grid.current_cell()
    assert cell is not None
    assert (page.model.cell(cell[0], 0), cell[1]) == ("spring", 2)

    page.edits.do(page.edits.removal([cell[0]]))
    page.grid.go_to(0, 1)
    checks._go(finding)

    assert page.grid.current_cell() == (0, 1), "a row that is gone leads nowhere"


@pytest.mark.slow
def test_a_fix_in_one_language_is_done_at_once(
    qtbot: QtBot, page: MultilingualPage, panel: FindingsPanel, at_rest: AtRest
) -> None:
    panel.table.setCurrentIndex(panel.model.index(position(panel, "German", "outer_space"), 0))
    panel.fix_all.click()
    qtbot.waitUntil(lambda: lines(panel) == [("German", "repeated_blanks")])
    at_rest()

    assert [list(each.entries.targets) for each in page.table.dictionaries] == [
        ["برغي", "صامولة"],
        ["Schraube", "Mutter", "Fe  der"],
    ]
    assert page.edits.history.count == 1


def test_what_the_service_refuses_of_one_dictionary_is_gone_to(
    page: MultilingualPage, checks: MultilingualSheetChecks, at_rest: AtRest
) -> None:
    german = page.table.dictionaries[1]
    row = list(german.entries.sources).index("spring")

    checks.show_refused(german, [PublishViolation("The service dislikes it.", row=row, column=TARGET)])
    at_rest()
    panel = checks.panel
    assert panel is not None
    assert ("German", "refused") in lines(panel)
    cell = page.grid.current_cell()
    assert cell is not None
    assert (page.model.cell(cell[0], SOURCE), cell[1]) == ("spring", 2)

    checks.accept(german)
    at_rest()
    assert ("German", "refused") not in lines(panel)


@pytest.mark.slow
def test_an_empty_list_says_in_how_many_languages_was_looked(
    page: MultilingualPage, panel: FindingsPanel, qtbot: QtBot, at_rest: AtRest
) -> None:
    rows = {page.model.cell(row, 0): row for row in range(page.model.total)}
    for source, column, text in (("bolt", 1, "برغي"), ("nut", 2, "Mutter"), ("spring", 2, "Feder")):
        page.model.setData(page.model.index(rows[source], column), text)
    qtbot.waitUntil(panel.nothing.isVisible)
    at_rest()

    assert "2 languages" in panel.nothing.text()
