"""Glossaries and their dictionaries on the service."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from termdesk.client.calls import SILENT, Call, Family, Kind, Weight, path_segment
from termdesk.client.creating import Creation, new_nonce
from termdesk.client.dispatch import Line
from termdesk.client.entries_wire import dictionary_body, encoded, read_entries
from termdesk.client.errors import IncompleteAnswer, NotFound, ServerFailed, UnclearOutcome
from termdesk.client.replies import Reply
from termdesk.client.wire import DictionaryRecord, GlossaryRecord, decode, decode_list, encode
from termdesk.domain.entries import Entries
from termdesk.domain.entry_rules import name_fault
from termdesk.domain.errors import InvalidInput
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language import LanguagePair
from termdesk.domain.progress import Progress

_PATH = "/v3/glossaries"
# After these nobody knows whether a change was carried out.
_UNSETTLED = (UnclearOutcome, ServerFailed)


class Glossaries:
    """`api.glossaries`. Everything raises ServiceError, and InvalidInput for what cannot be right.

    for glossary in await api.glossaries.list():
        for dictionary in glossary.dictionaries:
            entries = await api.glossaries.entries(
                glossary.glossary_id, dictionary.pair, expected_count=dictionary.entry_count
            )
    """

    def __init__(self, line: Line) -> None:
        self._line = line

    async def list(self) -> list[Glossary]:
        """All glossaries of the account, without entries, in the service's order."""
        return [each.as_glossary() for each in await self.listed()]

    async def listed(self) -> Sequence[GlossaryRecord]:
        """The same as they came, for a library of thousands, of which few are looked into."""
        reply = await self._line.send(_call("GET", Kind.READ))
        return decode_list(reply, "glossaries", GlossaryRecord)

    async def get(self, glossary_id: str) -> Glossary:
        """One glossary without its entries. Raises NotFound."""
        return _glossary(await self._line.send(_call("GET", Kind.READ, glossary_id)))

    async def create(
        self,
        name: str,
        dictionaries: Sequence[tuple[LanguagePair, Entries]],
        *,
        nonce: str = "",
        may_have_been_sent: bool = False,
        created: Callable[[str], Awaitable[None]] | None = None,
    ) -> Glossary:
        """Make a glossary exactly once, however many answers are lost on the way.

        It is sent under a temporary name that ends in a nonce, looked for by that where the outcome is unclear,
        and then renamed. To go on after a restart too, note a nonce of `new_nonce()` before, and the id that
        `created` is awaited with; then, with an id, only `rename` is left, and without one call this again with
        the nonce and `may_have_been_sent`. Nobody may change the entries meanwhile.
        """
        _check_name(name)
        dialect = self._line.provider.dialect
        records = [await dictionary_body(pair, entries, dialect) for pair, entries in dictionaries]
        rows = sum(len(entries) for _, entries in dictionaries)
        creation = Creation(name, nonce or new_nonce(), dictionaries, self._line.dispatcher.patience.reconcile)
        body = await encoded({"name": creation.marked_name, "dictionaries": records}, rows=rows)

        async def send() -> str:
            reply = await self._line.send(_call("POST", Kind.CREATE, body=body, weight=Weight.ENTRIES))
            return _glossary(reply).glossary_id if reply.body.strip() else ""

        glossary_id = await creation.carry_out(self, send, may_have_been_sent=may_have_been_sent)
        if created:
            await created(glossary_id)
        return await self.rename(glossary_id, name)

    async def entries(
        self,
        glossary_id: str,
        pair: LanguagePair,
        *,
        expected_count: int | None = None,
        progress: Progress = SILENT,
    ) -> Entries:
        """All entries of one dictionary; `progress` counts bytes, then characters.

        `expected_count` is the count that the glossary told, if it is at hand; otherwise it is asked for. Raises
        IncompleteAnswer where fewer or more came, because a body that is cut can look complete, and editing
        and publishing it would remove the rest.
        """
        found = await self._fetch(glossary_id, pair, progress)
        if expected_count == len(found):
            return found
        if await self._count(glossary_id, pair) == len(found):
            return found
        # Somebody may have changed it between the two calls; twice in a row is no accident.
        found = await self._fetch(glossary_id, pair, progress)
        count = await self._count(glossary_id, pair)
        if count != len(found):
            raise IncompleteAnswer(
                f"{len(found):,} entries came of the {count:,} that the service counts.",
                expected=count,
                got=len(found),
                call=f"GET {_PATH}/{path_segment(glossary_id)}/entries",
                trace_id=self._line.dispatcher.connection.last_trace_id,
            )
        return found

    async def replace(
        self, glossary_id: str, pair: LanguagePair, entries: Entries, *, progress: Progress = SILENT
    ) -> Dictionary:
        """Put a dictionary in the place of the one of this pair, or beside the others where there is none.

        Raises UnclearOutcome where no answer came; read it back before it is sent again.
        """
        record = await dictionary_body(pair, entries, self._line.provider.dialect)
        body = await encoded(record, rows=len(entries))
        call = _call(
            "PUT", Kind.CHANGE, glossary_id, "/dictionaries", body=body, weight=Weight.ENTRIES, progress=progress
        )
        reply = await self._line.send(call)
        if not reply.body.strip():
            return Dictionary(pair.roots, len(entries))
        return decode(reply, DictionaryRecord).as_dictionary()

    async def merge(
        self, glossary_id: str, pair: LanguagePair, entries: Entries, *, progress: Progress = SILENT
    ) -> Glossary:
        """Add entries to a dictionary and keep the others.

        Whether a phrase that is there already gets the new target is up to the service: read it back. Raises
        UnclearOutcome as `replace` does.
        """
        record = await dictionary_body(pair, entries, self._line.provider.dialect)
        body = await encoded({"dictionaries": [record]}, rows=len(entries))
        return await self._patch(glossary_id, body, weight=Weight.ENTRIES, progress=progress)

    async def rename(self, glossary_id: str, name: str) -> Glossary:
        """Give a glossary another name. A lost answer is settled by looking."""
        _check_name(name)
        body = encode({"name": name})
        try:
            return await self._patch(glossary_id, body)
        except _UNSETTLED:
            found = await self.get(glossary_id)
            return found if found.name == name else await self._patch(glossary_id, body)

    async def delete(self, glossary_id: str) -> None:
        """Delete a glossary with all its dictionaries. Raises NotFound where it was not there."""
        await self._deleted(_call("DELETE", Kind.CHANGE, glossary_id))

    async def delete_dictionary(self, glossary_id: str, pair: LanguagePair) -> None:
        """Delete one dictionary. Raises NotFound where it was not there."""
        await self._deleted(_call("DELETE", Kind.CHANGE, glossary_id, "/dictionaries", query=_query(pair)))

    async def _deleted(self, call: Call) -> None:
        try:
            await self._line.send(call)
        except _UNSETTLED:
            try:
                await self._line.send(call)
            except NotFound:
                # The first one got through.
                return

    async def _patch(
        self, glossary_id: str, body: bytes, *, weight: Weight = Weight.JSON, progress: Progress = SILENT
    ) -> Glossary:
        reply = await self._line.send(
            _call("PATCH", Kind.CHANGE, glossary_id, body=body, weight=weight, progress=progress)
        )
        return _glossary(reply) if reply.body.strip() else await self.get(glossary_id)

    async def _fetch(self, glossary_id: str, pair: LanguagePair, progress: Progress) -> Entries:
        call = _call(
            "GET", Kind.READ, glossary_id, "/entries", query=_query(pair), weight=Weight.ENTRIES, progress=progress
        )
        return await read_entries(await self._line.send(call), pair, self._line.provider.dialect, progress)

    async def _count(self, glossary_id: str, pair: LanguagePair) -> int:
        dictionary = (await self.get(glossary_id)).dictionary(pair)
        return dictionary.entry_count if dictionary else 0


def _call(
    method: str,
    kind: Kind,
    glossary_id: str | None = None,
    below: str = "",
    *,
    query: tuple[tuple[str, str], ...] = (),
    body: bytes | None = None,
    weight: Weight = Weight.JSON,
    progress: Progress = SILENT,
) -> Call:
    path = _PATH if glossary_id is None else f"{_PATH}/{path_segment(glossary_id)}{below}"
    return Call(method, path, kind, Family.GLOSSARIES, query, body, weight, progress)


def _query(pair: LanguagePair) -> tuple[tuple[str, str], ...]:
    return (("source_lang", pair.source), ("target_lang", pair.target))


def _glossary(reply: Reply) -> Glossary:
    return decode(reply, GlossaryRecord).as_glossary()


def _check_name(name: str) -> None:
    if fault := name_fault(name):
        raise InvalidInput(fault, remedy="Choose another name.")
