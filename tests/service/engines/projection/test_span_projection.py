"""Spans of a text are projected into its translation; `test_marked_text` tests this with complete translations."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.service.engines.projection.both_texts import NotProjected
from termdesk.service.engines.projection.part_translations import PartTranslation
from termdesk.service.engines.projection.span_projection import project
from termdesk.service.engines.projection.span_tree import Range, SpanTree


def tree(source: str, *ranges: Range, protected: tuple[int, ...] = ()) -> SpanTree:
    inside: list[int | None] = [None] * len(ranges)
    return SpanTree(len(source), ranges, inside, [index in protected for index in range(len(ranges))])


def projected(
    source: str,
    target: str,
    *ranges: Range,
    alone: dict[int, PartTranslation] | None = None,
    protected: tuple[int, ...] = (),
) -> list[str]:
    """Return the text of each span in the translation."""
    found = project(source, target, tree(source, *ranges, protected=protected), alone or {})
    return [target[slice(*each)] for each in found]


def test_an_untranslated_text_keeps_its_spans_to_the_letter() -> None:
    source = "  one, two"

    assert project(source, source, tree(source, (0, 5), (3, 4)), {}) == [(0, 5), (3, 4)]


def test_what_is_protected_is_found_letter_by_letter_the_third_as_the_third() -> None:
    source, target = "{a} of {b} of {a}", "{a} / {a} / {b}"

    assert projected(source, target, (0, 3), (7, 10), (14, 17), protected=(0, 1, 2)) == ["{a}", "{b}", "{a}"]


def test_a_translation_that_lost_a_protected_part_is_given_up() -> None:
    with pytest.raises(NotProjected):
        projected("take {a}", "nimm {b}", (5, 8), protected=(0,))
    with pytest.raises(NotProjected):
        projected("{a} and {a}", "nur {a}", (0, 3), (8, 11), protected=(0, 1))


def test_spans_inside_and_around_a_protected_part_go_with_it() -> None:
    source, target = "say <b>{x}</b> now".replace("<b>", "").replace("</b>", ""), "nyt {x} sano"

    assert projected(source, target, (4, 7), (5, 6), protected=(0,)) == ["{x}", "x"]
    assert "{x}" in projected(source, target, (0, 7), (4, 7), protected=(1,))[0]


def test_a_span_over_everything_is_over_everything_again() -> None:
    assert projected("a red house", "ein rotes Haus", (0, 11)) == ["ein rotes Haus"]


def test_a_span_goes_where_its_translation_stands() -> None:
    source, target = "the red house", "das Haus ist rot"

    assert projected(source, target, (4, 7), alone={0: PartTranslation((4, 7), "rot")}) == ["rot"]


@pytest.mark.slow
@given(
    st.lists(st.sampled_from(["red", "house", "{x}", "12", "木"]), min_size=1, max_size=6).map(" ".join),
    st.lists(st.sampled_from(["rot", "Haus", "{x}", "12", "木", "."]), max_size=6).map(" ".join),
    st.data(),
)
def test_spans_side_by_side_never_overlap_nor_leave_the_text(source: str, target: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(source)), min_size=4, max_size=4)))
    first, second = (cuts[0], cuts[1]), (cuts[2], cuts[3])

    found = project(source, target, tree(source, first, second), {})

    for start, end in found:
        assert 0 <= start <= end <= len(target) or source == target
    (a, b), (c, d) = found
    assert b <= c or d <= a or a == b or c == d


def test_an_empty_element_between_two_blanks_stays_between_them() -> None:
    source, target = "the  house is big", "la  casa es grande"

    assert project(source, target, tree(source, (4, 4)), {}) == [(3, 3)]
