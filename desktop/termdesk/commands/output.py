"""Output of the commands: tables and differences for people, JSON for programs, remarks on standard error."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from termdesk.commands.streams import print_result, printed
from termdesk.domain.errors import InvalidInput, TermdeskError
from termdesk.domain.event import Event
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.language.text_width import text_width
from termdesk.domain.merging.difference import Difference
from termdesk.domain.merging.merge import Conflict
from termdesk.domain.pluralize import pluralize
from termdesk.messages.connection_messages import ConnectionRemedy
from termdesk.messages.glossary_messages import LibraryRemedy, PublishRemedy, TransferRemedy
from termdesk.messages.message import Message, MessageKind
from termdesk.messages.storage_messages import StorageRemedy
from termdesk.messages.text_messages import UsageRemedy

# Remedies for users of the command line: where the window names a menu, a command.
_COMMANDS: dict[MessageKind, str] = {
    ConnectionRemedy.CONNECT: "Connect to it in the window, or put its key into the variable TERMDESK_KEY.",
    ConnectionRemedy.ENTER_OTHER_KEY: "Put its key into the variable TERMDESK_OTHER_KEY, for this run only, or store "
    "it with: termdesk profiles --change NAME --key-from stdin",
    StorageRemedy.USE_OTHER_WINDOW: "Close the window, or wait until the other command has ended.",
    LibraryRemedy.UNLOCK: "To send it, unlock it first with: termdesk glossary lock NAME --off",
    PublishRemedy.LEAVE: "Remove it from the list with: termdesk glossary unfinished --leave",
    PublishRemedy.UNDO_OR_LEAVE: "Continue to undo it, or leave it as it is now, with: termdesk glossary unfinished "
    "--undo, or --leave",
    TransferRemedy.CONTINUE_OR_UNDO: "Continue with the same command: it copies only what is missing. Undo with the "
    "same command and --undo: it deletes the copy, unless somebody has changed it since; the original stays.",
    TransferRemedy.CONTINUE_OR_UNDO_MOVE: "Continue with the same command: it copies only what is missing, then "
    "deletes the original. Undo with the same command and --undo: it deletes the copy, unless somebody has changed it "
    "since; the original stays.",
    TransferRemedy.DELETE_OR_UNDO_MOVE: "Continue with the same command: it copies only what is missing, then deletes "
    "what is left of the original. Undo with the same command and --undo: it deletes the copy, unless somebody has "
    "changed it since; what was deleted of the original comes back as drafts.",
    TransferRemedy.RESTORE_AND_REPEAT: "Bring it back with termdesk glossary deleted --restore NUMBER, and copy or "
    "move it again.",
    UsageRemedy.RAISE_CAP: "Send less, or raise the limit with: termdesk preferences job_cap NUMBER",
    UsageRemedy.RAISE_DAY_CAP: "Send less, or raise the limit with: termdesk profiles --change NAME --day-cap NUMBER",
}
# Only the output for people is shortened, not JSON.
MOST_LISTED = 10
# Emitted before each output, so that a temporary status line is removed first.
printing = Event[[]]()


def print_json(report: Mapping[str, object]) -> None:
    """Print a result for programs."""
    printed.has_json = True
    printing.emit()
    print_result(json.dumps(report, indent=1, ensure_ascii=False, default=str))


def remark(*sentences: str) -> None:
    """Print remarks, which are not the result; empty ones are left out. A closed standard error is ignored."""
    with contextlib.suppress(OSError):
        printing.emit()
        for each in filter(None, sentences):
            print(plain(each), file=sys.stderr)


def failure_words(error: TermdeskError) -> str:
    """Return what failed, with the full message of the service, and how long it asks to wait."""
    from termdesk.application.diagnosis import diagnose

    words, seconds = diagnose(error).said or error.message, round(getattr(error, "retry_after", None) or 0)
    scopes: Sequence[str] = getattr(error, "missing_scopes", ())
    # The service often says only that the key may not do this.
    if scopes and not any(each in words for each in scopes):
        words = f"{words} The key lacks: {', '.join(scopes)}. Add what is missing in your account, or use another key."
    if not seconds:
        return words
    wait = pluralize(seconds, "It asks to wait for 1 second.", "It asks to wait for {count} seconds.")
    return f"{words} {wait}"


def failure_line(error: TermdeskError) -> str:
    """Return what failed, and the remedy."""
    return f"{failure_words(error)} {remedy_here(error.remedy)}".rstrip()


def remedy_here(remedy: str) -> str:
    """Return a remedy for users of the command line, who have no menus."""
    return _COMMANDS.get(remedy.kind, remedy) if isinstance(remedy, Message) else remedy


def check_free(*paths: Path, is_forced: bool) -> None:
    """Raise InvalidInput if a file that would be written exists, unless `--force` overwrites it."""
    if not is_forced and (taken := next((each for each in paths if each.exists()), None)):
        raise InvalidInput(f"{taken} exists. Nothing was written.", remedy="Add --force to overwrite it.")


def tell_copy(pair: LanguagePair, as_of: datetime, reason: str) -> None:
    """Say that the last copy of a dictionary is used, of which time, and why. Once: previews read it, too."""
    line = f"{pair}: {reason} This is the copy of {as_of.astimezone():%Y-%m-%d %H:%M} on this computer."
    if line not in printed.named_copies:
        printed.named_copies.add(line)
        remark(line)


def print_lines(*lines: str) -> None:
    """Print lines of the result."""
    printing.emit()
    for each in lines:
        print_result(plain(each))


def print_tabbed(text: str) -> None:
    """Print lines whose columns are separated by tabs, for a form or a sheet."""
    printing.emit()
    for line in text.splitlines():
        print_result("\t".join(map(plain, line.split("\t"))))


def print_table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print titles and rows in aligned columns."""
    table = [list(titles), *(list(map(plain, row)) for row in rows)]
    widths = [max(map(text_width, column)) for column in zip(*table, strict=True)]
    printing.emit()
    for row in table:
        cells = (cell + " " * (width - text_width(cell)) for cell, width in zip(row, widths, strict=True))
        print_result("  ".join(cells).rstrip())


def plain(text: str) -> str:
    """Return a line in which control characters are escaped, because phrases could otherwise control the terminal."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def describe_difference(change: Difference) -> str:
    """Return the numbers of added, changed and removed entries."""
    return f"{len(change.added):,} added, {len(change.changed):,} changed, {len(change.removed):,} removed"


def difference_lines(change: Difference, *, most: int | None = None) -> Iterator[str]:
    """Return the entries of a difference: `+` added, `~` changed, `-` removed; at most `most` of each kind."""
    kinds = (
        [f"+ {source} → {target}" for source, target in change.added.items()],
        [f"~ {source} → {new} (was: {old})" for source, (old, new) in change.changed.items()],
        [f"- {source} → {target}" for source, target in change.removed.items()],
    )
    for lines in kinds:
        yield from map(plain, lines[:most])
        if most is not None and len(lines) > most:
            yield f"{lines[0][0]} … and {len(lines) - most:,} more"


def difference_json(change: Difference) -> dict[str, object]:
    """Return a difference as JSON."""
    changed = {source: {"old": old, "new": new} for source, (old, new) in change.changed.items()}
    return {"added": change.added, "changed": changed, "removed": change.removed}


def overwritten_lines(change: Difference) -> Iterator[str]:
    """Return the phrases of others that were overwritten: `change` is from what there is now to what they wrote.

    Of more than `MOST_LISTED` phrases, the last line counts the others.
    """
    versions = list(_both_versions(change))
    for source, (now, remote) in versions[:MOST_LISTED]:
        yield plain(f"! {source}: {_target_words(remote)} elsewhere, {_target_words(now)} now")
    if len(versions) > MOST_LISTED:
        yield f"! … and {len(versions) - MOST_LISTED:,} more"


def overwritten_json(change: Difference | None) -> list[dict[str, str | None]]:
    """Return the rows that were overwritten as JSON; null if there is, or was, no entry."""
    versions = _both_versions(change) if change is not None else ()
    return [{"source": source, "theirs": remote, "now": now} for source, (now, remote) in versions]


def _both_versions(change: Difference) -> Iterator[tuple[str, tuple[str | None, str | None]]]:
    yield from ((source, (None, target)) for source, target in change.added.items())
    yield from change.changed.items()
    yield from ((source, (target, None)) for source, target in change.removed.items())


def conflict_lines(conflicts: Sequence[Conflict]) -> Iterator[str]:
    """Return the phrases that both sides changed, with both versions."""
    for each in conflicts:
        local, remote, base = map(_target_words, (each.local, each.remote, each.base))
        yield plain(f"! {each.source}: {local} here, {remote} on the service, {base} before")


def conflicts_json(conflicts: Sequence[Conflict]) -> list[dict[str, str | None]]:
    """Return conflicts as JSON; null if a side has no entry."""
    return [
        {"source": each.source, "before": each.base, "here": each.local, "service": each.remote} for each in conflicts
    ]


def _target_words(target: str | None) -> str:
    return "no entry" if target is None else f"“{target}”"
