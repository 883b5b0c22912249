"""Findings beyond the rules of the service: options, lines and JSON of the commands that check."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from termdesk.application.glossaries.checks.findings import Finding, Listing

# From the gravest on; the values of `Severity`.
_SEVERITIES = ("problem", "warning", "hint")


def add_check_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose what is found beyond the rules of the service."""
    parser.add_argument(
        "--least",
        choices=_SEVERITIES,
        help="least severity to list: problem is what the service refuses (default); warning and hint are the other "
        "checks of the window, such as near-duplicates and invisible characters",
    )
    parser.add_argument(
        "--kind",
        action="append",
        default=[],
        metavar="KIND",
        help="of the warnings and hints, list only those of this kind, such as near_duplicate; can be repeated",
    )


def checks_more(chosen: argparse.Namespace) -> bool:
    """Return whether the options ask for more than the rules of the service."""
    return chosen.least in _SEVERITIES[1:] or bool(chosen.kind)


def check_kinds(kinds: Sequence[str]) -> None:
    """Raise InvalidInput for a kind of finding that does not exist."""
    from termdesk.domain.errors import InvalidInput
    from termdesk.domain.findings.custom_rules import OWN
    from termdesk.domain.findings.kinds import KINDS

    for each in kinds:
        if each not in KINDS and not each.startswith(OWN):
            raise InvalidInput(f"There is no kind of finding “{each}”.", remedy=f"Use one of: {', '.join(KINDS)}.")


@dataclass(frozen=True, slots=True)
class MoreFindings:
    """The warnings and hints that the options ask for, by row. Without a `listing` there are none."""

    listing: Listing | None = None
    found: tuple[Finding, ...] = ()

    def lines(self) -> Iterator[tuple[Finding, str]]:
        """Return each finding with its sentence."""
        if self.listing is not None:
            for each in self.found:
                yield each, finding_line(self.listing, each)

    def reports(self) -> Iterator[tuple[Finding, dict[str, str | int]]]:
        """Return each finding with its JSON."""
        if self.listing is not None:
            for each in self.found:
                yield each, finding_json(self.listing, each)


def find_more(listing: Listing | None, chosen: argparse.Namespace) -> MoreFindings:
    """Return the warnings and hints that the options ask for. Problems are listed by the rules."""
    from termdesk.domain.findings.kinds import Severity

    if listing is None:
        return MoreFindings()
    least = "hint" if chosen.kind else chosen.least or _SEVERITIES[0]
    listed = _SEVERITIES[1 : _SEVERITIES.index(least) + 1]
    severities = {Severity(each) for each in listed}
    found = [listing.finding(packed) for packed in listing.open.all if listing.severity(packed) in severities]
    return MoreFindings(listing, tuple(each for each in found if not chosen.kind or each.kind in chosen.kind))


def describe_counts(violations: int, more: int) -> str:
    """Return the numbers of problems, and of warnings and hints if there are any, in words."""
    from termdesk.domain.pluralize import pluralize

    counted = pluralize(violations, "1 problem", "{count} problems") if violations else "No problems"
    return f"{counted}, {pluralize(more, '1 warning or hint', '{count} warnings or hints')}" if more else counted


def finding_line(listing: Listing, finding: Finding) -> str:
    """Return a finding as a sentence, with its row and its remedy."""
    report = finding_json(listing, finding)
    remedy = "" if str(report["remedy"]) in str(report["message"]) else report["remedy"]
    position = f"row {finding.row + 1:,}, {report['side']}"
    return f"{position}: {report['severity']}: {report['title']}: {report['message']} {remedy}".rstrip()


def finding_json(listing: Listing, finding: Finding) -> dict[str, str | int]:
    """Return a finding as JSON."""
    from termdesk.application.glossaries.checks.finding_words import words_for

    kind = listing.kind(finding.kind)
    return {
        "row": finding.row + 1,
        "side": "target" if finding.column else "source",
        "kind": finding.kind,
        "severity": kind.severity.value,
        "title": str(kind.title),
        "phrase": listing.phrase(finding),
        "message": str(words_for(listing, finding)),
        "remedy": str(kind.remedy),
    }
