"""Parser of the messages of a PO file: quoted texts, escapes, comments and flags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from termdesk.domain.entries.delimited import blocks_of_lines
from termdesk.domain.progress import Progress
from termdesk.messages.row_messages import RowMessage

_STEP = 4_096
_FIELD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d{1,2})\])?\s*(?=\")")
_TEXT = re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*)"\s*$')
_ESCAPE = re.compile(r"\\([0-7]{1,3}|x[0-9A-Fa-f]{1,2}|.)")
_PLAIN = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


@dataclass(slots=True)
class GettextMessage:
    """One message; `texts` has its fields by name, `rejection` is the error in its lines."""

    line: int = 0
    texts: dict[str, list[str]] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    original: list[str] = field(default_factory=list)
    last: str = ""
    rejection: str = ""
    is_fuzzy: bool = False
    is_obsolete: bool = False

    def text(self, name: str) -> str:
        """Return the text of a field such as `msgid`; empty if the message does not have it."""
        return "".join(self.texts.get(name, ()))


def messages(text: str, progress: Progress) -> Iterator[GettextMessage]:
    """Yield the messages of a file in order, including broken ones."""
    message = GettextMessage()
    for done, (line, total) in enumerate(_lines(text), start=1):
        if done % _STEP == 0:
            progress.step(total, len(text))
        if message.texts and _begins_another(message, line):
            yield message
            message = GettextMessage()
        if line:
            if not message.line and (line.startswith("#~") or not line.startswith("#")):
                message.line = done
            message.original.append(line)
            _read_line(message, line)
        elif not message.texts:
            # Drop comments without a message.
            message = GettextMessage()
    if message.texts or message.rejection:
        yield message


def _lines(text: str) -> Iterator[tuple[str, int]]:
    """Yield the lines without surrounding spaces, each with the number of characters read so far."""
    for first, stop in blocks_of_lines(text):
        for line in text[first:stop].replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n"):
            yield line.strip(), stop


def _begins_another(message: GettextMessage, line: str) -> bool:
    if not line:
        return True
    bare = line.removeprefix("#~").lstrip() if line.startswith("#~") else line
    if bare.startswith("msgctxt"):
        return True
    if bare.startswith("msgid") and not bare.startswith("msgid_plural"):
        return "msgid" in message.texts
    return line.startswith("#") and not line.startswith("#~") and "msgstr" in message.last


def _read_line(message: GettextMessage, line: str) -> None:
    if line.startswith("#~"):
        message.is_obsolete = True
        line = line[2:].lstrip()
        if line.startswith("|"):
            return
    if line.startswith("#"):
        _read_comment(message, line)
        return
    if found := _FIELD.match(line):
        name = found[1] + (f"[{int(found[2])}]" if found[2] else "")
        if name in message.texts:
            message.rejection = message.rejection or RowMessage.FIELD_TWICE(field=name)
        message.last, line = name, line[found.end() :]
        message.texts[name] = []
    elif not line.startswith('"') or not message.last:
        if line.startswith("domain "):
            return
        message.texts.setdefault("", [])
        message.rejection = message.rejection or RowMessage.NO_GETTEXT()
        return
    if quoted := _TEXT.match(line):
        message.texts[message.last].append(_unescape(quoted[1]))
    else:
        message.rejection = message.rejection or RowMessage.NO_CLOSING_QUOTE()


def _read_comment(message: GettextMessage, line: str) -> None:
    if line.startswith(("#,", "#=")):
        message.is_fuzzy = message.is_fuzzy or "fuzzy" in re.split(r"[,\s]+", line[2:])
    elif not line.startswith(("#:", "#|")):
        comment = line[2:].strip() if line.startswith("#.") else line[1:].strip()
        message.comments += [comment] if comment else []


def _unescape(text: str) -> str:
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(escape: re.Match[str]) -> str:
    code = escape[1]
    if code[0] in "01234567":
        return chr(int(code, 8))
    if code[0] == "x" and len(code) > 1:
        return chr(int(code[1:], 16))
    return _PLAIN.get(code, code)
