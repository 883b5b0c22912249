"""The elements of markup as a tree, each with its tags as written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from termdesk.service.engines.projection.borders import is_of_word
from termdesk.service.markup.options import Kind, MarkupOptions
from termdesk.service.markup.scanner import Token, What, attribute_values, scan
from termdesk.service.markup.well_formedness import MAX_DEPTH, check_well_formed, too_deep

_VOID = frozenset(
    "area base br col embed frame hr img input link meta param source track wbr".split()  # noqa: SIM905
)
_BLOCKS = frozenset(
    "address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt"  # noqa: SIM905
    " fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li link main"
    " menu meta nav noscript ol optgroup option p pre script section select style summary table tbody td textarea"
    " tfoot th thead title tr ul".split()
)
# In HTML, the content of these is for machines or is typed; it is the same in every language.
_KEPT = frozenset({"code", "kbd", "samp", "var", "math", "svg"})
_ITEMS = frozenset({"li", "dd", "dt", "option", "td", "th", "tr", "tbody", "thead", "tfoot"})
# For each tag, the innermost open elements that it closes implicitly.
_ENDS = {
    **{name: {"p"} for name in _BLOCKS - _ITEMS - {"br"}},
    "li": {"li", "p"},
    "dd": {"dd", "dt", "p"},
    "dt": {"dd", "dt", "p"},
    "option": {"option"},
    "td": {"td", "th", "p"},
    "th": {"td", "th", "p"},
    "tr": {"td", "th", "tr", "p"},
    **{name: {"td", "th", "tr", "tbody", "thead", "tfoot", "p"} for name in ("tbody", "thead", "tfoot")},
}
# Separators between links of a menu, which do not occur between the words of a sentence.
_SEPARATOR = re.compile(r"\s*[|·•›»→]\s*")


@dataclass(slots=True)
class Node:
    """An element, or a leaf: a text, or something that is neither text nor element.

    `opening` and `closing` are the tags as written, empty if there is none. `start` and `end` count code points of the
    whole markup. A block (`is_block`) begins and ends a sentence; a note (`is_note`) is attached to a word but not part
    of it.
    """

    what: What
    opening: str
    start: int
    end: int
    name: str = ""
    closing: str = ""
    is_protected: bool = False
    is_block: bool = False
    is_preformatted: bool = False
    is_note: bool = False
    children: list[Node] = field(default_factory=list)


def parse(text: str, *, kind: Kind, options: MarkupOptions) -> Node:
    """Parse markup to a tree. Raises MalformedMarkup for XML that is not well-formed (v2), and for deep nesting."""
    if kind == "xml" and options.version == "v2":
        check_well_formed(text)
    root = _Builder(text, kind, options).build()
    _mark_blocks(root, kind, options)
    return root


class _Builder:
    """Opens and closes elements. A closing tag without an opening one is a leaf; an unclosed element has no closing
    tag.
    """

    def __init__(self, text: str, kind: Kind, options: MarkupOptions) -> None:
        self._text, self._kind, self._options = text, kind, options
        self._stack = [Node(What.OPENING, "", 0, len(text))]
        # Counts the open elements by name, so that a stray closing tag needs no search.
        self._open: dict[str, int] = {}

    def build(self) -> Node:
        for token in scan(self._text, self._kind):
            if token.what is What.OPENING:
                self._open_element(token)
            elif token.what is What.CLOSING:
                self._close_element(token)
            else:
                self._leaf(token)
        while len(self._stack) > 1:
            self._end(len(self._text))
        return self._stack[0]

    def _open_element(self, token: Token) -> None:
        if self._kind == "html":
            while self._stack[-1].name in _ENDS.get(token.name, ()):
                self._end(token.start)
            if token.name in _VOID:
                self._leaf(token)
                return
        node = self._node(token)
        self._stack[-1].children.append(node)
        self._stack.append(node)
        self._open[token.name] = self._open.get(token.name, 0) + 1
        if len(self._stack) > MAX_DEPTH + 1:
            raise too_deep()

    def _close_element(self, token: Token) -> None:
        if not self._open.get(token.name):
            self._leaf(token)
            return
        while self._stack[-1].name != token.name:
            self._end(token.start)
        self._stack[-1].closing = token.raw
        self._end(token.start + len(token.raw))

    def _end(self, position: int) -> None:
        node = self._stack.pop()
        node.end = position
        self._open[node.name] -= 1

    def _leaf(self, token: Token) -> None:
        self._stack[-1].children.append(self._node(token))

    def _node(self, token: Token) -> Node:
        parent = self._stack[-1]
        is_html = self._kind == "html"
        node = Node(token.what, token.raw, token.start, token.start + len(token.raw), token.name)
        if token.what is What.OPENING and token.name in _VOID and is_html:
            node.what = What.EMPTY
        node.is_protected = token.name in self._options.ignored or (
            is_html and bool(token.name) and (token.name in _KEPT or _is_not_translated(token.raw))
        )
        node.is_preformatted = parent.is_preformatted or (is_html and token.name in ("pre", "textarea"))
        return node


def _is_not_translated(tag: str) -> bool:
    """Whether the attributes of an element of HTML say that it must not be translated."""
    if "translate" not in tag.lower():
        # Reading the attributes of every tag would take a third longer.
        return False
    classes = " ".join(attribute_values(tag, "class")).lower().split()
    return "notranslate" in classes or "no" in map(str.lower, attribute_values(tag, "translate"))


def _mark_blocks(root: Node, kind: Kind, options: MarkupOptions) -> None:
    """Mark the elements that begin and end sentences.

    In XML these are elements whose siblings are all elements, without text between them. An element that contains a
    block is a block, too.
    """
    order: list[Node] = []
    waiting = [(root, True)]
    while waiting:
        node, is_block = waiting.pop()
        node.is_block = is_block
        order.append(node)
        is_outline = is_block and options.detects_outline and not any(map(_has_text, node.children))
        items = _find_items(node.children) if kind == "xml" and options.divides_items else set()
        for number, child in enumerate(node.children):
            is_item = number in items and child.name not in options.non_splitting
            waiting.append((child, is_item or (bool(child.name) and _is_block(child, kind, options, is_outline))))
    for node in reversed(order):
        if kind == "html" and node.what is What.TEXT:
            node.is_block = options.detects_outline and _SEPARATOR.fullmatch(node.opening) is not None
        # A line break inside a phrase must not separate the phrase from its sentence.
        if any(child.is_block and child.name not in ("", "br") for child in node.children):
            node.is_block = True
        if kind == "html":
            for number, child in enumerate(node.children, 1):
                child.is_note = child.name == "sup" and _is_note(child, node.children[number : number + 1])


def _is_block(node: Node, kind: Kind, options: MarkupOptions, is_outline: bool) -> bool:
    if node.name in options.splitting:
        return True
    if node.name in options.non_splitting or not options.detects_outline:
        return False
    if kind == "html":
        return node.name in _BLOCKS
    return is_outline and node.what is What.OPENING


def _find_items(nodes: Sequence[Node]) -> set[int]:
    """Return the numbers of the elements that touch an equal one, or that are empty between two letters.

    Their words would be joined if they were one sentence: `<item>First</item><item>Second</item>`, `one<br/>two`.
    Comments between them do not matter.
    """
    found: set[int] = set()
    shown = [(number, node) for number, node in enumerate(nodes) if node.what is not What.OTHER]
    for place, (number, node) in enumerate(shown):
        if not node.name:
            continue
        before = shown[place - 1][1] if place else None
        next_number, after = shown[place + 1] if place + 1 < len(shown) else (0, None)
        if after is not None and after.name == node.name and _has_letters(node) and _has_letters(after):
            found |= {number, next_number}
        if before is None or after is None or _has_letters(node):
            continue
        if (before.what is What.TEXT and is_of_word(before.opening[-1:])) and (
            after.what is What.TEXT and is_of_word(after.opening[:1])
        ):
            found.add(number)
    return found


def _has_letters(node: Node) -> bool:
    return any(any(map(is_of_word, each.opening)) for each in texts(node))


def _has_text(node: Node) -> bool:
    return node.what in (What.TEXT, What.CDATA) and not node.opening.isspace()


def _is_note(node: Node, after: Sequence[Node]) -> bool:
    """Whether a superscript at the end of a word is a number or symbol: it refers to a footnote."""
    inside = "".join(each.opening for each in texts(node))
    goes_on = any(each.what is What.TEXT and is_of_word(each.opening[:1]) for each in after)
    return not goes_on and not any(character.isalpha() for character in inside)


def texts(node: Node) -> Iterator[Node]:
    """Yield the texts under a node, in order."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if each.what in (What.TEXT, What.CDATA):
            yield each
        waiting += reversed(each.children)
