"""Reader of gettext catalogs (PO): finished messages become pairs; fuzzy, obsolete and empty ones are counted."""

from __future__ import annotations

import codecs
import gettext
import re
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.errors import UnreadableFile
from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.concepts import PairReading, on_one_line
from termdesk.formats.language_labels import language_of, languages_in_name, pair_in_name
from termdesk.formats.read_result import ReadResult, RejectedRow
from termdesk.formats.text.encodings import Encoding, find_encoding
from termdesk.formats.text.plain_glossaries import beginning_of
from termdesk.formats.text.po_messages import GettextMessage, messages
from termdesk.formats.text.text_file import BAD_BYTES, as_written, decode_file, read_bytes
from termdesk.messages.file_messages import FileMessage, FileRemedy
from termdesk.messages.format_messages import FileNote
from termdesk.messages.row_messages import RowMessage, RowRemedy

UNTRANSLATED = FileNote.MESSAGES_UNTRANSLATED()
FUZZY = FileNote.MESSAGES_FUZZY()
OBSOLETE = FileNote.MESSAGES_OBSOLETE()
PLURALS = FileNote.PLURALS()
JOINED = FileNote.JOINED()
CONTEXTS = FileNote.CONTEXTS()
ENGLISH = FileNote.ENGLISH_ASSUMED()

# For a count of five, most languages use the form that dictionaries list as the plural.
_MANY = 5
# The header, which names the charset, is within this many bytes.
_HEADER_BYTES = 10_000
_MOST_REJECTED_CHARACTERS = 10_000
_CHARSET = re.compile(r"Content-Type:[^\n\"]*?charset=([A-Za-z0-9_.:-]+)", re.IGNORECASE)
# Text encodings that a header may name; Python also has codecs that do more than decode text.
_TABLES = re.compile(r"iso8859|cp\d|koi8|euc_|gb|big5|shift_jis|iso2022|mac-|tis-620|johab|ptcp|hz|utf-")


def encoding_of(path: Path, settled: str | None, languages: Sequence[str] = ()) -> Encoding:
    """Return the encoding: as chosen, as proved by the bytes, as in the header, or guessed from `languages`."""
    if settled:
        return Encoding(settled, is_certain=True)
    data = read_bytes(path)
    found = find_encoding(data, languages=languages or languages_in_name(path.stem))
    if found.is_certain or not (named := _CHARSET.search(data[:_HEADER_BYTES].decode("latin-1"))):
        return found
    try:
        name = codecs.lookup(named[1]).name
        if not _TABLES.match(name):
            return found
        data.decode(name)
    except (LookupError, UnicodeDecodeError):
        return found
    return Encoding(name, is_certain=True)


def pair_of(path: Path) -> tuple[LanguagePair | None, bool]:
    """Return the pair in the header or the file name, and whether the source language is known, not assumed."""
    header = _header(beginning_of(path))
    source, target = (_language_in(header, name) for name in ("X-Source-Language", "Language"))
    named = pair_in_name(path.stem)
    if named and (not target or root(target) == root(named.target)):
        return named, True
    target = target or language_of(path.stem.rpartition(".")[2]) or _language_of_folder(path) or ""
    return (LanguagePair(source or "en", target), bool(source)) if target else (None, False)


def read(path: Path, *, encoding: str | None = None, progress: Progress = NoProgress()) -> PairReading:
    """Read a whole file: each finished message is an entry, and so is its plural; context and comments become notes.

    Line ends in texts become spaces. A message that violates the format is rejected; the others are read. Raises
    UnreadableFile as `preview_table` does, and if the file contains no message at all.
    """
    name = encoding or encoding_of(path, None).name
    text = decode_file(read_bytes(path), name, path=path).removeprefix("\ufeff")
    reading = _PoReading(name)
    for message in messages(text, progress):
        reading.take(message)
    if not reading.has_messages:
        raise UnreadableFile(
            FileMessage.NO_GETTEXT_MESSAGE(name=path.name), path=str(path), remedy=FileRemedy.READ_OTHERWISE()
        )
    return reading.result()


def _header(beginning: str) -> str:
    """Return the header: the text of the first message, whose msgid is empty."""
    first = next(messages(beginning, NoProgress()), None)
    return "" if first is None or first.text("msgid") else first.text("msgstr")


def _language_in(header: str, name: str) -> str:
    found = re.search(rf"^{name}:[ \t]*([A-Za-z_@-]{{2,20}})[ \t]*$", header, re.MULTILINE)
    # A script or currency variant follows the at sign: sr@latin.
    return (language_of(found[1].partition("@")[0]) or "") if found else ""


def _language_of_folder(path: Path) -> str | None:
    """Return the language in the path of a gettext catalog: de/LC_MESSAGES/program.po; else None."""
    return language_of(path.parent.parent.name) if path.parent.name == "LC_MESSAGES" else None


class _PoReading:
    """Reads message by message, and counts what does not become an entry."""

    def __init__(self, encoding: str) -> None:
        self.has_messages = False
        self._encoding = encoding
        self._entries = Entries()
        self._lines = array("L")
        self._details: dict[int, EntryDetail] = {}
        self._rejected_rows: list[RejectedRow] = []
        self._noted: Counter[str] = Counter()
        self._forms: Callable[[int], int] | None = None
        self._number = 0

    def take(self, message: GettextMessage) -> None:
        self.has_messages = self.has_messages or "msgid" in message.texts
        self._number += 1
        rejection = message.rejection or self._rejection(message)
        if rejection:
            self._fail(message, rejection)
        elif message.is_obsolete:
            self._noted[OBSOLETE] += 1
        elif not message.text("msgid") and "msgctxt" not in message.texts:
            self._forms = _forms_of(message.text("msgstr"))
        elif not any("".join(texts).strip() for name, texts in message.texts.items() if name.startswith("msgstr")):
            self._noted[UNTRANSLATED] += 1
        elif message.is_fuzzy:
            self._noted[FUZZY] += 1
        else:
            self._add(message)

    def result(self) -> PairReading:
        entries = Entries(self._entries.sources, self._entries.targets)
        entries.details = self._details
        noted = {reason: count for reason, count in self._noted.items() if count}
        return PairReading(ReadResult(entries, self._lines, tuple(self._rejected_rows)), noted)

    def _rejection(self, message: GettextMessage) -> str:
        if "msgid" not in message.texts:
            return RowMessage.NO_MSGID()
        if not any(name.startswith("msgstr") for name in message.texts):
            return RowMessage.NO_MSGSTR()
        texts = (text for parts in message.texts.values() for text in parts)
        return RowMessage.BAD_BYTES(encoding=self._encoding) if any(map(BAD_BYTES.search, texts)) else ""

    def _add(self, message: GettextMessage) -> None:
        note = "\n".join(message.comments)
        if context := message.text("msgctxt"):
            self._noted[CONTEXTS] += 1
            note = f"Context: {context}\n{note}".strip()
        if "msgid_plural" not in message.texts:
            self._append(message, "msgid", message.text("msgstr") or message.text("msgstr[0]"), note)
            return
        forms = [message.text(f"msgstr[{position}]") for position in range(len(message.texts))]
        one, many = (self._form(forms, count) for count in (1, _MANY))
        others = [form for form in dict.fromkeys(forms) if form and form not in (one, many)]
        self._noted[PLURALS] += len(others)
        further = "\n".join(filter(None, (note, "Also: " + "; ".join(map(on_one_line, others)) if others else "")))
        self._append(message, "msgid", one, note)
        if message.text("msgid_plural") != message.text("msgid"):
            self._append(message, "msgid_plural", many, further)

    def _form(self, forms: list[str], count: int) -> str:
        """Return the form for a number, by the plural rule in the header, or else by the most common rule."""
        try:
            position = self._forms(count) if self._forms else int(count > 1)
        except (ValueError, ZeroDivisionError, OverflowError):
            position = int(count > 1)
        return (forms[position] if 0 <= position < len(forms) else "") or forms[0]

    def _append(self, message: GettextMessage, name: str, target: str, note: str) -> None:
        source = message.text(name)
        texts = [on_one_line(text) for text in (source, target)]
        if not all(texts):
            self._noted[UNTRANSLATED] += 1
            return
        self._noted[JOINED] += sum("\n" in text.strip("\n") for text in (source, target))
        if note:
            self._details[len(self._lines)] = EntryDetail(note=note)
        self._entries.sources.append(texts[0])
        self._entries.targets.append(texts[1])
        self._lines.append(message.line)

    def _fail(self, message: GettextMessage, reason: str) -> None:
        original = "\n".join(message.original)[:_MOST_REJECTED_CHARACTERS]
        shown = as_written(original, self._encoding)
        salvaged = (on_one_line(message.text("msgid")), on_one_line(message.text("msgstr")))
        self._rejected_rows.append(
            RejectedRow(message.line, self._number, 0, reason, RowRemedy.CORRECT_MESSAGE(), shown, salvaged)
        )


def _forms_of(header: str) -> Callable[[int], int] | None:
    """Return the plural rule of a header; None if it is missing or invalid."""
    found = re.search(r"^Plural-Forms:[^\n]*?plural=([^;\n]{1,900});?", header, re.MULTILINE)
    try:
        # This function accepts only numbers, n and operators, so it cannot run other code.
        return gettext.c2py(found[1]) if found else None
    except (ValueError, RecursionError):
        return None
