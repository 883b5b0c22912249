"""Doubtful rows are reviewed before an import: into an open dictionary, for several pairs, and from own exports."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QMenu

from app.program import Key, Program, at_rest
from support.shared_data import shared_file
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.review import Decision, ReviewKind
from termdesk.formats.spreadsheets import xlsx_writer
from termdesk.formats.spreadsheets.xlsx_writer import PairEntries
from termdesk.ui.glossaries.importing.import_dialog import ImportDialog
from termdesk.ui.glossaries.importing.review_dialog import ReviewDialog
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets import theme


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def is_open(program: Program) -> bool:
    return program.controller.glossaries.page is not None and at_rest(program)


def picture(program: Program, dialog: QDialog, name: str) -> None:
    """Save pictures of a dialog in light and dark, if TERMDESK_PICTURES names a folder."""
    folder = os.environ.get("TERMDESK_PICTURES")
    if not folder:
        return
    Path(folder).mkdir(parents=True, exist_ok=True)
    for choice in ("dark", "light"):
        theme.apply(program.app, choice=choice)
        dialog.grab().save(f"{folder}/{name} {choice}.png")


def dropped(program: Program, path: Path) -> ImportDialog:
    program.drop(path)
    dialog = program.dialog(ImportDialog)
    program.until(dialog.accept_button.isEnabled)
    return dialog


def brought_in(program: Program, path: Path) -> None:
    program.click(dropped(program, path).accept_button)
    program.until(lambda: is_open(program))


def reviewed(program: Program, path: Path) -> ReviewDialog:
    """Import into the open dictionary, up to the review."""
    dialog = dropped(program, path)
    dialog.page.import_target.into_open.setChecked(True)
    program.click(dialog.accept_button)
    return program.dialog(ReviewDialog)


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


@pytest.mark.slow
def test_what_comes_into_a_dictionary_is_decided_and_is_one_step_of_undo(program: Program, tmp_path: Path) -> None:
    brought_in(program, written(tmp_path, "homes.en-ar.tsv", "house\tبيت\ntree\tشجرة\nsea\tبحر\n"))
    before = list(program.page.dictionary.entries)
    other = "source,target,status,note\nhouse,دار,,\ntree,شجرة,preferred,tall\nsun,شمس,,\nsun,الشمس,,\nriver\n"

    dialog = reviewed(program, written(tmp_path, "more.en-ar.csv", other))
    assert "en → ar" in dialog.windowTitle()
    picture(program, dialog, "review arabic")
    counts = {kind: dialog.part.review.count(kind) for kind in ReviewKind}
    dialog.show_kind(None)
    dialog.table.selectRow(0)
    program.qtbot.keyClick(dialog.table, Key.Key_R)
    dialog.show_kind(ReviewKind.REJECTED)
    program.click(dialog.deciders[Decision.KEEP])
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Imported") and at_rest(program))

    entries = program.page.dictionary.entries
    assert list(counts.values()) == [0, 2, 0, 2, 1, 1]
    assert list(entries) == [("house", "دار"), ("tree", "شجرة"), ("sea", "بحر"), ("sun", "شمس"), ("sun", "الشمس")]
    assert entries.detail(1) == EntryDetail("preferred", "tall")
    program.page.edits.history.undo()
    assert list(entries) == before
    assert not entries.details


@pytest.mark.slow
def test_the_library_counts_what_came_into_a_dictionary(program: Program, tmp_path: Path) -> None:
    brought_in(program, written(tmp_path, "homes.en-de.tsv", "house\tHaus\n"))
    dialog = dropped(program, written(tmp_path, "more.en-de.tsv", "house\tHaus\ntree\tBaum\nsea\tMeer\n"))
    dialog.page.import_target.into_open.setChecked(True)
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Imported 2 rows") and at_rest(program))
    assert program.says("1 row was there already. Undo takes the import back.")

    [summary] = program.controller.glossaries.panel.model.summaries
    assert summary.rows[0].entry_count == 3


@pytest.mark.slow
def test_ones_own_export_brings_nothing(program: Program, tmp_path: Path) -> None:
    path = shared_file("libreoffice.en-ja.tsv")
    brought_in(program, path)
    steps = program.page.edits.history.count

    dialog = reviewed(program, path)
    review = dialog.part.review
    assert review.count(ReviewKind.SAME) == len(review) == len(program.page.dictionary)
    assert not dialog.accept_button.isEnabled()
    picture(program, dialog, "review japanese same")
    program.qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    program.until(lambda: at_rest(program))

    assert program.page.edits.history.count == steps


@pytest.mark.slow
def test_a_file_of_many_languages_becomes_as_many_dictionaries(program: Program) -> None:
    dialog = dropped(program, shared_file("cldr-emoji-names.33-languages.csv"))
    dialog.page.pairs.several.setChecked(True)
    number = dialog.page.pairs.list.count()
    picture(program, dialog, "import many languages")
    for position in range(3, number):
        dialog.page.pairs.list.item(position).setCheckState(Qt.CheckState.Unchecked)
    ticked = dialog.page.pairs.ticked
    program.click(dialog.accept_button)
    program.until(lambda: is_open(program) or bool(program.open_dialogs(ReviewDialog)))
    for review in program.open_dialogs(ReviewDialog):
        picture(program, review, "review many languages")
        program.click(review.accept_button)
    program.until(lambda: is_open(program))

    summaries = program.wait_for(program.controller.use_cases.library.local_summaries())
    assert number > 25
    assert [row.pair for row in summaries[0].rows] == sorted(each.pair.roots for each in ticked)
    assert [row.entry_count for row in summaries[0].rows] == [
        each.count for each in sorted(ticked, key=lambda e: e.pair)
    ]


@pytest.mark.slow
def test_several_pairs_go_into_the_glossary_that_is_open(program: Program, tmp_path: Path) -> None:
    brought_in(program, written(tmp_path, "homes.en-de.tsv", "house\tHaus\ntree\tBaum\n"))
    sheet = written(tmp_path, "all.csv", "en,de,fr\nhouse,Gebäude,maison\nsea,See,mer\n")

    dialog = dropped(program, sheet)
    dialog.page.import_target.into_open.setChecked(True)
    dialog.page.pairs.several.setChecked(True)
    program.click(dialog.accept_button)
    review = program.dialog(ReviewDialog)
    assert [review.dictionary.itemText(position) for position in range(2)] == [
        "existing dictionary en → de",
        "new dictionary en → fr",
    ]
    review.dictionary.setCurrentIndex(1)
    assert review.part.review.count(ReviewKind.NEW) == 2
    picture(program, review, "review two dictionaries")
    program.click(review.accept_button)
    program.until(lambda: program.says("2 dictionaries") and at_rest(program))

    assert list(program.page.dictionary.entries) == [("house", "Haus"), ("tree", "Baum"), ("sea", "See")]
    (summary,) = program.wait_for(program.controller.use_cases.library.local_summaries())
    assert [(str(row.pair), row.entry_count) for row in summary.rows] == [("en → de", 3), ("en → fr", 2)]


@pytest.mark.slow
def test_several_files_that_are_dropped_come_in_by_one_dialog(program: Program, tmp_path: Path) -> None:
    first = written(tmp_path, "first.en-de.tsv", "house\tHaus\n")
    second = written(tmp_path, "glossary.en-ar.txt", "# Glossary in tab-separated format\nsea\tبحر\tblue\n")

    program.drop(first, second)
    dialog = program.dialog(ImportDialog)
    picture(program, dialog, "import several")
    dialog.list.setCurrentRow(1)
    assert dialog.page.preview.path == second
    picture(program, dialog, "import omegat")
    program.click(dialog.accept_button)
    program.until(lambda: at_rest(program))

    assert not program.open_dialogs(ImportDialog)
    assert program.says("Imported 2 rows from 2 files")
    assert program.page.dictionary.name == "glossary"
    assert program.page.dictionary.entries.detail(0).note == "blue"
    assert len(program.wait_for(program.controller.use_cases.library.local_summaries())) == 2


@pytest.mark.slow
def test_an_import_of_many_rows_shows_how_far_it_is_and_can_be_cancelled(program: Program, tmp_path: Path) -> None:
    rows = "".join(f'"phrase {number}"\tWort\textra\n' for number in range(300_000))
    path = written(tmp_path, "large.en-de.tsv", rows)

    program.drop(path)
    jobs = program.controller.window.jobs
    program.until(lambda: any(job.progress.done > 0 for job in jobs.running))
    jobs.cancel(JobKind.IMPORT)
    program.until(lambda: at_rest(program))

    assert not program.open_dialogs(ImportDialog)
    assert program.controller.glossaries.page is None


@pytest.mark.slow
def test_what_goes_into_a_dictionary_is_of_its_pair(program: Program, tmp_path: Path) -> None:
    brought_in(program, written(tmp_path, "homes.en-fr.tsv", "house\tmaison\n"))

    dialog = dropped(program, written(tmp_path, "all.csv", "en,de,fr\nsea,See,mer\n"))
    dialog.page.import_target.into_open.setChecked(True)
    program.until(lambda: dialog.page.preview.phrase_columns == (0, 2) and dialog.accept_button.isEnabled())
    assert not dialog.page.import_target.message_label.isVisible()
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Imported") and at_rest(program))
    assert list(program.page.dictionary.entries) == [("house", "maison"), ("sea", "mer")]

    other = dropped(program, written(tmp_path, "other.en-de.tsv", "sun\tSonne\n"))
    other.page.import_target.into_open.setChecked(True)
    assert "en → de" in other.page.import_target.message_label.text()
    assert other.page.import_target.message_label.isVisible()
    program.qtbot.keyClick(other, Key.Key_Escape)
    program.until(lambda: at_rest(program))


@pytest.mark.slow
def test_a_dictionary_that_stands_beside_gets_its_own_step_of_undo(program: Program, tmp_path: Path) -> None:
    pane, library = program.controller.glossaries, program.controller.use_cases.library
    brought_in(program, written(tmp_path, "homes.en-de.tsv", "house\tHaus\n"))
    (summary,) = program.wait_for(library.local_summaries())
    french = program.wait_for(library.add_dictionary(summary, LanguagePair("en", "fr")))
    program.wait_for(library.close(french))
    program.wait_for(pane.read_library())
    pane.panel.select(summary.key)
    beside = program.controller.window.window_actions["open_beside"]
    program.until(beside.isEnabled)
    beside.trigger()
    program.until(lambda: pane.beside.other is not None and at_rest(program))

    dialog = dropped(program, written(tmp_path, "all.csv", "en,de,fr\nsea,See,mer\n"))
    dialog.page.import_target.into_open.setChecked(True)
    dialog.page.pairs.several.setChecked(True)
    program.click(dialog.accept_button)
    program.until(lambda: program.says("2 dictionaries") and at_rest(program))

    pages = [page for page in (pane.page, pane.beside.other) if page is not None]
    assert {page.dictionary.entries.targets[-1] for page in pages} == {"See", "mer"}
    for page in pages:
        assert page.grid.model() is not None
        page.edits.history.undo()
    assert {tuple(page.dictionary.entries.sources) for page in pages} == {("house",), ()}


@pytest.mark.slow
def test_a_file_comes_in_while_the_wide_view_is_open(program: Program, tmp_path: Path) -> None:
    pane = program.controller.glossaries
    brought_in(program, written(tmp_path, "homes.en-de.tsv", "house\tHaus\n"))
    program.controller.window.window_actions["multilingual_view"].trigger()
    program.until(lambda: pane.table.page is not None and at_rest(program))

    dialog = dropped(program, written(tmp_path, "sea.en-ja.tsv", "sea\t海\nsun\t太陽\nsun\t日\n"))
    assert dialog.page.import_target.is_new
    program.click(dialog.accept_button)
    review = program.dialog(ReviewDialog)
    picture(program, review, "review japanese clash")
    program.click(review.accept_button)
    program.until(lambda: pane.page is not None and at_rest(program))

    assert pane.table.page is None
    assert list(program.page.dictionary.entries) == [("sea", "海"), ("sun", "太陽"), ("sun", "日")]


@pytest.mark.slow
def test_of_a_workbook_the_sheet_of_the_dictionary_is_taken(program: Program, tmp_path: Path) -> None:
    brought_in(program, written(tmp_path, "homes.en-de.tsv", "house\tHaus\n"))
    parts = {"fr": ("sea", "mer"), "de": ("sea", "See")}
    book = [PairEntries(LanguagePair("en", code), Entries.of([pair])) for code, pair in parts.items()]
    xlsx_writer.write(tmp_path / "book.xlsx", xlsx_writer.dictionary_sheets(book))

    dialog = dropped(program, tmp_path / "book.xlsx")
    assert dialog.page.reading.sheet.currentText() == "en-fr"
    dialog.page.import_target.into_open.setChecked(True)
    program.until(lambda: dialog.page.reading.sheet.currentText() == "en-de" and dialog.accept_button.isEnabled())
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Imported") and at_rest(program))

    assert list(program.page.dictionary.entries) == [("house", "Haus"), ("sea", "See")]


@pytest.mark.slow
def test_files_that_are_dropped_while_an_import_asks_do_not_end_it(program: Program, tmp_path: Path) -> None:
    first = dropped(program, written(tmp_path, "homes.en-de.tsv", "house\tHaus\n"))
    program.drop(written(tmp_path, "sea.en-fr.tsv", "sea\tmer\n"))

    program.until(lambda: program.says("sea.en-fr.tsv"))
    program.click(first.accept_button)
    program.until(lambda: program.controller.glossaries.page is not None and at_rest(program))
    assert list(program.page.dictionary.entries) == [("house", "Haus")]
    assert program.says("sea.en-fr.tsv"), "they are still offered"


def test_a_file_of_another_pair_becomes_the_next_language_of_the_open_glossary(
    program: Program, tmp_path: Path
) -> None:
    brought_in(program, written(tmp_path, "homes.en-de.tsv", "house\tHaus\n"))
    german = program.page

    dialog = dropped(program, written(tmp_path, "homes.en-fr.tsv", "house\tmaison\nsea\tmer\n"))
    assert dialog.page.import_target.into_open.isChecked(), "its name is that of the glossary"
    assert "en → fr" in dialog.page.import_target.message_label.text()
    picture(program, dialog, "import next language")
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Imported 2 rows") and at_rest(program))

    assert program.page is not german
    assert list(program.page.dictionary.entries) == [("house", "maison"), ("sea", "mer")]
    (summary,) = program.wait_for(program.controller.use_cases.library.local_summaries())
    assert [(str(row.pair), row.entry_count) for row in summary.rows] == [("en → de", 1), ("en → fr", 2)]


@pytest.mark.slow
def test_the_languages_of_a_file_that_tells_none_choose_the_dictionary(program: Program, tmp_path: Path) -> None:
    brought_in(program, written(tmp_path, "homes.en-de.tsv", "house\tHaus\n"))

    dialog = dropped_at_once(program, written(tmp_path, "more.tsv", "sea\tMeer\n"))
    assert not dialog.accept_button.isEnabled()
    dialog.page.import_target.into_open.setChecked(True)
    assert str(dialog.page.import_target.pair) == "en → de"
    assert not dialog.page.import_target.message_label.isVisible()
    dialog.page.import_target.target.choose("nl")
    dialog.page.import_target.target.chosen.emit("nl")
    assert "en → nl" in dialog.page.import_target.message_label.text()
    assert not dialog.accept_button.isEnabled(), "it is read anew"
    program.until(dialog.accept_button.isEnabled)
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Imported 1 row") and at_rest(program))

    assert str(program.page.dictionary.pair) == "en → nl"


def dropped_at_once(program: Program, path: Path) -> ImportDialog:
    program.drop(path)
    return program.dialog(ImportDialog)


@pytest.mark.slow
def test_a_file_that_cannot_be_read_does_not_keep_the_others_out(program: Program, tmp_path: Path) -> None:
    broken = [written(tmp_path, f"broken{number}.xlsx", "no spreadsheet") for number in range(4)]
    sound = written(tmp_path, "sound.en-de.tsv", "house\tHaus\n")

    program.drop(*broken, sound)
    program.click(program.dialog(ImportDialog).accept_button)
    program.until(lambda: is_open(program))

    assert program.page.dictionary.name == "sound"
    assert program.says("4 files were not imported")
    assert all(program.says(each.name) for each in broken)


@pytest.mark.slow
def test_a_folder_brings_the_files_in_it(program: Program, tmp_path: Path) -> None:
    folder = tmp_path / "lists"
    (folder / "deeper").mkdir(parents=True)
    written(folder, "readme.md", "no\tglossary\n")
    written(folder, "a.en-de.tsv", "house\tHaus\n")
    written(folder / "deeper", "b.en-fr.csv", "house,maison\n")

    program.drop(folder)
    dialog = program.dialog(ImportDialog)
    assert [dialog.list.item(row).text().split("\n")[0] for row in range(dialog.list.count())] == [
        "a.en-de.tsv",
        "b.en-fr.csv",
    ]
    program.click(dialog.accept_button)
    program.until(lambda: is_open(program) and program.page.dictionary.name == "b")

    assert len(program.wait_for(program.controller.use_cases.library.local_summaries())) == 2


@pytest.mark.slow
def test_a_dialog_may_go_while_its_file_is_read_anew(program: Program, tmp_path: Path) -> None:
    dialog = dropped(program, written(tmp_path, "homes.en-de.csv", "house,Haus\n" * 20_000))
    header = dialog.findChild(QCheckBox, "import_header")
    assert header is not None
    header.click()
    dialog.reject()
    program.until(lambda: at_rest(program))

    assert not program.open_dialogs(ImportDialog)


@pytest.mark.slow
def test_a_language_comes_into_the_glossary_that_is_open_in_the_wide_view(program: Program, tmp_path: Path) -> None:
    pane = program.controller.glossaries
    brought_in(program, written(tmp_path, "homes.en-de.tsv", "house\tHaus\n"))
    program.controller.window.window_actions["multilingual_view"].trigger()
    program.until(lambda: pane.table.page is not None and at_rest(program))

    for number, (name, text) in enumerate([("sea.en-ja.tsv", "sea\t海\n"), ("more.en-de.tsv", "sea\tMeer\n")]):
        before = pane.table.page
        dialog = dropped(program, written(tmp_path, name, text))
        dialog.page.import_target.into_open.setChecked(True)
        assert not dialog.page.import_target.message_label.isVisible(), number
        program.click(dialog.accept_button)
        program.until(lambda before=before: pane.table.page not in (None, before) and at_rest(program))

    table = pane.table.page.table
    assert [str(each.pair) for each in table.dictionaries] == ["en → de", "en → ja"]
    assert [list(each.entries) for each in table.dictionaries] == [
        [("house", "Haus"), ("sea", "Meer")],
        [("sea", "海")],
    ]


@pytest.mark.slow
def test_a_review_that_is_given_up_leaves_the_wide_view_as_it_was(program: Program, tmp_path: Path) -> None:
    pane = program.controller.glossaries
    brought_in(program, written(tmp_path, "homes.en-de.tsv", "house\tHaus\n"))
    program.controller.window.window_actions["multilingual_view"].trigger()
    program.until(lambda: pane.table.page is not None and at_rest(program))

    dialog = dropped(program, written(tmp_path, "sea.en-ja.tsv", "sea\t海\nsea\t海洋\n"))
    dialog.page.import_target.into_open.setChecked(True)
    program.click(dialog.accept_button)
    program.dialog(ReviewDialog).reject()
    program.until(lambda: pane.table.page is not None and at_rest(program))

    assert [str(each.pair) for each in pane.table.page.table.dictionaries] == ["en → de"]


@pytest.mark.slow
def test_a_file_is_imported_again_from_the_recent_files(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "colours.en-de.tsv"
    path.write_text("red\trot\n", "utf-8")
    brought_in(program, path)

    menu = program.controller.window.findChild(QMenu, "menu_recent_files")
    assert menu is not None
    menu.popup(program.controller.window.pos())
    first = menu.actions()[0]
    assert first.text() == f"&1  {path.name}"
    menu.close()
    first.trigger()

    dialog = program.dialog(ImportDialog)
    assert path.stem.partition(".")[0] in dialog.windowTitle() + dialog.page.import_target.name.text()
    dialog.reject()
    program.until(lambda: at_rest(program))
