"""XML of documents read and written: no entities, no other files, no bottomless nesting."""

from __future__ import annotations

from typing import Any, TypeAlias

# All of XML goes through this module: the library has no types.
from lxml import etree as etree  # type: ignore[import-untyped]  # it has no types

from termdesk.service.document_kinds import UnreadableDocument

Element: TypeAlias = Any


def parse(data: bytes) -> Element:
    """The root of a document. Raises UnreadableDocument; a document type is refused, as it can hide bombs."""
    # libxml2 itself ends at 256 levels and at 10 MB in one text unless it is told that the tree is huge.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise UnreadableDocument(f"Its XML is damaged: {str(error)[:200]}.", remedy="Save it anew.") from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise UnreadableDocument(
            "It has a document type declaration, which could hide entities.", remedy="Send it without."
        )
    return root


def serialize(root: Element) -> bytes:
    """A whole document in UTF-8, with what stands before and behind its root."""
    # Where nothing was declared, the library reads a "no".
    declared = root.getroottree().docinfo.standalone or None
    written: bytes = etree.tostring(root.getroottree(), xml_declaration=True, encoding="UTF-8", standalone=declared)
    return written


def local_name(element: Element) -> str:
    """Without its namespace; empty for comments, processing instructions and entities."""
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def beside(element: Element, name: str) -> str:
    """A name in the namespace of an element."""
    return str(etree.QName(etree.QName(element).namespace, name))
