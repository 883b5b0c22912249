"""Lists are separated in one place, and leave out what is empty."""

from __future__ import annotations

from termdesk.ui.words.lists import list_facts, list_names, list_sentences


def test_lists_leave_out_what_is_empty() -> None:
    assert list_names(["de", "", "fr"]) == "de, fr"
    assert list_facts(["12 entries", "", "published"]) == "12 entries · published"
    assert list_sentences(["It is gone.", "", "Create it again."]) == "It is gone. Create it again."


def test_a_list_of_nothing_is_empty() -> None:
    assert list_names([]) == list_facts([""]) == list_sentences([]) == ""
