"""Presentations: every place with words is translated, and everything around them is unchanged."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pptx
import pytest
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from support.files.document_files import members, notes_of, shouted

BOX = (Inches(1), Inches(1), Inches(3), Inches(1))


def saved(presentation: Any) -> bytes:
    file = io.BytesIO()
    presentation.save(file)
    return file.getvalue()


def opened(content: bytes) -> Any:
    return pptx.Presentation(io.BytesIO(content))


def presentation_with_slide() -> tuple[Any, Any]:
    presentation = pptx.Presentation()
    return presentation, presentation.slides.add_slide(presentation.slide_layouts[5])


@pytest.mark.slow
def test_titles_lists_and_notes_are_translated(tmp_path: Path) -> None:
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[1])
    slide.shapes.title.text = "A title"
    slide.placeholders[1].text = "first\nsecond"
    slide.notes_slide.notes_text_frame.text = "a note"

    result = opened(shouted(tmp_path, "pptx", saved(presentation))).slides[0]

    assert result.shapes.title.text == "A TITLE"
    assert result.placeholders[1].text == "FIRST\nSECOND"
    assert result.notes_slide.notes_text_frame.text == "A NOTE"


@pytest.mark.slow
def test_looks_links_and_line_breaks_stay(tmp_path: Path) -> None:
    presentation, slide = presentation_with_slide()
    paragraph = slide.shapes.add_textbox(*BOX).text_frame.paragraphs[0]
    paragraph.add_run().text = "The "
    bold = paragraph.add_run()
    bold.text, bold.font.bold = "big", True
    link = paragraph.add_run()
    link.text, link.hyperlink.address = " house", "https://a.example/"
    paragraph.add_line_break()
    paragraph.add_run().text = "below"

    result = opened(shouted(tmp_path, "pptx", saved(presentation))).slides[0].shapes[1].text_frame.paragraphs[0]

    assert result.text == "THE BIG HOUSE\vBELOW"
    assert [run.text for run in result.runs if run.font.bold] == ["BIG"]
    assert [run.text.strip() for run in result.runs if run.hyperlink.address] == ["HOUSE"]


def test_tables_groups_and_charts_are_translated(tmp_path: Path) -> None:
    presentation, slide = presentation_with_slide()
    slide.shapes.add_table(1, 1, *BOX).table.cell(0, 0).text = "cell"
    slide.shapes.add_group_shape().shapes.add_textbox(*BOX).text_frame.text = "grouped"
    data = CategoryChartData()
    data.categories = ["a"]
    data.add_series("s", [1])
    chart = slide.shapes.add_chart(XL_CHART_TYPE.PIE, *BOX, data).chart
    chart.chart_title.text_frame.text = "a chart"

    shapes = opened(shouted(tmp_path, "pptx", saved(presentation))).slides[0].shapes

    assert shapes[1].table.cell(0, 0).text == "CELL"
    assert shapes[2].shapes[0].text_frame.text == "GROUPED"
    assert shapes[3].chart.chart_title.text_frame.text == "A CHART"
    assert list(shapes[3].chart.plots[0].categories) == ["A"]
    assert shapes[3].chart.plots[0].series[0].name == "S"
    assert list(shapes[3].chart.plots[0].series[0].values) == [1]
    assert notes_of(tmp_path, "pptx", saved(presentation)) == [
        "The data sheet of 1 chart is not translated; editing it brings the former names back."
    ]


@pytest.mark.slow
def test_prompts_of_masters_stay_and_their_own_texts_are_translated(tmp_path: Path) -> None:
    presentation = pptx.Presentation()
    layout = presentation.slide_layouts[0]
    box = pptx.Presentation().slides.add_slide(layout).shapes.add_textbox(*BOX)
    box.text_frame.text = "Confidential"
    layout.shapes._spTree.append(box._element)
    prompt = layout.placeholders[0].text_frame.text

    result = opened(shouted(tmp_path, "pptx", saved(presentation))).slide_layouts[0]

    assert result.placeholders[0].text_frame.text == prompt
    assert result.shapes[-1].text_frame.text == "CONFIDENTIAL"


def test_the_language_of_proofing_follows(tmp_path: Path) -> None:
    presentation, slide = presentation_with_slide()
    slide.shapes.title.text = "A title"
    slide.shapes.title.text_frame.paragraphs[0].runs[0]._r.get_or_add_rPr().set("lang", "en-US")

    result = shouted(tmp_path, "pptx", saved(presentation), target_lang="de")

    assert b'lang="de"' in members(result)["ppt/slides/slide1.xml"]
