"""The command `termdesk`: opens the window, serves, checks or converts a file, tries a glossary on sentences.

Nothing heavy is imported before it is known what is asked, so that `--help` answers at once and the window
opens fast. Exit codes: 0 done and clean, 1 done and something was found, 2 not done.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from termdesk.service.process import Options

FOUND, NOT_DONE = 1, 2
KEY_VARIABLE = "TERMDESK_SERVICE_KEY"

_COMMANDS = """commands:
  serve          run the local translation service alone
  check FILE     list the entries of a file that the service would refuse
  convert IN OUT convert a file; the ending of OUT gives the format
  bundle         check, compare and write releases of glossaries, folders fit for Git
  spot-check SET translate a sentence set with a glossary, and tell which terms were used
  Run termdesk COMMAND --help for details. To open a file that has the name of a command, write ./serve.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks and give back the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    _make_printing_safe()
    if words and words[0] in _RUNS:
        run = _RUNS[words[0]]
        words = words[1:]
    else:
        run = _open_window
    from termdesk.domain.errors import TermdeskError

    try:
        return run(words)
    except TermdeskError as error:
        print(f"termdesk: {error.message} {error.remedy}".rstrip(), file=sys.stderr)
        return NOT_DONE
    except BrokenPipeError:
        # The reader of our output has ended. Without this, Python would complain when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND
    except OSError as error:
        # A port is taken, or a disk is full: the system's own words say why.
        print(f"termdesk: {_system_words(error)}", file=sys.stderr)
        return NOT_DONE
    except KeyboardInterrupt:
        return 130


def _system_words(error: OSError) -> str:
    """The system's own words, behind the file that they are about."""
    words = error.strerror or str(error)
    return f"{error.filename}: {words}" if error.filename else words


def _open_window(words: list[str]) -> int:
    from termdesk import __version__

    parser = argparse.ArgumentParser(
        prog="termdesk",
        description="The desktop for people who live by terminology.",
        epilog=_COMMANDS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a glossary file to import")
    parser.add_argument("--version", action="version", version=f"termdesk {__version__}")
    parser.add_argument(
        "--pictures", type=Path, metavar="DIR", help="draw every window with a sample into DIR, then exit"
    )
    parser.add_argument("--only-panes", action="store_true", help="with --pictures: draw the panes and no dialogs")
    parser.add_argument(
        "--folder", type=Path, metavar="DIR", help="store everything in DIR (default: your user folders)"
    )
    parser.add_argument(
        "--language",
        choices=("en", "qps"),
        default="en",
        help="language of the windows; qps is a pseudo-language for testing (default: %(default)s)",
    )
    parser.add_argument(
        "--self-test",
        action="store_true",
        help="check everything that Termdesk needs on this computer, print the results, then exit",
    )
    chosen = parser.parse_args(words)
    if chosen.self_test:
        from termdesk.self_test import run as run_self_test

        return run_self_test()
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
    )


def _serve(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="termdesk serve",
        description="Run the local translation service without a window. As soon as it accepts requests, it prints one "
        "line of JSON with its url and key.",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=0, help="port to listen on (default: a free one)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of its database (default: the program's own)")
    parser.add_argument("--database", metavar="URL", help="SQLAlchemy address of another database")
    parser.add_argument(
        "--character-limit",
        type=int,
        default=0,
        metavar="N",
        help="characters that can be used in a month (default: no limit)",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="TOML file with more keys, and with engines")
    keys = parser.add_mutually_exclusive_group()
    keys.add_argument(
        "--key",
        help="the key that requests must carry (default: a new one). Other users of this computer can see it; use "
        f"--key-from-stdin or the environment variable {KEY_VARIABLE} instead.",
    )
    keys.add_argument(
        "--key-from-stdin", action="store_true", help="read the key from the first line of standard input"
    )
    parser.add_argument("--log", type=Path, metavar="FILE", help="write the log to FILE (default: standard error)")
    parser.add_argument("--tier", choices=("free", "paid"), help="what the key may do (default: what its ending says)")
    parser.add_argument("--scopes", metavar="A,B", help="limit the key to these scopes (default: no limit)")
    parser.add_argument("--with-parent", action="store_true", help="exit when standard input ends")
    parser.add_argument(
        "--terms-only",
        action="store_true",
        help="if no engine is available, replace glossary terms only (for rehearsal)",
    )
    parser.add_argument("--models", type=Path, metavar="DIR", help="folder of translation models (default: in --data)")
    parser.add_argument(
        "--libretranslate",
        metavar="URL",
        help="address of a server with the interface of LibreTranslate, as a further engine",
    )
    chosen = parser.parse_args(words)
    from termdesk.private_memory import keep_memory_private
    from termdesk.service.process import serve

    keep_memory_private()
    return serve(_serve_options(chosen))


def _serve_options(chosen: argparse.Namespace) -> Options:
    """The options as typed. They take precedence over a configuration file."""
    from dataclasses import replace

    from termdesk.domain.errors import InvalidInput
    from termdesk.domain.provider import check_key
    from termdesk.service.accounts import Scope, Tier
    from termdesk.service.configuration import Configuration, read_configuration
    from termdesk.service.process import Options

    key = _given_key(chosen)
    configuration = read_configuration(chosen.config) if chosen.config else Configuration()
    engines = configuration.engines
    engines = replace(
        engines,
        is_terms_only=chosen.terms_only or engines.is_terms_only,
        models=chosen.models or engines.models,
        libretranslate=chosen.libretranslate or engines.libretranslate,
    )
    unknown = set(chosen.scopes.split(",") if chosen.scopes else ()) - set(Scope)
    if unknown:
        raise InvalidInput(f"Unknown scope: {', '.join(sorted(unknown))}.", remedy=f"Known scopes: {', '.join(Scope)}.")
    return Options(
        data=chosen.data or _own_service_folder(),
        host=chosen.host,
        port=chosen.port,
        database=chosen.database,
        key=check_key(key) if key is not None else "",
        tier=Tier(chosen.tier) if chosen.tier else None,
        scopes=frozenset(map(Scope, chosen.scopes.split(","))) if chosen.scopes else None,
        with_parent=chosen.with_parent,
        character_limit=chosen.character_limit,
        log=chosen.log,
        configuration=replace(configuration, engines=engines),
    )


def _given_key(chosen: argparse.Namespace) -> str | None:
    """The key from standard input, the arguments or the environment, which then loses it; None for none."""
    from_environment = os.environ.pop(KEY_VARIABLE, None)
    if chosen.key_from_stdin:
        return sys.stdin.readline()
    if chosen.key is None:
        return from_environment
    print(
        "termdesk: warning: other users of this computer can read the key in the command line. Use --key-from-stdin or"
        f" the environment variable {KEY_VARIABLE} instead.",
        file=sys.stderr,
    )
    return str(chosen.key)


def _own_service_folder() -> Path:
    from termdesk.storage.files.folders import Folders

    return Folders.default().data / "service"


def _check(words: list[str]) -> int:
    from termdesk.commands.file_commands import check

    return check(words)


def _convert(words: list[str]) -> int:
    from termdesk.commands.file_commands import convert

    return convert(words)


def _bundle(words: list[str]) -> int:
    from termdesk.commands.bundle_command import bundle

    return bundle(words)


def _spot_check(words: list[str]) -> int:
    from termdesk.commands.spot_check_command import spot_check

    return spot_check(words)


def _make_printing_safe() -> None:
    """Phrases hold characters that a terminal's encoding may lack: show them as escapes rather than fail."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


_RUNS: dict[str, Callable[[list[str]], int]] = {
    "serve": _serve,
    "check": _check,
    "convert": _convert,
    "bundle": _bundle,
    "spot-check": _spot_check,
}
