"""The wire format as typed records: strict where the interface is specified, tolerant of additions."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import lru_cache
from typing import TypeVar

import msgspec

from termdesk.client.errors import BadAnswer
from termdesk.client.transport.replies import Reply
from termdesk.domain.chunks import join_texts
from termdesk.domain.errors import InvalidInput
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import Language, LanguagePair
from termdesk.domain.language.language_names import english_name
from termdesk.messages.message import Message
from termdesk.messages.service_messages import AnswerMessage, AnswerRemedy, RequestMessage, RequestRemedy

T = TypeVar("T")
# A library has thousands of dictionaries but only a few dozen language pairs.
_pair = lru_cache(maxsize=4096)(LanguagePair)
# A backslash starts the escape unless another backslash before it escapes it.
_LINE_END_IN_JSON = re.compile(rb"[^\\]\\n")
_AT_ONCE_BYTES = 262_144
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


# Thousands are read at once, and none takes part in a cycle, so the garbage collector need not track them.
class DictionaryRecord(msgspec.Struct, frozen=True, gc=False):
    """A dictionary without its entries."""

    source_lang: str
    target_lang: str
    entry_count: int = 0

    @property
    def pair(self) -> LanguagePair:
        """The languages of the dictionary."""
        return _pair(self.source_lang, self.target_lang)

    def as_dictionary(self) -> Dictionary:
        """Convert to the domain's dictionary."""
        return Dictionary(self.pair, self.entry_count)


class GlossaryRecord(msgspec.Struct, frozen=True, gc=False):
    """A glossary. Times are parsed leniently: one malformed time must not hide all other glossaries."""

    glossary_id: str
    name: str = ""
    dictionaries: tuple[DictionaryRecord, ...] = ()
    creation_time: object = None
    ready: bool | None = None
    # Only the service of Termdesk sends it. Read leniently, as times are.
    x_termdesk: object = None

    @property
    def is_local_only(self) -> bool:
        """Whether the user has locked the glossary to the computer of this service."""
        return isinstance(self.x_termdesk, dict) and self.x_termdesk.get("is_local_only") is True

    @property
    def created(self) -> datetime | None:
        """When the glossary was created; None if the service sent no readable time."""
        return read_time(self.creation_time)

    def dictionary(self, pair: LanguagePair) -> DictionaryRecord | None:
        """Return the dictionary of this pair, matched by root languages."""
        return next((each for each in self.dictionaries if each.pair.roots == pair.roots), None)

    def as_glossary(self) -> Glossary:
        """Convert to the domain's glossary."""
        return Glossary(
            glossary_id=self.glossary_id,
            name=self.name,
            dictionaries=tuple(each.as_dictionary() for each in self.dictionaries),
            created=self.created,
            is_ready=self.ready is not False,
            is_local_only=self.is_local_only,
        )


class EntriesRecord(msgspec.Struct):
    """A dictionary as in requests. Its entries are put in by `entries_wire`, block by block."""

    source_lang: str
    target_lang: str
    entries: str = ""
    entries_format: str = "tsv"


class EntriesAnswer(msgspec.Struct):
    """A dictionary with its entries, as in JSON responses; `long_text` reads the entries."""

    source_lang: str
    target_lang: str
    entries: msgspec.Raw
    entries_format: str = "tsv"


class ReportRecord(msgspec.Struct):
    """The local service's report on how one text was made."""

    engines: list[str] = []
    coverage: float | None = None
    terms_placed: list[str] | None = None
    terms_missed: list[str] = []
    terms_uncertain: list[str] = []
    is_only_corrected: bool = False
    billed_characters: int | None = None


class TranslationRecord(msgspec.Struct):
    """One translated text."""

    text: str
    detected_source_language: str = ""
    billed_characters: int | None = None
    x_termdesk: ReportRecord | None = None


class TranslateAnswer(msgspec.Struct):
    """All translated texts. The character count is in each text, or here, as in the specification."""

    translations: list[TranslationRecord]
    billed_characters: int | None = None


class ImprovementRecord(msgspec.Struct):
    """One improved text."""

    text: str
    detected_source_language: str = ""
    target_language: str = ""
    x_termdesk: ReportRecord | None = None


class ImproveAnswer(msgspec.Struct):
    """All improved texts."""

    improvements: list[ImprovementRecord]


class FeatureRecord(msgspec.Struct):
    """A feature of a language."""

    status: str = "stable"


class LanguageRecord(msgspec.Struct):
    """A language of `/v3/languages`."""

    lang: str
    usable_as_source: bool
    usable_as_target: bool
    name: str | None = None
    status: str = "stable"
    features: dict[str, FeatureRecord] = {}

    def as_language(self) -> Language:
        """Convert to the domain's language."""
        return Language(
            code=self.lang,
            name=self.name or english_name(self.lang),
            usable_as_source=self.usable_as_source,
            usable_as_target=self.usable_as_target,
            status=self.status,
            features={name: feature.status for name, feature in self.features.items()},
        )


def decode(reply: Reply, record: type[T]) -> T:
    """Decode a response body to a record. Raises BadAnswer if it does not match."""
    if reply.is_page:
        raise portal(reply)
    return _decode_body(reply, reply.body.removeprefix(_BYTE_ORDER_MARK), record)


def decode_list(reply: Reply, name: str, record: type[T]) -> list[T]:
    """Decode a list that is bare, in an object under `name`, or the only array of an object.

    Raises BadAnswer if there is no list, because a missing list is not an empty one.
    """
    body = reply.body.removeprefix(_BYTE_ORDER_MARK).lstrip()
    if body.startswith(b"{"):
        fields = _decode_body(reply, body, dict[str, msgspec.Raw])
        arrays = {key: bytes(value) for key, value in fields.items() if bytes(value).startswith(b"[")}
        if name not in arrays and len(arrays) != 1:
            raise reply.bad(AnswerMessage.NO_LIST(name=name.replace("_", " ")))
        body = arrays.get(name) or arrays.popitem()[1]
    elif reply.is_page:
        raise portal(reply)
    return _decode_body(reply, body, list[record])  # type: ignore[valid-type]  # a type made at run time


def long_text(reply: Reply, raw: msgspec.Raw) -> str:
    """Decode a multi-line JSON string in pieces: a single call over 10 MiB would freeze every window for 20 ms.

    Raises BadAnswer if it is not a string.
    """
    whole = bytes(raw)
    if not whole.startswith(b'"'):
        return _decode_body(reply, whole, str)
    parts, first, end = [], 1, len(whole) - 1
    while first < end:
        found = _LINE_END_IN_JSON.search(whole, min(first + _AT_ONCE_BYTES, end), end)
        stop = found.end() if found else end
        parts.append(_decode_body(reply, b'"%b"' % whole[first:stop], str))
        first = stop
    return join_texts(parts)


def portal(reply: Reply) -> BadAnswer:
    """Return the error for a web page that came instead of a response."""
    return reply.bad(
        AnswerMessage.WEB_PAGE(),
        remedy=AnswerRemedy.SIGN_IN(),
    )


def encode(value: object) -> bytes:
    """Encode a request body. Raises InvalidInput for an unpaired surrogate in a text, which cannot be sent."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        raise InvalidInput(RequestMessage.SURROGATE(), remedy=RequestRemedy.TYPE_AGAIN()) from None


def read_time(value: object) -> datetime | None:
    """Parse a time as real services write it, with or without fraction or zone; None if unreadable."""
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    # Some services send an all-zero time of the year 1, which means that there is none.
    if moment is None or moment.year == 1:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _decode_body(reply: Reply, body: bytes, record: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=record)
    except (ValueError, RecursionError) as error:
        raise reply.bad(_reason(error)) from None


def _reason(error: BaseException) -> Message:
    # The codec's message may quote response text, so only the record's name is passed on.
    if isinstance(error, msgspec.ValidationError):
        return AnswerMessage.NOT_PROMISED(reason=str(error)[:200])
    is_nested = isinstance(error, RecursionError)
    return AnswerMessage.NESTED_TOO_DEEPLY() if is_nested else AnswerMessage.NOT_JSON()
