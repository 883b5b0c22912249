"""The installed Apertium pairs report which word of a translation comes from which word of the sentence."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from termdesk.service.engines.apertium.modes import MODES
from termdesk.service.engines.apertium.word_alignment import ATTACH, trace
from termdesk.service.engines.translation_engine import TracedWord

MODE, ONWARD = MODES / "eng-spa.mode", MODES / "es-fr.mode"
pytestmark = pytest.mark.skipif(not MODE.exists(), reason=f"{MODE} is not installed")


def words_of(sentence: str, traced: Sequence[TracedWord]) -> list[tuple[str, list[str]]]:
    """Return each word of the translation with the words that it comes from."""
    return [(each.word, [sentence[start:end] for start, end in each.sources]) for each in traced]


def words(sentence: str) -> list[tuple[str, list[str]]]:
    [traced] = trace([MODE], [sentence])
    return words_of(sentence, traced)


def test_words_keep_their_source_where_they_change_places() -> None:
    assert words("I have seen the red car.") == [
        ("He", ["have"]),
        ("visto", ["seen"]),
        ("el", ["the"]),
        ("coche", ["car"]),
        ("rojo", ["red"]),
    ]


LINKED = {
    "I have seen the red car.": ["J=have", "ai=have", "vu=seen", "la=the", "voiture=car", "rouge=red"],
    "I see 2*3 houses.": ["Je=see", "vois=see", "2=2", "3=3", "maisons=houses"],
    "I see the [x] houses.": ["Je=see", "vois=see", "le=the", "x=x", "maisons=houses"],
    # The first step adds the verb, so its origin is unknown.
    "C:\\Temp is closed.": ["C=C", "Temp=Temp", "est=", "fermé=closed"],
}


@pytest.fixture(scope="module")
def traced_through_spanish() -> dict[str, list[TracedWord]]:
    """The words of all sentences, traced together: starting the stages of both steps takes longer than their work."""
    return dict(zip(LINKED, trace([MODE, ONWARD], list(LINKED)), strict=True))


@pytest.mark.skipif(not ONWARD.exists(), reason=f"{ONWARD} is not installed")
@pytest.mark.parametrize(("sentence", "linked"), LINKED.items())
def test_links_through_spanish_are_put_together_from_both_steps(
    traced_through_spanish: dict[str, list[TracedWord]], sentence: str, linked: list[str]
) -> None:
    found = words_of(sentence, traced_through_spanish[sentence])

    assert [f"{word}={' '.join(sources)}" for word, sources in found] == linked


def test_several_sentences_go_through_together_and_signs_do_no_harm() -> None:
    first, second = "Press [Ctrl] + ^C^ {now}!", "The houses are big."

    traced = trace([MODE], [first, second])

    assert [each.word for each in traced[0] if each.word in ("Ctrl", "C")] == ["Ctrl", "C"]
    assert [(each.word, [second[slice(*position)] for position in each.sources]) for each in traced[1]] == [
        ("Las", ["The"]),
        ("casas", ["houses"]),
        ("son", ["are"]),
        ("grandes", ["big"]),
    ]


def test_a_word_that_is_added_has_no_source() -> None:
    assert ("a", []) in words("She is going to give it up.")


def test_a_whole_book_is_not_traced() -> None:
    assert trace([MODE], ["The house. " * 10_000]) == [[]]


def test_a_stage_that_is_missing_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("termdesk.service.engines.apertium.word_alignment.ATTACH", f"{ATTACH}-missing")

    with pytest.raises(OSError, match="missing"):
        trace([MODE], ["The house."])
