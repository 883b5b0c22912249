"""The records of a large XML file one by one: nothing is fetched, nothing expands, and no record fills the memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

# The library has no types.
from lxml import etree  # type: ignore[import-untyped]  # it has no types

from termdesk.domain.errors import UnreadableFile
from termdesk.domain.progress import Progress
from termdesk.formats.outcome import Fault
from termdesk.formats.reading import MAX_FILE_BYTES

Element: TypeAlias = Any

# Thousands of times what a concept has; a record of nothing but tiny elements takes thirty times its bytes.
MOST_RECORD_BYTES = 8 * 1024 * 1024
_CHUNK = 65_536
_MOST_ORIGINAL = 10_000

LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


class XmlRecords:
    """Iterates over the records of a file; each is gone when the next is asked for.

    The root is known as soon as there is a first record, and always behind the last; `root_name` is empty before.
    `fault` tells where a file breaks off after its first record; what was whole before has been given.
    Raises UnreadableFile where the file cannot be opened, is too large, is no XML, has another root than the
    `roots` (local names), or declares entities or attributes.
    """

    def __init__(self, path: Path, *, kind: str, roots: Sequence[str], records: Sequence[str]) -> None:
        self.root_name = ""
        self.fault: Fault | None = None
        self._path = path
        self._kind = kind
        self._roots = roots
        self._names = frozenset(records)
        self._open_line = 0
        self._is_past_record = False
        self._root: Element = None
        self._parser = etree.XMLPullParser(
            events=("start", "end"),
            tag=[f"{{*}}{name}" for name in (*roots, *records)],
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
        )

    def read(self, progress: Progress) -> Iterator[Element]:
        """The records in their order. Steps of `progress` are bytes."""
        size = self._checked_size()
        done = since_record = 0
        try:
            with self._path.open("rb") as file:
                while chunk := file.read(_CHUNK):
                    done += len(chunk)
                    since_record += len(chunk)
                    progress.step(done, size)
                    error = self._feed(chunk)
                    for record in self._records():
                        since_record = 0
                        yield record
                    if error:
                        return self._break_off(error)
                    if since_record > MOST_RECORD_BYTES:
                        raise self._refused(f"has an entry of more than {MOST_RECORD_BYTES:,} bytes")
        except OSError as error:
            raise self._refused(f"cannot be opened: {error.strerror}", "Check its permissions.") from error
        self._close()

    def root_attribute(self, name: str) -> str:
        """What the root says of itself, cut to what can be shown; empty where it says nothing."""
        return str(self._root.get(name) or "").strip()[:40]

    def _checked_size(self) -> int:
        # A pipe or device would block, or never end.
        if not self._path.is_file():
            raise self._refused("is not a file" if self._path.exists() else "does not exist", "Choose another file.")
        size = self._path.stat().st_size
        if size > MAX_FILE_BYTES:
            raise self._refused(f"has {size:,} bytes; at most {MAX_FILE_BYTES:,} are read", "Split it.")
        if not size:
            raise self._refused("is empty", "Choose another file.")
        return size

    def _feed(self, chunk: bytes) -> etree.XMLSyntaxError | None:
        try:
            self._parser.feed(chunk)
        except etree.XMLSyntaxError as error:
            return error
        return None

    def _records(self) -> Iterator[Element]:
        for event, element in self._parser.read_events():
            if self._root is None:
                self._look_at_root(element.getroottree())
            if local_name(element) not in self._names:
                continue
            parent = element.getparent()
            if parent is None or local_name(parent) in self._names:
                continue
            if event == "start":
                self._open_line = element.sourceline
                continue
            self._open_line = 0
            self._is_past_record = True
            yield element
            element.clear(keep_tail=False)
            while element.getprevious() is not None:
                del parent[0]

    def _look_at_root(self, tree: Element) -> None:
        subset = tree.docinfo.internalDTD
        # Defaults of attributes are put into every element, so they can swell as entities do.
        if subset is not None and (any(subset.iterentities()) or any(subset.iterelements())):
            raise self._refused(
                "declares entities or attributes, which can swallow the memory or fetch other files",
                "Save it without the part in brackets behind DOCTYPE.",
            )
        self._root = tree.getroot()
        self.root_name = local_name(self._root)
        if self.root_name not in self._roots:
            raise self._refused(f"is XML, but no {self._kind}: its outermost element is “{self.root_name[:60]}”")

    def _close(self) -> None:
        try:
            root = self._parser.close()
        except etree.XMLSyntaxError as error:
            return self._break_off(error)
        if self._root is None:
            self._look_at_root(root.getroottree())
        return None

    def _break_off(self, error: etree.XMLSyntaxError) -> None:
        """One fault for all that could not be read, or the file refused where that is everything."""
        line, column = error.position
        words = str(error.msg)[:200]
        if not self._is_past_record:
            raise self._refused(f"is no XML that can be read; line {line}: {words}")
        start = self._open_line or line
        self.fault = Fault(
            start,
            0,
            column if start == line else 0,
            f"The file cannot be read from here on; line {line}: {words}.",
            "Mend this place in the file, or save it anew with the program that wrote it; what stands before is read.",
            "",
            ("", ""),
        )

    def _refused(self, reason: str, remedy: str = "") -> UnreadableFile:
        remedy = remedy or f"Save it anew as {self._kind} with the program that wrote it."
        return UnreadableFile(f"{self._path.name} {reason}.", path=str(self._path), remedy=remedy)


def local_name(element: Element) -> str:
    """The name of an element without its namespace; empty for what is no element."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def language_label(element: Element) -> str:
    """How an element names its language: by `xml:lang`, or by `lang` as older files do."""
    return str(element.get(LANGUAGE) or element.get("lang") or "").strip()


def undeclared_reference(record: Element) -> str:
    """The first reference in a record that stands for nothing known, such as `&nbsp;`; empty where there is none."""
    reference = next(record.iter(etree.Entity), None)
    return "" if reference is None else str(reference.text)


def original_of(record: Element) -> str:
    """A record as text, for a list of what was rejected."""
    return str(etree.tostring(record, encoding="unicode", with_tail=False))[:_MOST_ORIGINAL]
