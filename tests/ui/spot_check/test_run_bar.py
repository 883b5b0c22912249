"""The glossary to try, and what is compared."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from support.spot_check_results import GLOSSARY, PAIR
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.spot_check.sides import ComparedSides
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.spot_check.run_bar import RunBar

EDITED = GlossarySummary("k2", "g2", "Edited", drafts=(DictionarySummary(PAIR, 3, "d2", has_changes=True),))
GERMAN = GlossarySummary("k3", "g3", "German", drafts=(DictionarySummary(LanguagePair("en", "de"), 3, "d3"),))


def test_glossaries_of_the_pair_are_offered_and_the_one_that_is_meant_is_chosen(qtbot: QtBot) -> None:
    bar = RunBar()
    qtbot.addWidget(bar)

    bar.show_glossaries([EDITED, GERMAN, GLOSSARY], LanguagePair("en-US", "es"), preferred=GLOSSARY)
    assert [bar.glossary.itemText(row) for row in range(bar.glossary.count())] == ["Edited", "Water"]
    assert bar.summary == GLOSSARY

    bar.show_glossaries([EDITED, GLOSSARY], PAIR, preferred=None)
    assert bar.summary == GLOSSARY
    bar.show_glossaries([GERMAN], PAIR, preferred=None)
    assert bar.summary is None
    assert not bar.glossary.isEnabled()


def test_a_draft_is_compared_where_there_is_one(qtbot: QtBot) -> None:
    bar = RunBar()
    qtbot.addWidget(bar)
    bar.show_glossaries([EDITED, GLOSSARY], PAIR, preferred=GLOSSARY)

    bar.choose_glossary("k2")
    assert (bar.summary, bar.chosen_comparison, bar.has_draft) == (EDITED, ComparedSides.DRAFT, True)

    bar.choose_glossary("k1")
    assert (bar.chosen_comparison, bar.has_draft) == (ComparedSides.GLOSSARY, False)


def test_in_a_narrow_window_the_bar_continues_on_the_next_line(qtbot: QtBot) -> None:
    bar = RunBar()
    qtbot.addWidget(bar)
    bar.resize(400, 200)
    bar.show()

    assert bar.minimumSizeHint().width() <= 400
    assert bar.glossary.geometry().right() < 400
    assert bar.run_button.geometry().top() > bar.comparison.geometry().top()
    assert bar.rect().contains(bar.run_button.geometry())
