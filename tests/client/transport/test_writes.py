"""Every change that a service stores is reported once, when it ends. Calls that only read or cost are not."""

from __future__ import annotations

import pytest

from termdesk.client.errors import InvalidRequest, TimedOut
from termdesk.client.transport.calls import Call, CallKind, Family
from termdesk.client.transport.replies import Reply
from termdesk.client.transport.writes import Write, WriteOutcome, write_of, writes_for

PUT = Call("PUT", "/v3/glossaries/g1/dictionaries", CallKind.CHANGE, Family.GLOSSARIES)
POST = Call("POST", "/v3/glossaries", CallKind.CREATE, Family.GLOSSARIES)


def test_answers_and_failures_say_what_became_of_the_change() -> None:
    put, post = write_of(PUT), write_of(POST)
    assert put is not None
    assert post is not None
    done = put.with_outcome(Reply(PUT, 200, {"x-trace-id": "t1"}))
    refused = post.with_outcome(InvalidRequest(status=400, trace_id="t2"))
    lost = post.with_outcome(TimedOut(was_sent=True))
    never_sent = post.with_outcome(TimedOut(was_sent=False))

    assert done == Write("PUT", PUT.path, WriteOutcome.DONE, 200, "t1")
    assert refused == Write("POST", POST.path, WriteOutcome.REFUSED, 400, "t2")
    assert lost == Write("POST", POST.path, WriteOutcome.UNCLEAR, 0, "")
    assert never_sent.outcome is WriteOutcome.REFUSED
    assert done.write_id == put.write_id != post.write_id


def test_a_change_is_unclear_until_it_ends() -> None:
    assert write_of(PUT) == Write("PUT", PUT.path, WriteOutcome.UNCLEAR, 0, "")


@pytest.mark.parametrize(
    ("kind", "family"),
    [
        (CallKind.READ, Family.GLOSSARIES),
        (CallKind.BILLED, Family.TRANSLATE),
        (CallKind.CHANGE, Family.LOCAL),
        (CallKind.CREATE, Family.DOCUMENTS),
    ],
)
def test_other_calls_are_no_changes(kind: CallKind, family: Family) -> None:
    call = Call("POST", "/v2/any", kind, family)

    assert write_of(call) is None


def test_a_change_knows_the_publishing_call_that_it_belongs_to() -> None:
    with writes_for("job-7"):
        inside = write_of(PUT)
    outside = write_of(PUT)

    assert inside is not None
    assert outside is not None
    assert (inside.job_id, outside.job_id) == ("job-7", "")
