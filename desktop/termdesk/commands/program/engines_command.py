"""`termdesk engines`: the engines of the service on this computer: list, add, find, train and delete."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.commands.arguments import DONE, FOUND, NOT_DONE, add_pair_option, add_service_options, command_parser
from termdesk.commands.json_parts import pair_json

if TYPE_CHECKING:
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.application.session.local_engines import Engine, TrainedEngine, Training

_SECONDS_BETWEEN_LOOKS = 0.5


def engines_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk engines`."""
    parser = command_parser(
        "engines",
        "List the engines of the service on this computer, add models, or train an engine from your own translations. "
        "Training takes about ten seconds for 10,000 segments; Ctrl+C discards it.",
    )
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--add", type=Path, nargs="+", metavar="MODEL", help="copy models here, and load them")
    ways.add_argument(
        "--rescan", action="store_true", help="look for engines again, such as models that were copied into the folder"
    )
    ways.add_argument(
        "--train", type=Path, metavar="FILE", help="train an engine with a TMX or TSV file; it needs --pair"
    )
    ways.add_argument("--delete", metavar="NAME", help="delete a trained engine, by its name or id, permanently")
    add_pair_option(parser, "languages of the engine to train")
    parser.add_argument("--name", metavar="NAME", help="with --train: name of the engine (default: that of the file)")
    parser.add_argument("--yes", action="store_true", help="with --delete: do not ask")
    parser.add_argument("--dry-run", action="store_true", help="only tell what would be done; the exit code is 1 then")
    add_service_options(parser)
    return parser


def engines(words: list[str]) -> int:
    """List, add, train or delete engines, and return the exit code."""
    parser = engines_parser()
    chosen = parser.parse_args(words)
    if chosen.train and not chosen.pair:
        parser.error("--pair says from which language into which")
    if chosen.dry_run and not (chosen.add or chosen.train or chosen.delete):
        parser.error("--dry-run is for --add, --train and --delete")
    return asyncio.run(_run(chosen))


async def _run(chosen: argparse.Namespace) -> int:
    # Imported here, because the help does not need it.
    from termdesk.commands.workplace import open_workplace
    from termdesk.domain.errors import InvalidInput

    async with open_workplace(chosen) as cases:
        if not cases.engines.is_local:
            raise InvalidInput(
                f"{cases.session.full_title} has its own engines.",
                remedy="Those of the service on this computer are listed with: --profile local",
            )
        if chosen.train:
            return await _train(cases, chosen)
        if chosen.add:
            return await _add(cases, chosen)
        if chosen.delete:
            return await _delete(cases, chosen)
        engines = await (cases.engines.look_again() if chosen.rescan else cases.engines.read())
        return _show(cases, engines, await cases.engines.read_trained_engines(), chosen)


def _show(
    cases: LazyUseCases, engines: Sequence[Engine], trained: Sequence[TrainedEngine], chosen: argparse.Namespace
) -> int:
    from termdesk.commands.output import print_json, print_table, remark

    if chosen.json:
        found = {"engines": [*map(_json, engines)], "trained": [*map(_to_trained_json, trained)]}
        print_json({**found, "is_done": bool(chosen.rescan)})
    else:
        remark(f"Models belong into {cases.engines.folder}." if chosen.rescan else "")
        rows = [(each.name, each.serves, each.state, each.version, each.license) for each in engines]
        print_table(("Engine", "For", "State", "Version", "License"), rows)
        if trained:
            print_table(
                ("Trained", "Languages", "Id"), [(each.name, f"{each.pair}", each.model_id) for each in trained]
            )
    return DONE


def _json(engine: Engine) -> dict[str, object]:
    return {
        "name": engine.name,
        "serves": engine.serves,
        "state": engine.state,
        "version": engine.version,
        "license": engine.license,
        "resident_bytes": engine.resident_bytes,
    }


def _to_trained_json(engine: TrainedEngine) -> dict[str, object]:
    return {
        "name": engine.name,
        "id": engine.model_id,
        **pair_json(engine.pair),
    }


async def _add(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    from termdesk.commands.output import print_json, print_lines
    from termdesk.domain.errors import InvalidInput
    from termdesk.domain.progress import NoProgress

    if missing := next((path for path in chosen.add if not path.exists()), None):
        raise InvalidInput(f"{missing} does not exist. Nothing was added.", remedy="Name a model that does.")
    if not chosen.dry_run:
        await cases.engines.add_models(chosen.add, NoProgress())
    if chosen.json:
        known = [*map(_json, await cases.engines.read())]
        trained = [*map(_to_trained_json, await cases.engines.read_trained_engines())]
        print_json({"engines": known, "trained": trained, "is_done": not chosen.dry_run})
    else:
        for path in chosen.add:
            model = f"{path.name} to {cases.engines.folder}"
            print_lines(f"Would add {model}." if chosen.dry_run else f"Added {model}.")
    return FOUND if chosen.dry_run else DONE


async def _delete(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    from termdesk.commands.consent import check_agreed
    from termdesk.commands.output import print_json, print_lines
    from termdesk.domain.errors import InvalidInput

    trained = await cases.engines.read_trained_engines()
    found = [each for each in trained if chosen.delete in (each.name, each.model_id)]
    if len(found) != 1:
        known = ", ".join(f"{each.name} ({each.model_id})" for each in trained)
        raise InvalidInput(
            f"Several trained engines have the name “{chosen.delete}”."
            if found
            else f"No trained engine has the name “{chosen.delete}”.",
            remedy=f"Use an id of: {known}." if known else "None was trained here.",
        )
    if not chosen.dry_run:
        check_agreed(
            f"Delete the engine “{found[0].name}”, {found[0].pair}, permanently?",
            "Nothing was deleted.",
            is_given=chosen.yes,
        )
        await cases.engines.delete(found[0])
        trained = await cases.engines.read_trained_engines()
    if chosen.json:
        known_engines = [*map(_json, await cases.engines.read())]
        report = {"engines": known_engines, "trained": [*map(_to_trained_json, trained)]}
        print_json({**report, "is_done": not chosen.dry_run})
    else:
        engine = f"“{found[0].name}”, {found[0].pair}"
        print_lines(f"Would delete {engine}." if chosen.dry_run else f"Deleted {engine}.")
    return FOUND if chosen.dry_run else DONE


async def _train(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    """Train an engine, wait for the end, and print what became of it."""
    from termdesk.commands.output import print_json, print_lines, remark
    from termdesk.domain.errors import InvalidInput
    from termdesk.domain.language.language import LanguagePair, canonical

    pair, name = LanguagePair(*map(canonical, chosen.pair)), chosen.name or chosen.train.stem
    if not chosen.train.is_file():
        raise InvalidInput(f"{chosen.train} is not a file. Nothing was trained.", remedy="Name a TMX or TSV file.")
    ended: Training | None = None
    if not chosen.dry_run:
        before = {each.training_id for each in await cases.engines.trainings()}
        await cases.engines.train(chosen.train, pair=pair, name=name)
        ended = await _wait_for_training(cases, before)
        remark(*(f"Left out: {count:,} segments: {reason}" for reason, count in ended.left_out.items()))
    is_done = ended is not None and ended.state == "done"
    if chosen.json:
        print_json(
            {
                "name": name,
                **pair_json(pair),
                "state": ended.state if ended else None,
                "segments": ended.segments if ended else 0,
                "left_out": {**ended.left_out} if ended else {},
                "message": _reason_of(ended) if ended else "",
                "is_done": is_done,
            }
        )
    elif ended is None:
        print_lines(f"Would train “{name}”, {pair}, with {chosen.train}.")
    elif is_done:
        print_lines(f"Trained “{name}”, {pair}, with {ended.segments:,} segments.")
    else:
        remark(f"“{name}” was not trained: {_reason_of(ended) or ended.state}")
    return FOUND if ended is None else DONE if is_done else NOT_DONE


def _reason_of(training: Training) -> str:
    return f"{training.message} {training.remedy}".strip()


async def _wait_for_training(cases: LazyUseCases, before: set[str]) -> Training:
    """Return the new training when it is over. If this is cancelled, the training is, too."""
    [started] = [each for each in await cases.engines.trainings() if each.training_id not in before]
    try:
        while not started.is_over:
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
            [started] = [each for each in await cases.engines.trainings() if each.training_id == started.training_id]
    except asyncio.CancelledError:
        await cases.engines.cancel(started.training_id)
        raise
    return started
