"""Dictionaries in requests: parsed, checked against every rule, and converted for storage."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from termdesk.domain.entries import delimited, entry_rules
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import MalformedText
from termdesk.domain.language.language import LanguagePair, is_variant, root
from termdesk.domain.language.language_names import GLOSSARY_LANGUAGES
from termdesk.domain.provider import Dialect
from termdesk.service.http.answers import HttpError, bad_request
from termdesk.service.http.requests import code_of
from termdesk.service.store import StoredDictionary

INVALID_ENTRIES = "Bad request: invalid glossary entries provided"


class SentDictionary(msgspec.Struct):
    """A dictionary as sent in a request."""

    source_lang: str
    target_lang: str
    entries: str
    entries_format: str = "tsv"


@dataclass(frozen=True, slots=True)
class CheckedDictionary:
    """A valid dictionary from a request: its entries, and the stored form."""

    entries: Entries
    stored: StoredDictionary
    rows_of_other_pairs: int = 0

    @property
    def pair(self) -> LanguagePair:
        """The languages of the dictionary."""
        return self.stored.pair


async def check_dictionary(sent: SentDictionary, dialect: Dialect) -> CheckedDictionary:
    """Parse and check a dictionary in a thread. Raises HttpError 400 (with the positions of all errors) or 413."""
    source = _glossary_code(sent.source_lang, "source_lang")
    target = _glossary_code(sent.target_lang, "target_lang")
    if source == target:
        raise bad_request(f"Source and target language are both {source}.")
    return await asyncio.to_thread(_check, sent, LanguagePair(source, target), dialect)


def merge_function(sent: CheckedDictionary) -> Callable[[StoredDictionary | None], StoredDictionary]:
    """Return a function for the store that merges: new entries replace those with the same source, others stay."""

    def merge(old: StoredDictionary | None) -> StoredDictionary:
        if old is None:
            return sent.stored
        entries = delimited.parse(old.content.decode()).as_dict()
        entries.update(iter(sent.entries))
        together = Entries(entries.keys(), entries.values())
        new = StoredDictionary(sent.pair, len(together), delimited.write(together).encode())
        _check_size(len(new.content), "Merged, the dictionary would have")
        return new

    return merge


def _check(sent: SentDictionary, pair: LanguagePair, dialect: Dialect) -> CheckedDictionary:
    _check_size(entry_rules.utf8_length(sent.entries), "This one has")
    entries, ignored = _parse(sent, pair, dialect)
    note = f" Rows with codes of another language pair, left out: {ignored:,}." if ignored else ""
    if not len(entries):
        raise bad_request(f"The dictionary has no entries.{note}", message=INVALID_ENTRIES)
    if wrong := entry_rules.join_messages(entry_rules.violations(entries)):
        raise bad_request(f"{wrong}{note}", message=INVALID_ENTRIES)
    return CheckedDictionary(entries, StoredDictionary(pair, len(entries), _content(sent, entries)), ignored)


def make_ignored_rows_header(*dictionaries: CheckedDictionary) -> dict[str, str]:
    """Return a header with the number of ignored rows (those of other language pairs); empty if there are none."""
    ignored = sum(each.rows_of_other_pairs for each in dictionaries)
    return {"X-Termdesk-Ignored-Rows": str(ignored)} if ignored else {}


def _parse(sent: SentDictionary, pair: LanguagePair, dialect: Dialect) -> tuple[Entries, int]:
    """Return the entries, and the number of rows ignored because their codes name another pair."""
    try:
        match sent.entries_format.lower():
            case "tsv":
                return delimited.parse(sent.entries, quoting=dialect is Dialect.SPECIFICATION), 0
            case "csv":
                return delimited.parse_with_codes(sent.entries, pair=pair)
    except MalformedText as error:
        raise bad_request(f"{error.message} {error.remedy}".strip(), message=INVALID_ENTRIES) from None
    raise bad_request(f"Value for 'entries_format' not supported: {sent.entries_format[:20]!r}.")


def _content(sent: SentDictionary, entries: Entries) -> bytes:
    """Return the TSV to store. Text already in this form is kept, because rewriting takes as long as parsing."""
    text = sent.entries
    has_form = sent.entries_format.lower() == "tsv" and text.endswith("\n") and not text.startswith("\n")
    if not has_form or any(mark in text for mark in ('"', "\r", "\n\n")):
        text = delimited.write(entries)
    return text.encode()


def _check_size(size: int, subject: str) -> None:
    limit = entry_rules.MAX_DICTIONARY_BYTES
    if size > limit:
        raise HttpError(
            413,
            "Request size exceeds the limit",
            detail=f"A dictionary may have {limit:,} bytes of entries. {subject} {size:,}.",
        )


def _glossary_code(text: str, name: str) -> str:
    code = code_of(text, name=name)
    if is_variant(code) and root(code) in GLOSSARY_LANGUAGES:
        raise bad_request(
            f"Glossaries apply to root languages: use {root(code)!r} instead of {code!r} as {name};"
            " it applies to all variants."
        )
    if code not in GLOSSARY_LANGUAGES:
        raise bad_request(f"Value for '{name}' not supported: {code!r}. Unsupported glossary language.")
    return code
