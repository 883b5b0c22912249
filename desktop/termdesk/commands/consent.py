"""Consent before something is sent: from the command line, or by asking the user of a terminal."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from termdesk.application.usage.cost_gate import CostEstimate, CostGate
from termdesk.commands.output import print_json, print_lines, printing, remark
from termdesk.domain.errors import InvalidInput
from termdesk.domain.pluralize import pluralize

# What a dry run says, for one character and for several.
_BILLED = (
    "1 character would be sent to a service that bills it.",
    "{count} characters would be sent to a service that bills them.",
)
_NOT_BILLED = (
    "1 character would be sent to the service on this computer, which bills nothing.",
    "{count} characters would be sent to the service on this computer, which bills nothing.",
)


def check_consent(estimate: CostEstimate, *, is_given: bool) -> None:
    """Raise InvalidInput if consent is needed as in the window, and the user did not agree."""
    if not estimate.is_question_due or is_given:
        return
    remark(estimate.warning)
    question = pluralize(
        estimate.characters,
        "1 character is sent to a service that bills it. Send?",
        "{count} characters are sent to a service that bills them. Send?",
    )
    if not is_agreed(question):
        raise InvalidInput(
            "Nothing was sent.",
            remedy="Add --yes to agree. File › Preferences has the number from which this is asked.",
        )


def check_removals(removed: int, allowed: int | None, *, where: str) -> None:
    """Raise InvalidInput for a large removal, unless the user allowed or typed its number.

    `where` says where the entries would be removed.
    """
    if allowed is not None and removed <= allowed:
        return
    if can_ask():
        typed = _ask(f"This removes {removed:,} entries {where}. Type {removed} to confirm: ")
        if typed == f"{removed}":
            return
    raise InvalidInput(
        f"This removes {removed:,} entries {where}. Nothing was changed.",
        remedy=f"If that is meant, add --allow-removals {removed}.",
    )


def is_agreed(question: str) -> bool:
    """Return whether the user says yes; False if nobody can be asked."""
    return can_ask() and _ask(f"{question} [y/N] ").casefold() in ("y", "yes")


def check_agreed(question: str, otherwise: str, *, is_given: bool) -> None:
    """Raise InvalidInput, whose message is `otherwise`, unless consent is given or the user says yes."""
    if not is_given and not is_agreed(question):
        raise InvalidInput(otherwise, remedy="Add --yes to agree.")


def check_publishing(service: str, *, is_given: bool) -> None:
    """Raise InvalidInput unless the user agrees to the displayed plan."""
    check_agreed(f"Publish this on {service}?", "Nothing was published.", is_given=is_given)


def can_ask() -> bool:
    """Return whether standard input is a terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


def _ask(question: str) -> str:
    # Use standard error, because the output may go to a file.
    printing.emit()
    with let_ctrl_c_interrupt():
        print(question, end="", file=sys.stderr, flush=True)
        return sys.stdin.readline().strip()


@contextmanager
def let_ctrl_c_interrupt() -> Iterator[None]:
    """Let Ctrl+C interrupt reading at once. Asyncio would only note it, and reading would continue until Enter."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        yield
    except KeyboardInterrupt:
        print(file=sys.stderr)
        raise
    finally:
        signal.signal(signal.SIGINT, before)


async def tell_cost(gate: CostGate, estimate: CostEstimate, *, as_json: bool) -> None:
    """Print what a job would cost, without sending anything."""
    if as_json:
        report = {
            "characters": estimate.characters,
            "is_billed": gate.is_billed,
            "used_today": await gate.count_used_today() if gate.is_billed else 0,
            "needs_agreement": estimate.is_question_due,
            "cost": str(gate.price.of(estimate.characters)) if gate.price else None,
            "currency": gate.price.currency if gate.price else None,
        }
        print_json(report)
        return
    one, many = _BILLED if gate.is_billed else _NOT_BILLED
    print_lines(pluralize(estimate.characters, one, many))
    remark(estimate.warning, "It would need --yes." if estimate.is_question_due else "")
