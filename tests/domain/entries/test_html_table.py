"""Tables on the clipboard, as spreadsheets write them in HTML."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.entries.html_table import table_in


def test_cells_that_were_joined_keep_the_others_in_their_columns() -> None:
    html = "<table><tr><td rowspan=2>a</td><td colspan=2>b</td></tr><tr><td>c</td><td>d</td></tr></table>"

    assert table_in(html) == [["a", "b", ""], ["", "c", "d"]]


@given(st.text(st.sampled_from("<>/tdr&\"'= \n!-abcolspn19")))
def test_broken_html_is_read_without_harm(chunk: str) -> None:
    table_in(f"<table><tr><td>x{chunk}</td></tr></table>")


def test_a_span_that_no_sheet_has_makes_no_millions_of_cells() -> None:
    assert len(table_in('<table><tr><td colspan="99999999999">x</td></tr></table>')[0]) == 1_000


@pytest.mark.parametrize(
    ("cells", "row"),
    [
        ("<td>two<br>lines</td>", ["two\nlines"]),
        ("<td><p>two</p><p>lines</p></td>", ["two\nlines"]),
        ("<td>one\n    line </td><td/>", ["one line", ""]),
        ("<td>a<style>td {}</style>b</td>", ["ab"]),
        ("<th>a &lt;b&gt;<td>not closed", ["a <b>", "not closed"]),
        ("<td colspan=x>a</td><td rowspan=-1>b</td>", ["a", "b"]),
    ],
)
def test_a_cell_is_read_as_it_is_shown(cells: str, row: list[str]) -> None:
    assert table_in(f"<table><tr>{cells}</tr></table>") == [row]


def test_several_tables_or_none_are_a_page() -> None:
    assert table_in("<p>words</p>") == []
    assert table_in("<table><tr><td>a</td></tr></table>" * 2) == []
