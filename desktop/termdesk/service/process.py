"""The service as a process: announces its address, serves, and ends cleanly."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.domain.errors import InvalidInput
from termdesk.domain.key_scope import Scope
from termdesk.domain.provider import check_key, is_loopback
from termdesk.free_memory import share_free_memory
from termdesk.service.accounts import OWNER, Account, Accounts, Tier, digest_of, tier_of
from termdesk.service.configuration import Configuration
from termdesk.service.service_log import write_log

if TYPE_CHECKING:
    from termdesk.service.context import Context

SECONDS_IDLE = 15
SECONDS_TO_END = 1
# The time after which a computing thread hands the GIL to a waiting one, for example to one that feeds an engine. With
# Python's default of 5 ms, a search for terms would delay the engines too often.
SWITCH_SECONDS = 0.0005


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options of the service. An empty `key` is replaced by 32 random bytes; `character_limit` 0 means none."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 0
    database: str | None = None
    key: str = ""
    tier: Tier | None = None
    scopes: frozenset[Scope] | None = None
    with_parent: bool = False
    character_limit: int = 0
    log: Path | None = None
    configuration: Configuration = field(default_factory=Configuration)


def serve(options: Options) -> int:
    """Serve until SIGTERM, SIGINT or, `with_parent`, the end of standard input; return the exit code.

    Prints one JSON line `{"url": …, "key": …}` to standard output once requests are accepted. Raises InvalidInput for a
    non-local host, or a key that cannot be sent.
    """
    if not is_loopback(options.host):
        raise InvalidInput(
            f"The service listens on this computer only, not on {options.host}.",
            remedy="Leave --host out, or use 127.0.0.1.",
        )
    # If a window started the service, it needs the service even without a log.
    write_log(options.log, is_required=not options.with_parent)
    key = check_key(options.key) if options.key else secrets.token_urlsafe(32)
    owner = Account(OWNER, options.tier or tier_of(key), options.scopes, is_owner=True)
    accounts = Accounts.of([(digest_of(key), owner), *options.configuration.accounts])
    sys.setswitchinterval(SWITCH_SECONDS)
    share_free_memory()
    return asyncio.run(_serve(options, accounts, key))


async def _serve(options: Options, accounts: Accounts, key: str) -> int:
    from termdesk.service.catalog import Catalog
    from termdesk.service.context import Context
    from termdesk.service.documents.document_queue import DocumentQueue
    from termdesk.service.documents.document_store import DocumentStore
    from termdesk.service.engines.correction.recent_languages import RecentLanguages
    from termdesk.service.engines.engines import Engines
    from termdesk.service.memory import ConfirmedMemory
    from termdesk.service.store import Store

    ending = _end_event(options.with_parent)
    async with contextlib.AsyncExitStack() as stack:
        listening = stack.enter_context(_listening_socket(options.host, options.port))
        store = Store(options.database) if options.database else Store.in_folder(options.data)
        stack.push_async_callback(store.close)
        await store.open()
        memory = await ConfirmedMemory.read(store)
        chosen = options.configuration.engines
        engines = await Engines.find(
            memory=memory,
            models=chosen.models or options.data / "models",
            options=chosen,
            recent=RecentLanguages(options.data / "improved_languages.json"),
        )
        stack.push_async_callback(engines.close)
        context = Context(store, engines, Catalog(engines), memory, options.character_limit)
        stack.push_async_callback(context.improvements.close)
        stack.push_async_callback(context.end_warming)
        stack.push_async_callback(context.memory_jobs.close)
        documents = DocumentQueue(DocumentStore(options.data / "documents"), context)
        stack.push_async_callback(documents.close)
        await context.open_documents(documents)
        await _run(context, listening, accounts, key, ending)
    return 0


async def _run(context: Context, listening: socket.socket, accounts: Accounts, key: str, ending: asyncio.Event) -> None:
    import uvicorn

    from termdesk.service.app import build
    from termdesk.service.http.protocol import MAX_HEAD, GuardedProtocol

    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    hosts = frozenset({f"{shown}:{port}", f"localhost:{port}", f"127.0.0.1:{port}", f"[::1]:{port}"})
    config = uvicorn.Config(
        build(context, accounts=accounts, hosts=hosts),
        http=GuardedProtocol,
        ws="none",
        lifespan="off",
        loop="none",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=False,
        timeout_keep_alive=SECONDS_IDLE,
        timeout_graceful_shutdown=SECONDS_TO_END,
        h11_max_incomplete_event_size=MAX_HEAD,
    )
    server = uvicorn.Server(config)
    # `_serve` instead of `serve`, which would handle the signals itself; we end in our own way.
    serving = asyncio.create_task(server._serve([listening]))
    # uvicorn has no event for this, only the flag.
    while not server.started and not serving.done():  # noqa: ASYNC110
        await asyncio.sleep(0.005)
    sys.stdout.write(json.dumps({"url": f"http://{shown}:{port}", "key": key}) + "\n")
    sys.stdout.flush()
    waiting = asyncio.create_task(ending.wait())
    await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    server.should_exit = True
    await serving


@contextlib.contextmanager
def _listening_socket(host: str, port: int) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Declared as TCP, because only then asyncio sends small data at once; otherwise each response waits 40 ms for an
    # ACK.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        yield listening
    finally:
        listening.close()


def _end_event(with_parent: bool) -> asyncio.Event:
    """Return an event that is set by SIGTERM, SIGINT or the end of standard input."""
    ending = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        # On Windows, event loops have no signal handlers; there the parent ends the process.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, ending.set)
    if with_parent:

        def watch() -> None:
            # Not through sys.stdin: a thread that reads it holds a lock that the interpreter needs at exit.
            with contextlib.suppress(OSError):
                while os.read(0, 4096):
                    continue
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(ending.set)

        threading.Thread(target=watch, name="end of input", daemon=True).start()
    return ending
