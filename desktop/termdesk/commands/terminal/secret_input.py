"""Reading of keys and passwords, which are never options, because other users see those in the list of processes."""

from __future__ import annotations

import os
import sys

from termdesk.commands.consent import can_ask


def read_secret(place: str | None, variable: str, *, prompt: str) -> str:
    """Return a secret from `stdin` or from a `variable`; empty without a place.

    A terminal is asked for it, without showing what is typed. From other input, one line is read. The variable is
    removed in any case, so that child processes do not get it.
    """
    value = os.environ.pop(variable, "")
    if place != "stdin":
        return value if place else ""
    if can_ask():
        import getpass

        return getpass.getpass(prompt)
    return sys.stdin.readline().rstrip("\r\n")
