"""Functions that only the local service has: list its engines, and learn from what the user confirms."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import msgspec

from termdesk.client.transport.calls import Call, CallKind, Family, Weight, path_segment
from termdesk.client.transport.dispatch import Line
from termdesk.client.wire import decode, decode_list, encode
from termdesk.domain.entries import delimited
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.texts import SimilarText, WordLink
from termdesk.messages.engine_messages import message_of
from termdesk.messages.service_messages import RequestMessage


class _TrainingReply(msgspec.Struct):
    training_id: str


class _DraftReply(msgspec.Struct):
    glossary_id: str


class _PairReply(msgspec.Struct):
    source_lang: str
    target_lang: str


def _with_messages(engine: dict[str, object]) -> dict[str, object]:
    records = engine.get("messages")
    found = {name: message_of(record) for name, record in records.items()} if isinstance(records, dict) else {}
    return engine | {name: message for name, message in found.items() if message is not None}


def _lock_path(glossary_id: str) -> str:
    return f"/local/v1/glossaries/{path_segment(glossary_id)}/lock"


class Local:
    """`api.local`. All methods raise InvalidInput if another service is in use, otherwise ServiceError."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def engines(self) -> list[dict[str, object]]:
        """Return the engines found on this computer. Texts are messages if the service sends the message."""
        reply = await self._line.send(self._call("GET", "/local/v1/engines", CallKind.READ))
        return [_with_messages(each) for each in decode_list(reply, "engines", dict[str, object])]

    async def translation_pairs(self) -> frozenset[LanguagePair]:
        """Return the language pairs that some local engine translates."""
        reply = await self._line.send(self._call("GET", "/local/v1/pairs", CallKind.READ))
        return frozenset(
            LanguagePair(each.source_lang, each.target_lang) for each in decode_list(reply, "pairs", _PairReply)
        )

    async def look_for_engines(self) -> None:
        """Make the service look for engines again; return when all were probed."""
        await self._line.send(self._call("POST", "/local/v1/engines", CallKind.CHANGE))

    async def warm_improvement(self, target: str) -> None:
        """Make the service load its correction rules for this language, before the first text comes."""
        await self._line.send(
            self._call("POST", "/local/v1/improvement", CallKind.READ, encode({"target_lang": target}))
        )

    async def warm_terms(self, pair: LanguagePair, glossary_id: str) -> None:
        """Make the service prepare the terms of a glossary, before the first text comes."""
        body = encode({"source_lang": pair.source, "target_lang": pair.target, "glossary_id": glossary_id})
        call = self._call("POST", "/local/v1/terms", CallKind.READ, body)
        await self._line.send(replace(call, glossary=glossary_id))

    async def train(self, pair: LanguagePair, *, name: str, kind: str, content: bytes) -> str:
        """Train an engine with the content of a TMX or TSV file (`kind`); return the id of the training."""
        query = (("source_lang", pair.source), ("target_lang", pair.target), ("name", name), ("format", kind))
        call = self._call("POST", "/local/v1/training", CallKind.CREATE, content)
        call = replace(call, query=query, media_type="application/octet-stream", weight=Weight.ENTRIES)
        return decode(await self._line.send(call), _TrainingReply).training_id

    async def trainings(self) -> list[dict[str, object]]:
        """Return the trainings since the service started, newest last."""
        reply = await self._line.send(self._call("GET", "/local/v1/training", CallKind.READ))
        return decode_list(reply, "trainings", dict[str, object])

    async def cancel_training(self, training_id: str) -> None:
        """Cancel a training, or forget a finished one."""
        path = f"/local/v1/training/{path_segment(training_id)}"
        await self._line.send(self._call("DELETE", path, CallKind.CHANGE))

    async def models(self) -> list[dict[str, object]]:
        """Return the locally trained engines."""
        reply = await self._line.send(self._call("GET", "/local/v1/models", CallKind.READ))
        return decode_list(reply, "models", dict[str, object])

    async def delete_model(self, model_id: str) -> None:
        """Delete a trained model. Raises NotFound if the id is unknown."""
        await self._line.send(self._call("DELETE", f"/local/v1/models/{path_segment(model_id)}", CallKind.CHANGE))

    async def lock(self, glossary_id: str) -> None:
        """Lock a glossary of the service to this computer. Raises NotFound if it has no such glossary."""
        await self._line.send(self._call("PUT", _lock_path(glossary_id), CallKind.CHANGE))

    async def unlock(self, glossary_id: str) -> None:
        """Unlock a glossary that its list calls locked: this, too, tells that it is a service of Termdesk.

        Raises NotFound if it has no such glossary.
        """
        await self._line.send(Call("DELETE", _lock_path(glossary_id), CallKind.CHANGE, Family.LOCAL))

    async def confirm(self, pair: LanguagePair, source_text: str, target_text: str) -> None:
        """Store a confirmed translation in the translation memory."""
        body = encode(
            {"source_lang": pair.source, "target_lang": pair.target, "source": source_text, "target": target_text}
        )
        await self._line.send(self._call("PUT", "/local/v1/memory", CallKind.CHANGE, body))

    async def add_draft(self, pair: LanguagePair, entries: Entries, *, origin: str = "") -> str:
        """Send an unpublished draft; return an id that translations can use for a while like a glossary's.

        The draft is in no list. The entries must not change meanwhile and must be valid. `origin` is the key of the
        local glossary that they are from.
        """
        text = await asyncio.to_thread(delimited.write, entries)
        body = {"source_lang": pair.roots.source, "target_lang": pair.roots.target, "entries": text, "origin": origin}
        call = self._call("POST", "/local/v1/drafts", CallKind.READ, await asyncio.to_thread(encode, body))
        return decode(
            await self._line.send(replace(call, weight=Weight.ENTRIES, glossary=origin)), _DraftReply
        ).glossary_id

    async def forget(self, pair: LanguagePair, source_text: str) -> None:
        """Delete one text from the translation memory."""
        body = encode({"source_lang": pair.source, "target_lang": pair.target, "source": source_text})
        await self._line.send(self._call("POST", "/local/v1/memory/deletions", CallKind.CHANGE, body))

    async def similar_texts(self, pair: LanguagePair, text: str) -> list[SimilarText]:
        """Return confirmed texts similar to this one, most similar first."""
        body = encode({"source_lang": pair.source, "target_lang": pair.target, "text": text})
        reply = await self._line.send(self._call("POST", "/local/v1/memory/near-matches", CallKind.READ, body))
        return decode_list(reply, "near_matches", SimilarText)

    async def word_links(self, pair: LanguagePair, text: str, translation: str) -> list[WordLink]:
        """Return which words of a translation belong to which words of its source; empty if no engine can tell."""
        names = {"source_lang": pair.source, "target_lang": pair.target}
        body = encode({**names, "text": text, "translation": translation})
        reply = await self._line.send(self._call("POST", "/local/v1/word-links", CallKind.READ, body))
        return decode_list(reply, "word_links", WordLink)

    async def inject_fault(self, fault: Mapping[str, object]) -> None:
        """Make the service inject a fault, described as its `/local/v1/rehearsal` expects."""
        await self._line.send(self._call("PUT", "/local/v1/rehearsal", CallKind.CHANGE, encode({"faults": [fault]})))

    async def end_fault_injection(self) -> None:
        """Stop the fault injection."""
        await self._line.send(self._call("DELETE", "/local/v1/rehearsal", CallKind.CHANGE))

    def _call(self, method: str, path: str, kind: CallKind, body: bytes | None = None) -> Call:
        if not self._line.provider.is_local:
            raise InvalidInput(RequestMessage.ONLY_LOCAL())
        return Call(method, path, kind, Family.LOCAL, body=body)
