"""Entries with their results, and the actions for them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from support.spot_check_results import AFTER, SENTENCES, made_result
from termdesk.domain.spot_check.adherence import Adherence
from termdesk.domain.spot_check.judgments import Judged, Verdict
from termdesk.ui.spot_check.terms_page import TermColumn, TermsPage
from termdesk.ui.widgets.selections import choose_alone


@pytest.fixture
def page(qtbot: QtBot) -> TermsPage:
    made = TermsPage()
    qtbot.addWidget(made)
    made.show_result(made_result())
    return made


def texts(page: TermsPage) -> list[list[str]]:
    model = page.model
    return [
        [str(model.index(row, column).data()).strip("\u2068\u2069") for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_the_worst_entry_comes_first_with_its_reason(page: TermsPage) -> None:
    assert texts(page) == [
        ["valve", "válvula", "missed", "0 of 1", "missed", "“válvula” is not in the translation"],
        ["pump", "bomba", "used, in another form", "2 of 2", "missed", "the translation has “bombas”"],
        ["well", "pozo", "in no sentence", "", "", ""],
    ]


def test_the_whole_reason_of_the_chosen_entry_stands_below(page: TermsPage) -> None:
    reported = [page.words.text()]
    for row in (1, 2):
        choose_alone(page.table, page.model.index(row, 0))
        reported.append(page.words.text())

    assert reported == ["“válvula” is not in the translation", "the translation has “bombas”", ""]


def test_reasons_have_the_room_that_states_do_not_need(page: TermsPage, qtbot: QtBot) -> None:
    page.resize(940, 300)
    page.show()
    qtbot.waitExposed(page)

    reason = str(page.model.index(0, TermColumn.REASON).data()).strip("\u2068\u2069")
    assert page.table.columnWidth(TermColumn.REASON) > page.table.fontMetrics().horizontalAdvance(reason)
    assert page.table.columnWidth(TermColumn.TARGET) == pytest.approx(page.table.columnWidth(TermColumn.REASON), abs=2)


@pytest.mark.parametrize(("characters", "hidden"), [(150, []), (112, ["Reason"]), (70, ["Before", "Reason"])])
def test_phrases_have_room_in_a_narrow_window(
    page: TermsPage, qtbot: QtBot, characters: int, hidden: list[str]
) -> None:
    page.resize(page.table.fontMetrics().averageCharWidth() * characters, 300)
    page.show()
    qtbot.waitExposed(page)
    header = page.table.horizontalHeader()

    titles = [str(page.model.headerData(each, Qt.Orientation.Horizontal)) for each in TermColumn]
    assert [title for title, each in zip(titles, TermColumn, strict=True) if page.table.isColumnHidden(each)] == hidden
    least = page.table.fontMetrics().averageCharWidth() * 15
    assert min(header.sectionSize(TermColumn.SOURCE), header.sectionSize(TermColumn.TARGET)) > least
    page.resize(page.table.fontMetrics().averageCharWidth() * 150, 300)
    assert not any(map(page.table.isColumnHidden, TermColumn))


def test_an_entry_leads_to_the_grid_and_to_its_sentence(page: TermsPage) -> None:
    entries: list[object] = []
    sentences: list[int] = []
    page.entry_asked.connect(lambda entry: entries.append(entry.source))
    page.sentence_asked.connect(sentences.append)

    page.go_to_entry.click()
    page.go_to_sentence.click()
    choose_alone(page.table, page.model.index(2, 0))
    page.go_to_entry.click()

    assert entries == ["valve", "well"]
    assert sentences == [0]
    assert not page.go_to_sentence.isEnabled()
    assert not page.verdicts.isEnabled()


def test_a_verdict_is_about_the_occurrence_that_the_line_tells_of(page: TermsPage) -> None:
    judged: list[tuple[object, object]] = []
    page.judged.connect(lambda about, verdict: judged.append((about, verdict)))

    page.verdicts.chosen.emit(Verdict.RIGHT)

    assert judged == [(Judged(SENTENCES[0], AFTER[0], "valve", "válvula"), Verdict.RIGHT)]


def test_the_chosen_entry_stays_chosen_where_its_place_changes(page: TermsPage) -> None:
    result = made_result()
    choose_alone(page.table, page.model.index(1, 0))

    page.show_result(replace(result, adherence=Adherence(tuple(reversed(result.adherence.entries)))))

    assert page.chosen is not None
    assert page.chosen.source == "pump"
