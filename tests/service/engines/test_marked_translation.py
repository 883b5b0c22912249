"""Marks follow their words into a translation."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.campaign import not_hanging
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.terms import TermIndex
from termdesk.service.engines.apertium.apertium_engine import ApertiumEngine
from termdesk.service.engines.marked_text import MarkedText, Span, SpanStart, tree_of
from termdesk.service.engines.marked_translation import MarkedTranslation, translate_marked
from termdesk.service.engines.projection.borders import Borders
from termdesk.service.engines.projection.span_tree import Range
from termdesk.service.engines.results import EngineTranslation
from termdesk.service.engines.translation import TranslationEngines
from termdesk.service.memory import ConfirmedMemory

_TAG = re.compile(r"<(/?)(\w+)(/?)>|([^<]+)")


def marked(text: str) -> MarkedText:
    """Parse tags as spans; `<x/>` is an atom, `<k>` is protected."""
    plain = ""
    spans: list[tuple[int, int, str, int]] = []
    opened: list[int] = []
    for closing, name, empty, run in _TAG.findall(text):
        if closing:
            index = opened.pop()
            spans[index] = (spans[index][0], len(plain), *spans[index][2:])
        elif name:
            spans.append((len(plain), len(plain), name, opened[-1] if opened else -1))
            if not empty:
                opened.append(len(spans) - 1)
        plain += run
    return MarkedText(plain, tuple(Span(a, b, name, name == "k", inside) for a, b, name, inside in spans))


def shown(text: MarkedText) -> str:
    written = ""
    for chunk in text.chunks():
        if isinstance(chunk, str):
            written += chunk
        else:
            written += f"<{chunk.span.mark}>" if isinstance(chunk, SpanStart) else f"</{chunk.span.mark}>"
    return re.sub(r"<(\w+)></\1>", r"<\1/>", written)


def through(source: MarkedText, translation: str) -> MarkedTranslation:
    """Project the marks onto a given translation; parts translated separately stay as they are."""

    async def translate(text: str, protected: tuple[Range, ...]) -> EngineTranslation:
        return EngineTranslation(translation if text == source.text else text, ("given",), 1.0)

    return asyncio.run(translate_marked(source, translate))


def reversed_words(text: str, protected: Sequence[Range] = ()) -> str:
    """Translate to upper case with the words in reverse order; protected parts count as words."""
    tokens: list[str] = []
    position = 0
    for start, end in [*protected, (len(text), len(text))]:
        tokens += text[position:start].upper().split()
        tokens += [text[start:end]] if start < end else []
        position = end
    return " ".join(tokens[::-1])


def reversed_marked(source: MarkedText) -> MarkedTranslation:
    async def translate(text: str, protected: tuple[Range, ...]) -> EngineTranslation:
        return EngineTranslation(reversed_words(text, protected), ("reversed",), 1.0)

    return asyncio.run(translate_marked(source, translate))


# Examples


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a <b>red</b> house", "HOUSE <b>RED</b> A"),
        ("a <b>very <i>red</i></b> house", "HOUSE <b><i>RED</i> VERY</b> A"),
        ("<b>all of it</b>", "<b>IT OF ALL</b>"),
        ("<b><i>all</i> of</b> it", "IT <b>OF <i>ALL</i></b>"),
        ("one<x/> two", "TWO ONE<x/>"),
        ("<x/>one two<y/>", "<x/>TWO ONE<y/>"),
        ("press <k>Save As</k> now", "NOW <k>Save As</k> PRESS"),
        ("<b>press <k>Save As</k></b> now", "NOW <b><k>Save As</k> PRESS</b>"),
        ("a <k>b<x/>c</k> d", "D <k>b<x/>c</k> A"),
        ("<b>one</b><i>two</i>", "<b>ONETWO</b><i/>"),
    ],
)
def test_marks_go_with_their_words(source: str, expected: str) -> None:
    assert shown(reversed_marked(marked(source)).marked) == expected


def test_a_text_that_stays_keeps_its_marks_to_the_letter() -> None:
    source = marked("un<b>believ</b>able<x/>, <i> yes </i>")

    assert shown(through(source, source.text).marked) == shown(source)


def test_marks_inside_a_word_stay_there_where_the_word_stays() -> None:
    result = through(marked("water is H<sub>2</sub>O, H<x/>2O"), "H2O ist Wasser, H2O")

    assert shown(result.marked) == "H<sub>2</sub>O ist Wasser, H<x/>2O"


def test_runs_that_cover_a_text_cover_its_translation() -> None:
    result = through(marked("<r>I saw </r><s>the house</s>"), "Habe ich denn das Haus jemals gesehen")

    outside = re.sub(r"<r>.*?</r>|<s>.*?</s>", "", shown(result.marked))
    assert outside.strip() == ""


def test_the_third_of_three_stays_the_third() -> None:
    result = through(marked("red one, red two, <b>red</b> three"), "red eins, red zwei, red drei")

    assert shown(result.marked) == "red eins, red zwei, <b>red</b> drei"


def test_accents_and_joined_pictures_are_not_torn() -> None:
    family = "\N{MAN}\u200d\N{WOMAN}"

    result = through(marked("a<b>b</b>c d<i>e</i>"), f"a\u0301b\u0301c {family}").marked

    inside = {1, 2, 3, 4, 7, 8}
    assert not inside & {position for span in result.spans for position in (span.start, span.end)}


def test_what_the_translation_lost_is_translated_around() -> None:
    result = through(marked("press <k>Save</k> <b>now</b>"), "nothing is left")

    assert shown(result.marked) == "press <k>Save</k> <b>now</b>"
    assert result.report.engines == ("given",)


def test_spans_that_overlap_are_refused() -> None:
    with pytest.raises(ValueError, match="overlaps"):
        through(MarkedText("abcdef", (Span(0, 4, "b"), Span(2, 6, "i"))), "x")


@pytest.mark.slow
def test_ten_thousand_marks_take_seconds_at_most() -> None:
    source = marked(" ".join(f"<b>word{number}</b><x/>" for number in range(5_000)))

    with not_hanging():
        result = reversed_marked(source)

    assert len(result.marked.spans) == 10_000
    tree_of(result.marked)


@pytest.mark.slow
def test_marks_in_one_endless_word_take_seconds_at_most() -> None:
    source = marked("ab<x/>" * 10_000)

    with not_hanging():
        result = through(source, "z" * 20_000)

    tree_of(result.marked)


@pytest.mark.slow
def test_a_thousand_levels_are_no_trouble() -> None:
    source = marked("<b>" * 1_000 + "deep" + "</b>" * 1_000 + " one")

    assert reversed_marked(source).marked.text == "ONE DEEP"


# Properties

words = st.sampled_from(
    ["red", "house", "a", "the", "B", "12", "l'eau", "naïve", "家", "e\u0301", ".", ",", "  ", "\n"]
)
trees = st.recursive(
    words | st.just("<x/>"),
    lambda inner: st.builds(
        lambda name, parts: f"<{name}>{' '.join(parts)}</{name}>" if parts else f"<{name}/>",
        st.sampled_from(["b", "i", "k", "u"]),
        st.lists(inner, max_size=4),
    ),
    max_leaves=12,
)
texts = st.lists(trees, min_size=1, max_size=8).map(" ".join) | st.lists(trees, min_size=1, max_size=8).map("".join)


def kept_texts(text: MarkedText) -> list[str]:
    tree = tree_of(text)
    return [text.text[slice(*tree.ranges[index])] for index in sorted(tree.outer_protected())]


def parents(text: MarkedText) -> list[int]:
    return tree_of(text).parents


@pytest.mark.slow
@given(texts)
def test_every_mark_is_there_once_and_nested_as_it_was(text: str) -> None:
    source = marked(text)

    result = reversed_marked(source).marked

    assert [span.mark for span in result.spans] == [span.mark for span in source.spans]
    assert parents(result) == parents(source)
    assert kept_texts(result) == kept_texts(source)
    assert "".join(chunk for chunk in result.chunks() if isinstance(chunk, str)) == result.text


@pytest.mark.slow
@given(texts, st.lists(words, max_size=12).map(" ".join))
def test_any_translation_at_all_keeps_marks_and_kept_parts(text: str, translation: str) -> None:
    source = marked(text)

    result = through(source, translation).marked

    assert parents(result) == parents(source)
    assert kept_texts(result) == kept_texts(source)


@pytest.mark.slow
@given(texts)
def test_words_are_not_torn(text: str) -> None:
    # Without protected parts, because translating parts separately puts other words next to each other.
    source = marked(text.replace("k", "u"))

    result = reversed_marked(source).marked

    if not torn_words(source):
        assert not torn_words(result)


def torn_words(text: MarkedText) -> list[Span]:
    tree, borders = tree_of(text), Borders(text.text)
    free = [span for index, span in enumerate(text.spans) if not tree.is_in_protected(index)]
    return [span for span in free if not (borders.is_border(span.start) and borders.is_border(span.end))]


# With an engine


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("lt-proc"), reason="Apertium is not installed on this system")
def test_apertium_sentences_keep_their_marks_on_the_right_words() -> None:
    cases = {
        "Press the <b>red</b> button.": "Prensa el botón <b>rojo</b>.",
        "The <b>old</b> houses are <i>very big</i><x/>.": "Las casas <b>viejas</b> son <i>muy grandes</i><x/>.",
        "The <b>circuit</b> breaker is <i>open</i>.": "El <b>disyuntor</b> es <i>abierto</i>.",
        "The <b>quick</b> fox <i>jumps</i> over the dog.": "El zorro <b>rápido</b> <i>salta</i> el perro.",
        "A <b>big <i>red</i> house</b> in 2024<x/>.": "Una <b>casa <i>roja</i> grande</b> en 2024<x/>.",
    }

    assert asyncio.run(_with_apertium(list(cases))) == list(cases.values())


async def _with_apertium(sources: list[str]) -> list[str]:
    engines = TranslationEngines(ConfirmedMemory({}), [ApertiumEngine()])
    await engines.find()
    terms = TermIndex.of([("circuit breaker", "disyuntor")], language="en")

    async def translate(text: str, protected: tuple[Range, ...]) -> EngineTranslation:
        return await engines.translate(text, pair=LanguagePair("en", "es"), terms=terms, protected=protected)

    try:
        return [shown((await translate_marked(marked(source), translate)).marked) for source in sources]
    finally:
        await engines.close()
