"""Keys never appear in what is shown, copied or logged: every key in use is known here and blotted out."""

from __future__ import annotations

import base64
import logging
import re
from urllib.parse import quote

BLOT = "•••"

# A key that nobody registered, in the form it travels in.
_CREDENTIALS = re.compile(r"((?:Service|DeepL)-Auth-Key)(?:\s|%20|\+)+[^\s\"',;}]{8,}", re.IGNORECASE)
# Shorter than this it would blot out ordinary words, and is no secret.
_SHORTEST = 6

_forms: set[str] = set()


def keep_out(secret: str) -> None:
    """Blot out `secret` from now on, also in percent or base64 form. For the whole process, as there is one log."""
    if len(secret) < _SHORTEST:
        return
    encoded = base64.b64encode(secret.encode()).decode()
    _forms.update({secret, quote(secret, safe=""), quote(secret), encoded, encoded.rstrip("=")})


def redacted(text: str) -> str:
    """`text` without any key."""
    for form in sorted(_forms, key=len, reverse=True):
        text = text.replace(form, BLOT)
    return _CREDENTIALS.sub(rf"\1 {BLOT}", text)


class Redaction(logging.Filter):
    """For every log handler: blots keys out of the message and of the traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = redacted(_message(record)), None
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = redacted(record.exc_text)
        if record.stack_info:
            record.stack_info = redacted(record.stack_info)
        return True


def _message(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except (TypeError, ValueError):
        # A log call whose values do not fit its text: what it has is better than an error about logging.
        return f"{record.msg} {record.args}"
