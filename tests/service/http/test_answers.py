"""Responses of the service: JSON, errors with their reason, and the methods of a path."""

from __future__ import annotations

import json

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from termdesk.messages.entry_messages import EntryMessage, NameMessage
from termdesk.service.http.answers import HttpError, bad_request, find_allowed_methods, json_answer, no_content


def nothing(_request: Request) -> Response:
    return no_content()


def test_a_refusal_says_what_it_knows_and_nothing_else() -> None:
    plain = HttpError(404, "Not found").response()
    full = HttpError(429, "Too many", detail="ten a second", code="rate", headers={"Retry-After": "1"}).response()

    assert (plain.status_code, json.loads(plain.body)) == (404, {"message": "Not found"})
    assert json.loads(full.body) == {"message": "Too many", "detail": "ten a second", "code": "rate"}
    assert full.headers["Retry-After"] == "1"


def test_a_refusal_says_what_the_rules_say_in_english() -> None:
    refusal = HttpError(400, NameMessage.EMPTY(), detail=EntryMessage.TOO_LONG(2_000, limit=1_024))

    assert json.loads(refusal.response().body) == {
        "message": "The name is empty.",
        "detail": "The phrase has 2,000 UTF-8 bytes; at most 1,024 are allowed.",
    }


def test_a_refusal_may_end_the_connection() -> None:
    assert HttpError(413, "Too large", closes=True).response().headers["Connection"] == "close"


def test_a_bad_request_has_its_detail() -> None:
    assert (bad_request("no text").status, bad_request("no text").detail) == (400, "no text")


def test_answers_are_json_or_empty() -> None:
    assert json_answer({"a": ["ü"]}, status=201).body == '{"a":["ü"]}'.encode()
    assert (no_content().status_code, no_content().body) == (204, b"")


def test_the_methods_of_a_path_are_gathered_from_all_routes() -> None:
    routes = [Route("/a/{b}", nothing, methods=["GET"]), Route("/a/{b}", nothing, methods=["PUT"])]

    assert find_allowed_methods(routes, "/a/1") == "GET, HEAD, PUT"
    assert find_allowed_methods(routes, "/c") == ""
