"""Information about the engines of the service in use, for the window."""

from __future__ import annotations

from termdesk.application.session.session import Session


async def describe_engines(session: Session) -> list[tuple[str, str, str, str]]:
    """Return (name, purpose, version and license, state) of each engine. Empty unless the local service is in use."""
    if not session.provider.is_local:
        return []
    api = await session.api()
    return [
        (
            str(each.get("name", "")),
            str(each.get("serves", "")),
            " · ".join(part for part in (str(each.get("version", "")), str(each.get("license", ""))) if part),
            str(each.get("state", "")),
        )
        for each in await api.local.engines()
    ]
