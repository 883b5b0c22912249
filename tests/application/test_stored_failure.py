"""A failure that was stored is explained later as it would have been at once."""

from __future__ import annotations

import asyncio

import pytest

from termdesk.application.diagnosis import diagnose
from termdesk.application.failures import NotArrived, NotSeen, cause_of
from termdesk.application.redaction import keep_out
from termdesk.application.stored_failure import decode_failure, encode_failure, encode_stop
from termdesk.client.errors import QuotaExceeded, RateLimited, Reason, ServerFailed, Unreachable
from termdesk.domain.errors import Stopped, TermdeskError

RESET = Unreachable(reason=Reason.RESET, call="PUT /v3/glossaries")


@pytest.mark.parametrize(
    "error",
    [
        RESET,
        NotSeen(RESET),
        RateLimited(retry_after=30.0),
        QuotaExceeded(call="POST /v3/glossaries"),
        ServerFailed("It is full.", trace_id="abc", status=500, call="PUT /v3/glossaries"),
    ],
)
def test_it_is_the_same_failure_again(error: TermdeskError) -> None:
    back = decode_failure(encode_failure(error))

    assert back is not None
    assert back.failure == diagnose(error)
    assert back.words


def test_the_cause_is_told_without_the_words_of_an_edit() -> None:
    back = decode_failure(encode_stop(cause_of(NotArrived(ServerFailed("It is full.", trace_id="abc")))))

    assert back is not None
    assert (back.words, back.trace_id, back.failure.remedy) == ("It is full.", "abc", "")


def test_what_the_user_stopped_has_no_words() -> None:
    for stop in (Stopped(), asyncio.CancelledError()):
        back = decode_failure(encode_stop(stop))

        assert back is not None
        assert back.words == ""
    assert encode_stop(KeyError("a bug")) == ""


def test_a_key_is_not_stored() -> None:
    keep_out("0123456789-secret")

    assert "secret" not in encode_failure(ServerFailed("The key 0123456789-secret is full."))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"kind": "of the future"}', '{"kind": "failed"}'])
def test_what_cannot_be_read_is_unknown(text: str) -> None:
    assert decode_failure(text) is None
    assert encode_failure(None) == ""
