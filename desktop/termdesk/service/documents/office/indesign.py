"""InDesign's IDML: the paragraphs of its stories, with formatting, links, tags, notes and tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import partial
from pathlib import Path

from termdesk.service.documents.office.inline import Atom, Container, Inline, Run, key_of
from termdesk.service.documents.office.package import ZipPackage, other_kind
from termdesk.service.documents.office.paragraphs import FixedPart, Format, OfficeDocument, parts_of
from termdesk.service.documents.xml_files import Element, etree, local_name

_MEDIA_TYPE = b"application/vnd.adobe.indesign-idml-package"
_RANGE, _PARAGRAPHS, _CONTENT, _BREAK = "CharacterStyleRange", "ParagraphStyleRange", "Content", "Br"
_PROPERTIES = frozenset({"Properties", "XMLAttribute", "XMLComment", "XMLInstruction"})
_CONTAINERS = frozenset({"XMLElement", "HyperlinkTextSource", "CrossReferenceSource", "Change"})
# Elements that no word can move across, so they separate texts.
_BETWEEN_TEXTS = frozenset({_BREAK, "Table"})
# Elements that only authors see.
_UNSEEN = frozenset({"Note", "DeletedText"})
# A line break inside a paragraph, and the character that represents an anchored object.
_LINE_BREAK, _ANCHOR = "\u2028", "\ufeff"
_ANCHORS = re.compile(f"({_ANCHOR})")
# The soft hyphen marks where a word may be divided, which depends on the language.
_SOFT_HYPHEN = "\u00ad"


def read(path: Path, kind: str) -> OfficeDocument:
    """Read an IDML package. Raises UnreadableDocument."""
    package = ZipPackage(path)
    if "mimetype" not in package.names or not package.contains("mimetype", _MEDIA_TYPE):
        raise other_kind()
    stories = [name for name in package.names if name.startswith("Stories/") and name.endswith(".xml")]
    how = Format(_paragraphs, _content, _contents, _PROPERTIES, frozenset(), _leave_language, _merge_neighbors)
    parts = parts_of(package, [(stories, how)])
    return OfficeDocument(package, [part for part in parts if part.paragraphs])


def _leave_language(root: Element, target_lang: str) -> None:
    """Change nothing: in InDesign the styles set the language of a text."""


def _paragraphs(root: Element) -> Iterator[Element]:
    """Yield the elements whose text is read apart: paragraph ranges, and containers with paragraphs of their own."""
    waiting = [root]
    while waiting:
        element = waiting.pop()
        if _is_unseen(element):
            continue
        if local_name(element) == _PARAGRAPHS or (_is_container(element) and _is_divided(element)):
            yield element
        waiting += reversed(element)


def _is_unseen(element: Element) -> bool:
    return bool({local_name(element), element.get("ChangeType")} & _UNSEEN)


def _is_container(element: Element) -> bool:
    return local_name(element) in _CONTAINERS and not _is_unseen(element)


def _is_divided(element: Element) -> bool:
    return any(True for _ in element.iter(_PARAGRAPHS, *_BETWEEN_TEXTS))


def _content(paragraph: Element) -> list[Sequence[Inline] | FixedPart]:
    """Return the paragraph's stretches, separated by paragraph ends, tables, and elements that contain these."""
    look = None if _stands_in_range(paragraph) else _first_look(paragraph)
    parts: list[Sequence[Inline] | FixedPart] = []
    stretch: list[Inline] = []
    for bit in _bits(paragraph, None):
        if isinstance(bit, FixedPart):
            parts.extend((_with_look(stretch, look), bit))
            stretch = []
        else:
            stretch.append(bit)
    return [*parts, _with_look(stretch, look)]


def _stands_in_range(element: Element) -> bool:
    """Whether the element's content is inside a character range."""
    for each in (element, *element.iterancestors()):
        if local_name(each) in (_PARAGRAPHS, _RANGE):
            return bool(local_name(each) == _RANGE)
    return False


def _with_look(content: list[Inline], look: Element | None) -> list[Inline]:
    """Add an empty run with this look to content without text.

    A translation may put text beside the elements, and that text gets the look.
    """
    if look is None or any(isinstance(each, Run) for each in content):
        return content
    return [Run("", look), *content]


def _first_look(element: Element) -> Element | None:
    found = next(element.iter(_RANGE), None)
    return None if found is None else _look_of(found)


def _look_of(text_range: Element) -> Element:
    """Return an empty copy of a character range."""
    look = etree.Element(text_range.tag, dict(text_range.attrib))
    look.extend([_without_tail(each) for each in text_range if local_name(each) == "Properties"])
    return look


def _without_tail(element: Element) -> Element:
    copied = deepcopy(element)
    copied.tail = None
    return copied


def _bits(parent: Element, look: Element | None) -> Iterator[Inline | FixedPart]:
    """Yield the contents of an element. Each gets a character range with this look, unless the look is None."""
    for child in parent:
        name = local_name(child)
        if name in _PROPERTIES:
            continue
        if name == _RANGE:
            yield from _bits(child, _look_of(child))
        elif name == _CONTENT:
            yield from _of_content(child, look)
        elif name in _BETWEEN_TEXTS or (_is_container(child) and _is_divided(child)):
            yield FixedPart(Atom(partial(_in_look, look, child)))
        elif _is_container(child):
            yield _container(child, look)
        else:
            yield Atom(partial(_in_look, look, child), child.get("ResultText", "") if name else "")


def _of_content(content: Element, look: Element | None) -> Iterator[Inline]:
    yield from _of_text(content.text, look)
    for child in content:
        # A processing instruction represents a character, such as the page number.
        yield Atom(partial(_in_content, look, child))
        yield from _of_text(child.tail, look)


def _of_text(text: str | None, look: Element | None) -> Iterator[Inline]:
    for chunk in _ANCHORS.split(text or ""):
        if chunk == _ANCHOR:
            yield Atom(partial(_contents, chunk, look))
        elif chunk:
            yield Run(chunk.replace(_LINE_BREAK, "\n").replace(_SOFT_HYPHEN, ""), look)


def _container(element: Element, look: Element | None) -> Container:
    """Convert a link or tag with its text. The element is copied: reading must not change the document."""
    slot = _without_tail(element)
    shell = slot if look is None else _in_look(look, slot)[0]
    # If it contains character ranges, no range is put around it.
    content = _with_look([bit for bit in _bits(slot, None) if not isinstance(bit, FixedPart)], _first_look(slot))
    return Container(content, shell, slot, [child for child in slot if local_name(child) in _PROPERTIES])


def _in_look(look: Element | None, element: Element) -> list[Element]:
    if look is None:
        return [element]
    text_range = deepcopy(look)
    text_range.append(element)
    return [text_range]


def _in_content(look: Element | None, instruction: Element) -> list[Element]:
    content = etree.Element(_CONTENT)
    content.append(_without_tail(instruction))
    return _in_look(look, content)


def _contents(text: str, look: Element | None) -> list[Element]:
    """Return a content element with this text, in a range with the look if there is one."""
    content = etree.Element(_CONTENT)
    content.text = text.replace("\n", _LINE_BREAK)
    return _in_look(look, content)


def _merge_neighbors(elements: list[Element]) -> list[Element]:
    """Merge neighbors with the same look, as InDesign writes them."""
    joined: list[Element] = []
    for each in elements:
        last = joined[-1] if joined else None
        if last is not None and _are_alike(last, each):
            _append(last, each)
        else:
            joined.append(each)
    return joined


def _are_alike(one: Element, other: Element) -> bool:
    if local_name(one) != local_name(other):
        return False
    if local_name(one) == _RANGE:
        return key_of(_look_of(one)) == key_of(_look_of(other))
    return local_name(one) == _CONTENT


def _append(element: Element, more: Element) -> None:
    """Append the content of another range, or the text of another content element."""
    if local_name(element) == _CONTENT:
        _append_text(element, more.text)
        element.extend(list(more))
        return
    for child in [each for each in more if local_name(each) not in _PROPERTIES]:
        if len(element) and local_name(child) == local_name(element[-1]) == _CONTENT:
            _append(element[-1], child)
        else:
            element.append(child)


def _append_text(parent: Element, text: str | None) -> None:
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + (text or "")
    else:
        parent.text = (parent.text or "") + (text or "")
