"""Packed base forms are those that were packed; what is damaged is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from termdesk.domain.matching.packed_base_forms import PackedBaseForms, pack_base_forms

WORDS = st.text(st.sampled_from("abcé用'- "), max_size=4)


@settings(deadline=None)
@given(st.dictionaries(WORDS, WORDS, max_size=40), st.lists(WORDS, max_size=10))
def test_all_words_have_the_base_forms_that_were_packed(forms: dict[str, str], others: list[str]) -> None:
    packed = PackedBaseForms(pack_base_forms(forms))

    assert dict(packed) == forms
    assert len(packed) == len(forms)
    assert [packed.get(word) for word in others] == [forms.get(word) for word in others]


def test_a_word_that_is_not_listed_is_missing() -> None:
    packed = PackedBaseForms(pack_base_forms({"houses": "house"}))

    assert packed.get("house", "?") == "?"
    assert "houses\0house" not in packed
    with pytest.raises(KeyError):
        packed["house"]


def test_damaged_content_is_refused() -> None:
    whole = pack_base_forms({"houses": "house", "mice": "mouse"})

    for size in range(len(whole)):
        with pytest.raises(ValueError, match=r"head|damaged"):
            PackedBaseForms(whole[:size])
    for position in range(len(whole)):
        with pytest.raises(ValueError, match="damaged"):
            PackedBaseForms(whole[:position] + bytes([whole[position] ^ 1]) + whole[position + 1 :])
