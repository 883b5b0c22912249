"""Files in UTF-16 are converted to UTF-8 for the parser."""

from __future__ import annotations

import pytest

from termdesk.formats.termbases.utf16_decoder import Utf16Decoder, is_utf16


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_characters_survive_every_cut(encoding: str) -> None:
    content = ("\ufeff" + "<a>über 😀</a>").encode(encoding)
    assert is_utf16(content)

    for cut in range(len(content) + 1):
        decoder = Utf16Decoder()
        passed = decoder.filter(content[:cut]) + decoder.filter(content[cut:]) + decoder.rest()
        assert passed.decode() == "<a>über 😀</a>"


def test_an_odd_byte_at_the_end_costs_nothing_before_it() -> None:
    decoder = Utf16Decoder()

    assert decoder.filter("\ufeffend".encode("utf-16-le") + b"x") + decoder.rest() == b"end"


@pytest.mark.parametrize("beginning", [b"", b"<?xml", b"\xef\xbb\xbf<?xml", b"\xff"])
def test_other_encodings_are_left_alone(beginning: bytes) -> None:
    assert not is_utf16(beginning)
