"""Styles of XLSX workbooks: strikethrough, and number formats."""

from __future__ import annotations

from lxml import etree

from support.files.hostile_spreadsheets import NAMESPACE
from termdesk.formats.spreadsheets.office_styles import NO_STYLES, OfficeStyles, styles_of


def styles(content: str) -> OfficeStyles:
    return styles_of(etree.fromstring(f'<styleSheet xmlns="{NAMESPACE}">{content}</styleSheet>'))


def test_styles_are_known_by_the_place_that_cells_name() -> None:
    found = styles(
        '<numFmts><numFmt numFmtId="164" formatCode="000"/></numFmts>'
        '<fonts><font/><font><strike/></font><font><strike val="0"/></font></fonts>'
        '<cellStyleXfs><xf fontId="1" numFmtId="164"/></cellStyleXfs>'
        '<cellXfs><xf fontId="0" numFmtId="0"/><xf fontId="1" numFmtId="164"/><xf fontId="2" numFmtId="9"/></cellXfs>'
    )

    assert found == OfficeStyles(frozenset({1}), {1: "000", 2: "0%"})


def test_a_workbook_of_thousands_of_styles_is_read_without_them() -> None:
    many = '<xf fontId="0" numFmtId="9"/>' * 1_001

    assert styles("") == NO_STYLES
    assert styles(f"<cellXfs>{many}</cellXfs>") == NO_STYLES
