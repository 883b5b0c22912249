"""Widths, order and hidden languages of the multilingual table, remembered by language for all glossaries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from support.multilingual_glossary import OWN
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.glossaries.multilingual.multilingual_grid import SOURCE_WIDTH
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage

OpeningMultilingual = Callable[[Mapping[str, Sequence[tuple[str, str]]]], MultilingualPage]


def test_a_language_has_its_width_in_every_glossary(
    opening_multilingual_page: OpeningMultilingual, memory: WindowMemory
) -> None:
    memory.multilingual_widths = {"de": 333, "ja": 222, "fr": 111}
    page = opening_multilingual_page(OWN)
    assert [page.grid.columnWidth(column) for column in (2, 4)] == [333, 222]

    page.grid.setColumnWidth(2, 300)
    page.looks.show_column(4, False)
    page.looks.remember_widths()

    assert {code: memory.multilingual_widths[code] for code in ("de", "ja", "fr")} == {"de": 300, "ja": 222, "fr": 111}


@pytest.mark.slow
def test_the_width_of_the_source_is_remembered_once_the_user_has_set_it(
    opening_multilingual_page: OpeningMultilingual, memory: WindowMemory
) -> None:
    # As an earlier version stored it.
    memory.multilingual_widths = {"source": SOURCE_WIDTH}
    page = opening_multilingual_page(OWN)
    assert page.grid.has_usual_source_width
    page.grid.resize(400, 300)
    page.looks.remember_widths()
    assert memory.multilingual_widths["source"] == SOURCE_WIDTH

    page.grid.setColumnWidth(0, 201)
    page.looks.remember_widths()

    assert memory.multilingual_widths["source"] == 201


@pytest.mark.slow
def test_a_hidden_language_stays_hidden_and_others_of_the_memory_are_kept(
    opening_multilingual_page: OpeningMultilingual, memory: WindowMemory
) -> None:
    memory.multilingual_hidden = ["fr", "th"]
    page = opening_multilingual_page(OWN)
    assert page.looks.hidden == [5]

    page.looks.show_column(5, True)
    page.looks.show_column(1, False)

    assert memory.multilingual_hidden == ["ar", "fr"]
    assert not page.looks.is_shown(1)


@pytest.mark.slow
def test_the_source_and_the_last_language_always_stay(page: MultilingualPage) -> None:
    for column in (0, 1, 2, 3, 4, 5):
        page.looks.show_column(column, False)

    assert page.looks.hidden == [1, 2, 3, 4]


@pytest.mark.slow
def test_a_glossary_of_which_all_were_hidden_is_shown_whole(
    opening_multilingual_page: OpeningMultilingual, memory: WindowMemory
) -> None:
    memory.multilingual_hidden = sorted(OWN)

    assert opening_multilingual_page(OWN).looks.hidden == []


@pytest.mark.slow
def test_the_cursor_leaves_a_language_that_is_hidden(page: MultilingualPage) -> None:
    page.grid.go_to(2, 3)

    page.looks.show_column(3, False)

    assert page.grid.current_cell() == (2, 0)


@pytest.mark.slow
def test_languages_of_other_glossaries_keep_their_places_in_the_order(
    opening_multilingual_page: OpeningMultilingual, memory: WindowMemory
) -> None:
    memory.multilingual_order = ["ja", "fr", "de"]
    page = opening_multilingual_page(OWN)
    assert [page.looks.order.names[position] for position in (0, 1, 2)] == ["source", "ja", "de"]

    page.looks.order.move(2, -1)
    moved = list(memory.multilingual_order)
    page.looks.order.restore_usual()

    assert moved[:3] == ["de", "fr", "ja"]
    assert memory.multilingual_order == ["fr"]


@pytest.mark.slow
@pytest.mark.parametrize("column", [0, 2])
def test_the_menu_of_a_heading_offers_every_language_but_not_the_source(page: MultilingualPage, column: int) -> None:
    menu = page.looks._menu(column)
    enabled = {each.text().partition(" · ")[0]: each.isEnabled() for each in menu.actions() if each.isCheckable()}

    assert enabled == {
        "English": False,
        **dict.fromkeys(["Arabic", "German", "Hebrew", "Japanese", "Thai"], True),
    }
