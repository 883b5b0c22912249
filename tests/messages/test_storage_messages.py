from __future__ import annotations

import pytest

from termdesk.messages.message import Message
from termdesk.messages.storage_messages import DamageMessage, StorageMessage


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (DamageMessage.CHANGED_PAGES(1, total=9), "1 of 9 pages is not as it was written"),
        (DamageMessage.CHANGED_PAGES(2, total=9), "2 of 9 pages are not as they were written"),
        (DamageMessage.LOST_END(1, last=7), "1 saved edit is missing, number 7"),
        (DamageMessage.LOST_END(2_000, last=2_007), "2,000 saved edits are missing, up to number 2,007"),
        (DamageMessage.BROKEN_REFERENCES(1), "1 row refers to another that is missing"),
    ],
)
def test_damage_is_counted(message: Message, expected: str) -> None:
    assert message == expected


def test_all_damage_of_a_file_is_named() -> None:
    found = [DamageMessage.MISSING(), DamageMessage.BROKEN_REFERENCES(2)]

    message = StorageMessage.IS_DAMAGED(path="/a.sqlite", reason=found)

    assert message == "/a.sqlite is damaged: it is missing, 2 rows refer to others that are missing."
