"""The parts of the service, in this process and without a socket: a store, and the engine that replaces terms."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from termdesk.service.catalog import Catalog
from termdesk.service.configuration import EngineOptions
from termdesk.service.context import Context
from termdesk.service.engines.engines import Engines
from termdesk.service.memory import ConfirmedMemory
from termdesk.service.store import Store


@asynccontextmanager
async def own_context(folder: Path, *, character_limit: int = 0) -> AsyncIterator[Context]:
    """Return a context whose engines are ready. It stores its data in `folder`."""
    with pytest.MonkeyPatch.context() as patch:
        # Hide engines of this computer: probing them takes time, and they would translate some pairs.
        patch.setenv("PATH", "")
        store = Store.in_folder(folder)
        await store.open()
        memory = await ConfirmedMemory.read(store)
        engines = await Engines.find(memory=memory, models=folder / "models", options=EngineOptions(is_terms_only=True))
        context = Context(store, engines, Catalog(engines), memory, character_limit)
        try:
            await engines.ready()
            yield context
        finally:
            await context.improvements.close()
            await context.end_warming()
            await engines.close()
            await store.close()
