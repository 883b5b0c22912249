"""The attributes of HTML that readers see: alternative texts, tooltips and descriptions; and the page's language."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping

from termdesk.domain.language.language import is_right_to_left
from termdesk.service.documents.document import has_words
from termdesk.service.markup.scanner import Token, What, scan

_SHOWN = frozenset({"alt", "title", "placeholder", "aria-label", "aria-description", "summary"})
# The names of `meta` elements whose content is read: by people, in search results and previews.
_READ_META = re.compile(
    r"""\s(?:name|property)\s*=\s*["']?(?:og:|twitter:)?(?:description|title)["'\s/>]""", re.IGNORECASE
)
# Possessive quantifiers never backtrack.
_ATTRIBUTE = re.compile(r"""(\s[^\s"'<>/=]++)(\s*+=\s*+)("[^"]*+"|'[^']*+')""")
_LANGUAGE = re.compile(r"""(\s(?:xml:)?lang\s*=\s*)("[^"]*"|'[^']*'|[^\s"'<>/=]+)""", re.IGNORECASE)
_DIRECTION = re.compile(r"""(\sdir\s*=\s*)("[^"]*"|'[^']*'|[^\s"'<>/=]+)""", re.IGNORECASE)
_BUTTON = re.compile(r"""\stype\s*=\s*["']?(?:button|submit|reset)["'\s/>]""", re.IGNORECASE)


def attribute_texts(text: str) -> list[str]:
    """Return the different texts of attributes to translate, in the order of the page."""
    found: dict[str, None] = {}
    for token in _tags(text):
        for name, value in _attributes(token):
            if _is_shown(token, name) and has_words(value):
                found[value] = None
    return list(found)


def replace_attributes(text: str, translations: Mapping[str, str], *, target_lang: str) -> str:
    """Return the page with these attributes translated, and with the language of the whole page changed."""
    written: list[str] = []
    position = 0
    for token in _tags(text):
        tag = _ATTRIBUTE.sub(_replacer(token, translations), token.raw)
        if token.name == "html":
            tag = _in_language(tag, target_lang)
        if tag != token.raw:
            written += [text[position : token.start], tag]
            position = token.start + len(token.raw)
    return "".join([*written, text[position:]])


def _tags(text: str) -> Iterator[Token]:
    return (token for token in scan(text, "html") if token.what in (What.OPENING, What.EMPTY))


def _attributes(token: Token) -> Iterator[tuple[str, str]]:
    for match in _ATTRIBUTE.finditer(token.raw):
        yield match[1].strip().lower(), html.unescape(match[3][1:-1])


def _is_shown(token: Token, name: str) -> bool:
    if name == "content":
        return token.name == "meta" and bool(_READ_META.search(token.raw))
    if name == "value":
        return token.name == "input" and bool(_BUTTON.search(token.raw))
    return name in _SHOWN


def _replacer(token: Token, translations: Mapping[str, str]) -> Callable[[re.Match[str]], str]:
    def write(match: re.Match[str]) -> str:
        translation = translations.get(html.unescape(match[3][1:-1]))
        if translation is None or not _is_shown(token, match[1].strip().lower()):
            return match.group()
        quote = match[3][0]
        escaped = translation.replace("&", "&amp;").replace("<", "&lt;").replace(quote, f"&#{ord(quote)};")
        return f"{match[1]}{match[2]}{quote}{escaped}{quote}"

    return write


def _in_language(tag: str, target_lang: str) -> str:
    if not _LANGUAGE.search(tag):
        return tag
    tag = _LANGUAGE.sub(lambda match: f'{match[1]}"{target_lang}"', tag)
    is_rtl = is_right_to_left(target_lang)
    if _DIRECTION.search(tag):
        return _DIRECTION.sub(lambda match: f'{match[1]}"{"rtl" if is_rtl else "ltr"}"', tag)
    return f'{tag[:-1]} dir="rtl">' if is_rtl else tag
