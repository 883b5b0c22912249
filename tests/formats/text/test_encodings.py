"""A file decoded in pieces is what it is at once, in every encoding that can be chosen, whole or broken."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.application.glossaries.importing.importer import ENCODINGS
from termdesk.formats.text import encodings
from termdesk.formats.text.encodings import decode, is_escapable

TEXTS = st.text(st.sampled_from("aß€木😀\n\ufeff\u0301"), max_size=12)


def outcome(data: bytes, encoding: str, errors: str, *, in_pieces: bool) -> object:
    try:
        return decode(data, encoding, errors) if in_pieces else data.decode(encoding, errors)
    except UnicodeDecodeError as error:
        return error.start, error.reason


@pytest.fixture(autouse=True, scope="module")
def small_pieces() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encodings, "_AT_ONCE_BYTES", 3)
        yield


@pytest.mark.parametrize("encoding", [*ENCODINGS, "gb18030", "utf-16", "utf-8-sig"])
@given(text=TEXTS, tail=st.binary(max_size=3))
def test_pieces_make_no_difference(encoding: str, text: str, tail: bytes) -> None:
    errors = "surrogateescape" if is_escapable(encoding) else "strict"
    data = text.encode(encoding, "replace") + tail

    for how in {errors, "strict"}:
        assert outcome(data, encoding, how, in_pieces=True) == outcome(data, encoding, how, in_pieces=False)


def test_an_encoding_that_does_not_exist_is_told_as_by_one_call() -> None:
    with pytest.raises(LookupError):
        decode(b"long enough", "klingon")
