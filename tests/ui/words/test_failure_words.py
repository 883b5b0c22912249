"""Every failure that can reach the window has a text, and none contains a key."""

from __future__ import annotations

import base64
import importlib
import pkgutil
from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest

import termdesk
from termdesk.application import diagnosis as table
from termdesk.application.diagnosis import Failure, FailureKind
from termdesk.application.redaction import BLOT, keep_out
from termdesk.application.usage.charges import CharactersRefused
from termdesk.client.errors import (
    BadAnswer,
    IncompleteAnswer,
    InvalidRequest,
    NotAllowed,
    NotFound,
    NotRenamed,
    QuotaExceeded,
    RateLimited,
    Reason,
    Redirected,
    ServerFailed,
    ServiceError,
    Unavailable,
    UnclearOutcome,
    Unreachable,
    WrongKey,
)
from termdesk.domain.errors import InvalidInput, Stopped, TermdeskError
from termdesk.domain.usage import Usage
from termdesk.ui.words.failure_words import Explanation, _words, explain

CANARY = "canary-7f3a/9e+b=c:fx"

# The service runs in a separate process: its errors reach the window as HTTP statuses.
NOT_IN_THE_WINDOW = ("termdesk.service", "termdesk.ui", "termdesk.main", "termdesk.__main__", "termdesk.self_test")


def _import_everything() -> None:
    for module in pkgutil.walk_packages(termdesk.__path__, "termdesk."):
        if not module.name.startswith(NOT_IN_THE_WINDOW):
            importlib.import_module(module.name)


def _classes_under(root: type[TermdeskError]) -> Iterator[type[TermdeskError]]:
    yield root
    for each in root.__subclasses__():
        yield from _classes_under(each)


def test_every_class_of_error_has_a_row() -> None:
    _import_everything()

    known = {each for each in _classes_under(TermdeskError) if each.__module__.startswith("termdesk.")}
    reaching_the_window = {each for each in known if not each.__module__.startswith(NOT_IN_THE_WINDOW)}

    assert reaching_the_window <= set(table._TABLE), "give the new class its words in application/diagnosis.py"
    assert len(reaching_the_window) > 20


@pytest.mark.parametrize("kind", list(FailureKind))
def test_every_kind_of_failure_has_words(kind: FailureKind) -> None:
    assert _words(Failure(kind))[0]


@pytest.mark.parametrize("reason", list(Reason))
def test_each_way_of_not_reaching_a_service_has_a_title_of_its_own(reason: Reason) -> None:
    reported = explain(Unreachable("It broke.", reason=reason, call="GET /v3/glossaries"))

    others = {explain(Unreachable(reason=each)).title for each in Reason if each is not reason}
    assert reported.title not in others
    assert reported.cause == "It broke."
    assert reported.next_step
    assert reported.details == "GET /v3/glossaries"


def test_the_two_quotas_are_told_apart() -> None:
    characters = explain(QuotaExceeded(status=456, call="POST /v2/translate"))
    about_glossaries = QuotaExceeded(status=456, call="POST /v3/glossaries")
    about_glossaries.is_about_glossaries = True
    glossaries = explain(about_glossaries)

    assert "characters" in characters.title
    assert "glossaries" in glossaries.title
    assert "not about the characters of your billing period" in glossaries.cause
    assert characters.next_step != glossaries.next_step


@pytest.mark.parametrize(
    ("usage", "title", "cause"),
    [
        pytest.param(
            Usage(5_000, 1_000_000, key_character_count=80, key_character_limit=100),
            "Too few characters are left for this text",
            "this key has 20 of its 100 left",
            id="the key has too few",
        ),
        pytest.param(
            Usage(5_000, 1_000_000, key_character_count=100, key_character_limit=100),
            "The characters of this key are used up",
            "This key may use 100 characters",
            id="the key has none",
        ),
        pytest.param(Usage(990, 1_000), "Too few characters", "your account has 10 of its 1,000 left", id="account"),
        pytest.param(Usage(1_000, 1_000), "of this billing period are used up", "All 1,000", id="account has none"),
        pytest.param(Usage(5, 1_000), "No characters are left", "or the limit of this key alone", id="count lags"),
        pytest.param(None, "No characters are left", "or the limit of this key alone", id="usage is not told"),
    ],
)
def test_a_refusal_for_lack_of_characters_names_the_limit_that_it_met(
    usage: Usage | None, title: str, cause: str
) -> None:
    reported = explain(CharactersRefused(QuotaExceeded(status=456, call="POST /v2/translate"), needed=180, usage=usage))

    assert title in reported.title
    assert cause in reported.cause
    assert "othing was charged" in reported.cause


@pytest.mark.parametrize("kind", [FailureKind.KEY_SHORT_OF_CHARACTERS, FailureKind.ACCOUNT_SHORT_OF_CHARACTERS])
@pytest.mark.parametrize(("needed", "text"), [(1, "1 character;"), (1_200, "1,200 characters;")])
def test_one_character_is_not_called_characters(qapp: object, kind: FailureKind, needed: int, text: str) -> None:
    _, cause, _ = _words(Failure(kind, values={"needed": needed, "left": 0, "limit": 9}))

    assert cause.startswith(f"This text has {text}")


def test_an_unclear_bill_is_told_apart_from_an_unclear_change() -> None:
    bill = explain(UnclearOutcome(call="POST /v2/write/rephrase"))
    change = explain(UnclearOutcome(call="PUT /v3/glossaries/1/dictionaries"))
    assert explain(NotRenamed("It is called “A”.", call="PATCH /v3/glossaries/1")).title == (
        "The glossary still has its old name"
    )

    assert "charged" in bill.title
    assert "charged twice" in bill.next_step
    assert "charged" not in change.title + change.next_step


def test_the_services_own_words_trace_id_and_status_are_kept() -> None:
    refused = InvalidRequest(
        "Bad request", detail="Entry 3, source: empty", status=400, trace_id="AB12", call="PUT /x", code="broken"
    )

    reported = explain(refused)

    assert reported == Explanation(
        "The service refused the request",
        "Entry 3, source: empty.",
        "Correct what it names, then try again.",
        "AB12",
        "PUT /x 400 broken",
        FailureKind.INVALID_REQUEST,
    )
    assert reported.as_text().splitlines()[-1] == "Trace id AB12"


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        pytest.param(WrongKey(status=403, call="POST /v2/write/correct"), "paid plan", id="improving on a free key"),
        pytest.param(WrongKey(status=401, call="GET /v2/usage"), "Enter the key again", id="a wrong key"),
        pytest.param(WrongKey(status=401, call="GET /v2/usage"), "one scheme", id="or a wrong scheme"),
        pytest.param(NotFound(call="POST /v2/write/correct"), "Rephrase", id="correcting that is not there"),
        pytest.param(RateLimited(status=429, retry_after=12.0), "Wait 12 seconds", id="how long to wait"),
        pytest.param(RateLimited(status=529), "Wait a minute", id="unknown how long to wait"),
        pytest.param(Redirected(target_host="portal.example", status=302), "portal.example", id="where it leads"),
        pytest.param(IncompleteAnswer("Cut off.", expected=1200, got=7), "7 of 1,200", id="how much arrived"),
        pytest.param(NotFound(call="POST /v2/write/correct"), "does not offer", id="an endpoint that is not there"),
        pytest.param(NotFound(call="GET /v3/glossaries/1"), "Refresh", id="a glossary that is not there"),
        pytest.param(BadAnswer(), "portal", id="a portal's page"),
        pytest.param(InvalidInput("Too long.", remedy="Cut it."), "Cut it.", id="the remedy of bad input"),
    ],
)
def test_the_words_say_what_matters(error: TermdeskError, expected: str) -> None:
    assert expected in explain(error).as_text()


@pytest.mark.parametrize("call", ["POST /v2/translate", "POST /v2/write/correct", "POST /v2/document"])
@pytest.mark.parametrize(
    "error",
    [
        pytest.param(lambda call: ServerFailed(status=500, call=call), id="500"),
        pytest.param(lambda call: ServerFailed(status=502, call=call), id="502"),
        pytest.param(lambda call: ServerFailed(status=504, call=call), id="504"),
        pytest.param(lambda call: BadAnswer(call=call), id="an answer that cannot be read"),
        pytest.param(lambda call: IncompleteAnswer("Cut.", expected=2, got=1, call=call), id="half an answer"),
        pytest.param(lambda call: UnclearOutcome(call=call), id="no answer"),
    ],
)
def test_a_failure_that_may_have_been_charged_says_so(call: str, error: Callable[[str], ServiceError]) -> None:
    reported = explain(error(call))

    assert "may have been charged" in reported.title
    assert "charged twice" in reported.next_step


@pytest.mark.parametrize(
    "error",
    [
        ServerFailed(status=500, call="GET /v3/glossaries"),
        BadAnswer(call="GET /v2/usage"),
        Unavailable(status=503, call="POST /v2/translate"),
        InvalidRequest(status=400, call="POST /v2/translate"),
    ],
)
def test_what_cost_nothing_does_not_warn_of_a_charge(error: ServiceError) -> None:
    assert "charge" not in explain(error).as_text()


def test_a_refusal_without_a_word_is_not_said_to_name_anything() -> None:
    empty = explain(InvalidRequest(status=400, call="PUT /v3/glossaries/1/dictionaries"))
    traced = explain(InvalidRequest(status=400, call="PUT /v3/glossaries/1/dictionaries", trace_id="AB12"))
    failed = explain(ServerFailed(status=500, call="GET /v3/glossaries"))

    assert empty.cause == "It did not say why (status 400)."
    assert "names" not in empty.next_step
    assert "trace id" not in empty.next_step + failed.next_step
    assert "trace id" in traced.next_step


def test_a_text_that_is_not_found_is_not_said_to_be_a_missing_function() -> None:
    reported = explain(NotFound(status=404, call="POST /v2/translate"))

    assert "does not offer" not in reported.title
    assert "glossary" in reported.next_step


def test_missing_rights_are_named() -> None:
    error = NotAllowed(status=403)
    error.missing_scopes = ("glossaries:write", "usage:read")

    assert "glossaries:write, usage:read" in explain(error).cause


def test_stopping_says_nothing_but_its_name() -> None:
    assert explain(Stopped()).as_text() == "Stopped"


@pytest.mark.parametrize(
    "form",
    [
        CANARY,
        quote(CANARY, safe=""),
        base64.b64encode(CANARY.encode()).decode(),
        "Service-Auth-Key unregistered-key-0123",
        "DeepL-Auth-Key%20unregistered-key-0123",
    ],
)
def test_a_key_never_comes_through_whoever_wrote_it_where(form: str) -> None:
    keep_out(CANARY)
    error = InvalidRequest(f"No {form}!", detail=form, code=form, trace_id=form, call=f"GET /{form}", status=400)

    reported = explain(error).as_text()

    assert form not in reported
    assert "unregistered" not in reported
    assert BLOT in reported
