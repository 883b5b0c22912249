"""The command `termdesk`: opens the window, serves, checks a file, converts a file.

Nothing heavy is imported before it is known what is asked, so that `--help` answers at once and the window
opens fast. Exit codes: 0 done and clean, 1 done and something was found, 2 not done.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from termdesk.domain.entries import Entries
    from termdesk.domain.language import LanguagePair
    from termdesk.formats.findings import Finding
    from termdesk.formats.layout import Layout
    from termdesk.formats.outcome import ReadResult
    from termdesk.formats.reading import Preview
    from termdesk.service.process import Options

CLEAN, FOUND, NOT_DONE = 0, 1, 2

_COMMANDS = """commands:
  serve          run the local translation service alone
  check FILE     name every entry of a file that the service would refuse
  convert IN OUT turn a file into another format, by the ending of OUT: .tsv or .csv
  termdesk COMMAND --help tells more. A file named like a command opens as ./serve.
"""
_SEPARATORS = {"tab": "\t", "comma": ",", "semicolon": ";", "bar": "|"}


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
        # Who reads our output has seen enough; the interpreter must not complain when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND
    except OSError as error:
        # A port that is taken, a disk that is gone: the world failed, and says itself why.
        print(f"termdesk: {error.strerror or error}", file=sys.stderr)
        return NOT_DONE
    except KeyboardInterrupt:
        return 130


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
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="draw every pane with a sample into DIR, and end")
    chosen = parser.parse_args(words)
    from termdesk.main import run

    return run([str(path.absolute()) for path in chosen.files], pictures=chosen.pictures)


def _serve(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="termdesk serve",
        description="Run the local translation service alone. When it accepts requests it prints one line of JSON "
        "with its url and key.",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=0, help="port to listen on (default: a free one)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of its database (default: the program's own)")
    parser.add_argument("--database", metavar="URL", help="SQLAlchemy address of another database")
    parser.add_argument(
        "--character-limit", type=int, default=0, metavar="N", help="characters to be used in a month (default: any)"
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="TOML file with more keys, and with engines")
    keys = parser.add_mutually_exclusive_group()
    keys.add_argument("--key", help="the key that requests must carry (default: a new one)")
    keys.add_argument("--key-from-stdin", action="store_true", help="read the key from the first line of the input")
    parser.add_argument("--tier", choices=("free", "paid"), help="what the key may do (default: as its ending says)")
    parser.add_argument("--scopes", metavar="A,B", help="what the key is limited to (default: nothing)")
    parser.add_argument("--with-parent", action="store_true", help="end when the input ends")
    parser.add_argument(
        "--terms-only",
        action="store_true",
        help="serve pairs without an engine too, by replacing nothing but glossary terms (for rehearsal)",
    )
    parser.add_argument("--models", type=Path, metavar="DIR", help="folder of translation models (default: in --data)")
    parser.add_argument("--libretranslate", metavar="URL", help="a LibreTranslate-compatible server to ask as well")
    chosen = parser.parse_args(words)
    from termdesk.service.process import serve

    return serve(_serve_options(chosen))


def _serve_options(chosen: argparse.Namespace) -> Options:
    """The options as typed; where a configuration file says it too, they win."""
    from dataclasses import replace

    from termdesk.domain.errors import InvalidInput
    from termdesk.domain.provider import checked_key
    from termdesk.service.accounts import Scope, Tier
    from termdesk.service.configuration import Configuration, read_configuration
    from termdesk.service.process import Options

    key = sys.stdin.readline() if chosen.key_from_stdin else chosen.key
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
        raise InvalidInput(f"There is no scope {', '.join(sorted(unknown))}.", remedy=f"Known are {', '.join(Scope)}.")
    return Options(
        data=chosen.data or _own_service_folder(),
        host=chosen.host,
        port=chosen.port,
        database=chosen.database,
        key=checked_key(key) if key is not None else "",
        tier=Tier(chosen.tier) if chosen.tier else None,
        scopes=frozenset(map(Scope, chosen.scopes.split(","))) if chosen.scopes else None,
        with_parent=chosen.with_parent,
        character_limit=chosen.character_limit,
        configuration=replace(configuration, engines=engines),
    )


def _own_service_folder() -> Path:
    from termdesk.storage.folders import Folders

    return Folders.default().data / "service"


def _check(words: list[str]) -> int:
    parser = _file_parser("check", "Name every entry of a file that the service would refuse.")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    chosen = parser.parse_args(words)
    from termdesk.formats.findings import findings

    result, layout = _read(chosen.file, chosen)
    if not layout.pair:
        parser.error("the file does not tell its languages: give --source-lang and --target-lang")
    found = findings(result)
    if chosen.json:
        print(_as_json(chosen.file, layout.pair, result, found))
    else:
        for each in found:
            print(_as_line(chosen.file, each))
        print(_summary(layout.pair, result, len(found)))
    return FOUND if found else CLEAN


def _convert(words: list[str]) -> int:
    parser = _file_parser("convert", "Turn a file into another format, by the ending of OUT: .tsv or .csv.")
    parser.add_argument("input", type=Path, metavar="IN")
    parser.add_argument("output", type=Path, metavar="OUT")
    parser.add_argument("--force", action="store_true", help="overwrite OUT where it exists")
    chosen = parser.parse_args(words)
    if chosen.output.suffix.lower() not in (".tsv", ".csv"):
        parser.error(f"{chosen.output.name} must end in .tsv or .csv")
    if chosen.output.exists() and not chosen.force:
        parser.error(f"{chosen.output} exists; --force overwrites it")
    from termdesk.formats.findings import UNREADABLE_ROW, Finding
    from termdesk.storage.atomic_file import atomic_write

    result, _ = _read(chosen.input, chosen)
    for fault in result.faults:
        lost = Finding(fault.line, 0, "", UNREADABLE_ROW, fault.reason, fault.remedy)
        print("Not converted:", _as_line(chosen.input, lost), file=sys.stderr)
    atomic_write(chosen.output, _written(result.entries, chosen.output))
    print(f"{_counted(len(result.entries), 'entry', 'entries')} written to {chosen.output}{_left_out(result)}.")
    return FOUND if result.faults else CLEAN


def _written(entries: Entries, path: Path) -> Iterator[bytes]:
    from termdesk.formats import delimited
    from termdesk.formats.formulas import count_formulas

    if path.suffix.lower() == ".tsv":
        return delimited.tsv(entries)
    if risky := count_formulas(entries):
        phrases = _counted(risky, "phrase begins", "phrases begin")
        print(f"{phrases} like a formula: a spreadsheet may calculate there.", file=sys.stderr)
    return delimited.csv(entries)


def _file_parser(command: str, description: str) -> argparse.ArgumentParser:
    """The options by which the user settles what a file does not prove."""
    parser = argparse.ArgumentParser(prog=f"termdesk {command}", description=description)
    parser.add_argument("--source-lang", metavar="CODE", help="language of the source phrases")
    parser.add_argument("--target-lang", metavar="CODE", help="language of the target phrases")
    parser.add_argument("--encoding", help="encoding of the file, where it is not UTF-8 or UTF-16")
    parser.add_argument("--separator", choices=_SEPARATORS, help="what stands between the columns")
    parser.add_argument("--quoting", action=argparse.BooleanOptionalAction, help="whether quotes enclose phrases")
    parser.add_argument("--header", action=argparse.BooleanOptionalAction, help="whether the first row names columns")
    return parser


def _read(path: Path, chosen: argparse.Namespace) -> tuple[ReadResult, Layout]:
    """Read a file as the options say, and as its look suggests where they say nothing."""
    from termdesk.formats.delimited import read
    from termdesk.formats.reading import preview

    found = preview(
        path,
        encoding=chosen.encoding,
        separator=_SEPARATORS.get(chosen.separator),
        quoting=chosen.quoting,
        has_header=chosen.header,
    )
    _demand_certainty(found)
    pair = _asked_pair(chosen)
    layout = found.layout_for(pair) if pair else found.layout
    return read(path, layout), layout


def _demand_certainty(found: Preview) -> None:
    from termdesk.domain.errors import UnreadableFile

    if not found.encoding.is_certain:
        raise UnreadableFile(
            f"{found.path.name} is not UTF-8.",
            path=str(found.path),
            remedy=f"It may be {found.encoding.name}: if so, add --encoding {found.encoding.name}.",
        )


def _asked_pair(chosen: argparse.Namespace) -> LanguagePair | None:
    from termdesk.domain.errors import InvalidInput
    from termdesk.domain.language import LanguagePair

    if bool(chosen.source_lang) != bool(chosen.target_lang):
        raise InvalidInput("One language alone is no pair.", remedy="Give both --source-lang and --target-lang.")
    return LanguagePair(chosen.source_lang, chosen.target_lang) if chosen.source_lang else None


def _as_line(path: Path, found: Finding) -> str:
    place = f"{path}:{found.line}: " if found.line else f"{path}: "
    entry = f"row {found.row:,}, {found.side}: " if found.row else ""
    return f"{place}{entry}{found.message} {found.remedy}"


def _as_json(path: Path, pair: LanguagePair, result: ReadResult, found: Sequence[Finding]) -> str:
    import json
    from dataclasses import asdict

    report = {
        "file": str(path),
        "source_lang": pair.source,
        "target_lang": pair.target,
        "entries": len(result.entries),
        "ignored_rows": result.ignored_rows,
        "blank_lines": result.blank_lines,
        "problems": [asdict(each) for each in found],
    }
    return json.dumps(report, indent=1)


def _summary(pair: LanguagePair, result: ReadResult, count: int) -> str:
    problems = _counted(count, "problem", "problems") if count else "No problems"
    return f"{problems} in {_counted(len(result.entries), 'entry', 'entries')}, {pair}{_left_out(result)}."


def _left_out(result: ReadResult) -> str:
    """What of the file became no entry although nothing is wrong with it."""
    ignored = _counted(result.ignored_rows, "row of another pair", "rows of other pairs")
    blank = _counted(result.blank_lines, "empty line", "empty lines")
    return (f"; {ignored} ignored" if result.ignored_rows else "") + (
        f"; {blank} skipped" if result.blank_lines else ""
    )


def _counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def _make_printing_safe() -> None:
    """Phrases hold characters that a terminal's encoding may lack: show them as escapes rather than fail."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


_RUNS: dict[str, Callable[[list[str]], int]] = {"serve": _serve, "check": _check, "convert": _convert}
