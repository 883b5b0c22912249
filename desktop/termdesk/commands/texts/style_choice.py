"""The option `--style-rules`: style rules of the service, by their name or id."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from termdesk.application.translation.style_lookup import StyleOffer, StyleRules


def add_style_option(parser: argparse.ArgumentParser) -> None:
    """Add `--style-rules` to the options of a command that translates."""
    parser.add_argument(
        "--style-rules",
        default="",
        metavar="NAME",
        help="name or id of style rules of the service; they apply to the language that they are made for",
    )


def find_style_rules(offer: StyleOffer, name: str) -> Mapping[str, StyleRules]:
    """Return the named style rules for each target that they are made for, and print which targets they are not for.

    Raises InvalidInput if there are none, or several for one target.
    """
    from termdesk.commands.output import remark
    from termdesk.domain.errors import InvalidInput

    found: dict[str, StyleRules] = {}
    for target, rules in offer.by_target.items():
        named = [each for each in rules if name in (each.name, each.style_id)]
        if len(named) > 1:
            ids = ", ".join(each.style_id for each in named)
            raise InvalidInput(f"{len(named)} style rules are called “{name}”.", remedy=f"Give the id of one: {ids}.")
        if named:
            found[target] = named[0]
    if not found:
        known = dict.fromkeys(each.name for rules in offer.by_target.values() for each in rules)
        remedy = f"These can be used: {', '.join(known)}." if known else offer.reason or "The service offers none."
        raise InvalidInput(f"“{name}” cannot be used for {', '.join(offer.by_target)}.", remedy=remedy)
    others = ", ".join(target for target in offer.by_target if target not in found)
    remark(f"Translated without these style rules: {others}." if others else "")
    return found
