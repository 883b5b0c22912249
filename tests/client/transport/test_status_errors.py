from __future__ import annotations

import httpx
import pytest

from support.services.odd_replies import KEY, Script, api_for
from termdesk.client import errors
from termdesk.client.errors import (
    BadAnswer,
    InvalidRequest,
    NotAllowed,
    NotFound,
    QuotaExceeded,
    RateLimited,
    Reason,
    Redirected,
    ServerFailed,
    ServiceError,
    TooLarge,
    Unavailable,
    Unreachable,
    UnsupportedType,
    WrongKey,
)
from termdesk.domain.errors import TermdeskError

pytestmark = pytest.mark.anyio

EVERY_STATUS = [
    (400, InvalidRequest),
    (401, WrongKey),
    (403, WrongKey),
    (404, NotFound),
    (405, InvalidRequest),
    (413, TooLarge),
    (414, TooLarge),
    (415, UnsupportedType),
    (422, InvalidRequest),
    (429, RateLimited),
    (456, QuotaExceeded),
    (500, ServerFailed),
    (502, ServerFailed),
    (503, Unavailable),
    (504, ServerFailed),
    (529, RateLimited),
]


async def failure_of(response: httpx.Response) -> ServiceError:
    async with api_for(Script(response)) as api:
        with pytest.raises(ServiceError) as caught:
            await api.glossaries.get("g1")
    return caught.value


@pytest.mark.parametrize(("status", "expected"), EVERY_STATUS)
async def test_every_status_has_its_class_with_all_the_service_said(status: int, expected: type[ServiceError]) -> None:
    response = httpx.Response(
        status,
        headers={"X-Trace-ID": "A1B2"},
        json={"message": "Not so.", "detail": "Entry 3, source", "code": "some_code"},
    )

    failure = await failure_of(response)

    assert type(failure) is expected
    assert isinstance(failure, TermdeskError)
    assert failure.message == "Not so."
    assert failure.detail == "Entry 3, source"
    assert failure.code == "some_code"
    assert failure.status == status
    assert failure.trace_id == "A1B2"
    assert failure.call == "GET /v3/glossaries/g1"


@pytest.mark.parametrize(("status", "expected"), EVERY_STATUS)
@pytest.mark.parametrize("body", [b"", b"<html>Error</html>", b"\xff\xfe\x00", b'["a"]', b'{"message": 3}'])
async def test_a_body_without_words_still_gives_the_class_and_a_sentence(
    status: int, expected: type[ServiceError], body: bytes
) -> None:
    failure = await failure_of(httpx.Response(status, content=body))

    assert type(failure) is expected
    assert failure.message == expected.default_message
    assert failure.detail == failure.code == ""


async def test_a_missing_scope_is_told_from_a_wrong_key() -> None:
    body = {"message": "Forbidden", "detail": "Missing scopes: glossaries:write, translate:text"}

    failure = await failure_of(httpx.Response(403, json=body))

    assert isinstance(failure, NotAllowed)
    assert failure.missing_scopes == ("glossaries:write", "translate:text")


@pytest.mark.scorecard("R32")
async def test_the_quota_says_whether_it_is_about_glossaries() -> None:
    async with api_for(Script(httpx.Response(456))) as api:
        with pytest.raises(QuotaExceeded) as of_glossaries:
            await api.glossaries.list()
        with pytest.raises(QuotaExceeded) as of_characters:
            await api.texts.translate(["a"], target="de")

    assert of_glossaries.value.is_about_glossaries
    assert not of_characters.value.is_about_glossaries


@pytest.mark.scorecard("S03")
async def test_a_redirect_names_its_host() -> None:
    failure = await failure_of(httpx.Response(302, headers={"Location": "https://evil.example.test/x?y"}))

    assert isinstance(failure, Redirected)
    assert failure.target_host == "evil.example.test"


@pytest.mark.scorecard("R39")
async def test_a_proxy_that_wants_a_password_is_named() -> None:
    failure = await failure_of(httpx.Response(407))

    assert isinstance(failure, Unreachable)
    assert failure.reason is Reason.PROXY


@pytest.mark.scorecard("S30")
async def test_texts_of_the_service_are_cut_and_lose_control_characters() -> None:
    failure = await failure_of(httpx.Response(400, json={"message": "a\x1b[31m\x00b" + "x" * 5_000}))

    assert failure.message.startswith("a [31m b")
    assert len(failure.message) <= 2_000


async def test_an_error_body_without_end_is_not_read_to_its_end() -> None:
    failure = await failure_of(httpx.Response(400, content=b'{"message": "' + b"x" * 1_000_000 + b'"}'))

    assert isinstance(failure, InvalidRequest)


async def test_a_compressed_refusal_is_read() -> None:
    import gzip

    body = gzip.compress(b'{"message": "Bad pair."}')

    failure = await failure_of(httpx.Response(400, content=body, headers={"Content-Encoding": "gzip"}))

    assert failure.message == "Bad pair."


async def test_a_status_of_nowhere_is_a_bad_answer() -> None:
    assert isinstance(await failure_of(httpx.Response(199)), BadAnswer)


@pytest.mark.scorecard("S01")
async def test_no_failure_holds_the_key() -> None:
    for status, _ in EVERY_STATUS:
        failure = await failure_of(httpx.Response(status, json={"message": "no"}))

        assert KEY not in f"{failure!r} {failure} {vars(failure)}"


def test_the_family_of_errors_is_drawn_completely() -> None:
    drawing = errors.__doc__ or ""

    names = {name for name, each in vars(errors).items() if isinstance(each, type) and issubclass(each, ServiceError)}

    assert not {name for name in names if name not in drawing}
