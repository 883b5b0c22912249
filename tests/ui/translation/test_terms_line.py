"""Terms are marked in the texts and summarised below; the line is hidden when there is nothing to report."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.translation.translation import TranslateRequest, TranslationResult
from termdesk.domain.glossary import Glossary
from termdesk.domain.matching.terms import Exactness, TermHit
from termdesk.domain.matching.uses import TermState, TermUse
from termdesk.domain.texts import EngineReport
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.translation.glossary_comparison import GlossaryComparison
from termdesk.ui.translation.terms_line import TermsLine
from termdesk.ui.widgets.text_area import TextArea

USED = TermUse(TermHit(2, 7, "house", "Heim", Exactness.EXACT), TermState.USED, found_at=(4, 8))
RESULT = TranslationResult(
    TranslateRequest("A house", "de", source="en", glossary=Glossary("1", "Homes", ())),
    "Ein Heim",
    "en",
    7,
    7,
    EngineReport(),
    terms=(USED,),
)


@pytest.fixture
def fields(window: QWidget) -> tuple[TextArea, TextArea]:
    source, result = TextArea("source", "Text", window), TextArea("result", "Translation", window)
    source.setPlainText("A house")
    result.setPlainText("Ein Heim")
    return source, result


@pytest.fixture
def line(
    window: QWidget, cases: LazyUseCases, jobs: Jobs, notices: Notices, fields: tuple[TextArea, TextArea]
) -> TermsLine:
    comparison = GlossaryComparison(
        cases.translator, fields[1], usage_monitor=cases.usage_monitor, jobs=jobs, notices=notices, parent=window
    )
    made = TermsLine(*fields, comparison)
    QVBoxLayout(window).addWidget(made)
    return made


def test_terms_are_marked_in_both_texts_and_summed_up(line: TermsLine, fields: tuple[TextArea, TextArea]) -> None:
    line.show_for(RESULT)

    assert [(mark.start, mark.end) for mark in fields[0].marks] == [(2, 7)]
    assert [(mark.start, mark.end) for mark in fields[1].marks] == [(4, 8)]
    assert line.summary.text() == "1 term found in the translation"
    assert line.summary.property("tone") == "good"


def test_a_correction_by_hand_takes_the_marks_off_the_translation_alone(
    line: TermsLine, fields: tuple[TextArea, TextArea]
) -> None:
    fields[1].setPlainText("Das Heim")
    line.show_for(RESULT)

    assert len(fields[0].marks) == 1
    assert fields[1].marks == ()


def test_the_line_stays_while_another_version_can_be_shown(line: TermsLine) -> None:
    line.say("")
    assert line.isHidden()
    line.offer_version(RESULT)
    assert not line.isHidden()
    line.offer_version(None)
    assert line.isHidden()
    line.say("1 term used")
    assert not line.isHidden()
