"""Short forms of filters for tests."""

from __future__ import annotations

from termdesk.application.glossaries.view.conditions import Condition
from termdesk.application.glossaries.view.view_query import ViewQuery


def containing(needle: str) -> ViewQuery:
    """Return a query for rows that contain a text in one of their phrases."""
    return ViewQuery((Condition(needle),) if needle else ())
