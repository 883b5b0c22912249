"""Reading of keys and passwords, which are never options, because other users see those in the list of processes."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass

from termdesk.commands.consent import can_ask, let_ctrl_c_interrupt
from termdesk.domain.provider import check_key

KEY_VARIABLE = "TERMDESK_KEY"
# The key of the second service of commands that use two.
OTHER_KEY_VARIABLE = "TERMDESK_OTHER_KEY"
# The password for the proxy of the profile.
PROXY_PASSWORD_VARIABLE = "TERMDESK_PROXY_PASSWORD"
_PLACES = ("stdin", "variable")


@dataclass(frozen=True, slots=True, repr=False)
class RunKeys:
    """The secrets that a command uses for its run only.

    They are the key of `--profile`, the key of a second service, and the password for the proxy of `--profile`.
    """

    key: str = ""
    other_key: str = ""
    proxy_password: str = ""


def add_key_option(parser: argparse.ArgumentParser) -> None:
    """Add the option for the place of the key of `--profile`."""
    parser.add_argument(
        "--key-from",
        choices=_PLACES,
        help=f"use this key of the profile for this run only: from standard input, or from {KEY_VARIABLE} (the default "
        "if it is set)",
    )


def add_other_key_option(parser: argparse.ArgumentParser) -> None:
    """Add the option for the place of the key of the second service."""
    parser.add_argument(
        "--other-key-from",
        choices=_PLACES,
        help="use this key of the other service for this run only: from standard input, after the key of the profile "
        f"if that is read there, or from {OTHER_KEY_VARIABLE} (the default if it is set)",
    )


def read_run_keys(chosen: argparse.Namespace | None = None) -> RunKeys:
    """Return the keys from where the options say; without options, from the variables.

    The password of the proxy is in its variable only. All variables are removed, so that child processes do not get
    them. Raises InvalidInput if there is no key where an option says.
    """
    return RunKeys(
        _read_key(getattr(chosen, "key_from", None), KEY_VARIABLE, prompt="Key of the profile: "),
        _read_key(getattr(chosen, "other_key_from", None), OTHER_KEY_VARIABLE, prompt="Key of the other service: "),
        read_secret("variable", PROXY_PASSWORD_VARIABLE),
    )


def _read_key(place: str | None, variable: str, *, prompt: str) -> str:
    """Return a key. Raises InvalidInput if there is none in the place that the user named."""
    key = read_secret(place or "variable", variable, prompt=prompt)
    return check_key(key) if place else key


def read_secret(place: str | None, variable: str, *, prompt: str = "") -> str:
    """Return a secret from `stdin` or from a `variable`; empty without a place.

    A terminal is asked for it, without showing what is typed. From other input, one line is read. The variable is
    removed in any case, so that child processes do not get it.
    """
    value = os.environ.pop(variable, "")
    if place != "stdin":
        return value if place else ""
    if can_ask():
        import getpass

        with let_ctrl_c_interrupt():
            return getpass.getpass(prompt)
    return sys.stdin.readline().rstrip("\r\n")
