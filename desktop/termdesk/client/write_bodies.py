"""The request bodies that write glossaries, and their sizes before anything is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from termdesk.client.creation import mark_name, new_nonce
from termdesk.client.entries_wire import dictionary_size
from termdesk.client.wire import EntriesRecord, encode
from termdesk.client.wire_dialect import WireDialect
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair


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
