"""The service's parts in this process, without a socket: a store in a folder, and the engine that replaces terms."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from termdesk.service.catalogue import Catalogue
from termdesk.service.configuration import EngineOptions
from termdesk.service.context import Context
from termdesk.service.engines.engines import Engines
from termdesk.service.memory import ConfirmedMemory
from termdesk.service.store import Store


@asynccontextmanager
async def own_context(folder: Path, *, character_limit: int = 0) -> AsyncIterator[Context]:
    """A context whose engines are ready. What it keeps is in `folder`."""
    with pytest.MonkeyPatch.context() as patch:
        # Programs of this computer are no part of it: they would be probed, and translate some pairs.
        patch.setenv("PATH", "")
        store = Store.in_folder(folder)
        await store.open()
        memory = await ConfirmedMemory.read(store)
        engines = await Engines.find(memory=memory, models=folder / "models", options=EngineOptions(is_terms_only=True))
        context = Context(store, engines, Catalogue(engines), memory, character_limit)
        try:
            await engines.ready()
            yield context
        finally:
            await context.improvements.close()
            await engines.close()
            await store.close()
