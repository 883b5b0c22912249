"""Terms that other programs mark as forbidden are never imported as allowed."""

from __future__ import annotations

from pathlib import Path

import pytest
import xlsxwriter

from termdesk.application.glossaries.importing.importer import ImportChoices, Importer
from termdesk.domain.language.language import LanguagePair

pytestmark = pytest.mark.anyio

# Two rows each: the first is forbidden, the second allowed.
TABLES = {
    "MateCat": """Forbidden,Domain,Subdomain,Definition,en,Notes,Example of use,de,Notes,Example of use
True,law,,,pact,,,Pakt,,
,law,,,contract,,,Vertrag,,
""",
    "Lokalise": """term,description,casesensitive,translatable,forbidden,tags,en,en_description,de,de_description
pact,,no,yes,yes,,pact,,Pakt,
contract,,no,yes,no,,contract,,Vertrag,
""",
    "Tolgee": """description,translatable,caseSensitive,abbreviation,forbidden,en,de
,true,false,false,true,pact,Pakt
,true,false,false,false,contract,Vertrag
""",
    "Supervertaler": """Source\tTarget\tPriority\tDomain\tForbidden\tNotes
pact\tPakt\t50\tlaw\tTRUE\t
contract\tVertrag\t50\tlaw\tFALSE\told
""",
    "memoQ": """Entry_ID;Entry_Subject;English;Term_Info;Term_Example;German;Term_Info;Term_Example
0;law;pact;CasePermissive;;Pakt;CasePermissive;Forbidden;
1;law;contract;CasePermissive;;Vertrag;CasePermissive;
""".replace("CasePermissive;Forbidden;", '"CasePermissive;Forbidden";'),
    "memoQ, the source": """Entry_ID,Entry_Subject,English,Term_Info,Term_Example,German,Term_Info,Term_Example
0,law,pact,CasePermissive;HalfPrefix;Forbidden,,Pakt,CasePermissive,
1,law,contract,CasePermissive,,Vertrag,CasePermissive,
""",
    "Crowdin": """Term [en],Description [en],Status [en],Term [de],Description [de],Status [de]
pact,,preferred,Pakt,,not recommended
contract,,preferred,Vertrag,,preferred
""",
    "Crowdin, the source": """Term [en],Description [en],Status [en],Term [de],Description [de],Status [de]
pact,,obsolete,Pakt,,preferred
contract,,preferred,Vertrag,,preferred
""",
}


@pytest.mark.parametrize("name", TABLES)
async def test_a_term_that_a_table_forbids_is_forbidden(importer: Importer, tmp_path: Path, name: str) -> None:
    path = tmp_path / "terms.csv"
    path.write_text(TABLES[name], "utf-8")

    entries = (await importer.preview(path)).result.entries

    assert list(entries) == [("pact", "Pakt"), ("contract", "Vertrag")]
    assert [entries.detail(row).is_forbidden for row in (0, 1)] == [True, False]
    assert list(entries.copy_published_part()) == [("contract", "Vertrag")]


@pytest.mark.parametrize("name", TABLES)
async def test_the_same_table_forbids_it_in_a_workbook(importer: Importer, tmp_path: Path, name: str) -> None:
    rows = [line.split("\t" if "\t" in line else ",") for line in TABLES[name].splitlines()]
    if name == "memoQ":
        rows = [
            line.replace('"CasePermissive;Forbidden"', "Forbidden").split(";") for line in TABLES[name].splitlines()
        ]
    path = tmp_path / "terms.xlsx"
    with xlsxwriter.Workbook(path) as workbook:
        sheet = workbook.add_worksheet()
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, [cell == "TRUE" if cell in ("TRUE", "FALSE") else cell for cell in row])

    entries = (await importer.preview(path)).result.entries

    assert list(entries) == [("pact", "Pakt"), ("contract", "Vertrag")]
    assert [entries.detail(row).is_forbidden for row in (0, 1)] == [True, False]


async def test_what_is_chosen_by_hand_keeps_its_own_marks(importer: Importer, tmp_path: Path) -> None:
    path = tmp_path / "terms.csv"
    path.write_text("Term [en],Status [en],Term [de],Status [de],Term [fr]\npact,,Pakt,forbidden,pacte\n", "utf-8")

    german = (await importer.preview(path, ImportChoices(columns=(0, 2)))).result.entries
    french = (await importer.preview(path, ImportChoices(columns=(0, 4)))).result.entries
    by_pair = (await importer.preview(path, ImportChoices(pair=LanguagePair("en", "fr")))).result.entries

    assert german.detail(0).is_forbidden
    assert list(french) == list(by_pair) == [("pact", "pacte")]
    assert not french.details
    assert not by_pair.details


async def test_unfinished_translations_are_left_out_and_told(importer: Importer, tmp_path: Path) -> None:
    path = tmp_path / "terms.en-de.csv"
    path.write_text("location,source,target,id,fuzzy,context\n,tree,Baum,1,True,\n,sea,Meer,2,False,\n", "utf-8")

    preview = await importer.preview(path)

    assert list(preview.result.entries) == [("sea", "Meer")]
    assert preview.result.unfinished_rows == 1
    assert "rows marked as unfinished, left out: 1" in preview.file.notes
