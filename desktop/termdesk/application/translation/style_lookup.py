"""Which style rules of the service can be used for a translation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.key_limits import describe_limits
from termdesk.application.session.session import Session
from termdesk.client.errors import NotAllowed
from termdesk.client.style_rules import StyleRules
from termdesk.domain.errors import TermdeskError
from termdesk.domain.key_scope import Scope
from termdesk.domain.language.language import Resource, find_language, root

__all__ = ["StyleOffer", "StyleRules", "find_styles_by_target"]

_FEATURE = "style_rules"


@dataclass(frozen=True, slots=True)
class StyleOffer:
    """The style rules for each target. `reason` says why they could not be read if the key lacks the scope."""

    by_target: Mapping[str, tuple[StyleRules, ...]]
    reason: str = ""


async def find_styles_by_target(session: Session, languages: LanguageLists, *, targets: Sequence[str]) -> StyleOffer:
    """Return the service's style rules for each target, in the service's order.

    There are none if the service's languages do not support them, or if reading fails: translating works without them.
    If the key lacks the scope, that is a reason. The local service has none.
    """
    found: dict[str, tuple[StyleRules, ...]] = dict.fromkeys(targets, ())
    if session.provider.is_local or not targets:
        return StyleOffer(found)
    try:
        known = (await languages.list(Resource.TRANSLATE_TEXT)).languages
        listed = {target: find_language(known, target) for target in targets if target}
        able = [target for target, language in listed.items() if language and _FEATURE in language.features]
        rules = await (await session.api()).style_rules.list() if able else []
    except TermdeskError as error:
        session.report_failure(error)
        # `KeyWatch` has stored the missing scope from the response.
        limits = describe_limits(session.profile_in_use) if isinstance(error, NotAllowed) else {}
        return StyleOffer(found, limits.get(Scope.READ_STYLE_RULES, ""))
    fitting = {target: tuple(each for each in rules if root(each.language) == root(target)) for target in able}
    return StyleOffer(found | fitting)
