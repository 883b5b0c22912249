"""`termdesk --self-test`: checks what works, what is missing, and what fails on this computer.

The checks use the program's own code: the local service is started, and its child processes translate, correct, read a
document and train. No user data is read or changed; all files are in a temporary folder.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import importlib.util
import pkgutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import termdesk
from termdesk import resources
from termdesk.application.session.local_process import LocalProcess
from termdesk.domain.errors import TermdeskError
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient

# A guard against hanging. The slowest check, a training, takes about ten seconds on a slow computer.
SECONDS_A_CHECK = 300.0
SECONDS_BETWEEN_LOOKS = 0.2
# The service requires at least 200 segments.
SEGMENTS = 240
TRAINED_PAIR = LanguagePair("en", "fi")
_THINGS = {"house": "talo", "book": "kirja", "dog": "koira", "car": "auto", "tree": "puu", "river": "joki"}
_SIGHTS = {"red": "punainen", "old": "vanha", "new": "uusi", "green": "vihreä", "small": "pieni"}
_ACTIONS = {
    "falls": "putoaa", "stands": "seisoo", "waits": "odottaa", "moves": "liikkuu",
    "shines": "loistaa", "sleeps": "nukkuu", "sings": "laulaa", "grows": "kasvaa",
}  # fmt: skip


class State(StrEnum):
    """The outcome of a check.

    MISSING means that an optional part is not installed; the program reports that where it matters.
    """

    OK = "ok"
    MISSING = "missing"
    FAILED = "FAILED"


@dataclass(frozen=True, slots=True)
class SelfTestFinding:
    """The result of one check."""

    state: State
    detail: str


class CheckFailed(TermdeskError):
    """A check found that something does not work."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The environment of the checks: a temporary folder, and a client of a local service started for them."""

    folder: Path
    api: ApiClient


Check = Callable[[Bench], Awaitable[SelfTestFinding]]


def run() -> int:
    """Run every check and print a line for each. Return the exit code: 0 if none failed, else 1."""
    return asyncio.run(_run())


async def _run() -> int:
    states = []
    with tempfile.TemporaryDirectory(prefix="termdesk-self-test-") as folder:
        for name, check in {"versions": _versions, "modules": _modules, "resources": _resources, "Qt": _qt}.items():
            states.append(await _print_finding(name, check()))
        states.append(await _print_finding("key store", _key_store()))
        try:
            async with _service(Path(folder)) as bench:
                for name, ask in _SERVICE_CHECKS.items():
                    states.append(await _print_finding(name, ask(bench)))
        except TermdeskError as error:
            states.append(_print(SelfTestFinding(State.FAILED, error.message), "local service", 0.0))
    failed = states.count(State.FAILED)
    print(f"{len(states)} checks, {failed} failed, {states.count(State.MISSING)} optional parts missing")
    return 1 if failed else 0


async def _print_finding(name: str, check: Awaitable[SelfTestFinding]) -> State:
    begin = time.monotonic()
    try:
        async with asyncio.timeout(SECONDS_A_CHECK):
            finding = await check
    except TermdeskError as error:
        finding = SelfTestFinding(State.FAILED, f"{error.message} {error.remedy}".strip())
    except Exception as error:  # any error is the finding; the other checks continue
        finding = SelfTestFinding(State.FAILED, f"{type(error).__name__}: {error}")
    return _print(finding, name, time.monotonic() - begin)


def _print(finding: SelfTestFinding, name: str, seconds: float) -> State:
    print(f"{finding.state:<8}{name:<20}{finding.detail}  ({seconds:.1f} s)", flush=True)
    return finding.state


@asynccontextmanager
async def _service(folder: Path) -> AsyncIterator[Bench]:
    """Start a local service with its own folder, and yield a client of it."""
    from termdesk.client.api import ApiClient

    process = LocalProcess(data=folder / "service", log_path=folder / "service.log")
    address = await process.start()
    try:
        async with ApiClient(Provider("self-test", address.url, is_local=True), address.key) as api:
            yield Bench(folder, api)
    finally:
        await process.stop()


async def _versions() -> SelfTestFinding:
    from PySide6.QtCore import qVersion

    python = ".".join(map(str, sys.version_info[:3]))
    return SelfTestFinding(
        State.OK, f"Termdesk {termdesk.__version__}, Python {python}, Qt {qVersion()}, {sys.platform}"
    )


async def _modules() -> SelfTestFinding:
    """Import the whole program. This finds packages that were not declared as dependencies."""
    names = [each.name for each in pkgutil.walk_packages(termdesk.__path__, "termdesk.")]
    for name in names:
        if not name.endswith("__main__"):
            importlib.import_module(name)
    return SelfTestFinding(State.OK, f"{len(names)} modules")


async def _resources() -> SelfTestFinding:
    resources.read_icons()
    samples = [each for each in resources.path("samples").iterdir() if each.suffix in (".tsv", ".csv", ".json")]
    for sample in samples:
        resources.read_text(f"samples/{sample.name}")
    return SelfTestFinding(State.OK, f"icons and {len(samples)} samples in {resources.path('icons').parent}")


async def _qt() -> SelfTestFinding:
    """Draw with Qt in a separate process, because a missing system library ends the process."""
    code, output = await _run_child("-m", "termdesk.ui.shell.drawing_check")
    if code:
        raise CheckFailed(f"Qt cannot draw: {output[-1] if output else f'exit code {code}'}")
    return SelfTestFinding(State.OK, output[-1])


async def _key_store() -> SelfTestFinding:
    from termdesk.storage.keys import KeyStore

    store = KeyStore()
    await store.set("self-test", "https://self-test.invalid", "not-a-key")
    kept = await store.get("self-test", "https://self-test.invalid")
    await store.delete("self-test", "https://self-test.invalid")
    if kept != "not-a-key":
        raise CheckFailed("A key was stored, and cannot be read again.")
    if not store.is_lasting:
        return SelfTestFinding(State.MISSING, "the system has no key store; keys are kept for the session only")
    return SelfTestFinding(State.OK, "keys are kept in the key store of the system")


async def _engines(bench: Bench) -> SelfTestFinding:
    # Returns when all engines have been tried. Until then, each counts as not installed.
    await bench.api.local.look_for_engines()
    described = await bench.api.local.engines()
    states = [f"{each['name']}: {each['state']}" for each in described]
    is_whole = all(each["state"] == "ready" for each in described)
    return SelfTestFinding(State.OK if is_whole else State.MISSING, "; ".join(states))


async def _translation(bench: Bench) -> SelfTestFinding:
    for pair in (LanguagePair("en", "es"), LanguagePair("es", "en")):
        try:
            [found] = await bench.api.texts.translate(["The house"], source=pair.source, target=pair.target)
        except TermdeskError as error:
            return SelfTestFinding(State.MISSING, error.message)
    return SelfTestFinding(State.OK, f"{', '.join(found.report.engines) or 'an engine'} translated a phrase")


async def _correction(bench: Bench) -> SelfTestFinding:
    if not any(importlib.util.find_spec(name) for name in ("lt_py", "harper")):
        return SelfTestFinding(State.MISSING, "no package for corrections is available for this system")
    for name in ("lt_py", "harper"):
        # Import it here: the service would only report that it cannot answer.
        if importlib.util.find_spec(name):
            code, output = await _run_child("-c", f"import {name}")
            if code:
                raise CheckFailed(f"The package “{name}” is broken: {output[-1] if output else f'exit code {code}'}")
    [found] = await bench.api.texts.correct(["I have recieved it."], target="en-US")
    if "received" not in found.text:
        raise CheckFailed(f"“recieved” was not corrected: {found.text}")
    return SelfTestFinding(State.OK, ", ".join(found.report.engines))


async def _document(bench: Bench) -> SelfTestFinding:
    from termdesk.service.documents.child import ask_child
    from termdesk.service.documents.child_messages import Request

    file = bench.folder / "document.txt"
    file.write_text("A first line.\nA second line.\n", "utf-8")
    answer = await ask_child(Request(str(file), "txt", file.name, most_characters=1_000))
    return SelfTestFinding(State.OK, f"a child process read {len(answer['texts'])} texts")


async def _files(bench: Bench) -> SelfTestFinding:
    """Convert a sample into every format and back, with the command for users."""
    begin = bench.folder / "sample.en-es.tsv"
    begin.write_bytes(resources.path("samples/solar-energy.en-es.tsv").read_bytes())
    names = [f"sample.en-es.{ending}" for ending in ("xlsx", "tbx", "tmx", "csv", "tsv")]
    current = begin
    folder = bench.folder / "converted"
    folder.mkdir()
    for name in names:
        code, output = await _run_child("-m", "termdesk", "convert", str(current), str(folder / name))
        if code:
            raise CheckFailed(f"{current.suffix} to {name}: {output[-1] if output else f'exit code {code}'}")
        current = folder / name
    if _rows(current) != _rows(begin):
        raise CheckFailed("A glossary changed on its way through XLSX, TBX, TMX and CSV.")
    return SelfTestFinding(State.OK, f"{len(_rows(begin))} entries came back unchanged from XLSX, TBX, TMX and CSV")


def _rows(path: Path) -> list[str]:
    return path.read_text("utf-8-sig").splitlines()


async def _training(bench: Bench) -> SelfTestFinding:
    if importlib.util.find_spec("thot") is None:
        return SelfTestFinding(State.MISSING, "the package of the trainable engine is not available for this system")
    local = bench.api.local
    await local.train(TRAINED_PAIR, name="Self-test", kind="tsv", content=_segments().encode())
    # The service reports trainings only on request.
    while (training := (await local.trainings())[-1])["state"] in ("queued", "running"):  # noqa: ASYNC110
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
    if training["state"] != "done":
        raise CheckFailed(str(training["message"]))
    [found] = await bench.api.texts.translate(["The red house waits."], source="en", target="fi")
    if "talo" not in found.text.casefold():
        raise CheckFailed(f"The trained engine does not translate what it was trained with: {found.text}")
    return SelfTestFinding(State.OK, f"{training['segments']} segments trained, and used by a child process")


def _segments() -> str:
    """Return sentences of a small language, English to Finnish words, as TSV."""
    lines = [
        f"The {sight} {thing} {action}.\t{seen.capitalize()} {named} {done}."
        for thing, named in _THINGS.items()
        for sight, seen in _SIGHTS.items()
        for action, done in _ACTIONS.items()
    ]
    return "".join(f"{line}\n" for line in lines[:SEGMENTS])


async def _run_child(*arguments: str) -> tuple[int, list[str]]:
    """Run this Python with `arguments`. Return its exit code and its output lines, standard error last."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", *arguments), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    try:
        out, errors = await process.communicate()
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    return process.returncode or 0, (out + errors).decode("utf-8", "replace").splitlines()


_SERVICE_CHECKS: Mapping[str, Check] = {
    "engines": _engines,
    "translation": _translation,
    "correction": _correction,
    "documents": _document,
    "files": _files,
    "training": _training,
}
