"""Long texts in parts: nothing is lost, every part fits, and paragraphs stay whole where they can."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from termdesk.application.texts.request_parts import TextPart, split_text

TEXTS = st.text(st.sampled_from("ab .!?\n。木"), max_size=200)


def chunks(text: str, most: int) -> list[str]:
    return [each.text for each in split_text(text, len, most)]


def test_a_text_that_fits_is_one_part() -> None:
    assert split_text(" One.\n\nTwo. \n", len, 100) == [TextPart(" ", "One.\n\nTwo.", " \n")]


def test_paragraphs_stay_whole_and_go_together_as_far_as_they_fit() -> None:
    assert chunks("Aaaa.\n\nBbbb.\n\nCccc.\n", 12) == ["Aaaa.\n\nBbbb.", "Cccc."]


def test_a_long_paragraph_is_divided_between_sentences_then_words() -> None:
    assert chunks("First one. Second one. Third one", 12) == ["First one.", "Second one.", "Third one"]
    assert chunks("aaaa bbbb cccc dddd", 9) == ["aaaa bbbb", "cccc dddd"]
    assert chunks("一二三。四五六。", 4) == ["一二三。", "四五六。"]


def test_a_word_that_does_not_fit_is_sent_alone() -> None:
    assert chunks("aaaaaaaaaa bb", 4) == ["aaaaaaaaaa", "bb"]


@given(TEXTS, st.integers(1, 30))
def test_joined_parts_give_the_text(text: str, most: int) -> None:
    parts = split_text(text, len, most)

    assert "".join(before + words + after for before, words, after in parts) == text
    assert all(len(part.text) <= most or not any(each.isspace() for each in part.text) for part in parts)
