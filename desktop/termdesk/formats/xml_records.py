"""The records of a large XML file one by one: nothing is fetched, nothing expands, and no record fills the memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

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
# What stands before the root is a few lines. Each piece of it is small, so that what a hostile one declares is seen
# before much can make use of it.
_MOST_PROLOG_BYTES = 65_536
_PROLOG_CHUNK = 1_024
_SAFELY = {
    "resolve_entities": False,
    "no_network": True,
    "load_dtd": False,
    "huge_tree": False,
    "remove_comments": True,
    "remove_pis": True,
}
_MOST_ORIGINAL = 10_000

LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


class XmlRecords:
    """Iterates over the records of a file; each is gone when the next is asked for.

    `root_name` is known as soon as reading has begun. `fault` tells where a file breaks off after its first record;
    what was whole before has been given. Raises UnreadableFile where the file cannot be opened, is too large, is no
    XML, has another root than the `roots` (local names), or declares entities or attributes.
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
        self._root_attributes: dict[str, str] = {}
        self._parser = etree.XMLPullParser(("start", "end"), tag=[f"{{*}}{name}" for name in records], **_SAFELY)

    def read(self, progress: Progress) -> Iterator[Element]:
        """The records in their order. Steps of `progress` are bytes."""
        size = self._checked_size()
        done = since_record = 0
        try:
            with self._path.open("rb") as file:
                self._look_at_root(file)
                file.seek(0)
                while chunk := file.read(_CHUNK):
                    done += len(chunk)
                    since_record += len(chunk)
                    progress.step(done, size)
                    failure = _feed(self._parser, chunk)
                    for record in self._records():
                        since_record = 0
                        yield record
                    if failure:
                        return self._break_off(failure)
                    if since_record > MOST_RECORD_BYTES:
                        raise self._refused(f"has an entry of more than {MOST_RECORD_BYTES:,} bytes")
        except OSError as error:
            raise self._refused(f"cannot be opened: {error.strerror}", "Check its permissions.") from error
        if failure := _feed(self._parser, b""):
            self._break_off(failure)

    def root_attribute(self, name: str) -> str:
        """What the root says of itself, cut to what can be shown; empty where it says nothing."""
        return self._root_attributes.get(name, "").strip()[:40]

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

    def _records(self) -> Iterator[Element]:
        for event, element in self._parser.read_events():
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

    def _look_at_root(self, file: BinaryIO) -> None:
        """What the file is, found out by a parser that sees no more than its beginning."""
        parser = etree.XMLPullParser(("start",), **_SAFELY)
        for _ in range(_MOST_PROLOG_BYTES // _PROLOG_CHUNK):
            failure = _feed(parser, file.read(_PROLOG_CHUNK))
            if event := next(parser.read_events(), None):
                # A failure behind the root is found again by the reading.
                return self._check_root(event[1])
            if failure:
                raise self._refused(_words_of(failure))
        raise self._refused(f"is no {self._kind}: its first {_MOST_PROLOG_BYTES:,} bytes hold no element")

    def _check_root(self, root: Element) -> None:
        tree = root.getroottree()
        subset = tree.docinfo.internalDTD
        if subset is not None and (any(subset.iterentities()) or _has_attribute_defaults(tree)):
            raise self._refused(
                "declares entities or attributes, which can swallow the memory or fetch other files",
                "Save it without the part in brackets behind DOCTYPE.",
            )
        self.root_name = local_name(root)
        self._root_attributes = dict(root.attrib)
        if self.root_name not in self._roots:
            raise self._refused(f"is XML, but no {self._kind}: its outermost element is “{self.root_name[:60]}”")

    def _break_off(self, error: etree.XMLSyntaxError) -> None:
        """One fault for all that could not be read, or the file refused where that is everything."""
        line, column = error.position
        if not self._is_past_record:
            raise self._refused(_words_of(error))
        start = self._open_line or line
        self.fault = Fault(
            start,
            0,
            column if start == line else 0,
            f"The file cannot be read from here on; line {line}: {str(error.msg)[:200]}.",
            "Mend this place in the file, or save it anew with the program that wrote it; what stands before is read.",
            "",
            ("", ""),
        )

    def _refused(self, reason: str, remedy: str = "") -> UnreadableFile:
        remedy = remedy or f"Save it anew as {self._kind} with the program that wrote it."
        return UnreadableFile(f"{self._path.name} {reason}.", path=str(self._path), remedy=remedy)


def _feed(parser: Any, chunk: bytes) -> etree.XMLSyntaxError | None:
    """Give a parser more of a file, or its end where there is no more; what is wrong with it, if anything."""
    try:
        if chunk:
            parser.feed(chunk)
        else:
            parser.close()
    except etree.XMLSyntaxError as error:
        return error
    return None


def _words_of(error: etree.XMLSyntaxError) -> str:
    return f"is no XML that can be read; line {error.position[0]}: {str(error.msg)[:200]}"


def local_name(element: Element) -> str:
    """The name of an element without its namespace; empty for what is no element."""
    return _local_part(element.tag)


@lru_cache(maxsize=1024)
def _local_part(tag: object) -> str:
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _has_attribute_defaults(tree: Element) -> bool:
    """Whether the file itself declares attributes: their defaults go into every element, and swell as entities do."""
    # The library lists such declarations only where the elements are declared too; a text never has a bare "<".
    return b"<!ATTLIST" in etree.tostring(tree, encoding="utf-8")


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
