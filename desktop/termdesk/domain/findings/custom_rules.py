"""Custom rules of the user: a pattern that phrases must not contain, with a message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.rewrite import make_pattern_test
from termdesk.domain.errors import InvalidInput
from termdesk.domain.findings.kinds import FindingKind, Severity
from termdesk.messages.finding_messages import CustomRuleMessage, FindingRemedy

OWN = "own:"


@dataclass(frozen=True, slots=True)
class CustomRule:
    """A regular expression that marks phrases.

    `columns` are the sides to search; `severity` is never a problem, because a problem is what the service refuses.
    """

    name: str
    pattern: str
    columns: tuple[int, ...] = (SOURCE, TARGET)
    severity: Severity = Severity.WARNING
    message: str = ""
    is_on: bool = True

    @property
    def key(self) -> str:
        """The key of the rule's kind."""
        return OWN + self.name

    @property
    def kind(self) -> FindingKind:
        """The kind of the rule's findings."""
        return FindingKind(
            self.key, self.severity, self.name, self.message or FindingRemedy.CUSTOM_RULE(name=self.name)
        )

    def check(self) -> Callable[[str], bool]:
        """A function that returns whether the pattern occurs in a phrase, ignoring case.

        Raises InvalidInput if the rule has no name or no pattern, or the pattern is invalid. The function raises it if
        the pattern takes too long.
        """
        if not self.name.strip():
            raise InvalidInput(CustomRuleMessage.NO_NAME(), remedy=CustomRuleMessage.GIVE_NAME())
        if not self.pattern:
            raise InvalidInput(CustomRuleMessage.NO_PATTERN(), remedy=CustomRuleMessage.TYPE_PATTERN())
        if not self.columns:
            raise InvalidInput(CustomRuleMessage.NO_SIDE(), remedy=CustomRuleMessage.CHOOSE_SIDE())
        return make_pattern_test(self.pattern)

    def error(self) -> InvalidInput | None:
        """Why the rule cannot work; None if it can."""
        try:
            self.check()
        except InvalidInput as error:
            return error
        return None
