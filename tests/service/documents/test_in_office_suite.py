"""An office suite opens the documents of the service: the structure is the original's, with the new texts."""

from __future__ import annotations

import re
import shutil
import zipfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import docx
import openpyxl
import pptx
import pytest
from lxml import etree
from openpyxl.comments import Comment
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from support.files.office_suite import save_at_once
from termdesk.service.documents.readers import read

SUITE = shutil.which("soffice")
pytestmark = pytest.mark.skipif(SUITE is None, reason="LibreOffice is not installed: apt-get install libreoffice-core")

ODF_OF = {"docx": "odt", "html": "odt", "txt": "odt", "pptx": "odp", "xlsx": "ods"}
# Elements that define the structure: headings, paragraphs, list items, cells, slides and links.
STRUCTURE = {"h", "p", "list-item", "table", "table-row", "table-cell", "page", "a", "note"}


def write_docx(path: Path) -> None:
    document = docx.Document()
    document.add_heading("The first chapter", 1)
    paragraph = document.add_paragraph("A house is ")
    paragraph.add_run("big").bold = True
    paragraph.add_run(" and old.")
    for text in ("First point", "Second point"):
        document.add_paragraph(text, style="List Bullet")
    table = document.add_table(2, 2)
    for number, cell in enumerate(cell for row in table.rows for cell in row.cells):
        cell.text = f"Cell {number} of them"
    document.sections[0].header.paragraphs[0].text = "The header"
    document.add_comment(paragraph.runs, text="A comment on it")
    document.save(str(path))


def write_pptx(path: Path) -> None:
    slides = pptx.Presentation()
    for title in ("The first slide", "The second slide"):
        slide = slides.slides.add_slide(slides.slide_layouts[1])
        slide.shapes.title.text = title  # type: ignore[union-attr]  # this layout has a title
        slide.placeholders[1].text = f"{title} has a point\n and another one"
        slide.notes_slide.notes_text_frame.text = "Say it slowly"  # type: ignore[union-attr]  # made by asking
    data = CategoryChartData()
    data.categories = ["First year", "Second year"]
    data.add_series("Houses sold", [1, 2])
    area = (Inches(1), Inches(1), Inches(3), Inches(2))
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *area, data)
    slides.save(str(path))


def write_xlsx(path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["The house", 12, "=B1*2"])
    sheet.append(["A garden", 7.5, "Text & more"])
    sheet.merge_cells("A3:B3")
    sheet["A3"] = "Over two cells"
    book.create_sheet("Second")["B2"] = "Elsewhere"
    sheet["A1"].comment = Comment("A note on it", "Ann")
    book.save(path)


def write_html(path: Path) -> None:
    path.write_text(
        "<html><body><h1>The title</h1><p>A <b>big</b> house, <img src='a.png' alt='A picture of it'> "
        "<a href='https://example.org'>a link</a>.</p>"
        "<ul><li>One point</li><li>Two points</li></ul><table><tr><td>Left</td><td>Right</td></tr></table>"
        "</body></html>",
        "utf-8",
    )


def write_txt(path: Path) -> None:
    path.write_text("One line.\n\nAnother one with ä and 木.\n", "utf-8")


WRITERS = {"docx": write_docx, "pptx": write_pptx, "xlsx": write_xlsx, "html": write_html, "txt": write_txt}


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[etree._Element, etree._Element]]:
    """For each kind, the original and its translation as the office suite reads them."""
    folder = tmp_path_factory.mktemp("office")
    for kind, write in WRITERS.items():
        original, translation = folder / f"original-{kind}.{kind}", folder / f"translation-{kind}.{kind}"
        write(original)
        document = read(original, kind, name=original.name)
        # A translation that differs from the original but has the same length.
        document.write(
            translation, [replace(text, text=text.text.upper()) for text in document.texts], target_lang="de"
        )
    targets = {path: path.with_suffix(f".{ODF_OF[path.suffix[1:]]}") for path in sorted(folder.iterdir())}
    assert SUITE is not None
    save_at_once(SUITE, folder, targets)
    return {
        kind: (_content(folder / f"original-{kind}.{odf}"), _content(folder / f"translation-{kind}.{odf}"))
        for kind, odf in ODF_OF.items()
    }


def _content(path: Path) -> etree._Element:
    with zipfile.ZipFile(path) as package:
        return etree.fromstring(package.read("content.xml"))


def texts_of(content: etree._Element) -> list[str]:
    """Return the texts of paragraphs and headings, in order, without fields that the office suite fills itself."""
    found = (each for each in content.iter() if etree.QName(each).localname in ("p", "h"))
    return [
        text for each in found if (text := " ".join("".join(map(str, each.itertext())).split())) and text != "<number>"
    ]


def structure_of(content: etree._Element) -> Counter[str]:
    names = (etree.QName(each).localname for each in content.iter() if isinstance(each.tag, str))
    return Counter(name for name in names if name in STRUCTURE)


@pytest.mark.slow(keep=2)
@pytest.mark.parametrize("kind", sorted(WRITERS))
def test_every_text_is_translated_and_the_structure_is_that_of_the_original(
    converted: dict[str, tuple[etree._Element, etree._Element]], kind: str
) -> None:
    original, translation = converted[kind]

    assert any(re.search("[a-z]", text) for text in texts_of(original))
    assert texts_of(translation) == [text.upper() for text in texts_of(original)]
    assert structure_of(translation) == structure_of(original)
