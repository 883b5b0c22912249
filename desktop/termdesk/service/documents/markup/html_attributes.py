"""The attributes of HTML that readers see: alternative texts, tooltips and descriptions; and the page's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from termdesk.domain.language.language import is_right_to_left
from termdesk.service.documents.document import has_words
from termdesk.service.markup.nodes import Node, parse
from termdesk.service.markup.options import MarkupOptions
from termdesk.service.markup.scanner import ATTRIBUTE, What, attribute_name, attribute_value, attribute_values

_SHOWN = frozenset({"alt", "title", "placeholder", "aria-label", "aria-description", "summary"})
# The names of `meta` elements whose content is read: by people, in search results and previews.
_READ_META = re.compile("(?:og:|twitter:)?(?:description|title)", re.IGNORECASE)
_LANGUAGE = frozenset({"lang", "xml:lang"})
_BUTTON = re.compile("button|submit|reset", re.IGNORECASE)


def attribute_texts(text: str) -> list[str]:
    """Return the different texts of attributes to translate, in the order of the page."""
    found: dict[str, None] = {}
    for node in _elements(text):
        names = _find_visible_names(node)
        for match in ATTRIBUTE.finditer(node.opening):
            if _is_shown(match, names) and has_words(value := attribute_value(match)):
                found[value] = None
    return list(found)


def replace_attributes(text: str, translations: Mapping[str, str], *, target_lang: str) -> str:
    """Return the page with these attributes translated, and with the language of the whole page changed."""
    written: list[str] = []
    position = 0
    for node in _elements(text):
        tag = ATTRIBUTE.sub(_replacer(node, translations), node.opening)
        if node.name == "html":
            tag = _in_language(tag, target_lang)
        if tag != node.opening:
            written += [text[position : node.start], tag]
            position = node.start + len(node.opening)
    return "".join([*written, text[position:]])


def _elements(text: str) -> Iterator[Node]:
    """Yield the elements in order, without those that must not be translated."""
    waiting = [parse(text, kind="html", options=MarkupOptions())]
    while waiting:
        node = waiting.pop()
        if node.is_protected:
            continue
        if node.name and node.what in (What.OPENING, What.EMPTY):
            yield node
        waiting += reversed(node.children)


def _find_visible_names(node: Node) -> frozenset[str]:
    """Return the names of the attributes of an element that readers see."""
    if node.name == "meta":
        kinds = attribute_values(node.opening, "name", "property")
        return _SHOWN | {"content"} if any(map(_READ_META.fullmatch, kinds)) else _SHOWN
    if node.name == "input":
        return _SHOWN | {"value"} if any(map(_BUTTON.fullmatch, attribute_values(node.opening, "type"))) else _SHOWN
    return _SHOWN


def _is_shown(match: re.Match[str], names: frozenset[str]) -> bool:
    """Whether readers see the attribute's value. A value without quotes is a single word, mostly for programs."""
    return match[3][0] in "\"'" and attribute_name(match) in names


def _replacer(node: Node, translations: Mapping[str, str]) -> Callable[[re.Match[str]], str]:
    names = _find_visible_names(node)

    def write(match: re.Match[str]) -> str:
        translation = translations.get(attribute_value(match)) if _is_shown(match, names) else None
        if translation is None:
            return match.group()
        quote = match[3][0]
        escaped = translation.replace("&", "&amp;").replace("<", "&lt;").replace(quote, f"&#{ord(quote)};")
        return f"{match[1]}{match[2]}{quote}{escaped}{quote}"

    return write


def _in_language(tag: str, target_lang: str) -> str:
    names = {attribute_name(match) for match in ATTRIBUTE.finditer(tag)}
    if not names & _LANGUAGE:
        return tag
    direction = "rtl" if is_right_to_left(target_lang) else "ltr"
    values = {**dict.fromkeys(_LANGUAGE, target_lang), "dir": direction}

    def write(match: re.Match[str]) -> str:
        value = values.get(attribute_name(match))
        return match.group() if value is None else f'{match[1]}{match[2]}"{value}"'

    tag = ATTRIBUTE.sub(write, tag)
    return f'{tag[:-1]} dir="rtl">' if direction == "rtl" and "dir" not in names else tag
