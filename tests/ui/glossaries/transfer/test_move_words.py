"""The sentences about a move fit one glossary and several, drafts and glossaries of a service."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from termdesk.application.glossaries.transfer.transfer_plan import TransferPlan
from termdesk.ui.glossaries.transfer.move_words import confirmation, deletion_words, new_id_words
from ui.glossaries.transfer.test_transfer_dialog import glossary, plan

ONE, SEVERAL = "it on this computer.", "them on this computer."


@pytest.mark.parametrize(
    ("published", "drafts", "deleted", "kept"),
    [
        (1, 0, "the original is deleted on its service, in 1 call;", ONE),
        (0, 1, "the original is deleted;", ONE),
        (2, 0, "the originals are deleted on their service, in 2 calls;", SEVERAL),
        (1, 1, "the originals are deleted on their service, in 1 call;", SEVERAL),
        (0, 2, "the originals are deleted;", SEVERAL),
    ],
)
def test_it_is_said_when_originals_are_deleted(
    qapp: QApplication, published: int, drafts: int, deleted: str, kept: str
) -> None:
    words = deletion_words(_moved(published, drafts))

    assert deleted in words
    assert words.endswith(kept)


@pytest.mark.parametrize(
    ("published", "drafts", "lost", "using"),
    [
        (1, 0, "the id of the glossary", "using it where it is now. Type “Law 0”"),
        (1, 1, "the id of the glossary", "using it where it is now. Type “move 2”"),
        (2, 0, "the ids of the glossaries", "using them where they are now. Type “move 2”"),
    ],
)
def test_only_what_is_on_a_service_loses_its_id_and_takes_a_word(
    qapp: QApplication, published: int, drafts: int, lost: str, using: str
) -> None:
    moved = _moved(published, drafts)
    word, asked = confirmation(moved)

    assert lost in new_id_words(moved)
    assert using in asked
    assert f"“{word}”" in asked


def test_drafts_lose_no_id_and_take_no_word(qapp: QApplication) -> None:
    assert new_id_words(_moved(0, 2)) == ""
    assert confirmation(_moved(0, 2)) == ("", "")


def _moved(published: int, drafts: int) -> TransferPlan:
    given = [glossary(f"Law {number}") for number in range(published)]
    return plan(*given, *(glossary(f"Rail {number}", is_published=False) for number in range(drafts)), is_move=True)
