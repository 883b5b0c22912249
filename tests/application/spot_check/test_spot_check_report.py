"""Reports as HTML, XLSX and JSON hold the whole result."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html
from openpyxl import load_workbook

from support.files.file_modes import modes_under_umask
from support.spot_check_results import made_result, with_baseline, with_baseline_of_another_glossary
from termdesk.application.spot_check.spot_check_report import ENDINGS, report_html, report_json, write_report
from termdesk.domain.errors import StorageFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress


def test_json_has_every_sentence_and_entry() -> None:
    read = json.loads(report_json(with_baseline(made_result())))

    assert (read["set"], read["client"], read["glossary"]) == ("Water <1>", "ACME", "Water")
    assert (read["before"], read["after"]) == ("none", "draft")
    assert (read["fulfilled"], read["decided"], round(read["adherence"], 2)) == (2, 3, 0.67)
    assert read["sentences"][0]["after"] == "La bomba y la llave."
    assert [(each["source"], each["state"], each["used"]) for each in read["entries"]] == [
        ("valve", "missed", 0),
        ("pump", "used inflected", 2),
        ("well", "never seen", 0),
    ]
    assert [each["state_before"] for each in read["entries"]] == ["missed", "missed", None]
    reason = "“válvula” is not in the translation"
    assert read["entries"][0]["reason"] == reason
    assert read["entries"][0]["occurrences"] == [
        {
            "sentence": 1,
            "state": "missed",
            "found_as": "exact",
            "reason": reason,
            "uncertain": False,
            "verdict": None,
        }
    ]
    assert [each["found_as"] for each in read["entries"][1]["occurrences"]] == ["exact", "inflected"]
    assert read["entries"][2]["reason"] is None
    assert read["baseline"]["moved"][0]["after"] == "missed"
    assert json.loads(report_json(made_result()))["baseline"] is None


def test_a_report_says_that_this_computer_bills_nothing() -> None:
    page = html.fromstring(report_html(replace(made_result(), is_billed=False)))
    assert "Characters: 62 estimated, 62 counted on this computer, not billed" in page.text_content()


def test_entries_in_html_are_written_in_the_direction_of_their_language() -> None:
    made = with_baseline(made_result())
    sentence_set = replace(made.request.sentence_set, pair=LanguagePair("en", "ar"))
    page = html.fromstring(report_html(replace(made, request=replace(made.request, sentence_set=sentence_set))))

    terms, _sentences, moves = page.findall(".//table")
    for table in (terms, moves):
        cells = [cell.find("div") for cell in table.findall("tr")[1].findall("td")[:2]]
        assert [(cell.get("lang"), cell.get("dir")) for cell in cells] == [("en", "ltr"), ("ar", "rtl")]
    assert "1 entry is in no sentence." in page.text_content()


def test_html_escapes_texts_and_marks_what_differs() -> None:
    page = html.fromstring(report_html(with_baseline(made_result())))
    assert "Compared: without the glossary and with the " in page.text_content()

    assert "Baseline: 100%, made on 2026-03-04" in page.text_content()
    assert "Characters: 62 estimated, 62 billed" in page.text_content()

    assert page.findtext(".//h1") == "Spot-check: Water <1>"
    assert [each.text for each in page.iter("del")] == ["El inflador"]
    assert [each.text for each in page.iter("ins")] == ["La bomba"]
    cells = [each.text_content() for each in page.iter("td")]
    assert "The pump & the valve." in cells
    assert "valve → válvula" in cells
    assert "“válvula” is not in the translation" in cells
    assert not list(page.iter("script"))


def test_a_report_without_moves_says_so() -> None:
    result = with_baseline(made_result())
    assert result.baseline is not None
    unmoved = replace(result, baseline=replace(result.baseline, moves=()))

    assert "No entry has moved." in report_html(unmoved)
    assert "No entry has moved." not in report_html(result)
    assert "No entry has moved." not in report_html(with_baseline_of_another_glossary(made_result()))


def test_a_workbook_has_a_sheet_for_each_table(tmp_path: Path) -> None:
    path = tmp_path / "report.xlsx"

    write_report(NoProgress(), with_baseline(made_result()), path)

    workbook = load_workbook(path)
    facts = {row[0].value: row[1].value for row in workbook["Overview"].iter_rows(min_row=2)}
    assert facts == {
        "Set": "Water <1>",
        "Client": "ACME",
        "Glossary": "Water, en → es",
        "Compared": "without the glossary and with the draft",
        "Adherence": "67% (2 of 3)",
        "Sentences": "2, 1 is translated differently",
        "Characters": "62 estimated, 62 billed",
        "Baseline": "100%, made on 2026-03-04",
        "Entries since the baseline": "1 entry moved",
        "Sentences since the baseline": "0 are translated differently",
        "Note": "A note.",
    }
    assert workbook.sheetnames == ["Overview", "Sentences", "Terms", "Since the baseline"]
    terms = [[cell.value for cell in row] for row in workbook["Terms"].iter_rows()]
    assert terms[1] == ["valve", "válvula", "missed", 0, 1, "missed", "“válvula” is not in the translation"]
    assert list(tmp_path.iterdir()) == [path]


def test_a_report_whose_name_is_that_of_a_folder_is_refused_in_words(tmp_path: Path) -> None:
    for ending in ENDINGS:
        folder = tmp_path / f"report{ending}"
        folder.mkdir()
        with pytest.raises(StorageFailed):
            write_report(NoProgress(), made_result(), folder)

    assert {each.name for each in tmp_path.iterdir()} == {f"report{ending}" for ending in ENDINGS}


def test_the_ending_decides_the_format(tmp_path: Path) -> None:
    for name, beginning in (("a.json", "{"), ("a.HTML", "<!doctype html>")):
        write_report(NoProgress(), made_result(), tmp_path / name)
        assert (tmp_path / name).read_text("utf-8").startswith(beginning)


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_a_report_is_readable_by_whom_the_umask_admits(tmp_path: Path) -> None:
    with modes_under_umask(0o027, tmp_path) as modes:
        for ending in ("html", "json", "xlsx"):
            write_report(NoProgress(), made_result(), tmp_path / f"report.{ending}")

    assert modes == {"report.html": 0o640, "report.json": 0o640, "report.xlsx": 0o640}


def test_reports_say_that_the_baseline_was_made_with_another_glossary(tmp_path: Path) -> None:
    result = with_baseline_of_another_glossary(made_result())
    path = tmp_path / "report.xlsx"
    write_report(NoProgress(), result, path)

    baseline = json.loads(report_json(result))["baseline"]

    assert (baseline["glossary"], baseline["is_compared"], baseline["moved"]) == ("Other terms", False, [])
    assert "was made with the glossary “Other terms”" in baseline["notes"][0]
    assert "was made with the glossary “Other terms”" in report_html(result)
    assert load_workbook(path).sheetnames == ["Overview", "Sentences", "Terms"]
