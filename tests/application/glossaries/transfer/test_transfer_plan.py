"""Names for copies: the original name if it is free, else the first numbered one that is."""

from __future__ import annotations

import pytest

from termdesk.application.glossaries.transfer.transfer_plan import free_name


@pytest.mark.parametrize(
    ("taken", "free"),
    [
        ([], "Law"),
        (["Law school"], "Law"),
        (["Law"], "Law (2)"),
        (["law", "Law (2)"], "Law (3)"),
    ],
)
def test_a_copy_gets_a_name_that_is_free(taken: list[str], free: str) -> None:
    assert free_name("Law", taken) == free
