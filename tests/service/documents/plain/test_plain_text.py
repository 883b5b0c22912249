"""Plain text: lines and wrapped paragraphs are translated, and everything between them is unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.campaign import size
from support.files.document_files import shouted, texts_of

same_folder = settings(
    max_examples=size(15, 400), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", ["", "\n"])
def test_line_ends_and_empty_lines_of_a_text_stay(tmp_path: Path, end: str, last: str) -> None:
    text = f"One.{end}{end}\tTwo. {end}3{last}"

    assert shouted(tmp_path, "txt", text.encode()) == text.upper().encode()


def test_lines_without_words_are_no_texts(tmp_path: Path) -> None:
    assert texts_of(tmp_path, "txt", "One.\n42\n---\n\x0btwo\u2028three".encode()) == ["One.", "two", "three"]


WRAPPED = """\
Maintenance

The pump has to be checked every week,
because a leak would damage the machine. If
the pressure falls, close the valve at
once.

  * Replace the filter of the pump after
    two thousand hours of operation.
  * Clean it.

Acme Ltd.
12 Long Road
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_wrapped_paragraph_is_one_text_and_is_wrapped_again(tmp_path: Path, end: str) -> None:
    content = WRAPPED.replace("\n", end).encode()

    assert texts_of(tmp_path, "txt", content) == [
        "Maintenance",
        "The pump has to be checked every week, because a leak would damage the machine. If the pressure falls, close"
        " the valve at once.",
        "Replace the filter of the pump after two thousand hours of operation.",
        "  * Clean it.",
        "Acme Ltd.",
        "12 Long Road",
    ]
    assert shouted(tmp_path, "txt", content) == content.upper()


def test_page_breaks_end_a_paragraph(tmp_path: Path) -> None:
    text = "The pump has to be checked every week,\fbecause a leak would damage the machine."

    assert len(texts_of(tmp_path, "txt", text.encode())) == 2


@pytest.mark.slow
@same_folder
@given(text=st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs", "Ll", "Lu"])))
def test_a_text_without_letters_to_shout_comes_back(tmp_path: Path, text: str) -> None:
    if text.upper() == text:
        assert shouted(tmp_path, "txt", text.encode()) == text.encode()
