"""Quick fixes that need no decision: for each kind that has one, the function that corrects a phrase."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

from termdesk.domain.entries.entry_rules import Rule
from termdesk.domain.findings.characters import in_one_script, single_blanks, without_bidi, without_invisible
from termdesk.domain.findings.kinds import BIDI, INVISIBLE, MIXED_SCRIPTS, NOT_COMPOSED, REPEATED_BLANKS
from termdesk.messages.finding_messages import FixMessage
from termdesk.messages.message import Message

Fix = Callable[[str, str], str]

_BREAKS = re.compile("[ \t\r\n\v\f\x1c-\x1f\x85\u2028\u2029]*[\t\r\n\v\f\x1c-\x1f\x85\u2028\u2029][ \t\r\n]*")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")


def _without_controls(phrase: str, _language: str) -> str:
    return _CONTROLS.sub("", _BREAKS.sub(" ", phrase)).strip()


# (phrase, language) -> corrected phrase. `compute_quick_fix` has the fixes that remove rows.
FIXES: dict[str, Fix] = {
    Rule.OUTER_SPACE: lambda phrase, _language: phrase.strip(),
    Rule.CONTROL_CHARACTER: _without_controls,
    Rule.UNICODE_NEWLINE: _without_controls,
    BIDI: without_bidi,
    INVISIBLE: without_invisible,
    MIXED_SCRIPTS: lambda phrase, _language: in_one_script(phrase),
    NOT_COMPOSED: lambda phrase, _language: unicodedata.normalize("NFC", phrase),
    REPEATED_BLANKS: lambda phrase, _language: single_blanks(phrase),
}

FIX_WORDS: Mapping[str, Message] = {
    Rule.EMPTY: FixMessage.EMPTY(),
    Rule.DUPLICATE: FixMessage.DUPLICATE(),
    Rule.OUTER_SPACE: FixMessage.OUTER_SPACE(),
    Rule.CONTROL_CHARACTER: FixMessage.CONTROL_CHARACTER(),
    Rule.UNICODE_NEWLINE: FixMessage.UNICODE_NEWLINE(),
    BIDI: FixMessage.BIDI(),
    INVISIBLE: FixMessage.INVISIBLE(),
    MIXED_SCRIPTS: FixMessage.MIXED_SCRIPTS(),
    NOT_COMPOSED: FixMessage.NOT_COMPOSED(),
    REPEATED_BLANKS: FixMessage.REPEATED_BLANKS(),
}
