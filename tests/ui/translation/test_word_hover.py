"""Words that belong together are highlighted in both texts while the mouse is on one of them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from termdesk.application.translation.translation import TranslateRequest, TranslationResult
from termdesk.domain.texts import EngineReport, WordLink
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.translation.word_hover import WordHover
from termdesk.ui.widgets.text_area import TextArea

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Rest = Callable[[], None]
TEXT, TRANSLATION = "the red car", "el coche rojo"
LINKS = [WordLink(0, 3, 0, 2), WordLink(4, 7, 9, 13), WordLink(8, 11, 3, 8)]


class Linker:
    """Returns the word links of one translation."""

    def __init__(self) -> None:
        self.asked = 0

    async def word_links(self, result: TranslationResult) -> list[WordLink] | None:
        self.asked += 1
        if result.request.markup:
            return None
        return LINKS if result.text == TRANSLATION else []


@pytest.fixture
def service() -> Linker:
    return Linker()


@pytest.fixture
def areas(window: QWidget) -> tuple[TextArea, TextArea]:
    made = TextArea("source", "Text"), TextArea("result", "Translation")
    line = QHBoxLayout(window)
    for area, text in zip(made, (TEXT, TRANSLATION), strict=True):
        area.setPlainText(text)
        line.addWidget(area)
    window.resize(600, 200)
    return made


@pytest.fixture
def hover(service: Linker, areas: tuple[TextArea, TextArea], jobs: Jobs, finish: Finish) -> Iterator[WordHover]:
    made = WordHover(service, *areas, jobs=jobs)
    areas[0].window().layout().addWidget(made.words)
    yield made
    finish(jobs.close())


def result() -> TranslationResult:
    return TranslationResult(
        TranslateRequest(TEXT, "es", source="en"), TRANSLATION, "en", len(TEXT), None, EngineReport(("Apertium",))
    )


def pointed(areas: tuple[TextArea, TextArea]) -> list[list[str]]:
    return [[area.toPlainText()[start:end] for start, end in area.pointed] for area in areas]


def test_the_words_of_a_result_are_asked_for_once_and_shown_in_both_texts(
    hover: WordHover, areas: tuple[TextArea, TextArea], service: Linker, at_rest: Rest
) -> None:
    hover.show_for(result())
    assert service.asked == 0, "nobody pointed at a word yet"

    hover.point(areas[0], 5)
    at_rest()
    hover.point(areas[0], 5)
    assert pointed(areas) == [["red"], ["rojo"]]
    hover.point(areas[1], 4)
    assert pointed(areas) == [["car"], ["coche"]]
    hover.point(areas[1], 2)
    assert pointed(areas) == [[], []]
    assert service.asked == 1


def test_the_word_on_which_the_mouse_rests_is_shown_as_soon_as_the_words_are_known(
    hover: WordHover, areas: tuple[TextArea, TextArea], at_rest: Rest
) -> None:
    hover.show_for(result())
    hover.point(areas[0], 1)
    hover.point(areas[0], 5)
    at_rest()
    assert pointed(areas) == [["red"], ["rojo"]]

    hover.show_for(replace(result(), estimated=1))
    hover.point(areas[0], 5)
    QApplication.sendEvent(areas[0].viewport(), QEvent(QEvent.Type.Leave))
    at_rest()
    assert pointed(areas) == [[], []], "the mouse has left"


@pytest.mark.parametrize(
    ("text", "markup", "is_reported"), [("otro", None, True), ("otro", "html", False), (TRANSLATION, None, False)]
)
def test_it_says_where_no_engine_tells_which_words_belong_together(
    hover: WordHover,
    areas: tuple[TextArea, TextArea],
    at_rest: Rest,
    text: str,
    markup: str | None,
    is_reported: bool,
) -> None:
    made = result()
    made = replace(made, text=text, request=replace(made.request, markup=markup))
    areas[1].setPlainText(text)
    hover.show_for(made)

    hover.point(areas[0], 5)
    at_rest()
    assert hover.words.isVisible() == is_reported

    hover.show_for(None)
    assert not hover.words.isVisible()


def test_a_corrected_or_outdated_result_has_no_words(
    hover: WordHover, areas: tuple[TextArea, TextArea], service: Linker, at_rest: Rest
) -> None:
    hover.show_for(result())
    hover.point(areas[0], 5)
    at_rest()
    hover.point(areas[0], 5)

    areas[1].setPlainText("el auto rojo")
    hover.point(areas[0], 5)
    assert pointed(areas) == [[], []]

    areas[1].setPlainText(TRANSLATION)
    hover.show_for(None)
    hover.point(areas[0], 5)
    assert pointed(areas) == [[], []]


def test_the_mouse_points_and_takes_the_highlight_along(
    hover: WordHover, areas: tuple[TextArea, TextArea], at_rest: Rest
) -> None:
    hover.show_for(result())
    viewport = areas[0].viewport()
    position = QPointF(areas[0].cursorRect().center() + QPoint(3, 0))

    def move() -> None:
        none = Qt.MouseButton.NoButton
        QApplication.sendEvent(
            viewport,
            QMouseEvent(QEvent.Type.MouseMove, position, position, none, none, Qt.KeyboardModifier.NoModifier),
        )

    move()
    at_rest()
    move()
    assert pointed(areas) == [["the"], ["el"]]

    QApplication.sendEvent(viewport, QEvent(QEvent.Type.Leave))
    assert pointed(areas) == [[], []]
