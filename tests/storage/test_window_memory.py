"""What comes out of `window.json` is of the kind that it must be, whatever stands in there."""

from __future__ import annotations

from typing import Any

import pytest

from termdesk.storage.window_memory import decoded

GOOD: dict[str, Any] = {
    "geometry": "AdnQywADAAA=",
    "pane": 2,
    "own_keys": {"publish": ["Ctrl+P"]},
    "library": {"open": ["g1"], "chosen": ["g1", "en-de"], "top": []},
    "orders": {"en-de": [1, True]},
    "filter_row": True,
    "grid_columns": {"shares": {"source": 0.5}, "hidden": ["note"], "order": []},
    "grid_zoom": -1,
    "multilingual_widths": {"de": 240},
    "multilingual_order": ["fr", "de"],
    "translate_glossaries": {"local": {"en-de": "g1"}},
    "translate_text": "Ein Text \ud800",
    "checks_splitter": "AAAA/wAAAAEAAAAC",
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
    ("checks_splitter", {"a": 1}),
]


def test_what_was_kept_comes_back_as_it_was() -> None:
    assert decoded(GOOD) == (GOOD, [])


@pytest.mark.parametrize(("name", "value"), BAD)
def test_what_is_of_another_kind_counts_as_absent_and_the_rest_stays(name: str, value: object) -> None:
    fitting, wrong = decoded({**GOOD, name: value})

    assert wrong == [name]
    assert fitting == {each: kept for each, kept in GOOD.items() if each != name}
