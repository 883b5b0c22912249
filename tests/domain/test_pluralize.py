"""Numbers with their words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from termdesk.domain.pluralize import pluralize

PACKAGE = Path(__file__).parents[2] / "desktop" / "termdesk"


@pytest.mark.parametrize(
    ("count", "words"),
    [(0, "0 rows of Law"), (1, "1 row of Law"), (2, "2 rows of Law"), (12_345, "12,345 rows of Law")],
)
def test_one_is_told_from_many(count: int, words: str) -> None:
    assert pluralize(count, "1 row of {name}", "{count} rows of {name}", name="Law") == words


def test_nothing_that_is_shown_leaves_the_number_open() -> None:
    found = [path.name for path in PACKAGE.rglob("*.py") if re.search(r"\w\((?:s|es|ies)\)[ \".,]", path.read_text())]

    assert found == []
