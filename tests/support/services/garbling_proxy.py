"""A proxy that lets a real service process requests, and then garbles its responses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto
from types import TracebackType

import httpx

from support.services.raw_server import RawRequest, RawServer, answer

NO_ANSWER = b""
_NOT_PASSED_ON = {"host", "connection", "content-length", "accept-encoding"}


class Garbling(Enum):
    """What the proxy does to a response, or instead of a request."""

    SHORT_LENGTH = auto()  # the announced length is half of the sent one
    CUT = auto()  # half of the announced length is sent, then the connection closes
    CUT_WITHOUT_LENGTH = auto()  # the same, without an announced length
    NOT_UTF8 = auto()
    NO_ID = auto()
    NULL_ID = auto()
    UNKNOWN_ID = auto()
    ID_OF_ANOTHER = auto()  # `GarblingProxy.other_id`
    EMPTY = auto()  # 204
    PAGE = auto()  # a web page with status 200
    CLOSED = auto()  # no response
    FAILED = auto()  # 500
    BUSY = auto()  # 503
    SENT_ELSEWHERE = auto()  # 303
    NOT_FOUND_AFTER = auto()  # 404, although the request was processed
    NOT_FOUND = auto()  # 404; the request is not passed on
    PRETENDED = auto()  # 204; the request is not passed on
    REFUSED = auto()  # 400
    LOST = auto()  # no response; the request is not passed on


_INSTEAD = {
    Garbling.NOT_FOUND: answer(b'{"message":"Not found"}', status="404 Not Found"),
    Garbling.REFUSED: answer(b'{"message":"Bad request"}', status="400 Bad Request"),
    Garbling.LOST: NO_ANSWER,
    Garbling.PRETENDED: b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n",
}


@dataclass
class Plan:
    """A garbling of the requests whose first line `when` accepts, at most `times`."""

    garbling: Garbling
    when: Callable[[str], bool]
    times: int = 1


class GarblingProxy:
    """Passes requests on to a service at `service_url`, and returns the responses, garbled as `plans` specify.

        async with GarblingProxy(service.url) as proxy:
            proxy.plans = [Plan(Garbling.NO_ID, lambda line: line.startswith("POST"))]

    `before` is awaited before each request is passed on. `fired` lists the garblings so far, `lines` has the first line
    of every request.
    """

    def __init__(self, service_url: str) -> None:
        self._service_url = service_url
        self._server = RawServer(self._answer)
        self._http = httpx.AsyncClient(trust_env=False, verify=False)
        self.plans: list[Plan] = []
        self.other_id = ""
        self.fired: list[Garbling] = []
        self.lines: list[str] = []
        self.before: Callable[[str], Awaitable[None]] | None = None

    async def __aenter__(self) -> GarblingProxy:
        await self._server.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._server.__aexit__(kind, error, trace)
        await self._http.aclose()

    def meddle(self, method: str, write: Callable[[], Awaitable[object]]) -> None:
        """Run `write` when the next request by this method is complete, and wait until a reading has seen its result.

        The last look of the sender is over by then.
        """
        has_been_read = asyncio.Event()
        is_written = False

        async def before(line: str) -> None:
            nonlocal is_written
            if line.startswith(method) and "/entries" not in line and not is_written:
                await write()
                is_written = True
                await asyncio.wait_for(has_been_read.wait(), 10)
            elif is_written and "/entries" in line:
                asyncio.get_running_loop().call_later(0.2, has_been_read.set)

        self.before = before

    @property
    def url(self) -> str:
        return self._server.url

    async def _answer(self, request: RawRequest) -> bytes:
        self.lines.append(request.line)
        if self.before is not None:
            await self.before(request.line)
        plan = next((each for each in self.plans if each.times > 0 and each.when(request.line)), None)
        if plan is None:
            return _whole(await self._passed_on(request))
        plan.times -= 1
        self.fired.append(plan.garbling)
        if plan.garbling in _INSTEAD:
            return _INSTEAD[plan.garbling]
        response = await self._passed_on(request)
        # Error responses of the service are passed on unchanged.
        return self._garbled(response, plan.garbling) if response.is_success else _whole(response)

    async def _passed_on(self, request: RawRequest) -> httpx.Response:
        method, _, path = request.line.partition(" ")
        headers = {name: value for name, value in request.headers.items() if name not in _NOT_PASSED_ON}
        return await self._http.request(method, self._service_url + path, headers=headers, content=request.body)

    def _garbled(self, response: httpx.Response, garbling: Garbling) -> bytes:
        body = response.content
        match garbling:
            case Garbling.SHORT_LENGTH:
                return answer(body, length=len(body) // 2)
            case Garbling.CUT:
                return answer(body[: len(body) // 2], length=len(body), headers="Connection: close\r\n")
            case Garbling.CUT_WITHOUT_LENGTH:
                return b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + body[: len(body) // 2]
            case Garbling.NOT_UTF8:
                return answer(body.replace(b'"name":"', b'"name":"\xe4'))
            case Garbling.NO_ID | Garbling.NULL_ID | Garbling.UNKNOWN_ID | Garbling.ID_OF_ANOTHER:
                return answer(_with_other_id(body, garbling, self.other_id))
            case Garbling.PAGE:
                page = b"<html><body>Welcome to the hotel</body></html>"
                return answer(page).replace(b"application/json", b"text/html")
            case Garbling.SENT_ELSEWHERE:
                return answer(b"", status="303 See Other", headers="Location: https://elsewhere.example\r\n")
            case Garbling.NOT_FOUND_AFTER:
                return _INSTEAD[Garbling.NOT_FOUND]
            case Garbling.EMPTY:
                return _INSTEAD[Garbling.PRETENDED]
            case Garbling.FAILED:
                return answer(b"", status="500 Internal Server Error")
            case Garbling.BUSY:
                return answer(b"", status="503 Service Unavailable")
            case _:
                return NO_ANSWER


def _with_other_id(body: bytes, garbling: Garbling, other_id: str) -> bytes:
    try:
        fields = json.loads(body)
    except ValueError:
        return body
    if not isinstance(fields, dict) or "glossary_id" not in fields:
        return body
    match garbling:
        case Garbling.NO_ID:
            del fields["glossary_id"]
        case Garbling.NULL_ID:
            fields["glossary_id"] = None
        case Garbling.UNKNOWN_ID:
            fields["glossary_id"] = "00000000-0000-4000-8000-000000000000"
        case _:
            fields["glossary_id"] = other_id
    return json.dumps(fields).encode()


def _whole(response: httpx.Response) -> bytes:
    """Return a response unchanged."""
    kind = response.headers.get("content-type", "application/json")
    status = f"{response.status_code} {response.reason_phrase}"
    if response.status_code == 204:
        return f"HTTP/1.1 {status}\r\n\r\n".encode()
    return answer(response.content, status=status).replace(b"application/json", kind.encode(), 1)
