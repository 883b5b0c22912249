"""What goes over the wire as typed records: strict where the interface is specified, tolerant of what is new."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import lru_cache
from typing import TypeVar

import msgspec

from termdesk.client.errors import BadAnswer
from termdesk.client.transport.replies import Reply
from termdesk.domain.errors import InvalidInput
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import Language, LanguagePair
from termdesk.domain.language.language_names import english_name
from termdesk.messages.message import Message
from termdesk.messages.service_messages import AnswerMessage, AnswerRemedy, RequestMessage, RequestRemedy

T = TypeVar("T")
# A library has thousands of dictionaries in a few dozen pairs.
_pair = lru_cache(maxsize=4096)(LanguagePair)
# With another character than a backslash before it, the backslash begins the escape and is not itself escaped.
_LINE_END_IN_JSON = re.compile(rb"[^\\]\\n")
_AT_ONCE_BYTES = 262_144
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


# Thousands of these come at once, and nothing in them refers back: Python's collector need not look at them.
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
        """The dictionary as the domain knows it."""
        return Dictionary(self.pair, self.entry_count)


class GlossaryRecord(msgspec.Struct, frozen=True, gc=False):
    """A glossary. Times are read leniently: a malformed one in one glossary must not hide all the others."""

    glossary_id: str
    name: str = ""
    dictionaries: tuple[DictionaryRecord, ...] = ()
    creation_time: object = None
    ready: bool | None = None

    @property
    def created(self) -> datetime | None:
        """When the glossary was created; None where the service wrote no readable time."""
        return read_time(self.creation_time)

    def dictionary(self, pair: LanguagePair) -> DictionaryRecord | None:
        """The dictionary of this pair, matched by root languages."""
        return next((each for each in self.dictionaries if each.pair.roots == pair.roots), None)

    def as_glossary(self) -> Glossary:
        """The glossary as the domain knows it."""
        return Glossary(
            glossary_id=self.glossary_id,
            name=self.name,
            dictionaries=tuple(each.as_dictionary() for each in self.dictionaries),
            created=self.created,
            is_ready=self.ready is not False,
        )


class EntriesRecord(msgspec.Struct):
    """A dictionary with its entries, as requests carry it."""

    source_lang: str
    target_lang: str
    entries: str
    entries_format: str = "tsv"


class EntriesAnswer(msgspec.Struct):
    """A dictionary with its entries, as JSON answers carry it; `long_text` reads them."""

    source_lang: str
    target_lang: str
    entries: msgspec.Raw
    entries_format: str = "tsv"


class ReportRecord(msgspec.Struct):
    """What the local service says about the making of one text."""

    engines: list[str] = []
    coverage: float | None = None
    terms_placed: list[str] | None = None
    terms_missed: list[str] = []
    terms_uncertain: list[str] = []
    is_only_corrected: bool = False


class TranslationRecord(msgspec.Struct):
    """One translated text."""

    text: str
    detected_source_language: str = ""
    billed_characters: int | None = None
    x_termdesk: ReportRecord | None = None


class TranslateAnswer(msgspec.Struct):
    """All translated texts. The count of characters is in each of them, or here, as the specification says."""

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
        """The language as the domain knows it."""
        return Language(
            code=self.lang,
            name=self.name or english_name(self.lang),
            usable_as_source=self.usable_as_source,
            usable_as_target=self.usable_as_target,
            status=self.status,
            features={name: feature.status for name, feature in self.features.items()},
        )


def decode(reply: Reply, record: type[T]) -> T:
    """The body of an answer as a record. Raises BadAnswer where it is anything else."""
    if reply.is_page:
        raise portal(reply)
    return _decoded(reply, reply.body.removeprefix(_BYTE_ORDER_MARK), record)


def decode_list(reply: Reply, name: str, record: type[T]) -> list[T]:
    """A list that may come bare or in an object: as `name`, or as the only array in it.

    Raises BadAnswer where there is no list: a missing list is not an empty one.
    """
    body = reply.body.removeprefix(_BYTE_ORDER_MARK).lstrip()
    if body.startswith(b"{"):
        fields = _decoded(reply, body, dict[str, msgspec.Raw])
        arrays = {key: bytes(value) for key, value in fields.items() if bytes(value).startswith(b"[")}
        if name not in arrays and len(arrays) != 1:
            raise reply.bad(AnswerMessage.NO_LIST(name=name.replace("_", " ")))
        body = arrays.get(name) or arrays.popitem()[1]
    elif reply.is_page:
        raise portal(reply)
    return _decoded(reply, body, list[record])  # type: ignore[valid-type]  # a type made at run time


def long_text(reply: Reply, raw: msgspec.Raw) -> str:
    """The text of a JSON string of many lines, in pieces: one call over 10 MiB would hold every window for 20 ms.

    Raises BadAnswer where it is no string.
    """
    whole = bytes(raw)
    if not whole.startswith(b'"'):
        return _decoded(reply, whole, str)
    parts, first, end = [], 1, len(whole) - 1
    while first < end:
        found = _LINE_END_IN_JSON.search(whole, min(first + _AT_ONCE_BYTES, end), end)
        stop = found.end() if found else end
        parts.append(_decoded(reply, b'"%b"' % whole[first:stop], str))
        first = stop
    return "".join(parts)


def portal(reply: Reply) -> BadAnswer:
    """The error of a web page in the place of an answer."""
    return reply.bad(
        AnswerMessage.WEB_PAGE(),
        remedy=AnswerRemedy.SIGN_IN(),
    )


def encode(value: object) -> bytes:
    """A request body. Raises InvalidInput where a text holds half a character, which cannot be sent."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        raise InvalidInput(RequestMessage.SURROGATE(), remedy=RequestRemedy.TYPE_AGAIN()) from None


def read_time(value: object) -> datetime | None:
    """A time as services really write it: with or without fraction or zone, or unreadable (None)."""
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    # An all-zero time of the year 1 has been seen in the wild; it means that there is none.
    if moment is None or moment.year == 1:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _decoded(reply: Reply, body: bytes, record: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=record)
    except (ValueError, RecursionError) as error:
        raise reply.bad(_reason(error)) from None


def _reason(error: BaseException) -> Message:
    # The codec's message may quote a text of the answer, so only the name of the record is passed on.
    if isinstance(error, msgspec.ValidationError):
        return AnswerMessage.NOT_PROMISED(reason=str(error)[:200])
    is_nested = isinstance(error, RecursionError)
    return AnswerMessage.NESTED_TOO_DEEPLY() if is_nested else AnswerMessage.NOT_JSON()
