"""The text of an XML file, decoded as the file declares."""

from __future__ import annotations

import re

from termdesk.service.documents.plain.encodings import DecodedText, decode

_ENCODING = re.compile(rb"""\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([\w.-]{1,40})["']""")


def decode_xml(data: bytes) -> DecodedText:
    """Decode XML by its byte order mark or its declaration. Raises UnreadableDocument."""
    found = _ENCODING.match(data)
    return decode(data, declared=found.group(1).decode().lower() if found else "")
