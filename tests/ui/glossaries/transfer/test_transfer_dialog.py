"""The plan of a transfer: what is transferred, what stays and why, the names, and what has to be typed."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.glossaries.transfer.transfer_plan import PlannedDictionary, PlannedGlossary, TransferPlan
from termdesk.client.wire import DictionaryRecord, GlossaryRecord
from termdesk.domain.language.language import LanguagePair
from termdesk.messages.glossary_messages import PublishFailure
from termdesk.storage.transfer.transfers import TransferRecord
from termdesk.ui.glossaries.transfer.transfer_dialog import TransferDialog

Shown = Callable[[TransferPlan], TransferDialog]
EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")
NO_FRENCH = PublishFailure.NO_GLOSSARIES_INTO(service="Agency", language="French")
BEGUN = TransferRecord("t1", "local", "g1", "custom agency", "local-2", "Law", (EN_DE,), is_move=False)


def glossary(
    name: str, *, copy: str = "", is_published: bool = True, record: TransferRecord | None = None, left_out: str = ""
) -> PlannedGlossary:
    """Return a glossary with one dictionary to transfer, and one that stays if `left_out` gives a reason."""
    key = name if is_published else f"local-{name}"
    listed = GlossaryRecord(name, name, (DictionaryRecord("en", "de", 1_204),)) if is_published else None
    summary = GlossarySummary(key, name if is_published else None, name, listed)
    reasons = {EN_DE: "", **({EN_FR: left_out} if left_out else {})}
    dictionaries = [
        PlannedDictionary(DictionarySummary(pair, 1_204, is_on_service=is_published), "hash", 1_204, 20_000, reason)
        for pair, reason in reasons.items()
    ]
    return PlannedGlossary(summary, copy or name, tuple(dictionaries), bool(copy), record)


def plan(*glossaries: PlannedGlossary, is_move: bool = False, taken: Collection[str] = ()) -> TransferPlan:
    return TransferPlan("Agency (terms.example.org)", is_move, glossaries, frozenset(taken))


@pytest.fixture
def shown(window: QWidget) -> Shown:
    def show(given: TransferPlan) -> TransferDialog:
        dialog = TransferDialog(window, given, service="Agency")
        dialog.show()
        return dialog

    return show


def text(dialog: TransferDialog, name: str) -> str:
    """Return the text of a label; empty if the label is not visible."""
    label = dialog.findChild(QLabel, name)
    return label.text() if label is not None and label.isVisible() else ""


def rename(dialog: TransferDialog, row: int, name: str) -> None:
    item = dialog.table.item(row, 1)
    assert item is not None
    item.setText(name)


def test_it_tells_what_goes_where_and_what_stays(shown: Shown) -> None:
    dialog = shown(plan(glossary("Law", left_out=NO_FRENCH)))

    assert text(dialog, "transfer_facts") == (
        "Agency (terms.example.org) · 1 dictionary · 1,204 entries · 20 KiB · sent in 2 calls"
    )
    assert [dialog.table.item(0, column).text() for column in range(4)] == ["Law", "Law", str(EN_DE), "1,204"]
    left_out = dialog.findChild(QWidget, "transfer_left_out")
    assert left_out is not None
    assert [left_out.item(0, column).text() for column in range(2)] == [f"Law ({EN_FR})", NO_FRENCH]  # type: ignore[attr-defined]
    assert dialog.accept_button.isEnabled()
    assert dialog.accept_button.text() == "Copy"


def test_a_name_that_is_taken_is_told_and_cannot_be_chosen(shown: Shown) -> None:
    dialog = shown(plan(glossary("Law", copy="Law (2)"), glossary("Rail"), taken=["Law"]))
    assert "already has Law," in text(dialog, "transfer_names")
    assert dialog.accept_button.isEnabled()

    for name in ("law", "Law (2)", " "):
        rename(dialog, 1, name)
        assert not dialog.accept_button.isEnabled(), name
    rename(dialog, 1, "Law of the sea")

    assert dialog.accept_button.isEnabled()
    assert [each.name for each in dialog.chosen.glossaries] == ["Law (2)", "Law of the sea"]


def test_several_names_that_are_taken_are_told_together(shown: Shown) -> None:
    dialog = shown(plan(glossary("Law", copy="Law (2)"), glossary("Rail", copy="Rail (2)"), taken=["Law", "Rail"]))

    assert text(dialog, "transfer_names") == (
        "Agency already has Law, Rail, so the copies get other names. Edit them in the table."
    )


def test_nothing_can_be_copied_where_everything_stays(shown: Shown) -> None:
    left_out = glossary("Law")
    only = replace(left_out, dictionaries=(replace(left_out.dictionaries[0], left_out=NO_FRENCH),))

    dialog = shown(plan(only))

    assert not dialog.accept_button.isEnabled()
    assert dialog.table.isHidden()


@pytest.mark.parametrize(("names", "word"), [(["Law"], "Law"), (["Law", "Rail"], "move 2")], ids=["one", "several"])
def test_moving_what_others_may_use_takes_a_word(shown: Shown, names: list[str], word: str) -> None:
    dialog = shown(plan(*map(glossary, names), is_move=True))
    # The original is one call of its own, for each glossary.
    deleted = (
        "the original is deleted on its service, in 1 call;"
        if len(names) == 1
        else "the originals are deleted on their service, in 2 calls;"
    )
    assert f"Only then {deleted}" in text(dialog, "transfer_move")
    assert not dialog.accept_button.isEnabled()

    assert dialog.typed is not None
    dialog.typed.field.setText(word)
    assert dialog.accept_button.isEnabled()
    rename(dialog, 0, "")
    assert not dialog.accept_button.isEnabled()


def test_moving_a_draft_takes_no_word(shown: Shown) -> None:
    assert shown(plan(glossary("Law", is_published=False), is_move=True)).accept_button.isEnabled()


def test_edits_that_are_not_published_are_said_to_be_sent(shown: Shown) -> None:
    law = glossary("Law")
    [german] = law.dictionaries
    edited = replace(law, dictionaries=(replace(german, row=replace(german.row, has_changes=True)),))

    assert "not published yet are sent, too" in text(shown(plan(edited)), "transfer_edits")
    assert text(shown(plan(law)), "transfer_edits") == ""


def test_what_was_interrupted_keeps_its_name_and_can_be_given_up(shown: Shown) -> None:
    dialog = shown(plan(glossary("Law", record=BEGUN), taken=["Law"]))

    assert "interrupted" in text(dialog, "transfer_resumed")
    item = dialog.table.item(0, 1)
    assert item is not None
    assert not item.flags() & Qt.ItemFlag.ItemIsEditable
    assert dialog.accept_button.isEnabled()
    other = dialog.findChild(QWidget, "question_other")
    assert other is not None
    other.click()  # type: ignore[attr-defined]
    assert dialog.was_other


def test_it_tells_that_copies_are_sent_and_of_when_they_are(shown: Shown) -> None:
    planned = glossary("Law")
    moment = datetime(2026, 11, 23, 12, 30, tzinfo=UTC)
    copies = tuple(replace(each, as_of=moment, reason="No connection.") for each in planned.dictionaries)

    assert "23" in text(shown(plan(replace(planned, dictionaries=copies))), "transfer_copies")
    assert not text(shown(plan(planned)), "transfer_copies")
