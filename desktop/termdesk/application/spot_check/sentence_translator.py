"""Translate the sentences of one side: each once, in batches, and never twice with the same glossary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from termdesk.application.failures import check_service
from termdesk.application.session.session import Session
from termdesk.application.usage.billed_requests import BilledRequests
from termdesk.application.usage.charges import BilledWork
from termdesk.application.usage.usage_ledger import Item, UsageLedger
from termdesk.client.transport.calls import Journey
from termdesk.domain.progress import Progress
from termdesk.domain.texts import Translation, billable_characters
from termdesk.storage.spot_check.outputs import Output, OutputKey, Outputs

_CALL = "POST /v2/translate"
# Small batches, so that cancelling is quick and loses little. A request may have 50 texts and 128 KiB.
MOST_TEXTS = 20
MOST_CHARACTERS = 10_000
# Limit for translations that are only in memory because the user does not store texts.
_MOST_IN_MEMORY = 20_000


@dataclass(frozen=True, slots=True)
class _BatchAnswer:
    translations: tuple[Translation, ...]
    trace_id: str


class SentenceTranslator:
    """Translates sentences that are not known yet, and stores the result on disk.

    If the user does not store texts, the result is kept in memory.
    """

    def __init__(self, session: Session, outputs: Outputs, ledger: UsageLedger) -> None:
        self._session = session
        self._outputs = outputs
        self._requests: BilledRequests[_BatchAnswer] = BilledRequests(session, ledger)
        self._in_memory: dict[tuple[OutputKey, str], Output] = {}

    async def find_known(self, key: OutputKey, sentences: Sequence[str]) -> dict[str, Output]:
        """Return the known translations of these sentences. They need not be sent. Raises StorageFailed."""
        in_memory = {each: found for each in sentences if (found := self._in_memory.get((key, each)))}
        return {**await self._outputs.find(key, sentences), **in_memory}

    async def translate(
        self,
        key: OutputKey,
        sentences: Sequence[str],
        *,
        glossary_id: str,
        progress: Progress,
        glossary_name: str = "",
        style_id: str = "",
    ) -> tuple[dict[str, Output], int | None]:
        """Translate the sentences. Return the translations and the billed characters.

        The number of billed characters is None if the service did not report all of them. Finished translations are
        kept if a later batch fails or the work is cancelled. Raises ServiceError, StorageFailed, and InvalidInput if
        the user switches to another service meanwhile. `progress` counts sentences. `glossary_name` is for the ledger.
        `style_id` names style rules to follow.
        """
        done: dict[str, Output] = {}
        billed: int | None = 0
        for batch in _batches(sentences):
            progress.step(len(done), len(sentences))
            answer = await self._send(key, batch, glossary_id, glossary_name, style_id)
            outputs = {
                text: Output(each.text, each.report.terms_placed, each.report.terms_missed, each.report.terms_uncertain)
                for text, each in zip(batch, answer.translations, strict=True)
            }
            await self._keep(key, outputs)
            done |= outputs
            counts = [each.billed_characters for each in answer.translations]
            billed = None if billed is None or None in counts else billed + sum(filter(None, counts))
        progress.step(len(sentences), len(sentences))
        return done, billed

    async def _keep(self, key: OutputKey, outputs: dict[str, Output]) -> None:
        if self._session.settings.days_of_texts > 0:
            await self._outputs.put(key, outputs)
            return
        if len(self._in_memory) + len(outputs) > _MOST_IN_MEMORY:
            self._in_memory.clear()
        self._in_memory |= {(key, text): output for text, output in outputs.items()}

    async def _send(
        self, key: OutputKey, batch: Sequence[str], glossary_id: str, name: str, style_id: str
    ) -> _BatchAnswer:
        api, pair = await self._session.api(), key.pair
        check_service(key.profile, self._session.profile)
        characters = sum(map(billable_characters, batch))
        # Record no texts: sentences of a set do not belong in the history.
        work = BilledWork.SPOT_CHECK
        item = Item(_CALL, pair.source, pair.target, "", None, characters, glossary=name, work=work)

        async def send(journey: Journey) -> _BatchAnswer:
            # Many batches: leave room for the user's own translations, and wait longer for a busy service.
            translations = await api.bulk.texts.translate(
                batch,
                target=pair.target,
                source=pair.source,
                glossary_id=glossary_id or None,
                style_id=style_id or None,
                journey=journey,
            )
            return _BatchAnswer(tuple(translations), api.last_trace_id)

        def complete_item(answer: _BatchAnswer) -> Item:
            counts = [each.billed_characters for each in answer.translations]
            billed = None if None in counts else sum(filter(None, counts))
            return replace(item, billed=billed, trace_id=answer.trace_id)

        # A draft that is uploaded again has another id, but the same entries, and the key has their hash.
        content = (key, tuple(batch))
        return (await self._requests.answer(content, item, send=send, completed=complete_item)).answer


def _batches(sentences: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    for sentence in sentences:
        is_full = len(batch) == MOST_TEXTS or sum(map(len, batch)) + len(sentence) > MOST_CHARACTERS
        if batch and is_full:
            yield batch
            batch = []
        batch.append(sentence)
    if batch:
        yield batch
