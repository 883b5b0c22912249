"""`termdesk serve`: run only the local translation service, without a window."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.commands.arguments import command_parser, count_of
from termdesk.domain.settings import SERVER_OPTION

if TYPE_CHECKING:
    from termdesk.service.process import Options

_LAST_PORT = 65_535
KEY_VARIABLE = "TERMDESK_SERVICE_KEY"


def serve_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk serve`."""
    parser = command_parser(
        "serve",
        "Run the local translation service without a window, until Ctrl+C. As soon as it accepts requests, it prints "
        "one line of JSON with its url and key.",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=_port, default=0, help="port to listen on (default: a free one)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of its database (default: the program's own)")
    parser.add_argument("--database", metavar="URL", help="SQLAlchemy address of another database")
    parser.add_argument(
        "--character-limit",
        type=count_of,
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
        SERVER_OPTION,
        metavar="URL",
        help="address of a server with the interface of LibreTranslate, as a further engine",
    )
    return parser


def _port(typed: str) -> int:
    port = count_of(typed)
    if port > _LAST_PORT:
        raise argparse.ArgumentTypeError(f"{typed} is not a port; the last is {_LAST_PORT}")
    return port


def serve(words: list[str]) -> int:
    """Run the service until it is stopped, and return the exit code."""
    chosen = serve_parser().parse_args(words)
    from termdesk.private_memory import keep_memory_private
    from termdesk.service.process import serve as run_service

    keep_memory_private()
    return run_service(_serve_options(chosen))


def _serve_options(chosen: argparse.Namespace) -> Options:
    """Return the options of the command line. They take precedence over a configuration file."""
    from dataclasses import replace

    from termdesk.domain.errors import InvalidInput
    from termdesk.domain.key_scope import Scope
    from termdesk.domain.provider import check_key
    from termdesk.service.accounts import Tier
    from termdesk.service.configuration import Configuration, read_configuration
    from termdesk.service.process import Options

    key = _read_key(chosen)
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


def _read_key(chosen: argparse.Namespace) -> str | None:
    """Return the key from standard input, the arguments or the environment, which then loses it; None without a key."""
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
