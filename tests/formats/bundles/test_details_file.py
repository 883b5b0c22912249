from __future__ import annotations

import pytest

from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, PREFERRED, EntryDetail
from termdesk.domain.merging.term_records import TermRecord, TermRecords
from termdesk.formats.bundles.details_file import DetailLine, read_details, write_details

DETAIL = EntryDetail(PREFERRED, "line 1\nline 2\u2028", "steel", (("definition", "“a” \\"),))
RECORDS = TermRecords(
    {"nut": "Mutter", "bolt": "Bolzen"},
    {
        "nut": TermRecord("Mutter", EntryDetail(note="n")),
        "bolt": TermRecord("Bolzen", DETAIL, (("Nagel", EntryDetail(FORBIDDEN)), ("Schraube", EntryDetail(ADMITTED)))),
    },
)


def test_each_entry_with_details_is_one_line_in_the_order_of_the_sources() -> None:
    lines = list(write_details(RECORDS))

    assert [each.count("\n") for each in lines] == [1, 1, 1, 1]
    assert list(read_details("".join(lines))) == [
        DetailLine("bolt", None, DETAIL),
        DetailLine("bolt", "Nagel", EntryDetail(FORBIDDEN)),
        DetailLine("bolt", "Schraube", EntryDetail(ADMITTED)),
        DetailLine("nut", None, EntryDetail(note="n")),
    ]


def test_phrases_are_readable_in_the_file() -> None:
    [line] = write_details(
        TermRecords({"screw": "Schräubchen 螺絲"}, {"screw": TermRecord("x", EntryDetail(note="ü螺"))})
    )

    assert line == '{"source": "screw", "details": {"note": "ü螺"}}\n'


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        "[]",
        "{}",
        '{"source": "a"}',
        '{"source": "a", "details": {}}',
        '{"source": 1, "details": {"note": "n"}}',
        '{"source": "a", "details": {"note": ""}}',
        '{"source": "a", "details": {"note": 1}}',
        '{"source": "a", "details": {"status": "unheard of"}}',
        '{"source": "a", "target": "b", "details": {"note": "n"}}',
        '{"source": "a", "target": 1, "details": {"status": "forbidden"}}',
        '{"source": "a", "details": {"note": "n"}, "x": 1}',
    ],
)
def test_a_line_that_holds_no_details_is_told_by_its_number(line: str) -> None:
    good = '{"source": "b", "details": {"note": "n"}}'

    assert list(read_details(f"{good}\n\n{line}\n")) == [DetailLine("b", None, EntryDetail(note="n")), 3]
