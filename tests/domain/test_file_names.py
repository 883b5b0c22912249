"""File names that are valid on every system."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.file_names import free_name, safe_name

pytestmark = pytest.mark.scorecard("S33")


@pytest.mark.parametrize(
    ("stem", "name"),
    [
        ("Law.en-de", "Law.en-de.tsv"),
        ('a/b\\c:d*e?f"g<h>i|j', "a_b_c_d_e_f_g_h_i_j.tsv"),
        ("line\nbreak", "line_break.tsv"),
        (" .hidden. ", "hidden.tsv"),
        ("...", "glossary.tsv"),
        ("", "glossary.tsv"),
        ("CON", "_CON.tsv"),
        ("nul.en-de", "_nul.en-de.tsv"),
        ("COM1 .x", "_COM1 .x.tsv"),
        ("Console", "Console.tsv"),
        ("法律", "法律.tsv"),
        ("e\N{COMBINING ACUTE ACCENT}te", "éte.tsv"),
    ],
)
def test_a_name_loses_what_no_folder_takes(stem: str, name: str) -> None:
    assert safe_name(stem, ".tsv") == name


@given(st.text())
def test_any_stem_becomes_one_short_name(stem: str) -> None:
    name = safe_name(stem, ".xlsx")

    assert name.endswith(".xlsx")
    assert len(name.encode()) <= 120
    assert name == name.strip(" ")
    assert not set(name) & set('/\\:*?"<>|\0\n')


def test_names_that_are_taken_get_a_number() -> None:
    assert free_name("Law.tsv", ".tsv", set()) == "Law.tsv"
    assert free_name("Law.tsv", ".tsv", {"law.tsv", "law (2).tsv"}) == "Law (3).tsv"
