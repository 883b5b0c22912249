"""Services of earlier versions become profiles, with the ids that their keys and drafts are stored under."""

from __future__ import annotations

from typing import Any

import pytest

from termdesk.application.session.former_services import find_former_profiles
from termdesk.domain.profile import USUAL_DAY_CAP
from termdesk.domain.provider import Dialect

# As version 0.14 wrote them.
SETTINGS: dict[str, Any] = {
    "format": 1,
    "theme": "dark",
    "provider": "custom",
    "custom_title": "Agency",
    "custom_address": "https://terms.example.org/api",
    "custom_free_address": "https://free.example.org",
    "custom_free_key_suffix": ":0",
    "custom_scheme": "My-Key",
    "custom_dialect": "",
    "custom_dialect_override": "vendor",
    "day_cap": 70_000,
    "price": "20 EUR",
}
WINDOW: dict[str, Any] = {
    "geometry": "AAAA",
    "recent_services": [
        {"name": "custom", "base_url": "https://terms.example.org/api", "scheme": "My-Key", "title": "Agency"},
        {
            "name": "deepl",
            "base_url": "https://api.deepl.com",
            "free_base_url": "https://api-free.deepl.com",
            "scheme": "DeepL-Auth-Key",
            "free_key_suffix": ":fx",
            "dialect": "vendor",
            "is_local": False,
        },
        {"name": "custom", "base_url": "https://other.example.org:8443", "title": "Agency"},
        {"name": "custom", "base_url": 7},
    ],
    "service_titles": {"terms.example.org": "Agency"},
}


def test_no_service_of_an_earlier_version_is_lost() -> None:
    found, in_use = find_former_profiles(SETTINGS, WINDOW)

    assert in_use == "custom terms.example.org"
    assert [each.id for each in found] == ["local", in_use, "deepl", "custom other.example.org:8443"]
    own = found[1].provider
    assert (own.title, own.base_url, own.scheme) == ("Agency", "https://terms.example.org/api", "My-Key")
    assert (own.free_base_url, own.free_key_suffix) == ("https://free.example.org", ":0")
    assert own.dialect is Dialect.VENDOR
    assert [each.provider.title for each in found] == ["", "Agency", "", "Agency (other.example.org:8443)"]


def test_price_and_cap_of_all_services_become_those_of_each() -> None:
    found, _ = find_former_profiles(SETTINGS, WINDOW)

    assert [each.price for each in found] == ["", "20 EUR", "20 EUR", "20 EUR"]
    assert {each.day_cap for each in found} == {70_000}


@pytest.mark.parametrize(
    ("settings", "cap"),
    [
        ({"run_cap": 70_000, "day_cap": 90_000}, 90_000),
        ({"run_cap": 50_000, "day_cap": 200_000}, USUAL_DAY_CAP),
        ({"run_cap": 70_000, "job_cap": 60_000, "day_cap": 200_000}, 200_000),
        ({"run_cap": 0}, USUAL_DAY_CAP),
        ({"day_cap": -1}, USUAL_DAY_CAP),
        ({"day_cap": True}, USUAL_DAY_CAP),
    ],
)
def test_a_cap_of_spot_checks_that_was_never_changed_is_none_of_everything(settings: dict[str, int], cap: int) -> None:
    [local], _ = find_former_profiles(settings, {})

    assert local.day_cap == cap


@pytest.mark.parametrize(
    ("settings", "in_use", "ids"),
    [
        ({}, "", ["local"]),
        ({"provider": "local"}, "local", ["local"]),
        ({"provider": "deepl"}, "deepl", ["local", "deepl"]),
        ({"provider": "custom"}, "local", ["local"]),
        ({"provider": None, "custom_address": 5}, "", ["local"]),
        ({"custom_address": "https://x.example"}, "", ["local", "custom x.example"]),
    ],
)
def test_the_service_in_use_stays_in_use(settings: dict[str, Any], in_use: str, ids: list[str]) -> None:
    found, chosen = find_former_profiles(settings, {"recent_services": "damaged"})

    assert chosen == in_use
    assert [each.id for each in found] == ids


def test_the_dialect_counts_only_if_the_user_chose_it() -> None:
    def dialect(**values: str) -> Dialect:
        found, _ = find_former_profiles({"custom_address": "https://x.example", **values}, {})
        return found[1].provider.dialect

    assert dialect() is Dialect.RECOGNIZE
    # Older versions stored this one automatically.
    assert dialect(custom_dialect="specification") is Dialect.RECOGNIZE
    assert dialect(custom_dialect="vendor") is Dialect.VENDOR
    assert dialect(custom_dialect="klingon") is Dialect.RECOGNIZE
    for each in (Dialect.SPECIFICATION, Dialect.VENDOR):
        assert dialect(custom_dialect_override=each.value) is each
