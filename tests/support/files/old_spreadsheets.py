"""Old Excel workbooks (BIFF 8), written record by record, because no package writes them."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

_SECTOR = 512
_END, _FREE, _TABLE = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
_PLAIN_STYLES = 16
Position = tuple[int, int]


def record(number: int, body: bytes = b"") -> bytes:
    return struct.pack("<HH", number, len(body)) + body


def make_old_spreadsheet(
    path: Path,
    cells: Mapping[Position, str | float],
    *,
    styles: Mapping[Position, tuple[str, bool]] | None = None,
    errors: Mapping[Position, int] | None = None,
    merged: Sequence[tuple[int, int, int, int]] = (),
    hidden_rows: Sequence[int] = (),
    hidden_columns: Sequence[int] = (),
    is_filtered: bool = False,
    struck_parts: Mapping[Position, Sequence[tuple[str, bool]]] | None = None,
) -> Path:
    """Write a workbook with the sheet `Terms`, and return its path. Places count from 0.

    A style is a number format, and whether text is struck out.
    `struck_parts` are texts divided into parts, each with whether it is struck out.
    `errors` are BIFF error codes, `merged` areas by first row, last row, first column and last column.
    """
    named = list(dict.fromkeys((styles or {}).values()))
    number_of = {style: _PLAIN_STYLES + position for position, style in enumerate(named)}
    style_of = {position: number_of[style] for position, style in (styles or {}).items()}
    rows = [(row, struct.pack("<HHHHHHHH", row, 0, 9, 255, 0, 0, 0x20, 0)) for row in hidden_rows]
    body = b"".join(record(0x0208, each) for _, each in rows)
    body += b"".join(record(0x007D, struct.pack("<HHHHHH", each, each, 2000, 15, 1, 0)) for each in hidden_columns)
    body += record(0x009B) if is_filtered else b""
    for (row, column), value in cells.items():
        head = struct.pack("<HHH", row, column, style_of.get((row, column), 15))
        if isinstance(value, str):
            body += record(0x0204, head + struct.pack("<HB", len(value), 1) + value.encode("utf-16-le"))
        else:
            body += record(0x0203, head + struct.pack("<d", value))
    for number, (row, column) in enumerate(struck_parts or {}):
        body += record(0x00FD, struct.pack("<HHHI", row, column, 15, number))
    for (row, column), code in (errors or {}).items():
        body += record(0x0205, struct.pack("<HHHBB", row, column, 15, code, 1))
    if merged:
        body += record(0x00E5, struct.pack("<H", len(merged)) + b"".join(struct.pack("<4H", *area) for area in merged))
    sheet = record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0010, 0, 1997, 0, 6)) + body + record(0x000A)
    path.write_bytes(_container(_with_globals(named, shared_texts(list((struck_parts or {}).values())), sheet)))
    return path


def shared_texts(texts: Sequence[Sequence[tuple[str, bool]]]) -> list[bytes]:
    """Return the record bodies of these texts.

    Each text is split after its first character and continues in another width.
    """
    bodies = [struct.pack("<II", len(texts), len(texts))]
    for parts in texts:
        text = "".join(part for part, _ in parts)
        starts = [len("".join(part for part, _ in parts[:position])) for position in range(len(parts))]
        # The format skips number 4, so the fifth font has number 5.
        runs = [struct.pack("<HH", start, 5 * is_struck) for start, (_, is_struck) in zip(starts, parts, strict=True)]
        bodies[-1] += struct.pack("<HBHI", len(text), 0x0D, len(runs), 3) + text[:1].encode("utf-16-le")
        bodies.append(b"\0" + text[1:].encode("latin-1") + b"".join(runs) + b"pho")
    return bodies


def _with_globals(styles: Sequence[tuple[str, bool]], texts: Sequence[bytes], sheet: bytes) -> bytes:
    fonts = [False] * 4 + [True]
    start = record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0005, 0, 1997, 0, 6))
    for is_struck in fonts:
        start += record(0x0031, struct.pack("<HHHHHBBBB", 200, 8 * is_struck, 0, 400, 0, 0, 0, 0, 0) + b"\x05\x00Arial")
    for position, (code, _) in enumerate(styles):
        start += record(0x041E, struct.pack("<HHB", 164 + position, len(code), 1) + code.encode("utf-16-le"))
    every = [(0, 0)] * _PLAIN_STYLES
    # The format skips number 4, so the fifth font has number 5.
    every += [(5 if is_struck else 0, 164 + position) for position, (_, is_struck) in enumerate(styles)]
    start += b"".join(record(0x00E0, struct.pack("<HH", *each) + bytes(16)) for each in every)
    name = b"\x05\x00Terms"
    if len(texts) > 1:
        start += b"".join(record(0x003C if position else 0x00FC, each) for position, each in enumerate(texts))
    length = len(start) + len(record(0x0085, bytes(6) + name)) + len(record(0x000A))
    return start + record(0x0085, struct.pack("<IBB", length, 0, 0) + name) + record(0x000A) + sheet


def _container(stream: bytes) -> bytes:
    """Return an OLE container with one file, padded because the format stores short files elsewhere."""
    stream = stream.ljust(4096, b"\0")
    stream += bytes(-len(stream) % _SECTOR)
    count = len(stream) // _SECTOR
    tables = -(-(count + 2) // (_SECTOR // 4)) + 1
    first = tables + 1
    chain = [_TABLE] * tables + [_END] + [first + position + 1 for position in range(count - 1)] + [_END]
    chain += [_FREE] * (tables * _SECTOR // 4 - len(chain))
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    head += struct.pack("<IIIIIIIII", 0, tables, tables, 0, 4096, _END, 0, _END, 0)
    head += struct.pack("<109I", *range(tables), *[_FREE] * (109 - tables))
    folder = _entry("Root Entry", 5, _END, 0, 1) + _entry("Workbook", 2, first, len(stream), _FREE) + bytes(256)
    return head + struct.pack(f"<{len(chain)}I", *chain) + folder + stream


def _entry(name: str, kind: int, start: int, length: int, child: int) -> bytes:
    raw = name.encode("utf-16-le") + b"\0\0"
    links = struct.pack("<HBBIII", len(raw), kind, 1, _FREE, _FREE, child)
    return raw.ljust(64, b"\0") + links + bytes(36) + struct.pack("<III", start, length, 0)
