"""The service's style rules: lists of rules for one language that translations into it can follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from termdesk.client.transport.calls import Call, CallKind, Family
from termdesk.client.transport.status_errors import plain
from termdesk.client.wire import decode

if TYPE_CHECKING:
    # This module is loaded at start, when no connection is needed yet.
    from termdesk.client.transport.dispatch import Line

# The service's largest page.
_PAGE = 25


class _StyleRules(msgspec.Struct):
    style_id: str
    language: str
    name: str = ""
    version: int = 0


class _StyleRulesPage(msgspec.Struct):
    style_rules: list[_StyleRules]


@dataclass(frozen=True, slots=True)
class StyleRules:
    """A list of style rules, without the rules themselves. They apply to every variant of `language`.

    `version` is the service's number, which grows when the rules change.
    """

    style_id: str
    name: str
    language: str
    version: int = 0


class StyleRuleCalls:
    """`api.style_rules`. Raises ServiceError."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def list(self) -> list[StyleRules]:
        """Return all lists of rules, in the service's order."""
        found: dict[str, StyleRules] = {}
        page = 0
        while True:
            query = (("page", str(page)), ("page_size", str(_PAGE)))
            call = Call("GET", "/v3/style_rules", CallKind.READ, Family.STYLE_RULES, query=query)
            answer = decode(await self._line.send(call), _StyleRulesPage).style_rules
            known = len(found)
            found |= {
                each.style_id: StyleRules(each.style_id, plain(each.name), each.language, each.version)
                for each in answer
            }
            page += 1
            # The service reports no total; one without paging returns the same page again.
            if len(answer) < _PAGE or len(found) == known:
                return list(found.values())
