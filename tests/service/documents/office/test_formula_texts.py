"""Cells stay if a formula or an input rule compares with them. What a formula only shows does not matter."""

from __future__ import annotations

import io
from pathlib import Path

import openpyxl
from openpyxl.worksheet.datavalidation import DataValidation

from support.files.document_files import notes_of, shouted


def test_cells_that_formulas_or_input_rules_compare_with_stay(tmp_path: Path) -> None:
    rows = (
        ("Yes", '=IF(A1="yes", "Good", 0)', "item"),
        ("Open", '=COUNTIF(A1:A3,"Open")', 'say "hi"'),
        ("Total", '="Total" & C1', '=C1&"item"&C2'),
        ("low", "Good", '=LEN("say ""hi""")'),
    )
    book = openpyxl.Workbook()
    sheet = book.active
    for row in rows:
        sheet.append(row)
    rule = DataValidation(type="list", formula1='"low,high"')
    rule.add("A4")
    sheet.add_data_validation(rule)

    content = io.BytesIO()
    book.save(content)

    opened = openpyxl.load_workbook(io.BytesIO(shouted(tmp_path, "xlsx", content.getvalue())))
    values = list(opened.active.values)

    assert [row[0] for row in values] == ["Yes", "Open", "TOTAL", "low"]
    assert values[3][1] == "Good"
    assert [row[2] for row in values][:2] == ["ITEM", 'say "hi"']
    assert opened.calculation.fullCalcOnLoad
    assert notes_of(tmp_path, "xlsx", content.getvalue()) == [
        "Cells that formulas, input rules or pivot tables name are not translated: "
        '“Yes”, “Open”, “say "hi"”, “low”, “Good”.'
    ]


def test_criteria_with_operators_or_wildcards_protect_their_cells_too(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    formulas = (
        '=COUNTIF(A:A,"<>Done")',
        '=SUMIF(A:A,"=Late",C:C)',
        '=COUNTIF(A:A,"Op*")',
        '=COUNTIF(A:A,"[*]?x")',
        '=COUNTIF(A:A,"why~?")',
        '=COUNTIF(A:A,"*")',
        '=COUNTIF(A:A,"<>")',
    )
    cells = ("done", "Late", "Open", "[old] x", "Why?", "whys", "stop", "item")
    for number, text in enumerate(cells):
        book.active.append((text, *formulas[number : number + 1]))
    content = io.BytesIO()
    book.save(content)

    opened = openpyxl.load_workbook(io.BytesIO(shouted(tmp_path, "xlsx", content.getvalue())))

    assert [row[0] for row in opened.active.values] == [
        "done",
        "Late",
        "Open",
        "[old] x",
        "Why?",
        "WHYS",
        "STOP",
        "ITEM",
    ]
