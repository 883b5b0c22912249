"""Reads and writes the XML of documents: no entities, no external files, limited nesting."""

from __future__ import annotations

from typing import Any, TypeAlias

# Documents use lxml only through this module, because lxml has no types.
from lxml import etree as etree  # type: ignore[import-untyped]  # it has no types

from termdesk.service.document_kinds import UnreadableDocument

Element: TypeAlias = Any


def parse(data: bytes) -> Element:
    """Parse a document, return its root. Raises UnreadableDocument, also for a DOCTYPE, which can hide bombs."""
    # With huge_tree off, libxml2 limits nesting to 256 levels and a text to 10 MB.
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
    """Serialize a whole document in UTF-8, with everything before and after its root."""
    # If nothing was declared, lxml reports `standalone` as "no".
    declared = root.getroottree().docinfo.standalone or None
    written: bytes = etree.tostring(root.getroottree(), xml_declaration=True, encoding="UTF-8", standalone=declared)
    return written


def local_name(element: Element) -> str:
    """Return the name without its namespace; empty for comments, processing instructions and entities."""
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def beside(element: Element, name: str) -> str:
    """Return a name in the namespace of an element."""
    return str(etree.QName(etree.QName(element).namespace, name))
