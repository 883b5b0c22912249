from __future__ import annotations

import pytest

from termdesk.messages.message import Message
from termdesk.messages.service_messages import AnswerMessage, RequestMessage


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (AnswerMessage.TEXTS_MISSING(1, expected=2), "1 text came back of 2 that were sent."),
        (AnswerMessage.ENTRIES_MISSING(7, expected=1_200), "7 entries came of the 1,200 that the service counts."),
        (RequestMessage.TOO_LARGE(10_241, limit=10_240), "The request has 10,241 bytes; at most 10,240 are allowed."),
        (RequestMessage.TOO_MANY_TEXTS(0, most=50), "0 texts were given; one request takes 1 to 50."),
    ],
)
def test_what_is_too_much_or_too_little_is_counted(message: Message, expected: str) -> None:
    assert message == expected
