"""The client: all groups of endpoints of one service, opened and closed together."""

from __future__ import annotations

from contextlib import AbstractContextManager
from types import TracebackType
from typing import TYPE_CHECKING

from termdesk.client.documents import DocumentCalls
from termdesk.client.errors import ServiceError
from termdesk.client.glossaries import Glossaries
from termdesk.client.key_probes import KeyProbes
from termdesk.client.languages import Languages
from termdesk.client.local import Local
from termdesk.client.memories import Memories
from termdesk.client.style_rules import StyleRuleCalls
from termdesk.client.texts import TextCalls
from termdesk.client.transport.calls import Call, CallKind, Family, SendGuard
from termdesk.client.transport.clock import Clock
from termdesk.client.transport.connection import Connection
from termdesk.client.transport.dispatch import Dispatcher, Line
from termdesk.client.transport.queues import Pause
from termdesk.client.transport.retry_policy import RetryPolicy
from termdesk.client.transport.writes import Write
from termdesk.client.usage import UsageGroup
from termdesk.client.wire_dialect import WireDialect
from termdesk.domain.event import Event
from termdesk.domain.provider import Provider
from termdesk.domain.usage import Usage

if TYPE_CHECKING:
    import httpx


class EndpointGroups:
    """The endpoints by subject."""

    def __init__(self, line: Line) -> None:
        self.glossaries = Glossaries(line)
        self.texts = TextCalls(line)
        self.documents = DocumentCalls(line)
        self.languages = Languages(line)
        self.usage = UsageGroup(line)
        self.local = Local(line)
        self.memories = Memories(line)
        self.style_rules = StyleRuleCalls(line)
        self.probes = KeyProbes(line)


# Engines on this computer compute a long text in one go, and load their rules first.
_ON_THIS_COMPUTER = RetryPolicy(stall=180.0, total=300.0)


class ApiClient(EndpointGroups):
    """One service, one key.

        provider = Provider("Mine", "https://translate.example.org")
        async with ApiClient(provider, key) as api:
            glossary = await api.glossaries.create("Law", [(LanguagePair("en", "de"), entries)])
            [result] = await api.texts.translate(
                ["The contract"], source="en", target="de", glossary_id=glossary.glossary_id
            )

    Belongs to the event loop it is first used in. Calls may run side by side: each family of endpoints has a queue of
    its own. Every call waits for its turn, is sent again where the policy allows, and ends in a result or a
    ServiceError; cancelling the task ends it at once.

    `bulk` has the same groups for long work: it leaves room for interactive calls and waits longer for a service
    that is busy. With `interactive=False` the client itself is like that.

    Raises InvalidInput for an address that is not https (or http on this computer) and for a key that cannot be sent.
    `guard` is asked before anything of a glossary of this computer, or a text with it, is sent.
    `transport`, `retry_policy` and `clock` are for tests.
    """

    def __init__(
        self,
        provider: Provider,
        key: str,
        *,
        transport: httpx.AsyncBaseTransport | None = None,
        interactive: bool = True,
        retry_policy: RetryPolicy | None = None,
        clock: Clock | None = None,
        guard: SendGuard | None = None,
    ) -> None:
        retry_policy = retry_policy or (_ON_THIS_COMPUTER if provider.is_local else RetryPolicy())
        self._connection = Connection(provider, key, retry_policy=retry_policy, transport=transport)
        self._dispatcher = Dispatcher(self._connection, retry_policy, clock, guard=guard)
        self.provider = provider
        dialect = WireDialect(provider.dialect)
        self.bulk = EndpointGroups(Line(self._dispatcher, provider, dialect, interactive=False))
        super().__init__(Line(self._dispatcher, provider, dialect, interactive=interactive))

    async def __aenter__(self) -> ApiClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """End what is on its way within 3 s: reads at once; a change gets a moment, then its outcome is open."""
        self._dispatcher.close()
        await self._connection.aclose()

    @property
    def retry_policy(self) -> RetryPolicy:
        """How often and how long calls are repeated."""
        return self._dispatcher.retry_policy

    @property
    def last_trace_id(self) -> str:
        """The trace id of the last answer, empty where it had none."""
        return self._connection.last_trace_id

    @property
    def is_fault_injection_on(self) -> bool:
        """Whether the last answer came from a service that shows faults on purpose."""
        return self._connection.is_fault_injection_on

    @property
    def fault_injection_changed(self) -> Event[bool]:
        """Emitted when the service begins (True) or ends (False) to show faults on purpose."""
        return self._connection.fault_injection_changed

    @property
    def proxy(self) -> str:
        """The proxy of the environment that calls go through, without name and password; empty for none."""
        return self._connection.proxy

    @property
    def doubted(self) -> Event[[]]:
        """Emitted at each sign that the service may be away: failures, of single attempts too, and late answers."""
        return self._dispatcher.doubted

    @property
    def answered(self) -> Event[[]]:
        """Emitted at each answer of the service."""
        return self._dispatcher.answered

    @property
    def replied(self) -> Event[Call, ServiceError | None]:
        """Emitted at each answer with its call, and the refusal that it is; None for a result."""
        return self._connection.replied

    @property
    def wrote(self) -> Event[Write]:
        """Emitted at the end of each call that changes what the service keeps: glossaries, translation memories."""
        return self._dispatcher.wrote

    async def check_sending(self, glossary: str, *, with_texts: bool = False) -> None:
        """Raise InvalidInput where nothing of a glossary of this computer may be sent to this service.

        `with_texts`: texts are to be translated with it. Every call is checked by itself; this tells beforehand.
        """
        family = Family.TRANSLATE if with_texts else Family.GLOSSARIES
        await self._dispatcher.ask_guard(Call("", "", CallKind.READ, family, glossary=glossary))

    async def probe(self) -> Usage:
        """Ask whether the service answers, with what costs nothing: at once, once and not for long.

        Raises ServiceError, which may well mean that it answers.
        """
        return await self.usage.read_now(seconds=self._dispatcher.retry_policy.probe)

    @property
    def pauses(self) -> tuple[Pause, ...]:
        """What waits, since the service asked for it or gave no answer, with the seconds left."""
        return self._dispatcher.pauses

    def preparing(self, family: Family, seconds: float) -> AbstractContextManager[None]:
        """Tell in `pauses` that something is awaited inside that the service prepares, so many seconds at most."""
        return self._dispatcher.preparing(family, seconds)
