"""The menu of filters offers what the library contains, and each choice is a word for the box."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.domain.glossary_tag import GlossaryTag, TagKind
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.library.library_filter_menu import MOST_TAGS, LibraryFilterMenu, toggle_word, word_of

EN_DE, EN_ES = LanguagePair("en", "de"), LanguagePair("en", "es")
ACME, AT = GlossaryTag(TagKind.CLIENT, "ACME Ltd"), GlossaryTag(TagKind.WORD, "R&D")
Listed = Callable[..., GlossarySummary]
DRAFT = GlossarySummary("d", None, "Draft", drafts=(DictionarySummary(EN_DE, 3, "d1", True, is_on_service=False),))


@pytest.fixture
def menu(window: QWidget, listed: Listed) -> LibraryFilterMenu:
    made = LibraryFilterMenu(window)
    made.offer([listed("Law", EN_DE, EN_ES, tags=[ACME, AT]), listed("Rail", EN_DE, tags=[ACME]), DRAFT], "")
    return made


def offered(menu: LibraryFilterMenu) -> dict[str, QAction]:
    """Return the filters in the menu when it opens, by their words."""
    menu.aboutToShow.emit()
    prefix = "library_filter_by_"
    return {each.objectName().removeprefix(prefix): each for each in menu.actions() if each.isCheckable()}


def test_each_filter_says_how_many_glossaries_it_leaves(menu: LibraryFilterMenu) -> None:
    counts = {word: action.text().rpartition("\t")[2] for word, action in offered(menu).items()}

    assert counts == {
        "is:draft": "1",
        "is:published": "2",
        'client:"ACME Ltd"': "2",
        "#R&D": "1",
        "en→de": "3",
        "en→es": "1",
    }
    assert "R&&D" in offered(menu)["#R&D"].text(), "Qt would underline the D"


def test_a_choice_gives_its_word_and_what_is_typed_is_ticked(menu: LibraryFilterMenu, listed: Listed) -> None:
    words: list[str] = []
    menu.words_toggled.connect(words.append)
    offered(menu)['client:"ACME Ltd"'].trigger()
    assert words == ['client:"ACME Ltd"']

    menu.offer([listed("Law", EN_DE, tags=[ACME, AT])], 'law client:"ACME Ltd" en→de')

    ticked = {word for word, action in offered(menu).items() if action.isChecked()}
    assert ticked == {'client:"ACME Ltd"', "en→de"}


def test_of_very_many_tags_the_first_by_name_are_offered(menu: LibraryFilterMenu, listed: Listed) -> None:
    tags = [GlossaryTag(TagKind.WORD, f"tag{number:03}") for number in range(MOST_TAGS + 5)]
    menu.offer([listed("Law", EN_DE, tags=list(reversed(tags)))], "")

    assert [word for word in offered(menu) if word.startswith("#")] == [f"#{tag.text}" for tag in tags[:MOST_TAGS]]


def test_an_empty_library_offers_nothing(menu: LibraryFilterMenu) -> None:
    menu.offer([], "")

    assert offered(menu) == {}


def test_words_are_switched_on_and_off_beside_others() -> None:
    assert toggle_word("law", "is:draft") == "law is:draft"
    assert toggle_word("law is:draft en→de", "is:draft") == "law en→de"
    assert word_of(GlossaryTag(TagKind.WORD, "old")) == "#old"


WORDS = st.sampled_from(["law", "is:draft", "is:drafts", "#old", 'client:"ACME Ltd"', "en→de"])


@given(st.lists(WORDS, unique=True), WORDS)
def test_switching_twice_leaves_what_was_typed_but_its_order(typed: list[str], word: str) -> None:
    once = toggle_word(" ".join(typed), word)

    assert sorted(toggle_word(once, word).split()) == sorted(" ".join(typed).split())
