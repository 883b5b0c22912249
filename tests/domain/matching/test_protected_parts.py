"""Parts that no engine may translate or correct are recognized, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from termdesk.domain.matching import protected_parts
from termdesk.domain.matching.protected_parts import find_free_hits, find_protected_positions, is_layout
from termdesk.domain.matching.terms import TermIndex


def parts_of(text: str) -> list[str]:
    return [text[start:end] for start, end in find_protected_positions(text)]


@pytest.mark.parametrize(
    "part",
    [
        "{name}",
        "{0}",
        "{}",
        "{price:.2f}",
        '{<x id="1"/>name}',
        "{{var}}",
        "{{ user.name }}",
        "{{{raw}}}",
        "{ $count }",
        "{% if open %}",
        "${user_name}",
        "${a ? b : c}",
        "#{name}",
        "%{count}",
        "%(name)s",
        "%(count)d",
        "%<price>.2f",
        "%s",
        "%d",
        "%1$d",
        "%2$s",
        "%.2f",
        "%-10s",
        "%@",
        "%%",
        "%APPDATA%",
        "$HOME",
        "{count, plural, one {# file} other {# files in {folder}}}",
        "<b>",
        "</strong>",
        '<x id="1"/>',
        '<a href="open.html" title="Open it">',
        "<br />",
        "<!-- open -->",
        "&nbsp;",
        "&#160;",
        "https://example.com/house(1)?open=the&door=big",
        "www.example.com/house",
        "mailto:open@example.com",
        "docs.example.com/open",
        "open.house@example.co.uk",
        "@open_house",
        "C:\\house\\open.txt",
        "C:\\Program Files\\House\\open.txt",
        "\\\\server\\house",
        "/usr/house/open",
        "/home/{user}/open",
        "~/house",
        "./open.sh",
        "src/house/open.py",
        "open.txt",
        "--open",
        "--open=house",
        "open_house",
        "__open__",
        "house.open()",
    ],
)
@pytest.mark.parametrize("frame", ["{}", "The {} is big.", "“{}”", "({}), {}: {}!"])
def test_a_protected_part_is_found_whole_and_without_the_signs_around_it(part: str, frame: str) -> None:
    text = frame.replace("{}", part)

    assert parts_of(text) == [part] * frame.count("{}")


@pytest.mark.parametrize(
    "text",
    [
        "The house is big, isn’t it? Yes.",
        "It costs $5, 10 % more than 100% of US$4; 50%de réduction.",
        "and/or, km/h, 24/7, he/she",
        "if a < b and c > d then x <y and z> 3",
        "Press A: then B. The house.It is big.",
        "e.g. U.S.A., Mr. Smith, No. 5, 3.14, 10:30",
        "file(s) {a note in braces} [sic]",
        "a -- b – c",
        "Q&A; R&D",
        "It’s @ home",
    ],
)
def test_prose_is_not_protected(text: str) -> None:
    assert parts_of(text) == []


def test_parts_beside_each_other_are_all_found() -> None:
    assert parts_of("%dx%d {a}{b} <b>{name}</b>\\nNext") == ["%d", "%d", "{a}", "{b}", "<b>", "{name}", "</b>", "\\n"]


def test_tags_and_line_breaks_are_layout_and_words_are_not() -> None:
    assert all(map(is_layout, ["<b>", "&nbsp;", "\\n"]))
    assert not any(map(is_layout, ["{name}", "%s", "open.txt", "\\\\server\\share"]))


# Each is repeated to the size of the longest request, where a pattern with backtracking would never end.
@pytest.mark.parametrize(
    "chunk",
    [
        *(
            "{",
            "{n,plural {",
            "{n,plural {}",
            "{<a ",
            "{{",
            "{{}",
            "<",
            "<a x",
            "<a x=",
            "<!--",
            "%",
            "&a",
            "C:\\a ",
            "\\",
        ),
        *("a", "a.", "a/", "a_", "a@", "a-", "a()", "aa.com", "http://", "__", "//", "漢"),
    ],
)
def test_hostile_texts_are_looked_through(chunk: str) -> None:
    text = chunk * (131_072 // len(chunk))

    assert all(start < end for start, end in find_protected_positions(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The house at info@house.com for {house}.", [(4, 9)]),
        (r"See www.house.com and C:\house\house.txt", []),
        ("Write to info@pump.com at the house.", [(9, 22), (30, 35)]),
        ("A house, a house.", [(2, 7), (11, 16)]),
        ("Nothing here.", []),
    ],
)
def test_terms_count_outside_protected_parts_and_where_they_cover_a_whole_part(
    text: str, expected: list[tuple[int, int]]
) -> None:
    terms = [("house", "vivienda"), ("pump", "bomba"), ("info@pump.com", "info@bomba.es")]
    hits = TermIndex.of(terms, language="en").find(text)

    assert [(hit.start, hit.end) for hit in find_free_hits(text, hits)] == expected


@settings(deadline=None)
@given(st.text(st.sampled_from("aZ1é \n.{}%$<>&@~/\\:_()-#;=\"'|,?+w"), max_size=14))
def test_only_texts_with_one_of_the_signs_have_protected_parts(text: str) -> None:
    if protected_parts._PROTECTED.search(text):
        assert protected_parts._SIGNS.search(text)
