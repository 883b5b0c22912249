"""Registry of file formats. To add one, write a module with a `FileFormat` and a line in `_FORMATS`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from termdesk.domain.errors import InvalidInput
from termdesk.formats.file_format import FileFormat, FileStart, FormatWriter
from termdesk.formats.spreadsheets import workbooks
from termdesk.formats.termbases import term_bases, term_lists
from termdesk.formats.termbases.xml_start import xml_root
from termdesk.formats.text import tables, tool_glossaries
from termdesk.messages.file_messages import FileMessage, FileRemedy

# In the order of the dialogs. If several text formats recognize a file, the last one is used.
_FORMATS = (
    tables.TSV,
    tables.CSV,
    workbooks.XLSX,
    workbooks.OTHER_WORKBOOKS,
    term_bases.TBX,
    term_bases.TMX,
    term_bases.MULTITERM,
    term_bases.XLIFF,
    term_bases.OTHER_XML,
    term_lists.SPARQL_JSON,
    term_lists.TERM_LIST,
    tool_glossaries.OMEGAT,
    tool_glossaries.WORDFAST,
    tool_glossaries.DING,
    tool_glossaries.UTX,
    tool_glossaries.PO,
)


class FormatRegistry:
    """All file formats of the program, for reading, writing, and the lists in dialogs."""

    def __init__(self, formats: Iterable[FileFormat]) -> None:
        """Register the formats. The first one is used for files that no format recognizes."""
        self._formats = list(formats)

    # Reading

    @property
    def readable_endings(self) -> tuple[str, ...]:
        """Return the extensions of readable files, sorted."""
        return tuple(sorted({ending for each in self._readable for ending in each.endings}))

    @property
    def text_kinds(self) -> dict[str, str]:
        """Return the kinds of text that the user can choose for a text file, with their titles."""
        return {each.text_kind: each.text_title for each in self._formats if each.text_kind}

    def find(self, path: Path, text_kind: str = "") -> FileFormat:
        """Return the format for reading a file. The content takes precedence over the extension.

        `text_kind` is the user's choice for text files; it is ignored for other files. If the file cannot be opened,
        the extension decides.
        """
        return self._find(_start_of(path), text_kind)

    def _find(self, start: FileStart, text_kind: str = "") -> FileFormat:
        binary = [each for each in self._readable if not each.text_kind]
        found = next((each for each in binary if each.recognizes(start)), None)
        found = found or next((each for each in binary if start.ending in each.endings), None)
        if found:
            return found
        texts = [each for each in reversed(self._readable) if each.text_kind]
        if text_kind:
            return next((each for each in texts if each.text_kind == text_kind), self._formats[0])
        found = next((each for each in texts if each.recognizes(start)), None)
        return found or next((each for each in texts if start.ending in each.endings), self._formats[0])

    def is_known(self, path: Path) -> bool:
        """Return whether to import a file with its folder, which often contains other kinds of XML and JSON."""
        start = _start_of(path)
        if start.ending not in self.readable_endings:
            return False
        found = self._find(start)
        return not found.has_common_ending or found.recognizes(start)

    # Writing

    @property
    def writable(self) -> tuple[FileFormat, ...]:
        """Return the formats that can be written. Files get the first of their extensions."""
        return tuple(each for each in self._formats if each.writer)

    def of_written(self, path: Path, *, has_several_pairs: bool = False) -> tuple[FileFormat, FormatWriter]:
        """Return the format and the writer for a new file.

        Raises InvalidInput if its extension belongs to no writable format.
        """
        formats = [each for each in self.writable if each.has_several_pairs or not has_several_pairs]
        for each in formats:
            if each.writer and path.suffix.lower() == each.written_ending:
                return each, each.writer
        kind = FileMessage.ENDING_NOT_FOR_ALL if has_several_pairs else FileMessage.ENDING_UNKNOWN
        endings = [each.written_ending for each in formats]
        raise InvalidInput(kind(name=path.name), remedy=FileRemedy.LET_END_IN(endings=endings))

    @property
    def _readable(self) -> list[FileFormat]:
        return [each for each in self._formats if each.reader]


def _start_of(path: Path) -> FileStart:
    return FileStart(path, read_text=_text_start, read_xml_root=xml_root)


def _text_start(path: Path) -> str:
    from termdesk.formats.text.plain_glossaries import beginning_of

    return beginning_of(path)


file_formats = FormatRegistry(_FORMATS)
