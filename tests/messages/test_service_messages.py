from __future__ import annotations

import pytest

from termdesk.messages.message import Message
from termdesk.messages.service_messages import AnswerMessage, RequestMessage


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (AnswerMessage.TEXTS_MISSING(2, got=1), "2 texts were sent, but 1 came back."),
        (AnswerMessage.TEXTS_MISSING(1, got=0), "1 text was sent, but 0 came back."),
        (AnswerMessage.ENTRIES_MISSING(1_200, got=7), "The service counts 1,200 entries, but sent 7."),
        (AnswerMessage.ENTRIES_MISSING(1, got=0), "The service counts 1 entry, but sent 0."),
        (RequestMessage.TOO_LARGE(10_241, limit=10_240), "The request has 10,241 bytes; at most 10,240 are allowed."),
        (RequestMessage.TOO_MANY_TEXTS(0, most=50), "0 texts were given; one request takes 1 to 50."),
    ],
)
def test_what_is_too_much_or_too_little_is_counted(message: Message, expected: str) -> None:
    assert message == expected
