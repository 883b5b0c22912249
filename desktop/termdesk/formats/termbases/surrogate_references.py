"""Filter that replaces references to surrogates in XML with the character that a pair of them means.

Programs that keep texts as UTF-16 write U+1F600 as `&#xD83D;&#xDE00;`. XML forbids that, and the parser fails on it.
"""

from __future__ import annotations

import re

# High surrogates are D800 to DBFF (55296 to 56319), low surrogates DC00 to DFFF (56320 to 57343).
_HIGH = rb"&#(?:[xX]0*([dD][89abAB][0-9a-fA-F]{2})|0*(5529[6-9]|55[3-9][0-9]{2}|56[0-2][0-9]{2}|563[01][0-9]));"
_LOW = (
    rb"&#(?:[xX]0*([dD][c-fC-F][0-9a-fA-F]{2})"
    rb"|0*(563[2-9][0-9]|56[4-9][0-9]{2}|57[0-2][0-9]{2}|573[0-3][0-9]|5734[0-3]));"
)
_PAIR_OR_ONE = re.compile(rb"%b%b|%b|%b" % (_HIGH, _LOW, _HIGH, _LOW))
# At the end of a chunk: a high surrogate whose low surrogate may follow, or the start of any reference.
_UNFINISHED = re.compile(rb"(?:%b)?(?:&(?:#(?:[xX]?[0-9a-fA-F]{0,12})?)?)?\Z" % _HIGH)
_LONGEST = 40


class SurrogateReferences:
    """Filter for the chunks of a file that replaces references to surrogates. The encoding must be a superset of ASCII.

    A surrogate without its partner becomes an undeclared entity such as `&xD800;`. The parser keeps that reference, and
    its record is rejected with this name. References inside CDATA are replaced, too.
    """

    def __init__(self) -> None:
        self._kept = b""

    def filter(self, chunk: bytes) -> bytes:
        """Return the filtered chunk; its end may be held back until the next chunk."""
        waiting, self._kept = self._kept + chunk, b""
        tail = _UNFINISHED.search(waiting, max(0, len(waiting) - _LONGEST))
        cut = tail.start() if tail else len(waiting)
        waiting, self._kept = waiting[:cut], waiting[cut:]
        return _PAIR_OR_ONE.sub(_replace, waiting) if b"&#" in waiting else waiting

    def rest(self) -> bytes:
        """Return the bytes that were held back at the end of the file."""
        return _PAIR_OR_ONE.sub(_replace, self._kept)


def _replace(match: re.Match[bytes]) -> bytes:
    # Groups: high surrogate (hexadecimal, decimal), low surrogate (hexadecimal, decimal), then the same for one without
    # a partner.
    codes = [int(digits, 10 if group % 2 else 16) for group, digits in enumerate(match.groups()) if digits]
    if len(codes) == 1:
        return b"&x%X;" % codes[0]
    high, low = codes
    return b"&#%d;" % (0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
