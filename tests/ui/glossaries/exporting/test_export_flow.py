"""A dictionary is exported to the chosen file, in the format of its extension, after a note about losses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.exporting.export import PLAIN_FORM, FileForm, export_formats
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.exporting.export_flow import (
    MOST_FORMAT_LOSSES,
    export_filters,
    file_name,
    may_lose,
)
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.shell.notices import Notices
from termdesk.ui.widgets.dialogs import Question

Rest = Callable[[], None]
Answer = Callable[[str], str]
Pick = Callable[[Path], None]
Opened = Callable[[type[Any]], Any]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]
EN_DE = LanguagePair("en", "de")


@pytest.fixture
def shown(pane: GlossariesPane, use_cases: LazyUseCases, draft: Draft, finish: Finish) -> GlossariesPane:
    """The pane with a dictionary in front."""
    rail = draft("Rail", {"de": [("train", "Zug"), ("track", "=Gleis")]})
    finish(pane.show_dictionary(finish(use_cases.library.open(rail, EN_DE))))
    return pane


@pytest.mark.slow
def test_what_is_in_front_becomes_a_file_and_that_is_told(
    shown: GlossariesPane, pick: Pick, at_rest: Rest, notices: Notices, tmp_path: Path
) -> None:
    shown.ask_export()
    pick(tmp_path / "rail.csv")
    at_rest()

    assert "train,Zug" in (tmp_path / "rail.csv").read_text("utf-8").splitlines()
    assert str(tmp_path / "rail.csv") in notices.texts()[0]
    assert len(notices.texts()[0].splitlines()) == 2, "a phrase begins like a formula"


@pytest.mark.slow
def test_an_edit_of_the_moment_before_is_in_the_file(
    shown: GlossariesPane, pick: Pick, at_rest: Rest, tmp_path: Path
) -> None:
    assert shown.page is not None
    shown.page.edits.set_cells([(0, TARGET, "Bahn")], "Edit")

    shown.ask_export()
    pick(tmp_path / "rail.tsv")
    at_rest()

    assert "train\tBahn" in (tmp_path / "rail.tsv").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(("button", "is_replaced"), [("question_accept", True), ("question_cancel", False)])
def test_an_ending_that_is_added_is_asked_about_where_that_file_is(
    shown: GlossariesPane, pick: Pick, answer: Answer, at_rest: Rest, tmp_path: Path, button: str, is_replaced: bool
) -> None:
    ending, _form = next(iter(export_filters().values()))
    (tmp_path / f"rail{ending}").write_text("old")

    shown.ask_export()
    pick(tmp_path / "rail")
    answer(button)
    at_rest()

    assert ((tmp_path / f"rail{ending}").read_text("utf-8") != "old") is is_replaced


def test_every_format_and_every_form_of_a_format_is_offered() -> None:
    filters = list(export_filters().values())

    assert {ending for ending, _form in filters} == set(export_formats())
    assert [form for ending, form in filters if ending == ".csv"] == [
        PLAIN_FORM,
        FileForm(is_for_spreadsheets=True),
        FileForm(is_for_spreadsheets=True, is_all_text=True),
        FileForm(";", is_for_spreadsheets=True),
        FileForm(";", is_for_spreadsheets=True, is_all_text=True),
        FileForm(is_for_spreadsheets=True, has_details=True),
    ]
    assert [form for ending, form in filters if ending == ".tbx"] == [PLAIN_FORM, FileForm(is_older_tbx=True)]


@pytest.mark.slow
def test_exports_begin_in_the_folder_of_the_last_export_not_of_an_import(
    shown: GlossariesPane, pick: Pick, opened: Opened, at_rest: Rest, tmp_path: Path
) -> None:
    imported, exported = tmp_path / "from", tmp_path / "to"
    imported.mkdir()
    exported.mkdir()
    memory = shown._remembered
    memory.folder, memory.export_folder = str(imported), ""

    shown.ask_export()
    assert Path(opened(QFileDialog).directory().absolutePath()) != imported
    pick(exported / "rail.tsv")
    at_rest()
    shown.ask_export()

    assert Path(opened(QFileDialog).directory().absolutePath()) == exported
    assert memory.folder == str(imported)
    pick(exported / "rail2.tsv")
    at_rest()


@pytest.mark.slow
def test_the_form_of_a_filter_is_written(
    shown: GlossariesPane, pick: Pick, opened: Opened, at_rest: Rest, tmp_path: Path
) -> None:
    words = next(words for words, (_ending, form) in export_filters().items() if form.is_older_tbx)

    shown.ask_export()
    opened(QFileDialog).selectNameFilter(words)
    pick(tmp_path / "rail.tbx")
    at_rest()
    shown.ask_export()
    opened(QFileDialog).selectNameFilter(words)
    # A typed extension takes precedence over the filter.
    pick(tmp_path / "rail.csv")
    at_rest()

    assert b"<martif" in (tmp_path / "rail.tbx").read_bytes()
    assert not (tmp_path / "rail.csv").read_bytes().startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize(("count", "lines"), [(1, 1), (MOST_FORMAT_LOSSES, 8), (MOST_FORMAT_LOSSES + 5, 9)])
def test_of_many_losses_the_first_are_named_and_the_others_counted(
    window: QWidget, qt_loop: asyncio.AbstractEventLoop, qtbot: QtBot, opened: Opened, count: int, lines: int
) -> None:
    task = qt_loop.create_task(may_lose(window, [f"loss {number}" for number in range(count)]))
    question = opened(Question)
    words = question.findChild(QLabel, "question_text")
    assert words is not None
    shown = words.text().splitlines()

    question.accept_button.click()
    qtbot.waitUntil(task.done)

    assert len(shown) == lines
    assert count <= MOST_FORMAT_LOSSES or "5" in shown[-1]
    assert task.result() is True


def test_without_losses_nothing_is_asked(window: QWidget, finish: Finish) -> None:
    assert finish(may_lose(window, [])) is True


@pytest.mark.parametrize(
    ("name", "safe"), [("Rail.en-de.tsv", "Rail.en-de.tsv"), ("a/b: c?.en-de.tsv", None), ("..tsv", None)]
)
def test_a_file_name_has_nothing_that_folders_refuse(name: str, safe: str | None) -> None:
    made = file_name(name)

    assert made.endswith(".tsv")
    assert not set(made) & set('/\\:?*"<>|')
    assert safe is None or made == safe
    assert made != ".tsv"
