"""Cost settings of the current service, as the user sets them in its profile."""

from __future__ import annotations

from dataclasses import replace

from termdesk.application.session.session import Session


def set_costs(session: Session, *, price: str | None = None, day_cap: int | None = None) -> None:
    """Set the price of a million characters, or the daily limit. Creates a profile for the service if it has none."""
    profile = session.profiles.find_or_make(session.provider)
    if price is not None:
        profile = replace(profile, price=price)
    if day_cap is not None:
        profile = replace(profile, day_cap=day_cap)
    if profile.id:
        session.profiles.change(profile.id, profile)
    else:
        session.profiles.add(profile)
