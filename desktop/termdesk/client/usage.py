"""What was used in the billing period: every field optional, because every plan shows others."""

from __future__ import annotations

import msgspec

from termdesk.client.calls import Call, Family, Kind
from termdesk.client.dispatch import Line
from termdesk.client.wire import decode, read_time
from termdesk.domain.usage import Usage


class _ProductRecord(msgspec.Struct):
    product_type: str = ""
    account_unit_count: int | None = None
    character_count: int | None = None

    @property
    def count(self) -> int | None:
        return self.character_count if self.account_unit_count is None else self.account_unit_count


class _UsageRecord(msgspec.Struct):
    character_count: int | None = None
    character_limit: int | None = None
    api_key_character_count: int | None = None
    api_key_character_limit: int | None = None
    start_time: object = None
    end_time: object = None
    products: list[_ProductRecord] | None = None


class UsageGroup:
    """`api.usage`."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def read(self) -> Usage:
        """Counts of the current period; the service may be some minutes behind. Raises ServiceError."""
        reply = await self._line.send(Call("GET", "/v2/usage", Kind.READ, Family.USAGE))
        record = decode(reply, _UsageRecord)
        everything = decode(reply, dict[str, object])
        return Usage(
            character_count=record.character_count,
            character_limit=record.character_limit,
            period_start=read_time(record.start_time),
            period_end=read_time(record.end_time),
            by_product={
                each.product_type: each.count
                for each in record.products or ()
                if each.product_type and each.count is not None
            },
            key_character_count=record.api_key_character_count,
            key_character_limit=record.api_key_character_limit,
            other={name: value for name, value in everything.items() if name not in _UsageRecord.__struct_fields__},
        )
