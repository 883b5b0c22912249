"""Style rules of the service: lists of rules for one language that a translation into it can follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from termdesk.client.transport.calls import Call, CallKind, Family
from termdesk.client.transport.status_errors import plain
from termdesk.client.wire import decode

if TYPE_CHECKING:
    # The start knows style rules, and needs no connection.
    from termdesk.client.transport.dispatch import Line

# As many as the service gives at once.
_PAGE = 25


class _StyleRules(msgspec.Struct):
    style_id: str
    language: str
    name: str = ""


class _StyleRulesPage(msgspec.Struct):
    style_rules: list[_StyleRules]


@dataclass(frozen=True, slots=True)
class StyleRules:
    """A list of rules by its name, without the rules. They apply to every variant of `language`."""

    style_id: str
    name: str
    language: str


class StyleRuleCalls:
    """`api.style_rules`. Raises ServiceError."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def list(self) -> list[StyleRules]:
        """All lists of rules, in the service's order."""
        found: dict[str, StyleRules] = {}
        page = 0
        while True:
            query = (("page", str(page)), ("page_size", str(_PAGE)))
            call = Call("GET", "/v3/style_rules", CallKind.READ, Family.STYLE_RULES, query=query)
            answer = decode(await self._line.send(call), _StyleRulesPage).style_rules
            known = len(found)
            found |= {each.style_id: StyleRules(each.style_id, plain(each.name), each.language) for each in answer}
            page += 1
            # The service does not tell how many there are; one that knows no pages gives the same ones again.
            if len(answer) < _PAGE or len(found) == known:
                return list(found.values())
