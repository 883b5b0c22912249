"""The client: all endpoint groups of one service, opened and closed together."""

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
from termdesk.client.transport.writes import Write, WriteRecorder
from termdesk.client.usage import UsageGroup
from termdesk.client.wire_dialect import WireDialect
from termdesk.domain.event import Event
from termdesk.domain.provider import Provider
from termdesk.domain.usage import Usage

if TYPE_CHECKING:
    import httpx


class EndpointGroups:
    """The endpoint groups of a service, one for each subject."""

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


# Local engines compute a long text in one go and load their rules first, so they get more time.
_ON_THIS_COMPUTER = RetryPolicy(stall=180.0, total=300.0)


class ApiClient(EndpointGroups):
    """Client for one service with one key.

        provider = Provider("Mine", "https://translate.example.org")
        async with ApiClient(provider, key) as api:
            glossary = await api.glossaries.create("Law", [(LanguagePair("en", "de"), entries)])
            [result] = await api.texts.translate(
                ["The contract"], source="en", target="de", glossary_id=glossary.glossary_id
            )

    A client belongs to the event loop that first uses it. Calls may run concurrently; each endpoint family has its own
    queue. Each call waits for its turn, is retried where the policy allows, and ends with a result or a ServiceError.
    Cancelling the task ends the call at once.

    `bulk` has the same endpoint groups for long jobs beside the user's own calls, such as spot-checks: its calls leave
    room for interactive ones and wait longer for a busy service. Publishing and copying send one call at a time, which
    leaves room anyway, and tell a failure at once. With `interactive=False` the client's own groups behave like `bulk`.

    Raises InvalidInput for an address that is not https (or http on this computer) and for a key that cannot be sent.
    `proxy_password` is for the user of the provider's own proxy.
    `guard` is asked before a local glossary's content, or a text translated with that glossary, is sent. `record_write`
    is awaited before the first attempt of each call that changes stored data. `transport`, `retry_policy` and `clock`
    are for tests.
    """

    def __init__(
        self,
        provider: Provider,
        key: str,
        *,
        proxy_password: str = "",
        transport: httpx.AsyncBaseTransport | None = None,
        interactive: bool = True,
        retry_policy: RetryPolicy | None = None,
        clock: Clock | None = None,
        guard: SendGuard | None = None,
        record_write: WriteRecorder | None = None,
    ) -> None:
        retry_policy = retry_policy or (_ON_THIS_COMPUTER if provider.is_local else RetryPolicy())
        self._connection = Connection(
            provider, key, proxy_password=proxy_password, retry_policy=retry_policy, transport=transport
        )
        self._dispatcher = Dispatcher(self._connection, retry_policy, clock, guard=guard, record_write=record_write)
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
        """End all running calls within 3 s. Reads end at once. A change gets a moment; after that its outcome is
        unclear.
        """
        self._dispatcher.close()
        await self._connection.aclose()

    @property
    def retry_policy(self) -> RetryPolicy:
        """How often and how long calls are retried."""
        return self._dispatcher.retry_policy

    @property
    def last_trace_id(self) -> str:
        """The trace id of the last response; empty if it had none."""
        return self._connection.last_trace_id

    @property
    def is_fault_injection_on(self) -> bool:
        """Whether the last response came from a service that injects faults on purpose."""
        return self._connection.is_fault_injection_on

    @property
    def fault_injection_changed(self) -> Event[bool]:
        """Emitted when the service starts (True) or stops (False) injecting faults."""
        return self._connection.fault_injection_changed

    @property
    def proxy(self) -> str:
        """The environment's proxy that calls go through, without user name and password; empty for none."""
        return self._connection.proxy

    @property
    def doubted(self) -> Event[[]]:
        """Emitted at each indication that the service may be unreachable: failed attempts and late responses."""
        return self._dispatcher.doubted

    @property
    def answered(self) -> Event[[]]:
        """Emitted at each response of the service."""
        return self._dispatcher.answered

    @property
    def replied(self) -> Event[Call, ServiceError | None]:
        """Emitted at each response, with its call and the error that the response means; None for a success."""
        return self._connection.replied

    @property
    def wrote(self) -> Event[Write]:
        """Emitted at the end of each call that changes stored data: glossaries or translation memories.

        A call that is cancelled has no end.
        """
        return self._dispatcher.wrote

    async def check_sending(self, glossary: str, *, with_texts: bool = False) -> None:
        """Raise InvalidInput if this service must not receive content of this local glossary.

        With `with_texts`, check for translating texts with the glossary. Each call is checked anyway; use this to find
        out in advance.
        """
        family = Family.TRANSLATE if with_texts else Family.GLOSSARIES
        await self._dispatcher.ask_guard(Call("", "", CallKind.READ, family, glossary=glossary))

    async def probe(self) -> Usage:
        """Check once, without queueing and with a short time limit, that the service responds; the call is free.

        Raises ServiceError. Some of these errors are themselves responses of the service.
        """
        return await self.usage.read_now(seconds=self._dispatcher.retry_policy.probe)

    @property
    def pauses(self) -> tuple[Pause, ...]:
        """The queues that wait, because the service asked for it or did not respond, with the seconds left."""
        return self._dispatcher.pauses

    def report_preparation(self, family: Family, seconds: float) -> AbstractContextManager[None]:
        """Inside the context, report in `pauses` a wait of at most `seconds` for something the service prepares."""
        return self._dispatcher.report_preparation(family, seconds)
