"""When two texts are the same: one key for all typographic variants of a text.

    same_text_key("“Don’t…  go”") == same_text_key('"Don\\'t... go"')

Differences of white space, quotation marks, dashes, ellipses and invisible characters do not count. All letters,
capitals, digits and other characters do, because a confirmed translation is reused only for the same text.
"""

from __future__ import annotations

import re
import unicodedata

_WRITTEN_ALIKE = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛ʼ′", "'"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‐‑", "-"),
        "…": "...",
        # Invisible: soft hyphen, zero-width space, word joiner, direction marks, byte order mark.
        **dict.fromkeys("\u00ad\u200b\u2060\u200e\u200f\u2066\u2067\u2068\u2069\ufeff", None),
    }
)
# A dash between two letters differs from a hyphen: "the man—eating" is not "the man-eating".
_DASH = re.compile(r"(?<![^\W\d_])[‒–—―−]|[‒–—―−](?![^\W\d_])")
# French has spaces before these, most other languages do not.
_BLANK_AT_MARK = re.compile(r" (?=[!?;:])|(?<=«)\s+|\s+(?=»)")


def same_text_key(text: str) -> str:
    """The key of a text. Texts that differ only in white space and typography have the same key.

    It is "" for white space only.
    """
    if not text.isascii():
        text = _BLANK_AT_MARK.sub("", unicodedata.normalize("NFC", text))
        text = _DASH.sub("-", text.translate(_WRITTEN_ALIKE))
    text = " ".join(text.split())
    return _BLANK_AT_MARK.sub("", text)
