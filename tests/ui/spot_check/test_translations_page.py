"""Sentences with both translations and their difference."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from support.spot_check_results import AFTER, BEFORE, SENTENCES, made_result, with_baseline
from termdesk.application.spot_check.spot_check_result import SpotCheckResult
from termdesk.domain.matching.uses import TermState
from termdesk.domain.spot_check.judgments import Judged, Verdict
from termdesk.ui.spot_check.translations_page import TranslationColumn, TranslationsPage


@pytest.fixture
def page(qtbot: QtBot) -> TranslationsPage:
    made = TranslationsPage()
    qtbot.addWidget(made)
    made.show_result(made_result())
    return made


def cell(page: TranslationsPage, row: int, column: TranslationColumn) -> str:
    return str(page.model.index(row, column).data()).strip("\u2068\u2069")


def changed(result: SpotCheckResult) -> SpotCheckResult:
    first = replace(result.sentences[0], former="Otra.", verdict=Verdict.WRONG)
    return replace(with_baseline(result), sentences=(first, *result.sentences[1:]))


def test_the_first_sentence_is_shown_side_by_side(page: TranslationsPage) -> None:
    assert page.source.toPlainText() == SENTENCES[0]
    assert [(mark.kind, mark.words) for mark in page.source.marks] == [
        ("term", "pump → bomba: used"),
        ("missed", "valve → válvula: missed"),
    ]
    assert (page.before.toPlainText(), page.after.toPlainText()) == (BEFORE[0], AFTER[0])
    assert [mark.kind for mark in page.before.marks] == ["removed"]
    assert [mark.kind for mark in page.after.marks] == ["added"]
    assert (page.before_title.text(), page.after_title.text()) == ("Without the glossary", "With the draft")
    assert [cell(page, 0, column) for column in TranslationColumn] == [SENTENCES[0], "1", "1", "", ""]
    assert cell(page, 1, TranslationColumn.CHANGES) == ""


def test_a_mark_says_how_a_term_was_used_and_a_verdict_overrides_it(page: TranslationsPage) -> None:
    result = made_result()
    first, *others = result.sentences
    states = (TermState.UNDECIDABLE, TermState.CONTRADICTED)
    uses = tuple(replace(use, state=state) for use, state in zip(first.uses, states, strict=True))
    page.show_result(replace(result, sentences=(replace(first, uses=uses), *others)))
    assert [(mark.kind, mark.words) for mark in page.source.marks] == [
        ("undecided", "pump → bomba: cannot be decided"),
        ("missed", "valve → válvula: contradicted"),
    ]

    verdicts = {("pump", "bomba"): Verdict.RIGHT, ("valve", "válvula"): Verdict.RIGHT}
    page.show_result(replace(result, sentences=(replace(first, uses=uses, term_verdicts=verdicts), *others)))
    assert [mark.kind for mark in page.source.marks] == ["term", "term"]


def test_both_translations_in_one_text(page: TranslationsPage) -> None:
    page.inline.setChecked(True)

    assert page.after.toPlainText() == "El inflador La bomba y la llave."
    assert [mark.kind for mark in page.after.marks] == ["removed", "added"]


def test_what_has_changed_since_the_baseline_and_verdicts_are_shown(page: TranslationsPage) -> None:
    assert page.table.isColumnHidden(TranslationColumn.BASELINE)
    page.show_sentence(1)

    page.show_result(changed(made_result()))

    assert not page.table.isColumnHidden(TranslationColumn.BASELINE)
    assert cell(page, 0, TranslationColumn.BASELINE) == "changed"
    assert cell(page, 0, TranslationColumn.VERDICT) == "wrong"
    assert page.source.toPlainText() == SENTENCES[1]


def test_a_verdict_is_about_the_sentence_with_its_translation(page: TranslationsPage) -> None:
    judged: list[tuple[object, object]] = []
    page.judged.connect(lambda about, verdict: judged.append((about, verdict)))

    page.verdicts.chosen.emit(Verdict.WRONG)

    assert judged == [(Judged(SENTENCES[0], AFTER[0]), Verdict.WRONG)]
