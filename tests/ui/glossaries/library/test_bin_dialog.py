"""Deleted dictionaries are restored, even if the dialog closes at once, or deleted permanently after a question."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget

from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.ui.glossaries.library.bin_dialog import BinDialog
from termdesk.ui.shell.jobs import Jobs

Rest = Callable[[], None]
Answer = Callable[[str], str]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]


@pytest.fixture
def restored() -> list[bool]:
    return []


@pytest.fixture
def dialog(
    window: QWidget,
    use_cases: LazyUseCases,
    jobs: Jobs,
    draft: Draft,
    finish: Finish,
    at_rest: Rest,
    restored: list[bool],
) -> BinDialog:
    for name in ("Law", "Rail"):
        finish(use_cases.library.delete_glossary(draft(name, {"de": [("a", "A")], "fr": [("a", "A")]})))
    made = BinDialog(window, use_cases.bin, jobs, on_restored=lambda _edits: restored.append(True))
    made.open()
    at_rest()
    return made


def names(dialog: BinDialog) -> list[str]:
    return [dialog.table.item(row, 0).text() for row in range(dialog.table.rowCount())]


def library(use_cases: LazyUseCases, finish: Finish) -> dict[str, int]:
    return {each.name: each.row_count for each in finish(use_cases.library.local_summaries())}


@pytest.mark.slow
def test_the_latest_stands_first_and_is_chosen(dialog: BinDialog) -> None:
    assert names(dialog) == ["Rail", "Law"]
    assert {item.row() for item in dialog.table.selectedItems()} == {0}
    assert dialog.restore_button.isEnabled()


def test_what_is_brought_back_leaves_the_bin(
    dialog: BinDialog, use_cases: LazyUseCases, finish: Finish, at_rest: Rest, restored: list[bool]
) -> None:
    dialog.restore_button.click()
    assert not dialog.restore_button.isEnabled(), "a second time would end the first half way"
    at_rest()

    assert names(dialog) == ["Law"]
    assert library(use_cases, finish) == {"Rail": 2}
    assert restored == [True]


@pytest.mark.slow
def test_several_come_back_although_the_dialog_closes_at_once(
    dialog: BinDialog, use_cases: LazyUseCases, finish: Finish, at_rest: Rest, restored: list[bool]
) -> None:
    dialog.table.selectAll()

    dialog.restore_button.click()
    dialog.accept()
    at_rest()

    assert library(use_cases, finish) == {"Law": 2, "Rail": 2}
    assert restored == [True]


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(("button", "left"), [("question_accept", ["Rail"]), ("question_cancel", ["Rail", "Law"])])
def test_deleting_for_good_is_asked_about_and_names_what_goes(
    dialog: BinDialog,
    use_cases: LazyUseCases,
    finish: Finish,
    answer: Answer,
    at_rest: Rest,
    button: str,
    left: list[str],
) -> None:
    dialog.table.selectRow(1)

    dialog.forget_button.click()
    answer(button)
    at_rest()

    assert names(dialog) == left
    assert [each.name for each in finish(use_cases.bin.all())] == left
    assert library(use_cases, finish) == {}


def test_an_empty_bin_says_so_and_offers_nothing(
    window: QWidget, use_cases: LazyUseCases, jobs: Jobs, at_rest: Rest
) -> None:
    dialog = BinDialog(window, use_cases.bin, jobs, on_restored=lambda _edits: None)
    dialog.open()
    at_rest()

    assert dialog.words.text()
    assert not dialog.restore_button.isEnabled()
    assert not dialog.forget_button.isEnabled()
