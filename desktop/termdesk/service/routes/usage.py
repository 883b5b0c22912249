"""`/v2/usage`: this month's usage and its limits."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from termdesk.domain.usage import UNLIMITED
from termdesk.service.accounts import Tier
from termdesk.service.context import context_of, period_name
from termdesk.service.http.answers import account_of, json_answer


async def usage(request: Request) -> Response:
    """Respond with two numbers for the free tier; for the paid tier also with usage by product and by this key."""
    context, account = context_of(request), account_of(request)
    # Read the clock once: the month may change between two reads.
    now = context.now()
    used = await context.store.read_used_characters(period_name(now))
    limit = context.limit_in_force or UNLIMITED
    count = {"character_count": sum(used.values()), "character_limit": limit}
    if account.tier is Tier.FREE:
        return json_answer(count)
    own = await context.store.read_used_characters_of_key(period_name(now), account.name)
    start = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    # The 28th plus four days is always in the next month.
    end = (start.replace(day=28) + timedelta(days=4)).replace(day=1)
    return json_answer(
        {
            **count,
            "products": [_product(name, used.get(name, 0), own.get(name, 0)) for name in ("translate", "write")],
            "api_key_character_count": sum(own.values()),
            "api_key_character_limit": account.character_limit or UNLIMITED,
            "start_time": f"{start:%Y-%m-%dT%H:%M:%SZ}",
            "end_time": f"{end:%Y-%m-%dT%H:%M:%SZ}",
        }
    )


def _product(name: str, account_count: int, key_count: int) -> dict[str, Any]:
    return {
        "product_type": name,
        "billing_unit": "characters",
        "api_key_unit_count": key_count,
        "account_unit_count": account_count,
        # For older clients.
        "api_key_character_count": key_count,
        "character_count": account_count,
    }


routes = [Route("/v2/usage", usage, methods=["GET"])]
