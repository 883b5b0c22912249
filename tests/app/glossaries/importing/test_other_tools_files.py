"""Files of other tools dropped on the window: what the dialog says about them, and what the grid has afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.program import Program, at_rest
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.ui.glossaries.importing.import_dialog import ImportDialog
from termdesk.ui.glossaries.importing.review_dialog import ReviewDialog
from termdesk.ui.glossaries.sheet.item_roles import LANGUAGE_ROLE

MULTITERM = """<?xml version="1.0" encoding="UTF-16"?><mtf><conceptGrp><concept>1</concept>
<transacGrp><transac type="origination">ann</transac><date>2021-03-01T11:21:32</date></transacGrp>
<descripGrp><descrip type="Subject">law</descrip></descripGrp>
<languageGrp><language lang="EN-US" type="English (United States)"/><termGrp><term>contract</term></termGrp>
</languageGrp><languageGrp><language lang="DE" type="German"/><termGrp><term>Vertrag</term><descripGrp>
<descrip type="Status">preferred</descrip></descripGrp></termGrp><termGrp><term>Kontrakt</term><descripGrp>
<descrip type="Status">deprecated</descrip>
</descripGrp></termGrp></languageGrp>
<languageGrp><language lang="AR" type="Arabic"/><termGrp><term>عقد</term></termGrp></languageGrp></conceptGrp>
<conceptGrp><concept>2</concept><languageGrp><language lang="EN-US" type="English (United States)"/><termGrp>
<term>court</term></termGrp></languageGrp><languageGrp><language lang="DE" type="German"/><termGrp><term>Gericht</term>
</termGrp></languageGrp></conceptGrp><conceptGrp><concept>3</concept></conceptGrp></mtf>"""
UTX = (
    "#UTX 1.20; en-US/ja-JP; 2016-08-03; copyright: AAMT (2016)\n#src\ttgt\tsrc:pos\tterm status\ttgt:comment\n"
    "tree\t木\tnoun\tapproved\ttall\ntree\t樹\tnoun\tforbidden\t\ntwig\t小枝\tnoun\tprovisional\t\n"
)
PO = (
    'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    '#. Shown in the menu\nmsgctxt "menu"\nmsgid "Open"\nmsgstr "Öffnen"\n\n'
    'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "%d Datei"\nmsgstr[1] "%d Dateien"\n\n'
    '#, fuzzy\nmsgid "Close"\nmsgstr "Zu"\n\nmsgid "broken\nmsgstr "kaputt"\n'
)
XLIFF = """<xliff version="1.2" xmlns:mq="MQXliff"><file original="a.doc" source-language="en-GB" target-language="ar">
<body><trans-unit id="1" mq:status="ManuallyConfirmed"><source>the <g id="1">roof</g></source><target>السقف</target>
</trans-unit><trans-unit id="2" mq:status="Pretranslated"><source>wall</source><target>جدار</target></trans-unit>
<trans-unit id="3" mq:status="ManuallyConfirmed"><source>The house stands on a hill.</source>
<target>البيت على تل.</target></trans-unit></body></file></xliff>"""

FILES = {
    "base.xml": (
        MULTITERM.encode("utf-16"),
        [("contract", "Vertrag"), ("contract", "Kontrakt"), ("court", "Gericht")],
        ["rejected lines: 1", "forbidden: 1", "not read: transac origination (1)"],
    ),
    "garden.utx": (
        UTX.encode(),
        [("tree", "木"), ("tree", "樹"), ("twig", "小枝")],
        ["forbidden: 1", "unknown status, kept in the note: 1", "not read: src:pos: 3"],
    ),
    "tool.po": (
        PO.encode(),
        [("Open", "Öffnen"), ("%d file", "%d Datei"), ("%d files", "%d Dateien")],
        [
            "English is assumed",
            "fuzzy messages, left out: 1",
            "contexts, kept in notes: 1",
            "rejected lines: 1",
        ],
    ),
    "house.mqxliff": (
        XLIFF.encode(),
        [("the roof", "السقف"), ("The house stands on a hill.", "البيت على تل.")],
        ["not read: segments whose translation is not finished", "not read: g in a source (1)"],
    ),
}


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_what_other_tools_wrote_comes_in_and_nothing_of_it_is_silent(
    program: Program, tmp_path: Path, name: str
) -> None:
    content, expected, words = FILES[name]
    path = tmp_path / name
    path.write_bytes(content)

    program.drop(path)
    dialog = program.dialog(ImportDialog)
    program.until(dialog.accept_button.isEnabled)
    said = dialog.page.summary.text()
    program.picture(f"import {name}", dialog)
    dialog.page.leave_rejected_rows_out.setChecked(True)
    program.click(dialog.accept_button)
    if dialog.page.preview.rejected_rows:
        review = program.dialog(ReviewDialog)
        program.picture(f"review {name}", review)
        program.click(review.accept_button)
    program.until(lambda: program.controller.glossaries.page is not None and at_rest(program))
    program.picture(f"imported {name}")

    assert [each for each in words if each not in said] == []
    assert list(program.page.dictionary.entries) == expected


def test_of_a_memory_only_short_texts_come_in_where_that_is_chosen(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "house.mqxliff"
    path.write_bytes(XLIFF.replace("on a hill", "on a hill above the town").encode())

    program.drop(path)
    dialog = program.dialog(ImportDialog)
    program.until(dialog.accept_button.isEnabled)
    assert dialog.page.reading.longest.isVisible()
    assert [dialog.page.rows.item(0, column).data(LANGUAGE_ROLE) for column in (0, 1)] == ["en-GB", "ar"]
    dialog.page.reading.longest.setCurrentIndex(dialog.page.reading.longest.findData(30))
    dialog.page.reading.longest.activated.emit(dialog.page.reading.longest.currentIndex())
    program.until(lambda: dialog.page.preview.choices.longest == 30 and dialog.accept_button.isEnabled())
    program.click(dialog.accept_button)
    program.until(lambda: program.controller.glossaries.page is not None and at_rest(program))

    assert list(program.page.dictionary.entries) == [("the roof", "السقف")]
    assert program.page.dictionary.entries.detail(0) == EntryDetail()
