"""Lists of base forms are read from files as they were written; damaged files count as missing."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from termdesk.domain.matching.base_form_file import BaseFormFile, write_base_forms

WORDS = st.text(st.sampled_from("abcé用'- "), max_size=4)


@settings(deadline=None)
@given(st.dictionaries(WORDS, WORDS, max_size=40), st.lists(WORDS, max_size=10))
def test_all_words_have_the_base_forms_that_were_written(forms: dict[str, str], others: list[str]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "new" / "xx.forms"

        write_base_forms(path, forms)

        found = BaseFormFile.read(path)
        assert [each.name for each in path.parent.iterdir()] == [path.name]
    assert found is not None
    assert dict(found) == forms
    assert len(found) == len(forms)
    assert [found.get(word) for word in others] == [forms.get(word) for word in others]


def test_a_word_that_is_not_listed_is_missing(tmp_path: Path) -> None:
    write_base_forms(tmp_path / "xx.forms", {"houses": "house"})

    found = BaseFormFile.read(tmp_path / "xx.forms")

    assert found is not None
    assert found.get("house", "?") == "?"
    assert "houses\0house" not in found
    with pytest.raises(KeyError):
        found["house"]


def test_a_damaged_file_counts_as_missing(tmp_path: Path) -> None:
    path = tmp_path / "xx.forms"
    write_base_forms(path, {"houses": "house", "mice": "mouse"})
    whole = path.read_bytes()

    assert BaseFormFile.read(tmp_path / "none") is None
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        assert BaseFormFile.read(path) is None
    for position in range(len(whole)):
        path.write_bytes(whole[:position] + bytes([whole[position] ^ 1]) + whole[position + 1 :])
        assert BaseFormFile.read(path) is None
