"""A stored message is the same message again; one that nobody knows any more keeps its words."""

from __future__ import annotations

import json

import pytest

from termdesk.messages.glossary_messages import PublishFailure, TransferProgress
from termdesk.messages.message import Message
from termdesk.messages.message_record import decode_message, encode_message

PHRASES = [PublishFailure.PHRASE(phrase=each) for each in ("tap", "weir")]


@pytest.mark.parametrize(
    "message",
    [
        TransferProgress.CANCELLED(),
        PublishFailure.PARTLY_STORED(12, total=15, phrases=PHRASES),
        PublishFailure.NOT_SEEN(reason=TransferProgress.REASON(reason="Ended \udc80.")),
    ],
)
def test_a_message_comes_back_with_its_kind_and_values(message: Message) -> None:
    back = decode_message(json.loads(json.dumps(encode_message(message))))

    assert isinstance(back, Message)
    assert (back, back.kind, back.number, back.values) == (message, message.kind, message.number, message.values)


def test_plain_text_stays_plain() -> None:
    back = decode_message(encode_message("The service is full."))

    assert (back, type(back)) == ("The service is full.", str)


@pytest.mark.parametrize(
    "kind", [["gone", "TransferProgress", "ALL"], ["glossary_messages", "Gone", "ALL"], ["glossary_messages"], None]
)
def test_an_unknown_message_keeps_its_english_words(kind: list[str] | None) -> None:
    data = {**encode_message(TransferProgress.CANCELLED()), "kind": kind}

    assert decode_message(data) == "It was stopped before it was done."


def test_a_message_whose_sentence_needs_other_values_now_keeps_its_words() -> None:
    data = {**encode_message(TransferProgress.ALL(target="Agency", copy="Law")), "values": {}}

    assert decode_message(data) == "The copy on Agency is complete, as “Law”."


def test_what_is_no_message_has_no_words() -> None:
    assert decode_message(7) == decode_message({}) == decode_message(None) == ""
