"""The tree of a markup: which tags belong together, what is left alone, and where sentences end."""

from __future__ import annotations

import pytest

from termdesk.service.markup.nodes import Node, parse, texts
from termdesk.service.markup.options import Kind, MalformedMarkup, MarkupOptions
from termdesk.service.markup.well_formedness import MAX_DEPTH

LENIENT = MarkupOptions(version="v1")


def tree(text: str, kind: Kind = "html", options: MarkupOptions = LENIENT) -> str:
    """Show elements as `name(children)`, or `name*(children)` without a closing tag; other nodes as written."""

    def shown(node: Node) -> str:
        if not node.name:
            return node.opening
        children = ",".join(map(shown, node.children))
        return f"{node.name}{'' if node.closing or not node.children else '*'}({children})"

    return ",".join(map(shown, parse(text, kind=kind, options=options).children))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<p>a<p>b", "p*(a),p*(b)"),
        ("<ul><li>a<li>b</ul>", "ul(li*(a),li*(b))"),
        ("<table><tr><td>a<td>b<tr><td>c</table>", "table(tr*(td*(a),td*(b)),tr*(td*(c)))"),
        ("a<br>b<img x>", "a,br(),b,img()"),
        ("<b><i>a</b>b</i>", "b(i*(a)),b,i()"),
        ("</b>a", "b(),a"),
        ("<b>a", "b*(a)"),
    ],
)
def test_html_is_nested_as_browsers_do(text: str, expected: str) -> None:
    assert tree(text) == expected


def test_in_xml_only_tags_of_one_name_belong_together() -> None:
    assert tree("<p>a<p>b</p></p><br>c</br>", "xml") == "p(a,p(b)),br(c)"


def every(node: Node) -> list[Node]:
    return [node, *(inner for child in node.children for inner in every(child))]


def test_every_node_knows_its_place() -> None:
    text = "x <p class='a'>one <b>two</b>&amp;</p><!-- c -->"

    for node in every(parse(text, kind="html", options=LENIENT)):
        assert text[node.start : node.end].startswith(node.opening)
        assert text[node.start : node.end].endswith(node.closing)


def names(text: str, attribute: str, kind: Kind = "html", options: MarkupOptions = LENIENT) -> list[str]:
    found = every(parse(text, kind=kind, options=options))[1:]
    return [node.name or node.opening for node in found if getattr(node, attribute)]


def test_what_is_for_machines_or_marked_so_is_protected() -> None:
    html = (
        "<code>a</code><p translate='no'>b</p><i class='x notranslate y'>c</i><i class='notranslated'>d</i><kbd>e</kbd>"
    )

    assert names(html, "is_protected") == ["code", "p", "i", "kbd"]
    assert names(html, "is_protected", "xml") == []
    assert names("<x>a</x><y/>", "is_protected", "xml", MarkupOptions("v1", ignored=frozenset("x"))) == ["x"]


@pytest.mark.parametrize(
    ("tag", "is_protected"),
    [
        ("<p Translate = NO>", True),
        ('<p id=a class="big NoTranslate">', True),
        ("<p class=notranslate>", True),
        ("<img translate=no/>", True),
        ('<p title="set translate=no here">', False),
        ("<img alt='use class=\"notranslate\" here'>", False),
        ("<p data-translate=no class=notranslated translate=yes>", False),
    ],
)
def test_only_attributes_protect_and_not_what_looks_like_one_in_a_value(tag: str, is_protected: bool) -> None:
    assert bool(names(tag, "is_protected")) is is_protected


def test_sentences_end_at_blocks_of_html_and_where_elements_of_xml_stand_alone() -> None:
    assert names("<p>one <b>two</b></p> | <a>three</a>", "is_block") == ["p", " | "]
    assert names("<d><t>one <i>two</i></t><t>three</t></d>", "is_block", "xml") == ["d", "t", "t"]
    assert names("<d><t>one</t> two</d>", "is_block", "xml") == ["d"]


def test_the_caller_says_what_else_splits_or_does_not() -> None:
    splitting = MarkupOptions("v1", splitting=frozenset("q"), non_splitting=frozenset("p"))
    without = MarkupOptions("v1", splitting=frozenset("q"), detects_outline=False)

    assert names("<q>a</q><p>b</p>", "is_block", options=splitting) == ["q"]
    assert names("<q>a</q><h1>b</h1> | ", "is_block", options=without) == ["q"]


def test_a_block_inside_makes_a_block_but_a_line_break_does_not() -> None:
    assert names("<a><p>one</p></a><b>two<br>three</b>", "is_block") == ["a", "p", "br"]


def test_numbers_above_the_line_are_notes_unless_the_word_goes_on() -> None:
    assert names("word<sup>2</sup> more", "is_note") == ["sup"]
    assert names("word<sup>*)</sup>", "is_note") == ["sup"]
    assert names("1<sup>st</sup> H<sup>2</sup>O", "is_note") == []


def test_only_what_is_kept_as_it_is_spaced_is_preformatted() -> None:
    assert names("<pre>a<b>b</b></pre><p>c</p>", "is_preformatted") == ["pre", "a", "b", "b"]


@pytest.mark.parametrize("kind", ["xml", "html"])
def test_nesting_has_an_end(kind: Kind) -> None:
    parse("<b>" * MAX_DEPTH, kind=kind, options=LENIENT)
    with pytest.raises(MalformedMarkup):
        parse("<b>" * (MAX_DEPTH + 1), kind=kind, options=LENIENT)


def test_only_the_second_version_wants_well_formed_xml() -> None:
    assert tree("<a>b", "xml") == "a*(b)"
    with pytest.raises(MalformedMarkup):
        parse("<a>b", kind="xml", options=MarkupOptions(version="v2"))


def test_texts_come_in_order() -> None:
    root = parse("a<b>b<i>c</i></b><!-- no --><![CDATA[d]]>", kind="xml", options=LENIENT)

    assert [each.opening for each in texts(root)] == ["a", "b", "c", "<![CDATA[d]]>"]
