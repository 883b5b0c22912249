"""Entries as the service sends and receives them: three response shapes, one request shape, both dialects.

The size of a request is known before it is sent, for plans.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from termdesk.client.creation import mark_name, new_nonce
from termdesk.client.errors import BadAnswer
from termdesk.client.transport.calls import ChunkedBody
from termdesk.client.transport.replies import Reply
from termdesk.client.wire import EntriesAnswer, EntriesRecord, decode, decode_list, encode, long_text, portal
from termdesk.client.wire_dialect import Row, WireDialect, with_tracer
from termdesk.domain.chunks import decode_utf8, has_text
from termdesk.domain.entries import delimited
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_rules import MAX_DICTIONARY_BYTES, utf8_length
from termdesk.domain.errors import InvalidInput, MalformedText
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress
from termdesk.messages.service_messages import AnswerMessage, AnswerRemedy, RequestMessage, RequestRemedy

# Smaller texts are parsed faster than a thread can be started.
_WORTH_A_THREAD_BYTES = 65_536
_WORTH_A_THREAD_ROWS = 2_000
# How `EntriesRecord` is encoded without its entries. No text can contain this, because its quotes would be escaped.
_NO_ENTRIES = b'"entries":""'


@dataclass(frozen=True, slots=True)
class DictionaryBody:
    """A dictionary as part of a request body: its record without entries, and the text of the entries in blocks.

    Encoding takes the blocks away, because the text and its bytes would take twice the memory.
    `tracer` is a row that will reveal the dialect of quotes when read back; see `WireDialect`.
    """

    record: EntriesRecord
    blocks: list[str]
    tracer: Row | None


async def read_entries(
    reply: Reply,
    glossary_id: str,
    pair: LanguagePair,
    dialect: WireDialect,
    progress: Progress,
    like: Entries | None = None,
) -> Entries:
    """Return the entries of a response: plain TSV, a dictionary, or a list of dictionaries in an envelope.

    `like` are entries of about the same rows, whose text objects are used for equal texts, to save memory. Entries are
    decoded as UTF-8, whatever the header says. Raises BadAnswer for anything that may differ from what the service
    holds, because it would be published back.
    """
    if len(reply.body) < _WORTH_A_THREAD_BYTES:
        return _read(reply, glossary_id, pair, dialect, progress, like)
    return await asyncio.to_thread(_read, reply, glossary_id, pair, dialect, progress, like)


async def dictionary_body(pair: LanguagePair, entries: Entries, dialect: WireDialect) -> DictionaryBody:
    """Prepare a dictionary for `encode_body`, with the root language codes that glossaries use.

    The entries must not change meanwhile. Raises InvalidInput if the dictionary exceeds what any service accepts, or if
    a phrase cannot be written.
    """
    if len(entries) < _WORTH_A_THREAD_ROWS:
        return _make_body(pair, entries, dialect)
    return await asyncio.to_thread(_make_body, pair, entries, dialect)


async def encode_body(value: object, bodies: Sequence[DictionaryBody], *, rows: int) -> ChunkedBody:
    """A request body with the records of these dictionaries, in this order, and their number of rows.

    Raises InvalidInput for an unpaired surrogate in a text, which cannot be sent.
    """
    if rows < _WORTH_A_THREAD_ROWS:
        return ChunkedBody(_encode_blocks(value, bodies))
    return await asyncio.to_thread(lambda: ChunkedBody(_encode_blocks(value, bodies)))


def _encode_blocks(value: object, bodies: Sequence[DictionaryBody]) -> Iterator[bytes]:
    """Encode block by block: one call for 10 MB of entries would block the window for 20 to 50 ms."""
    first, *others = encode(value).split(_NO_ENTRIES)
    yield first
    for body, rest in zip(bodies, others, strict=True):
        yield _NO_ENTRIES[:-1]
        for number, block in enumerate(body.blocks):
            yield encode(block)[1:-1]
            body.blocks[number] = ""
        yield b'"' + rest


def dictionary_size(pair: LanguagePair, entries: Entries, dialect: WireDialect) -> int:
    """Return the bytes of a request body that is only this dictionary, however large it is. For a worker.

    Raises InvalidInput for an unpaired surrogate in a text, which cannot be sent.
    """
    body = _combine(pair, entries, dialect, list(delimited.blocks(entries, quoting=dialect.quoting)))
    return sum(map(len, _encode_blocks(body.record, [body])))


def _make_body(pair: LanguagePair, entries: Entries, dialect: WireDialect) -> DictionaryBody:
    blocks = list(delimited.blocks(entries, quoting=dialect.quoting))
    # Encode in blocks: a single call for everything would freeze the window.
    size = sum(utf8_length(block) for block in blocks)
    if size > MAX_DICTIONARY_BYTES:
        raise InvalidInput(
            RequestMessage.DICTIONARY_TOO_LARGE(size, pair=str(pair), limit=MAX_DICTIONARY_BYTES),
            remedy=RequestRemedy.DIVIDE_DICTIONARY(),
        )
    return _combine(pair, entries, dialect, blocks)


def _combine(pair: LanguagePair, entries: Entries, dialect: WireDialect, blocks: list[str]) -> DictionaryBody:
    tracer = dialect.tracer(entries)
    if tracer is not None:
        blocks = with_tracer(blocks, tracer)
    return DictionaryBody(EntriesRecord(pair.roots.source, pair.roots.target), blocks, tracer)


def _read(
    reply: Reply,
    glossary_id: str,
    pair: LanguagePair,
    dialect: WireDialect,
    progress: Progress,
    like: Entries | None,
) -> Entries:
    if _is_plain(reply) and not dialect.expects_tracer(glossary_id, pair):
        entries = delimited.parse_utf8(reply.body, progress=progress, like=like)
        if entries is not None:
            return entries
    text, separator = _text_of(reply, pair)
    is_json = "json" in reply.media_type
    # Searching the bytes takes a tenth of the time. This is not possible in JSON, where the character is escaped.
    if has_text(text, "\0") if is_json else (b"\0" in reply.body):
        raise reply.bad(AnswerMessage.NUL_CHARACTERS())
    try:
        return dialect.parse(
            text, glossary_id, pair, separator=separator, is_json=is_json, progress=progress, like=like
        )
    except MalformedText as error:
        raise _bad_answer(reply, error) from None


def _is_plain(reply: Reply) -> bool:
    """Whether a response is TSV that has the same entries in both dialects: without quotes."""
    if "json" in reply.media_type or (reply.is_page and reply.media_type != "text/tab-separated-values"):
        return False
    return b'"' not in reply.body and b"\0" not in reply.body


def _text_of(reply: Reply, pair: LanguagePair) -> tuple[str, str]:
    if "json" in reply.media_type:
        return _text_in_json(reply, pair)
    if reply.is_page and reply.media_type != "text/tab-separated-values":
        raise portal(reply)
    try:
        return decode_utf8(reply.body), delimited.TAB
    except UnicodeDecodeError as error:
        raise reply.bad(AnswerMessage.NOT_UTF_8(position=error.start + 1)) from None


def _text_in_json(reply: Reply, pair: LanguagePair) -> tuple[str, str]:
    """Return text and separator of a bare dictionary, or of this pair's dictionary in the envelope."""
    if b'"dictionaries"' in reply.body[:200]:
        found = decode_list(reply, "dictionaries", EntriesAnswer)
    else:
        found = [decode(reply, EntriesAnswer)]
    record = next(
        (each for each in found if LanguagePair(each.source_lang, each.target_lang).roots == pair.roots), None
    )
    if record is None:
        raise reply.bad(AnswerMessage.NO_DICTIONARY(pair=str(pair)))
    separator = delimited.COMMA if record.entries_format.lower() == "csv" else delimited.TAB
    return long_text(reply, record.entries).removeprefix("\ufeff"), separator


def _bad_answer(reply: Reply, error: MalformedText) -> BadAnswer:
    return reply.bad(
        AnswerMessage.MALFORMED(reason=error.message),
        remedy=AnswerRemedy.CHOOSE_DIALECT(),
    )


def creation_value(marked_name: str, records: Sequence[EntriesRecord]) -> object:
    """Return the body that creates a glossary under its temporary name."""
    return {"name": marked_name, "dictionaries": records}


def merge_value(record: EntriesRecord) -> object:
    """Return the body that adds entries to a dictionary."""
    return {"dictionaries": [record]}


def rename_value(name: str) -> object:
    """Return the body that renames a glossary."""
    return {"name": name}


def creation_overhead(name: str) -> int:
    """Return how many more bytes the first dictionary of a new glossary takes than one that is added.

    The glossary is created under a temporary name, and then renamed.
    """
    # Nonces have one length, and the record is the same in both bodies.
    record = EntriesRecord("en", "de")
    created = encode(creation_value(mark_name(name, new_nonce()), [record]))
    return len(created) - len(encode(record)) + len(encode(rename_value(name)))


@dataclass(frozen=True, slots=True)
class BodySizes:
    """The sizes of the bodies that one service would get now. For a worker: large dictionaries take a while."""

    dialect: WireDialect

    def replacement(self, pair: LanguagePair, entries: Entries) -> int:
        """Return the bytes of a request that replaces or adds a dictionary."""
        return dictionary_size(pair, entries, self.dialect)

    def merge(self, pair: LanguagePair, entries: Entries) -> int:
        """Return the bytes of a request that adds these entries to a dictionary."""
        record = EntriesRecord("en", "de")
        around = len(encode(merge_value(record))) - len(encode(record))
        return around + dictionary_size(pair, entries, self.dialect)

    def needs_proof_of_quotes(self, entries: Entries) -> bool:
        """As `Glossaries.needs_proof_of_quotes`."""
        return self.dialect.needs_proof(entries)
