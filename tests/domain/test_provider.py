"""Keys and addresses: which are accepted and rejected, and what never appears in a message."""

from __future__ import annotations

import pytest

from termdesk.domain.errors import InvalidInput
from termdesk.domain.provider import Provider, check_address, check_key, is_loopback


@pytest.mark.parametrize("text", ["abc-123:fx", "  abc-123:fx\n", "~" * 512])
def test_a_key_loses_the_white_space_of_copying(text: str) -> None:
    assert check_key(text) == text.strip()


@pytest.mark.scorecard("S02")
@pytest.mark.parametrize("text", ["", "   ", "two words", "line\nfeed", "schlüssel", "tab\tbed", "x" * 513, "a\x00b"])
def test_what_cannot_be_sent_is_no_key_and_is_not_repeated(text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        check_key(text)

    assert caught.value.remedy
    assert len(text.strip()) < 3 or text.strip() not in caught.value.message + caught.value.remedy


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://api.example.org", "https://api.example.org"),
        (" https://api.example.org/ ", "https://api.example.org"),
        ("https://proxy.example.org:8443/translate/", "https://proxy.example.org:8443/translate"),
        ("http://127.0.0.1:5000", "http://127.0.0.1:5000"),
        ("http://localhost:5000/", "http://localhost:5000"),
        ("http://[::1]:5000", "http://[::1]:5000"),
    ],
)
def test_addresses_are_kept_without_a_closing_slash(text: str, address: str) -> None:
    assert check_address(text) == address


@pytest.mark.scorecard("S04")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "api.example.org",
        "ftp://api.example.org",
        "http://api.example.org",
        "http://127.0.0.1.example.org",
        "http://localhost.example.org",
        "https://user:secret@api.example.org",
        "https://@api.example.org",
        "https://api.example.org?key=1",
        "https://api.example.org#x",
        "https://api.example.org:0",
        "https://api.example.org:99999",
        "https://[::1",
        "https://аpi.example.org",
        "https://",
    ],
)
def test_addresses_that_would_give_the_key_away_are_refused(text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        check_address(text)

    assert caught.value.remedy


def test_a_free_key_goes_to_the_free_address() -> None:
    provider = Provider("x", "https://api.example.org", "https://free.example.org", free_key_suffix=":fx")

    assert provider.address_for("abc:fx") == "https://free.example.org"
    assert provider.address_for("abc") == "https://api.example.org"


@pytest.mark.parametrize(
    "provider",
    [
        Provider("no free address", "https://api.example.org", free_key_suffix=":fx"),
        Provider("no suffix", "https://api.example.org", "https://free.example.org"),
    ],
)
def test_without_a_free_address_or_suffix_every_key_goes_to_the_one_address(provider: Provider) -> None:
    assert provider.address_for("abc:fx") == "https://api.example.org"


@pytest.mark.scorecard("S04")
@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("localhost", True),
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("0.0.0.0", False),
        ("10.0.0.1", False),
        ("example.org", False),
    ],
)
def test_only_this_computer_is_loopback(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected
