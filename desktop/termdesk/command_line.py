"""The command `termdesk`: opens the window, or runs a command without a window.

Heavy modules are imported only when they are needed, so that `--help` answers immediately and the window opens fast.
Exit codes: 0 done without findings, 1 done with findings, 2 not done, 130 cancelled, 143 ended by SIGTERM.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence

from termdesk.commands.arguments import CANCELLED, DONE, FOUND, NOT_DONE, TERMINATED
from termdesk.commands.command_table import find_command, groups, is_mistyped, overview, similar_commands
from termdesk.commands.streams import drop_unwritten, prepare_streams, printed
from termdesk.commands.window_parser import window_parser

# With any of these variables, Qt knows where to open windows.
_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    prepare_streams()
    try:
        return _run_command(words)
    finally:
        drop_unwritten()


def _run_command(words: list[str]) -> int:
    """Run the command and return the exit code. Print failures."""
    run, words = _find_run(words)
    from termdesk.domain.errors import TermdeskError

    is_done, termination = False, _Termination()
    try:
        with termination.watch() if run is not _open_window else contextlib.nullcontext():
            code = run(words)
        is_done = True
        # Flush here and not at exit, where Python would print an error and use its own exit code.
        sys.stdout.flush()
        return FOUND if printed.is_cut and code == DONE else code
    except TermdeskError as error:
        from termdesk.commands.output import failure_words, remedy_here

        _tell_failure(words, failure_words(error), remedy_here(error.remedy))
        return NOT_DONE
    except BrokenPipeError:
        # The reader of our output has closed it, for example `head`.
        return FOUND if is_done else NOT_DONE
    except OSError as error:
        # A port is in use, or a disk is full: the system's message says why.
        _tell_failure(words, _system_words(error))
        return NOT_DONE
    except KeyboardInterrupt:
        if termination.has_come:
            _tell_failure(words, "Ended by SIGTERM.")
            return TERMINATED
        _tell_failure(words, "Canceled.")
        return CANCELLED
    except Exception:
        # The window shows its own report. For a command, Python's exit code 1 would mean a finding.
        if run is _open_window:
            raise
        traceback.print_exc()
        _tell_failure(words, "Termdesk itself has failed.", "Report it with the lines above.")
        return NOT_DONE


class _Termination:
    """Ends a command at SIGTERM as Ctrl+C does, so that it says what was done, and leaves everything in order."""

    def __init__(self) -> None:
        self.has_come = False

    @contextlib.contextmanager
    def watch(self) -> Iterator[None]:
        """Handle the signal inside the context, in the main thread only."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        former = signal.signal(signal.SIGTERM, self._on_signal)
        try:
            yield
        finally:
            signal.signal(signal.SIGTERM, former)

    def _on_signal(self, _number: int, _frame: object) -> None:
        self.has_come = True
        signal.raise_signal(signal.SIGINT)


def _tell_failure(words: Sequence[str], message: str, remedy: str = "") -> None:
    """Print the failure on standard error.

    With `--json`, also print it on standard output, unless there is a result.
    """
    with contextlib.suppress(OSError):
        print(f"termdesk: {message} {remedy}".rstrip(), file=sys.stderr)
    if "--json" in words and not printed.has_json:
        from termdesk.commands.output import print_json

        with contextlib.suppress(OSError):
            print_json({"error": {"message": message, "remedy": remedy}})


def _system_words(error: OSError) -> str:
    """Return the message of the operating system, after the name of the file."""
    words = error.strerror or str(error)
    return f"{error.filename}: {words}" if error.filename else words


def _find_run(words: list[str]) -> tuple[Callable[[list[str]], int], list[str]]:
    """Return the function for these words, and its remaining arguments."""
    if found := find_command(words):
        return found[0].run, found[1]
    if words and words[0] in groups():
        return _explain_group(words[0]), words[1:]
    if words and not words[0].startswith("-") and is_mistyped(words[0]):
        return _refuse_unknown, words
    return _open_window, words


def _refuse_unknown(words: list[str]) -> int:
    """Raise InvalidInput for words that are neither a command nor a file. Suggest similar commands."""
    from termdesk.domain.errors import InvalidInput

    if find_command(words) or words[0] in groups():
        raise InvalidInput(
            f"The command “{words[0]}” must come first.", remedy="Write its options behind it; see termdesk --help."
        )
    similar = " or ".join(f"“termdesk {each}”" for each in similar_commands(words))
    raise InvalidInput(
        f"There is no command and no file “{words[0]}”.",
        remedy=f"Did you mean {similar}?" if similar else "For all commands, see termdesk --help.",
    )


def _explain_group(group: str) -> Callable[[list[str]], int]:
    """Return a function that prints the commands of a group for `--help`, and rejects any other word."""

    def explain(words: list[str]) -> int:
        commands = groups()[group]
        _refuse_unknown_in_group(group, words)
        parser = argparse.ArgumentParser(
            prog=f"termdesk {group}",
            epilog=f"commands:\n{overview(commands)}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        parser.add_argument("command", choices=[each.words.partition(" ")[2] for each in commands])
        parser.parse_args(words)
        parser.error("the command must come first")

    return explain


def _refuse_unknown_in_group(group: str, words: Sequence[str]) -> None:
    """Raise InvalidInput for a second word that is no command of the group. Suggest a similar one."""
    names = [each.words.partition(" ")[2] for each in groups()[group]]
    if not words or words[0].startswith("-") or words[0] in names:
        return
    import difflib

    from termdesk.domain.errors import InvalidInput

    similar = difflib.get_close_matches(words[0], names, n=1, cutoff=0.6)
    raise InvalidInput(
        f"There is no command “{group} {words[0]}”.",
        remedy=f"Did you mean “termdesk {group} {similar[0]}”?" if similar else f"See termdesk {group} --help.",
    )


def _check_display() -> None:
    """Raise InvalidInput if no window can be opened, because Qt would abort the process."""
    if sys.platform == "linux" and not any(map(os.environ.get, _DISPLAYS)):
        from termdesk.domain.errors import InvalidInput

        raise InvalidInput(
            "There is no display to open a window on.",
            remedy="Commands need none; for all of them, see termdesk --help.",
        )


def _open_window(words: list[str]) -> int:
    chosen = window_parser().parse_args(words)
    if chosen.diagnose is not None:
        from termdesk.commands.diagnose_command import diagnose

        return diagnose(chosen.diagnose, chosen.folder)
    if chosen.self_test:
        from termdesk.self_test import run as run_self_test

        return run_self_test()
    typed = [*map(str, chosen.files)]
    for position, word in enumerate(typed):
        if is_mistyped(word):
            return _refuse_unknown(typed[position:])
    _check_display()
    from termdesk.fast_start import spare_start

    spare_start()
    from termdesk.main import run
    from termdesk.private_memory import keep_memory_private

    keep_memory_private()
    files = [str(path.absolute()) for path in chosen.files]
    return run(
        files,
        pictures=chosen.pictures,
        only_panes=chosen.only_panes,
        folder=chosen.folder,
        language=chosen.language,
        profile=chosen.profile,
    )
