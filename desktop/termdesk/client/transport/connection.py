"""The only user of httpx: adds the key to a request, sends it once, and returns the outcome."""

from __future__ import annotations

import asyncio
import importlib.util
import logging
import re
import ssl
import sys
import urllib.request
from urllib.parse import urlencode, urlsplit

import httpx

from termdesk import __version__
from termdesk.client.errors import CalledOff, Reason, ServiceError, Unreachable
from termdesk.client.transport.calls import MEBIBYTE, Call, CallKind, Weight
from termdesk.client.transport.exchange import HeldBack, HttpExchange, Upload
from termdesk.client.transport.failures import incomplete_response, out_of_time, transport_failure
from termdesk.client.transport.replies import CutShort, Reply, read_body, read_error_body
from termdesk.client.transport.retry_policy import RetryPolicy
from termdesk.client.transport.status_errors import refusal
from termdesk.domain.errors import InvalidInput, Stopped
from termdesk.domain.event import Event
from termdesk.domain.provider import SHORTEST_SECRET, Provider, check_address, check_key, is_loopback
from termdesk.messages.service_messages import AnswerMessage, RequestMessage, RequestRemedy

# At DEBUG httpx and httpcore log headers, at INFO whole addresses (encode/httpx#2760).
for _name in ("httpx", "httpcore"):
    logging.getLogger(_name).setLevel(logging.WARNING)

# WORKAROUND: httpcore 1.0.9 tries to import sniffio four times in each request, even after that failed, which takes a
# tenth of a small call's time. None marks the module as missing. Can go when httpcore remembers.
if importlib.util.find_spec("sniffio") is None:
    sys.modules["sniffio"] = None  # type: ignore[assignment]  # allowed by the language, unknown to its stubs

# More than all queues together allow; the local service accepts 32.
_MOST_CONNECTIONS = 28
# Well below the idle time after which services close connections, so that none is reused while it closes.
_KEEP_ALIVE = 5.0
_LARGE = MEBIBYTE // 16
# Sent with every response of a service that injects faults.
_FAULT_INJECTION = "x-termdesk-rehearsal"
_ACCEPTED = {
    Weight.JSON: "application/json",
    Weight.ENTRIES: "text/tab-separated-values, application/json",
    Weight.DOCUMENT: "*/*",
}
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


class Connection:
    """Sends calls to one service with one key, each call once; the dispatcher does the retries.

    Raises InvalidInput for an unusable key or address. Key and password are stored only in this object and in running
    requests.
    """

    def __init__(
        self,
        provider: Provider,
        key: str,
        *,
        proxy_password: str = "",
        retry_policy: RetryPolicy,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._key = check_key(key)
        self._address = check_address(provider.address_for(self._key))
        if not _TOKEN.fullmatch(provider.scheme) or not _TOKEN.fullmatch(provider.header):
            raise InvalidInput(RequestMessage.BAD_SCHEME())
        _check_both_read_it_alike(self._address)
        self._provider = provider
        self._retry_policy = retry_policy
        self._timeout = httpx.Timeout(retry_policy.stall, connect=retry_policy.connect, pool=retry_policy.connect)
        self._given_transport = transport
        self._is_traced = transport is None or isinstance(transport, httpx.AsyncHTTPTransport)
        self._certificates = provider.certificates
        self.is_loopback = is_loopback(urlsplit(self._address).hostname or "")
        self._proxy_to_use = "" if self.is_loopback else provider.proxy or _proxy_for(self._address)
        # Only the profile's own proxy gets this login, not one that the environment names.
        has_login = bool(self._proxy_to_use and provider.proxy and provider.proxy_user)
        self._proxy_login = (provider.proxy_user, proxy_password) if has_login else None
        self.proxy = "" if transport else _without_password(self._proxy_to_use)
        self.last_trace_id = ""
        self.is_fault_injection_on = False
        self.fault_injection_changed = Event[bool]()
        # Emitted at each response, with its call and the error that the response means; None for a success.
        self.replied = Event[Call, ServiceError | None]()
        self._http: httpx.AsyncBaseTransport | None = None
        self._exchanges: dict[asyncio.Task[Reply], tuple[Call, HttpExchange]] = {}
        self._is_closed = False

    async def exchange(self, call: Call, *, seconds: float) -> Reply:
        """Send a call once and return its 2xx response. Raises ServiceError for any other outcome.

        `seconds` is the total time limit, even while data is arriving. Cancelling ends the wait at once.
        """
        if self._is_closed:
            raise Stopped
        exchange = HttpExchange(call, is_traced=self._is_traced)
        task = asyncio.create_task(self._send(call, exchange))
        self._exchanges[task] = (call, exchange)
        task.add_done_callback(self._forget)
        try:
            await asyncio.wait({task}, timeout=seconds)
        except asyncio.CancelledError:
            exchange.abandon(task)
            raise
        if not task.done():
            exchange.abandon(task)
            raise out_of_time(call, was_sent=exchange.was_sent)
        if task.cancelled():
            raise Stopped
        return task.result()

    async def aclose(self) -> None:
        """End running requests: reads at once, changes after a moment in which the response may still come."""
        self._is_closed = True
        changing = {
            task
            for task, (call, exchange) in self._exchanges.items()
            if call.kind is not CallKind.READ and exchange.was_sent
        }
        for task in set(self._exchanges) - changing:
            task.cancel()
        if changing:
            await asyncio.wait(changing, timeout=self._retry_policy.closing)
        left = list(self._exchanges)
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left, timeout=self._retry_policy.closing)
        if self._http:
            await self._http.aclose()

    def _forget(self, task: asyncio.Task[Reply]) -> None:
        del self._exchanges[task]
        if not task.cancelled():
            # A waiting caller gets the error from the exchange; nobody needs the error of an abandoned one.
            task.exception()

    async def _send(self, call: Call, exchange: HttpExchange) -> Reply:
        try:
            reply = await self._send_and_read(call, exchange)
        except httpx.PoolTimeout as error:
            await self._renew_pool_if_stuck()
            raise transport_failure(error, call, was_sent=False, through_proxy=False) from None
        except httpx.TransportError as error:
            # `from None`: the library's errors refer to the request, which holds the key.
            raise transport_failure(
                error,
                call,
                was_sent=exchange.was_sent,
                through_proxy=bool(self.proxy),
                with_login=self._proxy_login is not None,
            ) from None
        except CutShort:
            raise incomplete_response(call) from None
        except HeldBack:
            raise CalledOff(call=call.name) from None
        self.last_trace_id = reply.trace_id
        self._hear_of_fault_injection(_FAULT_INJECTION in reply.headers)
        refused = None if 200 <= reply.status < 300 else refusal(reply)
        self.replied.emit(call, refused)
        if refused is not None:
            raise refused
        return reply

    async def _send_and_read(self, call: Call, exchange: HttpExchange) -> Reply:
        http = self._transport(call)
        exchange.begin()
        response = await http.handle_async_request(self._request(call, exchange))
        try:
            head = Reply(call, response.status_code, self._headers(response))
            body = await _body(head, response)
        finally:
            await response.aclose()
        return Reply(call, head.status, head.headers, body)

    def _headers(self, response: httpx.Response) -> dict[str, str]:
        """Return headers by lower-case name, but none that repeats the key: trace ids are shown, copied and stored."""
        is_secret = len(self._key) >= SHORTEST_SECRET
        headers = response.headers.items()
        return {name.lower(): value for name, value in headers if not (is_secret and self._key in value)}

    def _hear_of_fault_injection(self, is_on: bool) -> None:
        if is_on != self.is_fault_injection_on:
            self.is_fault_injection_on = is_on
            self.fault_injection_changed.emit(is_on)

    def _request(self, call: Call, exchange: HttpExchange) -> httpx.Request:
        """Build the request by hand instead of through httpx's client, which would add cookies and default headers."""
        is_large = call.weight is not Weight.JSON
        headers = {
            **({} if call.address else {self._provider.header: f"{self._provider.scheme} {self._key}"}),
            "User-Agent": f"termdesk/{__version__}",
            "Accept": _ACCEPTED[call.weight],
            # A truncated compressed dictionary can look complete; uncompressed, its length reveals the truncation.
            "Accept-Encoding": "identity" if is_large else "gzip",
        }
        content: bytes | Upload | None = None
        if call.body is not None:
            headers["Content-Type"] = call.media_type
            if len(call.body) > _LARGE or call.gate:
                headers["Content-Length"] = str(len(call.body))
                content = Upload(call, call.body)
            else:
                content = bytes(call.body)
        query = f"?{urlencode(call.query)}" if call.query else ""
        return httpx.Request(
            call.method,
            call.address or self._address + call.path + query,
            content=content,
            headers=headers,
            extensions={"trace": exchange.watch, "timeout": self._timeout.as_dict()},
        )

    def _transport(self, call: Call) -> httpx.AsyncBaseTransport:
        """Use httpx's transport without its client: no redirects, no cookies, no default headers, and less time."""
        if self._http is None:
            try:
                self._http = self._given_transport or self._new_transport()
            except (ImportError, ValueError):
                # httpx found a proxy in the environment that it does not support (SOCKS, a malformed address).
                raise Unreachable(
                    AnswerMessage.PROXY_UNUSABLE(),
                    reason=Reason.PROXY,
                    call=call.name,
                ) from None
        return self._http

    def _new_transport(self) -> httpx.AsyncHTTPTransport:
        return httpx.AsyncHTTPTransport(
            verify=self._tls(),
            # Otherwise HTTP_PROXY would receive calls to this computer, with the key in them.
            proxy=httpx.Proxy(self._proxy_to_use, auth=self._proxy_login) if self._proxy_to_use else None,
            limits=httpx.Limits(
                max_connections=_MOST_CONNECTIONS,
                max_keepalive_connections=_MOST_CONNECTIONS,
                keepalive_expiry=_KEEP_ALIVE,
            ),
        )

    def _tls(self) -> ssl.SSLContext:
        """Always verify certificates, with the system's store and the user's own authority file."""
        if self._address.startswith("http:"):
            # This context is never used; without any authority loaded it would accept no certificate.
            return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        import truststore

        context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        if self._certificates:
            try:
                context.load_verify_locations(self._certificates)
            except (OSError, ssl.SSLError) as error:
                raise InvalidInput(
                    RequestMessage.NO_CERTIFICATES(path=str(self._certificates), reason=str(error)),
                    remedy=RequestRemedy.CHOOSE_PEM(),
                ) from None
        return context

    async def _renew_pool_if_stuck(self) -> None:
        """Replace the pool if no connection was free although no request is running."""
        if len(self._exchanges) == 1 and self._http and not self._given_transport:
            stuck, self._http = self._http, None
            await stuck.aclose()


async def _body(head: Reply, response: httpx.Response) -> bytes:
    is_refusal = not 200 <= head.status < 300
    try:
        # Read the stream itself: `aiter_raw` yields nothing for a body that a test made in advance.
        assert isinstance(response.stream, httpx.AsyncByteStream)
        return await (read_error_body if is_refusal else read_body)(head, response.stream)
    except httpx.TransportError:
        if is_refusal:
            # The status alone is enough.
            return b""
        raise


def _check_both_read_it_alike(address: str) -> None:
    """Raise unless both URL parsers agree: the address is checked with one parser and called with the other."""
    try:
        host = httpx.URL(address).host
    except httpx.InvalidURL:
        host = ""
    if host != urlsplit(address).hostname:
        raise InvalidInput(RequestMessage.BAD_ADDRESS(address=address), remedy=RequestRemedy.WRITE_ADDRESS())


def _proxy_for(address: str) -> str:
    """Return the proxy that the environment names for an address; empty for none."""
    parts = urlsplit(address)
    proxies = urllib.request.getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all") or ""
    if not proxy or urllib.request.proxy_bypass(parts.hostname or ""):
        return ""
    return proxy if "://" in proxy else f"http://{proxy}"


def _without_password(proxy: str) -> str:
    return re.sub(r"//[^/@]*@", "//", proxy)
