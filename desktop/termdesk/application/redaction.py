"""Remove keys from everything that is shown, copied or logged. All keys in use are registered here."""

from __future__ import annotations

import base64
import logging
import re
from urllib.parse import quote

from termdesk.domain.provider import SHORTEST_SECRET

BLOT = "•••"

# A key that was not registered, in the form of an HTTP header.
_CREDENTIALS = re.compile(r"((?:Service|DeepL)-Auth-Key)(?:\s|%20|\+)+[^\s\"',;}]{8,}", re.IGNORECASE)

_forms: set[str] = set()


def keep_out(secret: str) -> None:
    """Redact `secret` from now on, also in percent or base64 encoding. Applies to the whole process."""
    if len(secret) < SHORTEST_SECRET:
        return
    encoded = base64.b64encode(secret.encode()).decode()
    _forms.update({secret, quote(secret, safe=""), quote(secret), encoded, encoded.rstrip("=")})


def redact(text: str) -> str:
    """Return `text` without any key.

    If it contains none, the same object is returned, so that a `Message` stays a `Message`.
    """
    whole = text
    for form in sorted(_forms, key=len, reverse=True):
        text = text.replace(form, BLOT)
    text = _CREDENTIALS.sub(rf"\1 {BLOT}", text)
    return whole if text == whole else text


class Redaction(logging.Filter):
    """A filter for every log handler: removes keys from messages and tracebacks."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Redact a log record. Always returns True, so that the record is logged."""
        record.msg, record.args = redact(_message(record)), None
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = redact(record.exc_text)
        if record.stack_info:
            record.stack_info = redact(record.stack_info)
        return True


def _message(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except (TypeError, ValueError):
        # The arguments of the log call do not fit its format: log the format alone.
        return f"{record.msg} {record.args}"
