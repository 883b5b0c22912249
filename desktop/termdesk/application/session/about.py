"""Information about the engines of the service in use, for the window."""

from __future__ import annotations

from termdesk.application.session.local_engines import Engine, LocalEngines
from termdesk.application.session.session import Session


async def describe_engines(session: Session) -> list[Engine]:
    """Return the engines of the service in use. Empty unless it is the local one. Raises ServiceError."""
    return await LocalEngines(session).read() if session.provider.is_local else []
