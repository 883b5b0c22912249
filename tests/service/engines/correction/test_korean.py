"""Mistakes in Korean sentences that Kiwi's analysis finds, and similar sentences that are right."""

from __future__ import annotations

import pytest

from termdesk.domain.matching.protected_terms import ProtectedTerms
from termdesk.service.engines.correction.corrector import Corrector
from termdesk.service.engines.correction.korean import KoreanChecker
from termdesk.service.engines.correction.proposals import fix

pytest.importorskip("kiwipiepy", reason="The package for Korean is not installed.")


@pytest.fixture(scope="module")
def checker() -> KoreanChecker:
    return KoreanChecker()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("모르는것이 있으면 물어보세요.", "모르는 것이 있으면 물어보세요."),
        ("나는 집에 가고싶다.", "나는 집에 가고 싶다."),
        ("이 기능은 사용하지않습니다.", "이 기능은 사용하지 않습니다."),
        ("너때문에 늦었다.", "너 때문에 늦었다."),
        ("오늘은 밥을 안먹었다.", "오늘은 밥을 안 먹었다."),
        ("그런 말은 않하는 것이 좋다.", "그런 말은 안 하는 것이 좋다."),
        ("저는 회사원 입니다.", "저는 회사원입니다."),
        ("여기가 학교 입니까?", "여기가 학교입니까?"),
        ("😀 선택한 파일가 없습니다.", "😀 선택한 파일이 없습니다."),
        ("사과을 두 개 먹었다.", "사과를 두 개 먹었다."),
        ("학생는 도서관에서 공부한다.", "학생은 도서관에서 공부한다."),
        ("친구과 함께 영화를 봤다.", "친구와 함께 영화를 봤다."),
        ("서버이 응답하지 않습니다.", "서버가 응답하지 않습니다."),
        ("나는 버스으로 회사에 간다.", "나는 버스로 회사에 간다."),
        ("회의는 집로 돌아간 뒤에 열린다.", "회의는 집으로 돌아간 뒤에 열린다."),
        ("그는 금새 잠이 들었다.", "그는 금세 잠이 들었다."),
        ("곧 도착할 거에요.", "곧 도착할 거예요."),
    ],
)
def test_what_is_wrong_in_every_sentence_is_corrected(checker: KoreanChecker, text: str, right: str) -> None:
    assert fix(text, checker.find, ProtectedTerms()) == right


@pytest.mark.parametrize(
    "text",
    [
        "배열 인수 곱의 합계를 계산합니다.",
        "그렇게 하면 안되는데 어떡하지?",
        "강아지를 안고 지하철로 서울로 갔다.",
        "그건 고양이예요.",
        "해 보니 할수록 어렵고 할지 말지 모르겠다.",
        "그는 선거에요 하고 말했다.",
        "안녕하세요, 안쪽 방에서 이때까지 나만큼 기다렸군요.",
        "표의 행과 열을 나누어 읽는다.",
        "",
    ],
)
def test_what_is_right_stays(checker: KoreanChecker, text: str) -> None:
    assert checker.find(text) == []


def test_a_term_keeps_its_spaces_and_particles(checker: KoreanChecker) -> None:
    text = "이것은 할수있는 일이다."

    assert fix(text, checker.find, ProtectedTerms(("할수있는",))) == text


def test_the_rules_that_found_a_mistake_are_told() -> None:
    assert Corrector("ko").rules_for("이것은 할수있는 일이다.") == ["KO_SPACE", "KO_SPACE"]
