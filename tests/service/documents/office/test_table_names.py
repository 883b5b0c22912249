"""Table columns are renamed with their header cells, unless something else refers to them by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.files.document_files import packed
from termdesk.service.documents.office.formula_texts import FormulaTexts
from termdesk.service.documents.office.package import OfficePackage
from termdesk.service.documents.office.table_names import TableNames

S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
TYPES = (
    "<Types><Default Extension='xml' ContentType='x'/>"
    "<Override PartName='/sheet.xml' ContentType='spreadsheetml.worksheet+xml'/>"
    "<Override PartName='/table.xml' ContentType='spreadsheetml.table+xml'/>"
    "<Override PartName='/pivot.xml' ContentType='spreadsheetml.pivotCacheDefinition+xml'/></Types>"
)


def names_of(folder: Path, *columns: str, formula: str = "", pivot: str = "") -> TableNames:
    table = "".join(f'<tableColumn name="{name}"/>' for name in columns)
    parts = {
        "[Content_Types].xml": TYPES,
        "sheet.xml": f"<worksheet {S}><c><f>{formula}</f></c></worksheet>",
        "table.xml": f"<table {S}><tableColumns>{table}</tableColumns></table>",
        "pivot.xml": f'<pivotCacheDefinition {S}><cacheField name="{pivot}"/></pivotCacheDefinition>',
    }
    (folder / "book").write_bytes(packed({name: content.encode() for name, content in parts.items()}))
    package = OfficePackage(folder / "book")
    return TableNames(package, FormulaTexts(package))


def test_columns_are_known_as_their_cells_have_them(tmp_path: Path) -> None:
    names = names_of(tmp_path, "Price", "Net_x000a_weight")

    assert names.has("Price")
    assert names.has("Net\nweight")
    assert not names.has("price")
    assert not names.is_fixed("Price")


def test_a_renamed_column_is_written_as_its_cell_will_be(tmp_path: Path) -> None:
    names = names_of(tmp_path, "Price", "Net_X000A_weight", "Code")
    renamed = names.new_names({"Price": "Hinta", "Net\nweight": "Netto\npaino"})

    [(part, written)] = names.write(renamed).items()
    content = written().decode()

    assert part == "table.xml"
    assert [name in content for name in ('"Hinta"', '"Netto_x000a_paino"', '"Code"')] == [True] * 3


@pytest.mark.parametrize(
    ("translations", "renamed"),
    [
        ({"Size": "Koko", "Bulk": "koko"}, {"Size": "Size", "Bulk": "Bulk", "Price": "Price"}),
        ({"Size": "Price"}, {"Size": "Size", "Bulk": "Bulk", "Price": "Price"}),
        ({"Size": "Price", "Price": "Hinta"}, {"Size": "Price", "Bulk": "Bulk", "Price": "Hinta"}),
        ({"Size": "Bulk", "Bulk": "PRICE"}, {"Size": "Size", "Bulk": "Bulk", "Price": "Price"}),
    ],
    ids=["both the same", "that of another", "exchanged", "one undone undoes the next"],
)
def test_names_that_would_clash_stay(tmp_path: Path, translations: dict[str, str], renamed: dict[str, str]) -> None:
    assert names_of(tmp_path, "Size", "Bulk", "Price").new_names(translations) == renamed


def test_what_a_formula_or_a_pivot_table_calls_by_name_is_fixed(tmp_path: Path) -> None:
    by_formula = names_of(tmp_path, "Price", formula="SUM(Sales[Price])")
    by_pivot = names_of(tmp_path, "Price", "Code", pivot="Code")
    not_at_all = names_of(tmp_path, "Price", formula="SUM(A1:A9)")

    assert by_formula.is_fixed("Price")
    assert (by_pivot.is_fixed("Price"), by_pivot.is_fixed("Code")) == (False, True)
    assert not not_at_all.is_fixed("Price")
