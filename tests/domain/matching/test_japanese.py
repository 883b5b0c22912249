"""Forms of Japanese verbs, adjectives and loanwords."""

from __future__ import annotations

import pytest

from termdesk.domain.matching.japanese import possible_forms, sure_forms


@pytest.mark.parametrize(
    ("phrase", "text", "is_form"),
    [
        ("選択する", "選択した", True),
        ("選択する", "選択範囲", False),
        ("取り消す", "取り消します", True),
        ("切り替える", "切り替えました", True),
        ("新しい", "新しくなった", True),
        ("サーバー", "サーバの設定", True),
        ("サーバー", "サーバルーム", False),
    ],
)
def test_other_forms_are_recognized_by_what_follows_the_stem(phrase: str, text: str, *, is_form: bool) -> None:
    forms = sure_forms(phrase)

    assert forms is not None
    assert bool(forms.search(text)) is is_form


def test_a_stem_of_one_letter_may_be_another_verb() -> None:
    possible = possible_forms("開く")

    assert sure_forms("開く") is None
    assert possible is not None
    assert possible.search("開けません")
    assert not possible.search("開発")


def test_nouns_have_no_other_forms() -> None:
    assert sure_forms("用語集") is possible_forms("用語集") is None
