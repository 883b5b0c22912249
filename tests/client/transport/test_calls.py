"""Calls as values: no external text in a call can lead to another path."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.client.transport.calls import Call, CallKind, Family, path_segment
from termdesk.domain.errors import InvalidInput


def test_errors_and_journals_name_a_call_without_its_query() -> None:
    call = Call("GET", "/v3/glossaries", CallKind.READ, Family.GLOSSARIES, query=(("page", "1"),))

    assert call.name == "GET /v3/glossaries"


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_an_id_is_one_segment_of_the_path_and_comes_back_as_it_was(text: str) -> None:
    try:
        path = f"/v3/glossaries/{path_segment(text)}"
    except InvalidInput:
        assert set(text) <= {"."}
        return

    parts = urlsplit(path)
    assert (parts.query, parts.fragment, parts.path.count("/")) == ("", "", 3)
    assert unquote(parts.path.rpartition("/")[2]) == text


@pytest.mark.scorecard("S22")
@pytest.mark.parametrize("text", ["", ".", ".."])
def test_an_id_that_would_lead_to_another_path_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        path_segment(text)
