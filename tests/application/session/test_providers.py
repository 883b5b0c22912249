"""The available services, and how the chosen one is stored."""

from __future__ import annotations

from dataclasses import replace

import pytest

from termdesk.application.session import providers
from termdesk.domain.provider import Dialect, Provider

OWN = Provider(
    "custom", "https://own.example", "https://free.own.example", "My-Key", free_key_suffix=":0", dialect=Dialect.VENDOR
)


def test_the_presets_are_the_local_service_the_vendor_and_ones_own() -> None:
    presets = [each.provider for each in providers.presets()]

    assert [each.name for each in presets] == ["local", "deepl", "custom"]
    assert [each.is_local for each in presets] == [True, False, False]
    assert providers.title_of("local") == "This computer"
    assert providers.title_of("unheard of") == "unheard of"


def test_the_vendors_keys_find_their_address() -> None:
    vendor = providers.preset_of("deepl")

    assert vendor.address_for("0123:fx") == "https://api-free.deepl.com"
    assert vendor.address_for("0123") == "https://api.deepl.com"
    assert vendor.dialect is Dialect.VENDOR
    assert providers.tier_of(vendor, "0123:fx") == "free"
    assert providers.tier_of(vendor, "0123") == "paid"
    assert providers.tier_of(OWN.__class__("custom", "https://x.example"), "0123") == ""


def test_a_preset_that_was_changed_becomes_a_service_of_ones_own() -> None:
    vendor = replace(providers.preset_of("deepl"), title="Client", profile="deepl 2", proxy="http://proxy.example")
    regional = replace(vendor, base_url="https://api-us.deepl.com")

    assert providers.complete_provider(vendor) == vendor
    assert providers.complete_provider(regional) == replace(regional, name="custom")
    assert providers.complete_provider(OWN) == OWN
    assert providers.complete_provider(replace(OWN, name="gone", is_local=True)) == OWN
    local = providers.preset_of("local")
    assert providers.complete_provider(replace(local, base_url="https://evil.example")) == local


@pytest.mark.parametrize(
    ("provider", "expected"),
    [
        (Provider("local", "http://127.0.0.1:40000"), "local"),
        (Provider("deepl", "https://api.deepl.com"), "deepl"),
        (Provider("custom", "https://own.example:8443/api"), "custom own.example:8443"),
        (Provider("custom", "https://own.example", profile="custom own.example 2"), "custom own.example 2"),
    ],
)
def test_each_service_has_a_profile_of_its_own(provider: Provider, expected: str) -> None:
    assert providers.profile_of(provider) == expected


@pytest.mark.scorecard("S05")
def test_a_keys_place_is_scheme_host_and_port() -> None:
    assert providers.origin_of("https://own.example:8443/api/v1") == "https://own.example:8443"


@pytest.mark.parametrize(
    ("address", "dialect"),
    [
        ("https://api.deepl.com", Dialect.VENDOR),
        ("https://api-us.deepl.com", Dialect.VENDOR),
        ("https://deepl.com.example.org", Dialect.RECOGNIZE),
        ("https://notdeepl.com", Dialect.RECOGNIZE),
        ("https://own.example", Dialect.RECOGNIZE),
    ],
)
def test_the_dialect_of_a_known_address_is_known(address: str, dialect: Dialect) -> None:
    asked = Provider("custom", address, dialect=Dialect.RECOGNIZE)

    assert providers.recognize_dialect(asked).dialect is dialect
    assert providers.recognize_dialect(replace(asked, dialect=Dialect.SPECIFICATION)).dialect is Dialect.SPECIFICATION
