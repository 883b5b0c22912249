"""Few files handle a source phrase between the cell of the grid and the request body, so readers open few files.

A file is on the way if one of its functions is running while the phrase enters the entries or the request, if one of
its functions returns the phrase in any value, or if one of its records contains the phrase in such a value. The way has
no gap: it starts with the key that ends the edit and ends with the complete body. So it includes the plan of a
publication. What shows the plan leads to the screen, not to the request.

Functions that take the phrase and return nothing of it, such as the indexes of checks, are not on the way.
"""

from __future__ import annotations

import inspect
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from types import CellType, FrameType, FunctionType

import httpx
import msgspec
import pytest

from app.glossaries.test_workbench import imported
from app.program import Key, Program, at_rest, run
from termdesk.client import glossaries
from termdesk.client.entries_wire import DictionaryBody
from termdesk.client.transport.calls import Call, CallKind, ChunkedBody, Family
from termdesk.client.wire import EntriesRecord
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import SOURCE, Entries
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog

PHRASE = "wayfarer"
MOST_FILES = 25
PREVIEW = "ui/glossaries/difference/difference_model.py"
# Files that would count, but do not lead the phrase to the request.
BESIDE = {
    "application/glossaries/editing/draft_writer.py": "the draft on the disk",
    "application/glossaries/view/row_classes.py": "the classes of rows, for filters",
    "domain/language/invisible.py": "the phrase as it looks, for the preview",
    PREVIEW: "the table of the preview",
    "ui/shell/jobs.py": "it runs every job and sees none of its values",
}
# A value within so many others still counts.
MOST_LAYERS = 6
EMPTY_CELL = CellType()
PACKAGE = f"{Path('desktop', 'termdesk')}/"


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def on_stack() -> set[str]:
    """Return the files of the package that are on the call stack."""
    return {each.filename for each in traceback.extract_stack() if PACKAGE in each.filename}


def carries(value: object, depth: int = 0) -> bool:
    """Whether a value is the phrase or contains it."""
    if isinstance(value, str):
        return PHRASE in value
    if isinstance(value, bytes | bytearray):
        return PHRASE.encode() in value
    if isinstance(value, Entries):
        # Entries that are being created have no columns yet.
        return PHRASE in getattr(value, "sources", ())
    return depth <= MOST_LAYERS and any(carries(each, depth + 1) for each in parts_of(value))


def parts_of(value: object) -> Iterable[object]:
    """Return what a collection, a record or a function holds. Objects with an open `__dict__` are not values."""
    if isinstance(value, list | tuple | set | frozenset):
        return value
    if isinstance(value, dict):
        return chain.from_iterable(value.items())
    if isinstance(value, partial):
        return (*value.args, *value.keywords.values())
    if isinstance(value, FunctionType):
        return [each.cell_contents for each in value.__closure__ or () if each != EMPTY_CELL]
    if is_dataclass(value):
        names: Iterable[str] = (each.name for each in fields(value))
    elif isinstance(value, msgspec.Struct):
        names = value.__struct_fields__
    elif type(value).__module__.startswith("termdesk.") and not hasattr(value, "__dict__"):
        names = chain.from_iterable(getattr(each, "__slots__", ()) for each in type(value).__mro__)
    else:
        return ()
    # The field of a class has no value yet.
    return [getattr(value, name, None) for name in names]


def records_in(value: object, depth: int = 0) -> Iterator[str]:
    """Yield the files of the package's records through which a value contains the phrase."""
    if depth <= MOST_LAYERS and carries(value, depth):
        if type(value).__module__.startswith("termdesk."):
            yield inspect.getfile(type(value))
        for each in parts_of(value):
            yield from records_in(each, depth + 1)


@contextmanager
def recorded(files: set[str]) -> Iterator[Callable[[bool], None]]:
    """Record the files of functions that return the phrase, and of its records, while the yielded switch is on."""
    is_on = False

    def switch(to: bool) -> None:
        nonlocal is_on
        is_on = to

    def note(frame: FrameType, event: str, value: object) -> None:
        name = frame.f_code.co_filename
        if is_on and event == "return" and PACKAGE in name and carries(value):
            files.update((name, *records_in(value)))

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield switch
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def published(program: Program) -> None:
    run(program, "publish")
    program.click(program.dialog(PublishDialog).accept_button)


def test_a_phrase_is_found_in_values_of_every_kind() -> None:
    change = SetCells(SOURCE, (0,), (PHRASE,))
    call = Call("PUT", "/", CallKind.CHANGE, Family.GLOSSARIES, body=ChunkedBody([b"{", PHRASE.encode()]))
    record = DictionaryBody(EntriesRecord("en", "de"), [PHRASE], None)

    holders = (change, [change], {"change": change}, call, {"call": (call,)}, record, partial(print, call))
    assert [each for each in holders if not carries(each)] == []
    assert carries(lambda: call)
    others = (SetCells(SOURCE, (0,), ("other",)), Call, Call("GET", "/", CallKind.READ, Family.GLOSSARIES), print)
    assert [each for each in others if carries(each)] == []


def test_a_phrase_passes_few_files_from_its_cell_to_the_request(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported(program, tmp_path)
    published(program)
    program.until(lambda: at_rest(program) and program.page.dictionary.is_published)
    files: set[str] = set()
    is_sent = False
    with recorded(files) as switch:
        apply_to, encode_body = SetCells.apply_to, glossaries.encode_body
        request = httpx.AsyncHTTPTransport.handle_async_request

        def apply(self: SetCells, entries: Entries) -> SetCells:
            inverse = apply_to(self, entries)
            files.update(on_stack())
            return inverse

        async def encode(*values: object, **options: object) -> object:
            files.update(on_stack())
            body = await encode_body(*values, **options)  # type: ignore[arg-type]
            switch(False)
            return body

        async def send(self: httpx.AsyncHTTPTransport, sent: httpx.Request) -> httpx.Response:
            nonlocal is_sent
            if sent.method != "GET":
                is_sent = is_sent or PHRASE.encode() in await sent.aread()
            return await request(self, sent)

        monkeypatch.setattr(SetCells, "apply_to", apply)
        monkeypatch.setattr(glossaries, "encode_body", encode)
        monkeypatch.setattr(httpx.AsyncHTTPTransport, "handle_async_request", send)
        program.page.grid.setFocus()
        program.page.grid.go_to(0, 0)
        program.type(PHRASE)
        switch(True)
        program.press(Key.Key_Tab)
        program.until(lambda: at_rest(program))
        run(program, "publish")
        button = program.dialog(PublishDialog).accept_button
        # Whether the preview was drawn before the click must not depend on the computer.
        program.until(lambda: f"{PACKAGE}{PREVIEW}" in " ".join(files))
        program.click(button)
        program.until(lambda: at_rest(program) and is_sent)

    way = {name.partition(PACKAGE)[2] for name in files}
    print(f"A phrase passes {len(way - set(BESIDE))} files from its cell to the request body:", *sorted(way), sep="\n")
    assert set(BESIDE) <= way, "no longer beside the way"
    assert len(way - set(BESIDE)) <= MOST_FILES, sorted(way)
