"""Every value read from `window.json` has the right type, whatever the file contains."""

from __future__ import annotations

from typing import Any

import pytest

from termdesk.domain.window_memory import WindowMemory
from termdesk.storage.settings.window_memory import decode_memory, encode_memory

GOOD: dict[str, Any] = {
    "geometry": "AdnQywADAAA=",
    "pane": 2,
    "own_keys": {"publish": ["Ctrl+P"]},
    "library": {"open": ["g1"], "chosen": ["g1", "en-de"], "top": [], "opened": []},
    "orders": {"en-de": (1, True)},
    "filter_row": True,
    "grid_columns": {"shares": {"source": 0.5}, "hidden": ["note"], "order": []},
    "grid_zoom": -1,
    "multilingual_widths": {"de": 240},
    "multilingual_order": ["fr", "de"],
    "translate_glossaries": {"local": {"en-de": "g1"}},
    "translate_text": "Ein Text \ud800",
    "splitters": {"checks_splitter": "AAAA/wAAAAEAAAAC"},
}
BAD = [
    ("orders", []),
    ("orders", {"en-de": [-3, "x"]}),
    ("orders", {"en-de": [10**30, True]}),
    ("geometry", 7),
    ("geometry", "\N{BOMB}"),
    ("pane", -1),
    ("pane", True),
    ("own_keys", {"publish": "Ctrl+P"}),
    ("library", {"open": "g1"}),
    ("grid_columns", {"shares": {"source": "wide"}}),
    ("grid_zoom", 10**30),
    ("multilingual_hidden", [1]),
    ("translate_text", ["text"]),
    ("splitters", {"checks_splitter": {"a": 1}}),
    ("library", 3),
    ("library", {"open": 3, "chosen": ["x"], "top": "y"}),
    ("library", {"open": [1], "chosen": [1, 2]}),
    ("grid_columns", 3),
    ("grid_columns", {"shares": 1, "hidden": "x"}),
    ("grid_columns", {"shares": {"source": "wide", "x": 0.5}}),
]


def test_what_was_kept_comes_back_as_it_was() -> None:
    memory, wrong = decode_memory(GOOD)

    assert (encode_memory(memory), wrong) == (GOOD, [])


def test_fields_are_read_under_their_former_names_and_written_under_the_present_ones() -> None:
    former = {"wide_widths": {"de": 240}, "wide_hidden": ["fr"], "wide_order": ["de"], "side_by_side": "AAAA"}

    memory, wrong = decode_memory(former)

    assert wrong == []
    assert encode_memory(memory) == {
        "splitters": {"side_by_side": "AAAA"},
        "multilingual_widths": {"de": 240},
        "multilingual_hidden": ["fr"],
        "multilingual_order": ["de"],
    }


@pytest.mark.parametrize("value", [{"a": 1}, 3, "\N{BOMB}"])
def test_a_former_splitter_of_another_kind_counts_as_absent(value: object) -> None:
    assert decode_memory({"checks_splitter": value}) == (WindowMemory(), ["checks_splitter"])


@pytest.mark.scorecard("S32")
@pytest.mark.parametrize(("name", "value"), BAD)
def test_what_is_of_another_kind_counts_as_absent_and_the_rest_stays(name: str, value: object) -> None:
    memory, wrong = decode_memory({**GOOD, name: value})

    assert wrong == [name]
    assert encode_memory(memory) == {each: kept for each, kept in GOOD.items() if each != name}
