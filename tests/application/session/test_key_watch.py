"""Responses show missing scopes of a key, and scopes granted later. Other errors show nothing about the key."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from termdesk.application.session.key_watch import KeyWatch
from termdesk.application.session.profiles import Profiles
from termdesk.client.errors import InvalidRequest, NotAllowed, ServiceError, WrongKey
from termdesk.client.transport.calls import Call, CallKind, Family
from termdesk.domain.key_scope import KeyReach
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders

TRANSLATE = Call("POST", "/v2/translate", CallKind.BILLED, Family.TRANSLATE)
USAGE = Call("GET", "/v2/usage", CallKind.READ, Family.USAGE)
TODAY = date(2026, 11, 23)


@pytest.fixture
def profiles(tmp_path: Path) -> Profiles:
    profiles = Profiles.load(Folders.under(tmp_path))
    profiles.add(Profile(Provider("custom", "https://terms.example", title="Agency")))
    return profiles


def reach_after(profiles: Profiles, *answers: tuple[Call, ServiceError | None], is_in_use: bool = True) -> KeyReach:
    agency = profiles.find("Agency")
    watch = KeyWatch(profiles, agency.id, is_in_use=lambda: is_in_use, today=lambda: TODAY)
    for call, error in answers:
        watch.hear(call, error)
    return profiles.find("Agency").reach


def test_a_refusal_is_remembered_with_its_day(profiles: Profiles, tmp_path: Path) -> None:
    # A service may use other names for its scopes.
    found = reach_after(profiles, (TRANSLATE, NotAllowed(missing_scopes=("texts",))))

    assert found == KeyReach(("translate:text",), "2026-11-23")
    assert Profiles.load(Folders.under(tmp_path)).find("Agency").reach == found


def test_a_text_that_is_refused_for_its_glossary_does_not_close_the_pane_for_texts(profiles: Profiles) -> None:
    refused = NotAllowed(missing_scopes=("glossaries:read", "see:above"))

    assert reach_after(profiles, (TRANSLATE, refused)).missing == ("glossaries:read",)
    assert reach_after(profiles, (TRANSLATE, NotAllowed(missing_scopes=("translate:text", "usage:read")))).missing == (
        "glossaries:read",
        "translate:text",
    )


def test_a_scope_that_is_there_by_now_is_noticed(profiles: Profiles) -> None:
    refused = [(TRANSLATE, NotAllowed()), (USAGE, NotAllowed())]

    assert reach_after(profiles, *refused, (TRANSLATE, None)).missing == ("usage:read",)


@pytest.mark.parametrize("error", [WrongKey(status=403), InvalidRequest(status=400), None])
def test_other_answers_teach_nothing(profiles: Profiles, error: ServiceError | None) -> None:
    assert reach_after(profiles, (TRANSLATE, error)) == KeyReach()


def test_an_answer_about_a_former_key_teaches_nothing(profiles: Profiles) -> None:
    assert reach_after(profiles, (TRANSLATE, NotAllowed()), is_in_use=False) == KeyReach()


def test_an_address_of_its_own_got_no_key(profiles: Profiles) -> None:
    part = Call("GET", "/v2/usage", CallKind.READ, Family.USAGE, address="https://files.example/part")

    assert reach_after(profiles, (part, NotAllowed())) == KeyReach()
