"""`/v2/usage`: what was used in this month, of what may be used."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from termdesk.domain.usage import UNLIMITED
from termdesk.service.answers import json_answer
from termdesk.service.context import context_of, period_name


async def usage(request: Request) -> Response:
    context = context_of(request)
    used = await context.store.used(period_name())
    total = sum(used.values())
    limit = context.character_limit or UNLIMITED
    start = datetime.now(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    # The 28th plus four days is in the next month, whichever month it is.
    end = (start.replace(day=28) + timedelta(days=4)).replace(day=1)
    products = [
        {
            "product_type": name,
            "billing_unit": "characters",
            "api_key_unit_count": used.get(name, 0),
            "account_unit_count": used.get(name, 0),
        }
        for name in ("translate", "write")
    ]
    return json_answer(
        {
            "character_count": total,
            "character_limit": limit,
            "api_key_character_count": total,
            "api_key_character_limit": limit,
            "products": products,
            "start_time": f"{start:%Y-%m-%dT%H:%M:%SZ}",
            "end_time": f"{end:%Y-%m-%dT%H:%M:%SZ}",
        }
    )


routes = [Route("/v2/usage", usage, methods=["GET"])]
