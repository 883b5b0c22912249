"""Spreadsheets: texts are translated; values and formulas are unchanged."""

from __future__ import annotations

import datetime
import io
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.styles import Font
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table

from support.files.document_files import members, packed, shouted, texts_of
from termdesk.service.document_kinds import UnreadableDocument
from termdesk.service.documents.office.paragraphs import AttributeText
from termdesk.service.documents.xml_files import etree
from termdesk.service.engines.marked_text import MarkedText


def saved(book: Any) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def opened(content: bytes, *, rich_text: bool = False) -> Any:
    return openpyxl.load_workbook(io.BytesIO(content), rich_text=rich_text)


def sheet_of(*rows: tuple[Any, ...]) -> tuple[Any, Any]:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    return book, book.active


def values(content: bytes) -> list[tuple[Any, ...]]:
    return list(opened(content).active.values)


def test_texts_are_translated_and_what_counts_stays(tmp_path: Path) -> None:
    day = datetime.datetime(2026, 11, 21)
    book, sheet = sheet_of(("item", 3, day, True), ("item", 1.5, "=SUM(B1:B1)", '="text" & A1'))
    sheet["A1"].font = Font(bold=True)
    sheet["B1"].number_format = "0.00"
    sheet.title = "Numbers"

    result = shouted(tmp_path, "xlsx", saved(book))

    assert values(result) == [("ITEM", 3, day, True), ("ITEM", 1.5, "=SUM(B1:B1)", '="text" & A1')]
    assert opened(result).sheetnames == ["Numbers"]
    assert opened(result).active["A1"].font.bold
    assert opened(result).active["B1"].number_format == "0.00"


def shared() -> bytes:
    """A workbook as Excel writes it, with shared strings and a chart."""
    file = io.BytesIO()
    book = xlsxwriter.Workbook(file)
    sheet, bold = book.add_worksheet("Data"), book.add_format({"bold": True})
    sheet.write_row(0, 0, ["item", "item", 4])
    sheet.write_rich_string(1, 0, "The ", bold, "big", " house")
    sheet.write_formula(1, 1, '=A1&"!"', None, "item!")
    chart = book.add_chart({"type": "bar"})
    chart.add_series({"values": "=Data!$C$1:$C$1"})
    chart.set_title({"name": "a chart"})
    sheet.insert_chart("E1", chart)
    book.close()
    return file.getvalue()


def test_shared_texts_are_translated_once_for_all_cells(tmp_path: Path) -> None:
    result = shouted(tmp_path, "xlsx", shared())

    assert values(result) == [("ITEM", "ITEM", 4), ("THE BIG HOUSE", '=A1&"!"', None)]
    rich = opened(result, rich_text=True).active["A2"].value
    assert [each.text for each in rich if isinstance(each, TextBlock) and each.font.b] == ["BIG"]


def test_formulas_and_styles_are_the_same_byte_by_byte(tmp_path: Path) -> None:
    # Written once, because a workbook contains the second in which it was written.
    content = shared()
    before = members(content)

    after = members(shouted(tmp_path, "xlsx", content))

    assert {name for name in before if before[name] != after[name]} == {
        "xl/sharedStrings.xml",
        "xl/charts/chart1.xml",
        "xl/drawings/drawing1.xml",
    }
    assert b">A CHART<" in after["xl/charts/chart1.xml"]
    assert b"Data!$C$1:$C$1" in after["xl/charts/chart1.xml"]


def test_a_bold_word_in_a_cell_stays_bold(tmp_path: Path) -> None:
    book, sheet = sheet_of()
    sheet["A1"] = CellRichText("The ", TextBlock(InlineFont(b=True), "big"), " house")

    result = opened(shouted(tmp_path, "xlsx", saved(book)), rich_text=True).active["A1"].value

    assert str(result) == "THE BIG HOUSE"
    assert [each.text for each in result if isinstance(each, TextBlock) and each.font.b] == ["BIG"]


def test_line_breaks_and_spaces_of_cells_stay(tmp_path: Path) -> None:
    book, _ = sheet_of((" one\ntwo ",))

    assert values(shouted(tmp_path, "xlsx", saved(book))) == [(" ONE\nTWO ",)]


def test_inline_texts_and_notes_are_translated(tmp_path: Path) -> None:
    book, sheet = sheet_of(("shared",))
    sheet["A1"].comment = Comment("a note", "Author")
    content = members(saved(book))
    name = "xl/worksheets/sheet1.xml"
    content[name] = content[name].replace(b"</row>", b'<c r="B1" t="inlineStr"><is><t>inline</t></is></c></row>')

    result = opened(shouted(tmp_path, "xlsx", packed(content))).active

    assert [cell.value for cell in result[1]] == ["SHARED", "INLINE"]
    assert result["A1"].comment.text == "A NOTE"


def table(*, formula: str = "") -> bytes:
    book, sheet = sheet_of(("Name", "Price"), ("apple", 2))
    sheet.add_table(Table(displayName="Fruit", ref="A1:B2"))
    if formula:
        sheet["D1"] = formula
    return saved(book)


def columns(content: bytes) -> list[str]:
    return list(opened(content).active.tables["Fruit"].column_names)


def test_heads_of_a_table_and_its_columns_are_renamed_together(tmp_path: Path) -> None:
    result = shouted(tmp_path, "xlsx", table())

    assert values(result) == [("NAME", "PRICE"), ("APPLE", 2)]
    assert columns(result) == ["NAME", "PRICE"]


def test_heads_that_formulas_call_by_name_stay(tmp_path: Path) -> None:
    result = shouted(tmp_path, "xlsx", table(formula="=SUM(Fruit[Price])"))

    assert values(result)[0] == ("Name", "Price", None, "=SUM(Fruit[Price])")
    assert columns(result) == ["Name", "Price"]
    assert values(result)[1][0] == "APPLE"


def test_heads_that_would_become_the_same_stay(tmp_path: Path) -> None:
    # They differ, but not in upper case: the long s has no capital letter of its own.
    book, sheet = sheet_of(("s", "ſ"), (1, 2))
    sheet.add_table(Table(displayName="Fruit", ref="A1:B2"))

    result = shouted(tmp_path, "xlsx", saved(book))

    assert values(result)[0] == ("s", "ſ")
    assert columns(result) == ["s", "ſ"]


@pytest.mark.parametrize("kind", ["docx", "pptx"])
def test_a_workbook_under_another_name_is_refused(tmp_path: Path, kind: str) -> None:
    with pytest.raises(UnreadableDocument, match="another kind"):
        shouted(tmp_path, kind, saved(sheet_of(("text",))[0]))


def test_the_messages_of_input_rules_are_translated(tmp_path: Path) -> None:
    book, sheet = sheet_of(("item",))
    rule = DataValidation(type="whole", operator="between", formula1="1", formula2="9", showErrorMessage=True)
    rule.promptTitle, rule.prompt, rule.errorTitle, rule.error = "number", "type a number", "x" * 32, "too large"
    rule.add("B1")
    sheet.add_data_validation(rule)

    result = shouted(tmp_path, "xlsx", saved(book))

    [found] = opened(result).active.data_validations.dataValidation
    assert (found.promptTitle, found.prompt, found.error) == ("NUMBER", "TYPE A NUMBER", "TOO LARGE")
    assert found.formula1 == "1"
    assert len(found.errorTitle) == 32


def test_a_message_of_an_input_rule_is_found_also_as_the_first_attribute(tmp_path: Path) -> None:
    content = members(saved(sheet_of((1,))[0]))
    name = "xl/worksheets/sheet1.xml"
    rule = b'<dataValidations><dataValidation prompt="type" sqref="A1"/></dataValidations><pageMargins'
    content[name] = content[name].replace(b"<pageMargins", rule)

    assert b'prompt="TYPE"' in members(shouted(tmp_path, "xlsx", packed(content)))[name]


def test_line_breaks_in_messages_of_input_rules_stay(tmp_path: Path) -> None:
    book, sheet = sheet_of(("item",))
    rule = DataValidation(type="whole", formula1="1", prompt="type a number_x000A_below ten")
    rule.add("B1")
    sheet.add_data_validation(rule)

    assert "type a number\nbelow ten" in texts_of(tmp_path, "xlsx", saved(book))
    written = members(shouted(tmp_path, "xlsx", saved(book)))["xl/worksheets/sheet1.xml"]
    assert b'prompt="TYPE A NUMBER_x000a_BELOW TEN"' in written


def test_a_message_is_cut_where_the_program_counts_not_in_the_middle_of_a_character() -> None:
    element = etree.Element("rule", prompt="word")

    AttributeText(element, "prompt", 32).write(iter([MarkedText("\U0001f600" * 40)]))

    assert element.get("prompt") == "\U0001f600" * 15 + "…"


def test_a_message_that_became_too_long_is_cut() -> None:
    element = etree.Element("rule", prompt="word")

    AttributeText(element, "prompt", 32).write(iter([MarkedText("a long word " * 9)]))

    assert element.get("prompt") == "a long word a long word a long…"
