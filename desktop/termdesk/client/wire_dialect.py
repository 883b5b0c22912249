"""Whether a service parses quotes in entries or keeps them as characters: set by the user, or detected.

The specification writes entries as CSV, with quotes around fields that need them; the vendor's service takes every
character literally. It would store `a "quoted" term`, sent as CSV, with the added and doubled quotes, return the very
bytes that were sent, and never find the term in a text. So equal bytes prove nothing. The proof is a phrase that was
quoted without need: a service that parses quotes returns it unquoted.

Without that proof the response's shape decides: JSON is the vendor's; plain text is the specification's, unless its
quotes cannot be parsed.
"""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.domain.entries import delimited
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import MalformedText
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress
from termdesk.domain.provider import Dialect

Row = tuple[str, str]


class WireDialect:
    """The detected dialect of one service; shared by all calls to it."""

    def __init__(self, dialect: Dialect) -> None:
        self._is_recognizing = dialect is Dialect.RECOGNIZE
        self.known = None if self._is_recognizing else dialect
        # Rows that were quoted without need, by glossary and pair, until they are read back.
        self._tracers: dict[tuple[str, LanguagePair], Row] = {}

    @property
    def quoting(self) -> bool:
        """Whether entries are written with quotes; if unknown, as the specification says."""
        return self.known is not Dialect.VENDOR

    def needs_proof(self, entries: Entries) -> bool:
        """Whether the dialect matters for these entries and is unknown."""
        return self.known is None and _has_quotes(entries)

    def tracer(self, entries: Entries) -> Row | None:
        """Return a row to quote without need, if the dialect has to be detected."""
        if not self.needs_proof(entries):
            return None
        return next((row for row in entries if '"' not in row[0] and '"' not in row[1]), None)

    def expect(self, glossary_id: str, pair: LanguagePair, tracer: Row | None) -> None:
        """Remember that the service accepted entries with a tracer; reading it back will reveal the dialect."""
        if tracer is not None and self.known is None:
            self._tracers[glossary_id, pair.roots] = tracer

    def expects_tracer(self, glossary_id: str, pair: LanguagePair) -> bool:
        """Whether the entries that are read next will reveal the dialect."""
        return (glossary_id, pair.roots) in self._tracers

    def parse(
        self,
        text: str,
        glossary_id: str,
        pair: LanguagePair,
        *,
        separator: str,
        is_json: bool,
        progress: Progress,
        like: Entries | None = None,
    ) -> Entries:
        """Parse the entries of a response; `like` is as for `delimited.parse`. Raises MalformedText."""
        if not self._is_recognizing or separator != delimited.TAB:
            quoting = self.quoting or separator != delimited.TAB
            return delimited.parse(text, separator=separator, quoting=quoting, progress=progress, like=like)
        self._learn(text, glossary_id, pair, is_json=is_json)
        if self.known is not None or '"' not in text:
            return delimited.parse(text, quoting=self.quoting, progress=progress, like=like)
        try:
            return delimited.parse(text, quoting=True, progress=progress, like=like)
        except MalformedText:
            # No writer that follows the specification would leave such quotes.
            entries = delimited.parse(text, quoting=False, progress=progress, like=like)
            self.known = Dialect.VENDOR
            return entries

    def _learn(self, text: str, glossary_id: str, pair: LanguagePair, *, is_json: bool) -> None:
        tracer = self._tracers.pop((glossary_id, pair.roots), None)
        if tracer is not None:
            if _has_line(text, quote_row(tracer)):
                self.known = Dialect.VENDOR
                return
            if _has_line(text, plain_row(tracer)):
                self.known = Dialect.SPECIFICATION
                return
        if self.known is None and is_json:
            self.known = Dialect.VENDOR


def plain_row(row: Row) -> str:
    """Return a TSV row without quotes."""
    return f"{row[0]}{delimited.TAB}{row[1]}"


def quote_row(row: Row) -> str:
    """Return a TSV row with quotes around the source."""
    return f'"{row[0]}"{delimited.TAB}{row[1]}'


def with_tracer(blocks: Sequence[str], tracer: Row) -> list[str]:
    """Return the entries as text, in blocks of whole lines, with one quoted row."""
    found = list(blocks)
    plain, quoted = f"\n{plain_row(tracer)}\n", f"\n{quote_row(tracer)}\n"
    for number, block in enumerate(blocks):
        if plain in (text := f"\n{block}"):
            found[number] = text.replace(plain, quoted, 1)[1:]
            break
    return found


def _has_line(text: str, start: str) -> bool:
    """Whether a line of a text starts so. Lines end with LF, perhaps after CR."""
    return text.startswith(start) or f"\n{start}" in text


def _has_quotes(entries: Entries) -> bool:
    return any('"' in source or '"' in target for source, target in entries)
