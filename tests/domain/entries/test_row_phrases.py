"""Phrases are found by the id of their row."""

from __future__ import annotations

from termdesk.domain.entries.row_phrases import RowPhrases


def test_room_is_made_up_to_the_largest_id_and_keeps_what_is_there() -> None:
    phrases = RowPhrases()
    phrases.make_room([1])
    phrases.sources[1], phrases.targets[1] = "tree", "Baum"

    phrases.make_room([3, 2])
    phrases.make_room([])

    assert phrases.sources == ["", "tree", "", ""]
    assert phrases.targets == ["", "Baum", "", ""]


def test_a_forbidden_entry_is_compared_with_nothing() -> None:
    phrases = RowPhrases()
    phrases.make_room([0])
    phrases.sources[0], phrases.targets[0] = "tree", "Baum"
    assert phrases.find_compared_phrases(0) == ("tree", "Baum")

    phrases.forbidden.add(0)

    assert phrases.find_compared_phrases(0) == ("", "")
