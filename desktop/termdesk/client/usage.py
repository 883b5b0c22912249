"""Usage in the billing period: every field is optional, because plans report different counts."""

from __future__ import annotations

import msgspec

from termdesk.client.transport.calls import Call, CallKind, Family
from termdesk.client.transport.dispatch import Line
from termdesk.client.transport.replies import Reply
from termdesk.client.wire import decode, read_time
from termdesk.domain.usage import Usage

_TOO_LARGE = 2**63
_READ = Call("GET", "/v2/usage", CallKind.READ, Family.USAGE)


class _ProductRecord(msgspec.Struct):
    product_type: str = ""
    billing_unit: str = "characters"
    account_unit_count: int | float | None = None
    api_key_unit_count: int | float | None = None
    # The fields of older services.
    character_count: int | float | None = None
    api_key_character_count: int | float | None = None

    @property
    def counts_characters(self) -> bool:
        return self.billing_unit == "characters"

    @property
    def count(self) -> int | None:
        return _whole(self.account_unit_count, self.character_count)

    @property
    def count_of_key(self) -> int | None:
        return _whole(self.api_key_unit_count, self.api_key_character_count)


class _UsageRecord(msgspec.Struct):
    # Some services write integers as 1e12.
    character_count: int | float | None = None
    character_limit: int | float | None = None
    api_key_character_count: int | float | None = None
    api_key_character_limit: int | float | None = None
    start_time: object = None
    end_time: object = None
    products: list[_ProductRecord] | None = None

    def __post_init__(self) -> None:
        counts = (
            self.character_count,
            self.character_limit,
            self.api_key_character_count,
            self.api_key_character_limit,
        )
        if any(isinstance(each, float) and not each.is_integer() for each in counts):
            raise ValueError("A part of a character cannot be counted.")

    @property
    def count_of_key(self) -> int | None:
        """Return what this key used; if that is not reported, the sum of its usage of each product."""
        if self.api_key_character_count is not None:
            return _whole(self.api_key_character_count)
        counts = [each.count_of_key for each in self.products or () if each.counts_characters]
        known = [each for each in counts if each is not None]
        return sum(known) if known else None


class UsageGroup:
    """`api.usage`."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def read(self) -> Usage:
        """Read the counts of the current period; they may be some minutes old. Raises ServiceError."""
        return _usage(await self._line.send(_READ))

    async def read_now(self, *, seconds: float) -> Usage:
        """Like `read`, but sent once, without queueing and with a time limit: a connection test."""
        return _usage(await self._line.send_now(_READ, seconds=seconds))


def _usage(reply: Reply) -> Usage:
    record = decode(reply, _UsageRecord)
    everything = decode(reply, dict[str, object])
    return Usage(
        character_count=_whole(record.character_count),
        character_limit=_whole(record.character_limit),
        period_start=read_time(record.start_time),
        period_end=read_time(record.end_time),
        by_product={
            each.product_type: each.count
            for each in record.products or ()
            if each.product_type and each.counts_characters and each.count is not None
        },
        key_character_count=record.count_of_key,
        key_character_limit=_whole(record.api_key_character_limit),
        other={name: value for name, value in everything.items() if name not in _UsageRecord.__struct_fields__},
    )


def _whole(*counts: float | None) -> int | None:
    """Return the first count given; None if none was, or if it is too large for a counter or for storage."""
    return next((int(each) if abs(each) < _TOO_LARGE else None for each in counts if each is not None), None)
