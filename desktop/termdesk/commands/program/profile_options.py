"""The options of `termdesk profiles` that change profiles. Imports nothing heavy."""

from __future__ import annotations

import argparse

from termdesk.commands.arguments import count_of
from termdesk.domain.profile import ProfileColor

# The options for values of the service, without their dashes.
PROVIDER_OPTIONS = ("address", "free_address", "free_ending", "scheme", "certificates", "proxy", "proxy_user")


def add_change_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that change profiles."""
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--add", metavar="NAME", help="add a profile with this name")
    ways.add_argument("--change", metavar="NAME", help="change the profile with this name or id")
    ways.add_argument("--remove", metavar="NAME", help="remove a profile and its key; its drafts and history stay")
    ways.add_argument("--use", metavar="NAME", help="use this profile from now on, here and in the window")
    parser.add_argument("--like", metavar="PRESET", help="with --add: deepl, or custom (default) for an --address")
    parser.add_argument("--rename", metavar="NAME", help="with --change: the new name")
    for option, value, meaning in (
        ("--address", "URL", "address of the service"),
        ("--free-address", "URL", "address for free keys"),
        ("--free-ending", "TEXT", "how free keys end"),
        ("--scheme", "TEXT", "word before the key in the Authorization header"),
        ("--certificates", "FILE", "PEM file of a certificate authority to trust"),
        ("--proxy", "URL", "address of the proxy"),
        ("--proxy-user", "TEXT", "user of the proxy, if it asks for one"),
        ("--price", "PRICE", "price of a million characters, such as 20 EUR"),
    ):
        parser.add_argument(option, metavar=value, help=f"{meaning}; an empty text removes it")
    parser.add_argument("--day-cap", type=count_of, metavar="N", help="most characters to send in a day; 0: no limit")
    colors = [each.value or "none" for each in ProfileColor]
    parser.add_argument("--color", choices=colors, help="color that marks the window")
    parser.add_argument(
        "--key-from",
        choices=("stdin", "variable"),
        help="store the key of the profile in the key store of the system: from standard input, or from TERMDESK_KEY",
    )
    parser.add_argument(
        "--proxy-password-from",
        choices=("stdin", "variable"),
        help="store the password of the proxy there, too: from standard input, after the key if that is read there, or "
        "from TERMDESK_PROXY_PASSWORD, which other commands use for their run only",
    )
    parser.add_argument("--forget-key", action="store_true", help="with --change: delete the stored key")
    parser.add_argument(
        "--same-service",
        nargs="?",
        const="",
        metavar="NAME",
        help="with --change and another --address: it is the same service, so drafts and versions stay; with --add: it "
        "is the account of the removed profile with this name or id (default: the one that was removed first), whose "
        "drafts and versions it gets",
    )
    parser.add_argument("--yes", action="store_true", help="with --remove: do not ask")
    parser.add_argument("--dry-run", action="store_true", help="only tell what would change; the exit code is 1 then")


def is_change(chosen: argparse.Namespace) -> bool:
    """Return whether the options change a profile."""
    return any((chosen.add, chosen.change, chosen.remove, chosen.use))


def check_words(parser: argparse.ArgumentParser, chosen: argparse.Namespace) -> None:
    """End with an error for options that do not fit together."""
    values = ("like", "rename", "color", "price", "day_cap", "key_from", "proxy_password_from", *PROVIDER_OPTIONS)
    has_values = any(getattr(chosen, each) is not None for each in values) or chosen.forget_key
    if has_values and not (chosen.add or chosen.change):
        parser.error("values of a profile need --add or --change")
    if chosen.test and is_change(chosen):
        parser.error("--test is a step of its own; name the profile with --profile")
    if chosen.dry_run and not is_change(chosen):
        parser.error("--dry-run is for --add, --change, --remove and --use")
    if chosen.same_service is not None and not (chosen.add or chosen.change):
        parser.error("--same-service is for --add and --change")
    if chosen.same_service and not chosen.add:
        parser.error("NAME of --same-service is for --add")
    if chosen.key_from and chosen.forget_key:
        parser.error("--key-from and --forget-key exclude each other")
