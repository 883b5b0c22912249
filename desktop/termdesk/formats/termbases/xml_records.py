"""Streaming reader for the records of large XML files: no network access, no entity expansion, bounded memory."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Protocol, TypeAlias

# The library has no types.
from lxml import etree  # type: ignore[import-untyped]  # it has no types

from termdesk.domain.errors import UnreadableFile
from termdesk.domain.progress import Progress
from termdesk.formats.limits import MAX_FILE_BYTES
from termdesk.formats.read_result import RejectedRow
from termdesk.formats.termbases.skipped_content import SkippedContent
from termdesk.formats.termbases.surrogate_references import SurrogateReferences
from termdesk.formats.termbases.utf16_decoder import Utf16Decoder, is_utf16
from termdesk.messages.file_messages import FileMessage, FileRemedy
from termdesk.messages.message import Message, Value
from termdesk.messages.row_messages import RowMessage, RowRemedy

Element: TypeAlias = Any

# Thousands of times the size of a concept. A record of tiny elements only takes thirty times its bytes in memory.
MOST_RECORD_BYTES = 8 * 1024 * 1024
_CHUNK = 65_536
# The part before the root is only a few lines. It is parsed in small chunks, so that hostile declarations are found
# before much of the file can use them.
_MOST_PROLOG_BYTES = 65_536
_PROLOG_CHUNK = 1_024
# A file with more errors is not XML with a few mistakes.
_MOST_ERRORS = 1_000
_ENDS_EARLY = etree.ErrorTypes.ERR_TAG_NOT_FINISHED
_NO_REFERENCE = etree.ErrorTypes.ERR_UNDECLARED_ENTITY
_NAME_OF_REFERENCE = re.compile(r"'([^']+)'")
_LIMITS = frozenset({etree.ErrorTypes.ERR_RESOURCE_LIMIT, etree.ErrorTypes.ERR_NAME_TOO_LONG})
_WRONG_DECLARATION = re.compile(rb"(?i)(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*[\"']utf-?16")
_PLACE_OR_HELP = re.compile(r"(?:, line \d+, column \d+\.?|, (?:use|try) XML_PARSE_HUGE.*|\.)$")
_MOST_ORIGINAL = 10_000

LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


class Error(NamedTuple):
    """An error of the parser; `kind` is the parser's number for this kind of error."""

    line: int
    kind: int
    words: str

    @property
    def reference(self) -> str:
        """The name of the entity in an “undeclared entity” error; empty if the message has none."""
        name = _NAME_OF_REFERENCE.search(self.words)
        return name[1] if name else ""


class Preparation(Protocol):
    """A filter for the bytes of a file before they are parsed, chunk by chunk."""

    def filter(self, chunk: bytes) -> bytes:
        """Return the filtered chunk; its end may be held back."""
        ...

    def rest(self) -> bytes:
        """Return the bytes that were held back at the end of the file."""
        ...


class XmlRecords:
    """Iterates over the records of a file, including broken ones. Each record is freed when the next is requested.

    `root_name` is known once reading has started. After the last record, `rejected_rows` has the errors outside of
    records, and the line from which the file could not be read. Elements named `skipped` are not parsed. Raises
    UnreadableFile if the file cannot be opened, is too large, is not XML, has a root that is not in `roots` (local
    names), or declares entities or attributes.
    """

    def __init__(
        self, path: Path, *, kind: str, roots: Sequence[str], records: Sequence[str], skipped: str = ""
    ) -> None:
        self._skipped = skipped
        self.root_name = ""
        self.rejected_rows: list[RejectedRow] = []
        self._path = path
        self._kind = kind
        self._roots = roots
        self._names = frozenset(records)
        self._root_attributes: dict[str, str] = {}
        self._open: list[Element] = []
        self._suspects: dict[Element, str] = {}
        self._has_records = self._is_closed = self._is_broken_off = False
        self._known_errors = 0
        self._last_error = Error(0, 0, "")
        self._parser: Any = None

    def read(self, progress: Progress) -> Iterator[tuple[Element, str]]:
        """Yield each record with its XML error, which is usually empty. `progress` counts bytes.

        Errors are known by line only: all records on that line that were read together count as broken. An undeclared
        entity breaks only the record in which `find_undeclared_reference` finds it.
        """
        size = self._check_size()
        since_record = 0
        try:
            with self._path.open("rb") as file:
                beginning = _beginning_of(file)
                tags = (*self._roots, *self._names)
                self._parser = _new_parser(("start", "end"), beginning, tags, recover=True, recode=is_utf16(beginning))
                self._look_at_root(file)
                for chunk in self._prepare_chunks(file, beginning, lambda done: progress.step(done, size)):
                    since_record += len(chunk)
                    for record in self._records(chunk):
                        since_record = 0
                        yield record
                    if self._is_given_up():
                        return
                    if since_record > MOST_RECORD_BYTES:
                        raise self._error(FileMessage.ENTRY_TOO_LARGE, number=MOST_RECORD_BYTES)
        except OSError as error:
            reason = str(error.strerror)
            raise self._error(FileMessage.CANNOT_BE_OPENED, FileRemedy.PERMISSIONS(), reason=reason) from error
        was_closed = self._is_closed
        yield from self._records(b"")
        last = self._last_error
        if last.line and not self._has_records:
            raise self._unreadable(last)
        # If the file only ends too early, everything in it has been read.
        if last.line and not was_closed and last.kind != _ENDS_EARLY:
            self._break_off(last.line, last)

    def root_attribute(self, name: str) -> str:
        """Return an attribute of the root, shortened for display; empty if missing."""
        return self._root_attributes.get(name, "").strip()[:40]

    def _check_size(self) -> int:
        # Reading a pipe or device would block, or never end.
        if not self._path.is_file():
            kind = FileMessage.NO_FILE if self._path.exists() else FileMessage.MISSING
            raise self._error(kind, FileRemedy.CHOOSE_FILE())
        size = self._path.stat().st_size
        if size > MAX_FILE_BYTES:
            raise self._error(FileMessage.TOO_LARGE, FileRemedy.SPLIT(), number=size, limit=MAX_FILE_BYTES)
        if not size:
            raise self._error(FileMessage.EMPTY, FileRemedy.CHOOSE_FILE())
        return size

    def _prepare_chunks(self, file: BinaryIO, beginning: bytes, step: Callable[[int], None]) -> Iterator[bytes]:
        """Yield the file through all filters. No chunk is empty: that would end the parsing. `step` gets bytes read."""
        recoding = [Utf16Decoder()] if is_utf16(beginning) else []
        skipping = [SkippedContent(self._skipped)] if self._skipped else []
        preparations: list[Preparation] = [*recoding, *skipping, SurrogateReferences()]
        done = 0
        while chunk := file.read(_CHUNK):
            done += len(chunk)
            step(done)
            for each in preparations:
                chunk = each.filter(chunk)
            if chunk:
                yield chunk
        rest = b""
        for each in preparations:
            rest = each.filter(rest) + each.rest()
        if rest:
            yield rest

    def _records(self, chunk: bytes) -> Iterator[tuple[Element, str]]:
        _feed(self._parser, chunk)
        events = list(self._parser.read_events())
        errors = self._new_errors()
        starts = [each.sourceline for event, each in events if event == "start" and local_name(each) in self._names]
        if limit := next((error for error in errors if error.kind in _LIMITS), None):
            # The text at the limit may be truncated, so ignore everything in this chunk.
            self._break_off(min([*starts, *(each.sourceline for each in self._open), limit.line]), limit)
            return
        errors = self._without_found_references(errors, events)
        blamed: set[Error] = set()
        begun = 0
        for event, element in events:
            if local_name(element) not in self._names:
                self._is_closed = event == "end"
            elif event == "start":
                begun += 1
                self._open.append(element)
            else:
                self._open.remove(element)
                follower = starts[begun] if begun < len(starts) else None
                own = [error for error in errors if _is_within(error.line, element.sourceline, follower)]
                blamed.update(own)
                self._has_records = True
                yield element, self._suspects.pop(element, own[0].words if own else "")
                _forget(element)
        for element in self._open:
            own = [error for error in errors if error.line >= element.sourceline]
            blamed.update(own)
            if own:
                self._suspects.setdefault(element, own[0].words)
        self.rejected_rows += [
            _make_rejected_row(error.line, RowMessage.PARSER(reason=error.words))
            for error in errors
            if error not in blamed
        ]

    def _without_found_references(self, errors: list[Error], events: list[tuple[str, Element]]) -> list[Error]:
        """Return the errors without undeclared entities that are found in the records; those in attributes cannot be
        found.
        """
        if not any(error.kind == _NO_REFERENCE for error in errors):
            return errors
        records = [*self._open, *(each for event, each in events if event == "start")]
        found = {entity.name for record in records for entity in record.iter(etree.Entity)}
        return [error for error in errors if not (error.kind == _NO_REFERENCE and error.reference in found)]

    def _new_errors(self) -> list[Error]:
        log = self._parser.feed_error_log
        new = [
            Error(each.line, each.type, _clean(each.message)) for each in log[self._known_errors :] if each.level > 2
        ]
        self._known_errors = len(log)
        self._last_error = new[-1] if new else self._last_error
        return new

    def _is_given_up(self) -> bool:
        if self._known_errors > _MOST_ERRORS and not self._is_broken_off:
            self._break_off(self._last_error.line, self._last_error)
        return self._is_broken_off

    def _break_off(self, line: int, error: Error) -> None:
        """Add a rejected row for the unreadable rest. Raises UnreadableFile if no record was read."""
        if not self._has_records:
            raise self._unreadable(error)
        self._is_broken_off = True
        self.rejected_rows.append(_make_rejected_row(line, RowMessage.BROKEN_OFF(line=error.line, reason=error.words)))

    def _look_at_root(self, file: BinaryIO) -> None:
        """Check the root element with a separate parser that reads only the start of the file."""
        parser = _new_parser(("start",), _beginning_of(file), (), recover=False)
        for _ in range(_MOST_PROLOG_BYTES // _PROLOG_CHUNK):
            failure = _feed(parser, file.read(_PROLOG_CHUNK))
            if event := next(parser.read_events(), None):
                # An error after the root is found again when the whole file is read.
                self._check_root(event[1])
                file.seek(0)
                return
            if failure:
                raise self._unreadable(Error(failure.position[0], 0, _clean(str(failure.msg))))
        raise self._error(FileMessage.NO_ELEMENT, format=self._kind, number=_MOST_PROLOG_BYTES)

    def _check_root(self, root: Element) -> None:
        tree = root.getroottree()
        subset = tree.docinfo.internalDTD
        if subset is not None and (any(subset.iterentities()) or _has_attribute_defaults(tree)):
            raise self._error(FileMessage.DECLARES_ENTITIES, FileRemedy.SAVE_WITHOUT_DOCTYPE())
        self.root_name = local_name(root)
        self._root_attributes = dict(root.attrib)
        if self.root_name not in self._roots:
            raise self._error(FileMessage.OTHER_ROOT, format=self._kind, element=self.root_name[:60])

    def _error(
        self, kind: FileMessage, remedy: Message | None = None, *, number: int = -1, **values: Value
    ) -> UnreadableFile:
        remedy = remedy or FileRemedy.SAVE_ANEW_AS(format=self._kind)
        return UnreadableFile(kind(number, name=self._path.name, **values), path=str(self._path), remedy=remedy)

    def _unreadable(self, error: Error) -> UnreadableFile:
        return self._error(FileMessage.NO_READABLE_XML, line=error.line, reason=error.words)


def root_of(path: Path) -> str:
    """Return the local name of the root element; empty if the file is not XML or cannot be opened."""
    return next((local_name(element) for element in _first_elements(path)), "")


def attribute_near_start(path: Path, element: str, attribute: str) -> str:
    """Return an attribute of the first element with this local name near the start of a file; empty if not found."""
    found = next((each for each in _first_elements(path) if local_name(each) == element), None)
    return "" if found is None else str(found.get(attribute) or "").strip()


def _first_elements(path: Path) -> Iterator[Element]:
    """Yield the elements at the start of a file, up to the first error."""
    try:
        # Reading a pipe or device would block, or never end.
        if not path.is_file():
            return
        with path.open("rb") as file:
            parser = _new_parser(("start",), _beginning_of(file), (), recover=False)
            for _ in range(_MOST_PROLOG_BYTES // _PROLOG_CHUNK):
                chunk = file.read(_PROLOG_CHUNK)
                failure = _feed(parser, chunk)
                yield from (element for _event, element in parser.read_events())
                if failure or not chunk:
                    return
    except OSError:
        pass


def _beginning_of(file: BinaryIO) -> bytes:
    beginning = file.read(_PROLOG_CHUNK)
    file.seek(0)
    return beginning


def _new_parser(
    events: Sequence[str], beginning: bytes, tags: Sequence[str], *, recover: bool, recode: bool = False
) -> Any:
    """Return a parser for a file with this start; with `recode`, it expects UTF-8 whatever the file declares."""
    return etree.XMLPullParser(
        events,
        tag=[f"{{*}}{name}" for name in tags] or None,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        recover=recover,
        # Editors save UTF-16 files as UTF-8 without changing the declaration.
        encoding="utf-8" if recode or _WRONG_DECLARATION.match(beginning) else None,
    )


def _feed(parser: Any, chunk: bytes) -> etree.XMLSyntaxError | None:
    """Feed a parser the next chunk, or close it for an empty chunk. Return the error, if any."""
    try:
        if chunk:
            parser.feed(chunk)
        else:
            parser.close()
    except etree.XMLSyntaxError as error:
        return error
    return None


def _forget(record: Element) -> None:
    record.clear(keep_tail=False)
    parent = record.getparent()
    while record.getprevious() is not None:
        del parent[0]


def _is_within(line: int, first: int, follower: int | None) -> bool:
    return line >= first and (follower is None or line < follower or line == first)


def _make_rejected_row(line: int, reason: Message) -> RejectedRow:
    return RejectedRow(line, 0, 0, reason, RowRemedy.CORRECT_PLACE(), "", ("", ""))


def _clean(message: str) -> str:
    """Return the parser's message without its position, which is shown separately, and hints for programmers."""
    return _PLACE_OR_HELP.sub("", " ".join(message.split()))[:200]


def local_name(element: Element) -> str:
    """Return the name of an element without its namespace; empty for nodes that are not elements."""
    return _local_part(element.tag)


@lru_cache(maxsize=1024)
def _local_part(tag: object) -> str:
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _has_attribute_defaults(tree: Element) -> bool:
    """Return whether the file declares attributes.

    Their defaults would be added to each element and use up memory, as entities do.
    """
    # The library lists such declarations only for declared elements. Search the text, in which a literal "<" starts
    # markup.
    return b"<!ATTLIST" in etree.tostring(tree, encoding="utf-8")


def language_label(element: Element) -> str:
    """Return the language of an element: `xml:lang`, or `lang` as in older files."""
    return str(element.get(LANGUAGE) or element.get("lang") or "").strip()


def find_undeclared_reference(record: Element) -> str:
    """Return the first undeclared entity in a record, such as `&nbsp;`; empty if there is none."""
    reference = next(record.iter(etree.Entity), None)
    return "" if reference is None else str(reference.text)


def original_of(record: Element) -> str:
    """Return a record as text, for the list of rejected rows."""
    return str(etree.tostring(record, encoding="unicode", with_tail=False))[:_MOST_ORIGINAL]
