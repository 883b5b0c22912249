"""Glossaries and their dictionaries on the service."""

from __future__ import annotations

import contextlib
import unicodedata
from collections.abc import Awaitable, Callable, Sequence

from termdesk.client.creation import ExactlyOnceCreation, mark_of, new_nonce
from termdesk.client.deletion import EntriesCheck, SettledDeletion
from termdesk.client.entries_wire import (
    BodySizes,
    creation_value,
    dictionary_body,
    encode_body,
    merge_value,
    read_entries,
    rename_value,
)
from termdesk.client.errors import (
    BadAnswer,
    IncompleteAnswer,
    NotFound,
    NotRenamed,
    ServiceError,
    UnclearOutcome,
)
from termdesk.client.transport.calls import (
    SILENT,
    Call,
    CallKind,
    ChunkedBody,
    Family,
    Gate,
    Sink,
    Weight,
    path_segment,
)
from termdesk.client.transport.dispatch import Line
from termdesk.client.transport.replies import Reply
from termdesk.client.wire import GlossaryRecord, decode, decode_list, encode
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_rules import name_violation
from termdesk.domain.errors import InvalidInput
from termdesk.domain.glossary import Glossary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress
from termdesk.messages.service_messages import AnswerMessage, AnswerRemedy, RequestRemedy

_PATH = "/v3/glossaries"
# How often renaming is tried if a glossary keeps its old name.
_RENAMES = 3


class Glossaries:
    """`api.glossaries`. All methods raise ServiceError, and InvalidInput for invalid arguments.

    for glossary in await api.glossaries.list():
        for dictionary in glossary.dictionaries:
            entries = await api.glossaries.entries(
                glossary.glossary_id, dictionary.pair, expected_count=dictionary.entry_count
            )
    """

    def __init__(self, line: Line) -> None:
        self._line = line

    async def list(self) -> list[Glossary]:
        """Return all glossaries of the account, without entries, in the service's order."""
        return [each.as_glossary() for each in await self.list_records()]

    async def list_records(self) -> Sequence[GlossaryRecord]:
        """Like `list`, but as undecoded records: cheaper if only a few of thousands of glossaries are opened."""
        reply = await self._line.send(_call("GET", CallKind.READ))
        return decode_list(reply, "glossaries", GlossaryRecord)

    async def get(self, glossary_id: str) -> Glossary:
        """Return one glossary without its entries. Raises NotFound."""
        return _glossary(await self._line.send(_call("GET", CallKind.READ, glossary_id)))

    async def find(self, glossary_id: str) -> Glossary | None:
        """Return one glossary without its entries, or None if the list of all glossaries lacks it, too.

        Use this for ids that the service assigned: a single 404 can be wrong, and trusting it would create the glossary
        twice.
        """
        try:
            return await self.get(glossary_id)
        except NotFound:
            return next((each for each in await self.list() if each.glossary_id == glossary_id), None)

    async def find_unfinished(self, nonce: str) -> Glossary | None:
        """Find the glossary that `create` made with this nonce and that still has its temporary name."""
        mark = mark_of(nonce)
        return next((each for each in await self.list() if each.name.endswith(mark)), None)

    async def create(
        self,
        name: str,
        dictionaries: Sequence[tuple[LanguagePair, Entries]],
        *,
        nonce: str = "",
        may_have_been_sent: bool = False,
        created: Callable[[str], Awaitable[None]] | None = None,
        origin: str | None = None,
    ) -> Glossary:
        """Create a glossary exactly once, even if responses are lost.

        The glossary is sent under a temporary name that ends in a nonce, searched by that nonce if the outcome is
        unclear, and then renamed. To be able to continue after a restart, store a nonce from `new_nonce()` before the
        call, and store the id passed to the awaited callback `created`. To continue with an id, only `rename` is left;
        without one, call `create` again with the nonce and `may_have_been_sent`. The entries must not change meanwhile.
        `origin` is the key of the local glossary that the entries are from, empty for none; a client with a guard
        refuses to send without it.

        After a ServiceError whose `may_have_happened` is false, no glossary exists unless `created` was called.
        """
        _check_name(name)
        bodies = [await dictionary_body(pair, entries, self._line.dialect) for pair, entries in dictionaries]
        rows = sum(len(entries) for _, entries in dictionaries)
        dispatcher = self._line.dispatcher
        waits, sleep = dispatcher.retry_policy.reconcile, dispatcher.clock.sleep
        creation = ExactlyOnceCreation(name, nonce or new_nonce(), dictionaries, waits, sleep)
        records = [each.record for each in bodies]
        body = await encode_body(creation_value(creation.marked_name, records), bodies, rows=rows)

        async def send() -> str:
            try:
                call = _call("POST", CallKind.CREATE, body=body, weight=Weight.ENTRIES, origin=origin)
                reply = await self._line.send(call)
                return _glossary(reply).glossary_id
            except BadAnswer:
                # The response was a success but unreadable: find the id by the nonce.
                return ""

        glossary_id = await creation.run(self, send, may_have_been_sent=may_have_been_sent)
        for (pair, _), dictionary in zip(dictionaries, bodies, strict=True):
            self._line.dialect.expect(glossary_id, pair, dictionary.tracer)
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
        like: Entries | None = None,
    ) -> Entries:
        """Return all entries of one dictionary; `progress` counts bytes, then characters.

        `like` are entries of about the same rows, whose text objects are used for equal texts, to save memory.
        `expected_count` is the glossary's count if the caller knows it; otherwise it is requested. Raises
        IncompleteAnswer if fewer or more entries came: a truncated body can look complete, and publishing an edited
        part would remove the rest.
        """
        found = await self._fetch(glossary_id, pair, progress, like)
        if expected_count == len(found):
            return found
        if await self._count(glossary_id, pair) == len(found):
            return found
        # The dictionary may have changed between the two calls; a second mismatch is a real error.
        found = await self._fetch(glossary_id, pair, progress, like)
        count = await self._count(glossary_id, pair)
        if count != len(found):
            raise IncompleteAnswer(
                AnswerMessage.ENTRIES_MISSING(count, got=len(found)),
                expected=count,
                got=len(found),
                call=f"GET {_PATH}/{path_segment(glossary_id)}/entries",
                trace_id=self._line.dispatcher.connection.last_trace_id,
            )
        return found

    async def peek(
        self,
        glossary_id: str,
        pair: LanguagePair,
        *,
        seconds: float,
        sink: Sink | None = None,
        like: Entries | None = None,
    ) -> Entries:
        """Read the current entries once, without queueing and without checking the count. `like` is as for `entries`.

        Detects within `seconds` whether something changed while a change is being sent. `sink` receives the response as
        it arrives. The result must never be edited. Raises ServiceError.
        """
        call = _call(
            "GET", CallKind.READ, glossary_id, "/entries", query=_query(pair), weight=Weight.ENTRIES, sink=sink
        )
        return await read_entries(
            await self._line.send_now(call, seconds=seconds), glossary_id, pair, self._line.dialect, SILENT, like
        )

    async def replace(
        self,
        glossary_id: str,
        pair: LanguagePair,
        entries: Entries,
        *,
        gate: Gate | None = None,
        progress: Progress = SILENT,
    ) -> None:
        """Replace the glossary's dictionary of this language pair, or add one if there is none.

        `gate` is asked just before the request is complete; if it returns False, nothing is done and CalledOff is
        raised.

        The response body is ignored: read the dictionary back. After a ServiceError whose `may_have_happened` is true,
        read it back before you send again.
        """
        dictionary = await dictionary_body(pair, entries, self._line.dialect)
        body = await encode_body(dictionary.record, [dictionary], rows=len(entries))
        await self._line.send(
            _call(
                "PUT",
                CallKind.CHANGE,
                glossary_id,
                "/dictionaries",
                body=body,
                weight=Weight.ENTRIES,
                progress=progress,
                gate=gate,
            )
        )
        self._line.dialect.expect(glossary_id, pair, dictionary.tracer)

    async def merge(
        self,
        glossary_id: str,
        pair: LanguagePair,
        entries: Entries,
        *,
        gate: Gate | None = None,
        progress: Progress = SILENT,
    ) -> None:
        """Add entries to a dictionary and keep the others; `gate` as in `replace`.

        Whether an existing phrase gets the new target is up to the service: read the dictionary back, as after
        `replace`.
        """
        dictionary = await dictionary_body(pair, entries, self._line.dialect)
        body = await encode_body(merge_value(dictionary.record), [dictionary], rows=len(entries))
        await self._line.send(
            _call("PATCH", CallKind.CHANGE, glossary_id, body=body, weight=Weight.ENTRIES, progress=progress, gate=gate)
        )
        self._line.dialect.expect(glossary_id, pair, dictionary.tracer)

    @property
    def body_sizes(self) -> BodySizes:
        """The sizes of request bodies, as they would be sent now."""
        return BodySizes(self._line.dialect)

    def needs_proof_of_quotes(self, entries: Entries) -> bool:
        """Whether it is unknown how the service treats these quotes; if so, use `replace` and read back."""
        return self._line.dialect.needs_proof(entries)

    async def rename(self, glossary_id: str, name: str, *, old_name: str = "") -> Glossary:
        """Rename a glossary and return it as the service then holds it, whatever the rename response says.

        Raises NotFound if the service does not have the glossary, and NotRenamed if it keeps its old name. With
        `old_name`, raises UnclearOutcome if a reading after an unclear outcome shows a third name, given by others.
        """
        _check_name(name)
        call = _call("PATCH", CallKind.CHANGE, glossary_id, body=encode(rename_value(name)))
        lost: ServiceError | None = None
        kept = ""

        read: list[Glossary | None] = []

        async def read_outcome() -> bool | None:
            with contextlib.suppress(ServiceError):
                read.append(found := await self.find(glossary_id))
                return found is not None and _is_same_name(found.name, name)
            return None

        for _ in range(_RENAMES):
            read.clear()
            try:
                await self._line.send(call, read_outcome=read_outcome)
            except ServiceError as error:
                if not (error.may_have_happened or isinstance(error, NotFound)):
                    raise
                lost = error
            found = read[0] if read else await self.find(glossary_id)
            if found is None:
                raise lost if isinstance(lost, NotFound) else NotFound(call=call.name)
            kept = found.name
            if _is_same_name(kept, name):
                return found
            if lost is not None and old_name and not _is_same_name(kept, old_name):
                raise UnclearOutcome(AnswerMessage.RENAMED_BY_OTHERS(name=name, kept=kept), call=call.name) from lost
        raise NotRenamed(
            AnswerMessage.NOT_RENAMED(name=name, kept=kept),
            remedy=AnswerRemedy.ONLY_NAME_MISSING(),
            call=call.name,
        ) from lost

    async def delete(
        self, glossary_id: str, *, seen: Glossary | None = None, has_same_entries: EntriesCheck | None = None
    ) -> None:
        """Delete a glossary with all its dictionaries. Raises NotFound if it does not exist.

        If the outcome is unclear, the service is read. The call is repeated only if the glossary is still there, and
        not if others have changed it: `seen` is how it was read last, and `has_same_entries` reads whether its entries
        are the same. Raises NotDeleted if reading shows that nothing was deleted. After a ServiceError whose
        `may_have_happened` is false, nothing was deleted.
        """
        call = _call("DELETE", CallKind.CHANGE, glossary_id)
        deletion = SettledDeletion(self.find, glossary_id, seen=seen, has_same_entries=has_same_entries)
        await deletion.run(self._line, call)

    async def delete_dictionary(
        self,
        glossary_id: str,
        pair: LanguagePair,
        *,
        seen: Glossary | None = None,
        has_same_entries: EntriesCheck | None = None,
    ) -> None:
        """Delete one dictionary. Like `delete`; `seen` is the glossary that had it."""
        call = _call("DELETE", CallKind.CHANGE, glossary_id, "/dictionaries", query=_query(pair))
        deletion = SettledDeletion(self.find, glossary_id, pair=pair, seen=seen, has_same_entries=has_same_entries)
        await deletion.run(self._line, call)

    async def _fetch(self, glossary_id: str, pair: LanguagePair, progress: Progress, like: Entries | None) -> Entries:
        call = _call(
            "GET", CallKind.READ, glossary_id, "/entries", query=_query(pair), weight=Weight.ENTRIES, progress=progress
        )
        return await read_entries(await self._line.send(call), glossary_id, pair, self._line.dialect, progress, like)

    async def _count(self, glossary_id: str, pair: LanguagePair) -> int:
        dictionary = (await self.get(glossary_id)).dictionary(pair)
        return dictionary.entry_count if dictionary else 0


def _call(
    method: str,
    kind: CallKind,
    glossary_id: str | None = None,
    below: str = "",
    *,
    query: tuple[tuple[str, str], ...] = (),
    body: bytes | ChunkedBody | None = None,
    weight: Weight = Weight.JSON,
    progress: Progress = SILENT,
    gate: Gate | None = None,
    sink: Sink | None = None,
    origin: str | None = None,
) -> Call:
    path = _PATH if glossary_id is None else f"{_PATH}/{path_segment(glossary_id)}{below}"
    sent = None if body is None else glossary_id or origin
    return Call(
        method, path, kind, Family.GLOSSARIES, query, body, weight, progress, gate=gate, sink=sink, glossary=sent
    )


def _query(pair: LanguagePair) -> tuple[tuple[str, str], ...]:
    return (("source_lang", pair.source), ("target_lang", pair.target))


def _glossary(reply: Reply) -> Glossary:
    return decode(reply, GlossaryRecord).as_glossary()


def _is_same_name(one: str, other: str) -> bool:
    """Whether a service that normalizes names would turn one name into the other."""
    return _normalize_name(one) == _normalize_name(other)


def _normalize_name(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).split())


def _check_name(name: str) -> None:
    if violation := name_violation(name):
        raise InvalidInput(violation, remedy=RequestRemedy.OTHER_NAME())
