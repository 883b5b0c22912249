"""Lists are joined in one place, and leave out empty items."""

from __future__ import annotations

from termdesk.ui.words.lists import (
    add_in_parentheses,
    add_title,
    begin_sentence,
    list_clauses,
    list_facts,
    list_names,
    list_sentences,
    point_to,
    quote,
)


def test_lists_leave_out_what_is_empty() -> None:
    assert list_names(["de", "", "fr"]) == "de, fr"
    assert list_facts(["12 entries", "", "published"]) == "12 entries · published"
    assert list_clauses(["house: used", "", "tree, oak: not used"]) == "house: used; tree, oak: not used"
    assert list_names(["Law, en → de", "", "Trade, en → fr"]) == "Law, en → de; Trade, en → fr"
    assert list_sentences(["It is gone.", "", "Create it again."]) == "It is gone. Create it again."


def test_texts_stand_together_in_one_way() -> None:
    assert add_title("Note", "signed in 1990") == "Note: signed in 1990"
    assert add_in_parentheses("Replace", "12") == "Replace (12)"
    assert quote("Water supply") == "“Water supply”"
    assert point_to("en", "de") == "en → de"
    assert (begin_sentence("draft"), begin_sentence("")) == ("Draft", "")


def test_a_list_of_nothing_is_empty() -> None:
    assert list_names([]) == list_facts([""]) == list_sentences([]) == ""
