"""Language pairs, codes and numbers as command-line arguments."""

from __future__ import annotations

from argparse import ArgumentTypeError

import pytest

from termdesk.commands.arguments import codes, count_of, pair_of_codes


def test_a_pair_is_two_codes() -> None:
    assert pair_of_codes("en-de") == ("en", "de")
    assert pair_of_codes("en-GB:pt-BR") == ("en-GB", "pt-BR")


@pytest.mark.parametrize("typed", ["en", "en-", "-de", "en-pt-BR", ":", "en:"])
def test_what_is_no_pair_is_refused(typed: str) -> None:
    with pytest.raises(ArgumentTypeError, match="such as en-de"):
        pair_of_codes(typed)


def test_each_code_counts_once() -> None:
    assert codes("de, fr,de,") == ["de", "fr"]
    with pytest.raises(ArgumentTypeError):
        codes(" , ")


def test_a_count_is_a_whole_number() -> None:
    assert count_of("12") == 12
    with pytest.raises(ArgumentTypeError):
        count_of("-1")
