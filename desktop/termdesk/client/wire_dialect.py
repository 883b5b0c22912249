"""Whether a service reads quotes in entries, or keeps them as characters: set by the user, or recognised.

The specification writes entries as CSV does, with quotes around what needs them; the vendor's service takes every
character as it is. Sent with quotes to such a service, `a "quoted" term` is stored with its quotes doubled, comes back
in the very bytes that were sent, and is found in no text. So equal bytes prove nothing. What proves it is a phrase that
was put in quotes without need: a service that reads quotes gives it back without them.

Without that proof the shape of the answer tells: JSON is the vendor's, plain text the specification's, unless its
quotes cannot be read.
"""

from __future__ import annotations

from termdesk.domain.entries import delimited
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import MalformedText
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress
from termdesk.domain.provider import Dialect

Row = tuple[str, str]


class WireDialect:
    """What is known of one service; shared by all calls to it."""

    def __init__(self, dialect: Dialect) -> None:
        self._is_recognising = dialect is Dialect.RECOGNISE
        self.known = None if self._is_recognising else dialect
        # Rows that were put in quotes without need, by glossary and pair, until they are read back.
        self._tracers: dict[tuple[str, LanguagePair], Row] = {}

    @property
    def quoting(self) -> bool:
        """Whether entries are written with quotes; where nothing is known, as the specification says."""
        return self.known is not Dialect.VENDOR

    def needs_proof(self, entries: Entries) -> bool:
        """Whether it matters for these entries, and is not known."""
        return self.known is None and _has_quotes(entries)

    def tracer(self, entries: Entries) -> Row | None:
        """A row to put in quotes without need, where the dialect has to be proved."""
        if not self.needs_proof(entries):
            return None
        return next((row for row in entries if '"' not in row[0] and '"' not in row[1]), None)

    def expect(self, glossary_id: str, pair: LanguagePair, tracer: Row | None) -> None:
        """The service has taken entries with a tracer: how it comes back tells the dialect."""
        if tracer is not None and self.known is None:
            self._tracers[glossary_id, pair.roots] = tracer

    def parse(
        self,
        text: str,
        glossary_id: str,
        pair: LanguagePair,
        *,
        separator: str,
        is_json: bool,
        progress: Progress,
    ) -> Entries:
        """The entries of an answer. Raises MalformedText."""
        if not self._is_recognising or separator != delimited.TAB:
            quoting = self.quoting or separator != delimited.TAB
            return delimited.parse(text, separator=separator, quoting=quoting, progress=progress)
        self._learn(text, glossary_id, pair, is_json=is_json)
        if self.known is not None or '"' not in text:
            return delimited.parse(text, quoting=self.quoting, progress=progress)
        try:
            return delimited.parse(text, quoting=True, progress=progress)
        except MalformedText:
            # Quotes that no writer of the specification would leave so.
            entries = delimited.parse(text, quoting=False, progress=progress)
            self.known = Dialect.VENDOR
            return entries

    def _learn(self, text: str, glossary_id: str, pair: LanguagePair, *, is_json: bool) -> None:
        tracer = self._tracers.pop((glossary_id, pair.roots), None)
        if tracer is not None:
            lines = f"\n{text}".replace("\r\n", "\n")
            if f"\n{quoted_row(tracer)}" in lines:
                self.known = Dialect.VENDOR
                return
            if f"\n{plain_row(tracer)}" in lines:
                self.known = Dialect.SPECIFICATION
                return
        if self.known is None and is_json:
            self.known = Dialect.VENDOR


def plain_row(row: Row) -> str:
    """A row of TSV without quotes."""
    return f"{row[0]}{delimited.TAB}{row[1]}"


def quoted_row(row: Row) -> str:
    """A row of TSV with quotes around the source."""
    return f'"{row[0]}"{delimited.TAB}{row[1]}'


def with_tracer(text: str, tracer: Row) -> str:
    """A text of entries in which one row has quotes."""
    return f"\n{text}".replace(f"\n{plain_row(tracer)}\n", f"\n{quoted_row(tracer)}\n", 1)[1:]


def _has_quotes(entries: Entries) -> bool:
    return any('"' in source or '"' in target for source, target in entries)
