"""Few files handle a source phrase between the cell of the grid and the request body, so readers open few files."""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import httpx
import msgspec
import pytest

from app.glossaries.test_workbench import imported
from app.program import Key, Program, at_rest, run
from termdesk.client import glossaries
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import Entries
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog

PHRASE = "wayfarer"
MOST_FILES = 25
PACKAGE = f"{Path('desktop', 'termdesk')}/"


def on_stack() -> set[str]:
    """Return the files of the package that are on the call stack."""
    return {each.filename for each in traceback.extract_stack() if PACKAGE in each.filename}


def carries(value: object, depth: int = 0) -> bool:
    """Whether a value is the phrase or contains it."""
    if isinstance(value, str | bytes):
        return PHRASE in str(value)
    if isinstance(value, Entries):
        return PHRASE in value.sources
    if depth > 3:
        return False
    if isinstance(value, SetCells):
        return carries(value.texts, depth)
    if isinstance(value, list | tuple):
        return any(carries(each, depth + 1) for each in value)
    if isinstance(value, dict):
        return any(carries(each, depth + 1) for pair in value.items() for each in pair)
    if isinstance(value, msgspec.Struct):
        return any(carries(getattr(value, name), depth + 1) for name in value.__struct_fields__)
    return False


@contextmanager
def recorded(files: set[str]) -> Iterator[Callable[[bool], None]]:
    """Record the files of functions that are called with the phrase, while the yielded switch is on."""
    is_on = False

    def switch(to: bool) -> None:
        nonlocal is_on
        is_on = to

    def note(frame: FrameType, event: str, _: object) -> None:
        name = frame.f_code.co_filename
        if is_on and event == "call" and PACKAGE in name and any(map(carries, frame.f_locals.values())):
            files.add(name)

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


def test_a_phrase_passes_few_files_from_its_cell_to_the_request(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported(program, tmp_path)
    published(program)
    program.until(lambda: at_rest(program) and program.page.dictionary.is_published)
    files: set[str] = set()
    is_sent = False
    with recorded(files) as switch:
        apply_to, body_of = SetCells.apply_to, glossaries.dictionary_body
        request = httpx.AsyncHTTPTransport.handle_async_request

        def apply(self: SetCells, entries: Entries) -> SetCells:
            files.update(on_stack())
            inverse = apply_to(self, entries)
            # From here on, all views of the phrase read it.
            switch(False)
            return inverse

        async def body(*values: object) -> object:
            files.update(on_stack())
            switch(True)
            return await body_of(*values)  # type: ignore[arg-type]

        async def send(self: httpx.AsyncHTTPTransport, sent: httpx.Request) -> httpx.Response:
            nonlocal is_sent
            if sent.method != "GET":
                switch(False)
                files.update(on_stack())
                is_sent = is_sent or PHRASE.encode() in await sent.aread()
            return await request(self, sent)

        monkeypatch.setattr(SetCells, "apply_to", apply)
        monkeypatch.setattr(glossaries, "dictionary_body", body)
        monkeypatch.setattr(httpx.AsyncHTTPTransport, "handle_async_request", send)
        program.page.grid.setFocus()
        program.page.grid.go_to(0, 0)
        program.type(PHRASE)
        switch(True)
        program.press(Key.Key_Tab)
        program.until(lambda: at_rest(program))
        published(program)
        program.until(lambda: at_rest(program) and is_sent)

    assert len(files) <= MOST_FILES, sorted(files)
