"""Messages about engines arrive as messages, also through JSON, and nothing else becomes one."""

from __future__ import annotations

import json

import pytest

from termdesk.messages.engine_messages import EngineFact, message_of, message_record
from termdesk.messages.message import Message

MESSAGES = (
    EngineFact.READY(),
    EngineFact.TRAINED(name="water {1}"),
    EngineFact.TRANSLATES_PAIRS(pairs=["en–es", "es–en"]),
    EngineFact.TRANSLATES_AS_TRAINED(1_200, source="en", target="fi", words=93, exact=12),
    EngineFact.IMPROVES(languages=["en-US", EngineFact.LIMITED(language="ko")]),
)


@pytest.mark.parametrize("message", MESSAGES)
def test_a_message_is_the_same_after_its_way_through_json(message: Message) -> None:
    arrived = message_of(json.loads(json.dumps(message_record(message))))

    assert isinstance(arrived, Message)
    assert (arrived, arrived.kind, arrived.number) == (message, message.kind, message.number)
    assert message_record(arrived) == message_record(message)


def test_texts_that_are_no_messages_have_no_record() -> None:
    assert message_record("Apache-2.0") is None


@pytest.mark.parametrize(
    "record",
    [
        None, "READY", {}, {"kind": "SLEEPS", "number": -1, "values": {}},
        {"kind": "READY", "number": "x", "values": {}},
        {"kind": "TRAINED", "number": -1, "values": {}}, {"kind": "READY", "number": -1, "values": []},
        {"kind": "TRAINED", "number": -1, "values": {"name": None}}, {"kind": ["READY"], "number": -1, "values": {}},
    ],
)  # fmt: skip
def test_records_of_another_version_are_no_messages(record: object) -> None:
    assert message_of(record) is None
