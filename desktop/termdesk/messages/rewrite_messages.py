"""Why a search or replacement in phrases is not possible, with remedies."""

from __future__ import annotations

from termdesk.messages.message import MessageKind


class RewriteMessage(MessageKind):
    """What is wrong with a search pattern or its replacement."""

    EMPTY_SEARCH = "There is nothing to look for."
    BAD_PATTERN = "The pattern cannot be used: {reason}."
    SLOW_PATTERN = "The pattern takes too long for one of the phrases."
    BAD_REPLACEMENT = "The replacement cannot be used: {reason}."
    NO_SUCH_GROUP = (
        "The replacement refers to group {group}, but the pattern has %Ln groups.",
        "The replacement refers to group {group}, but the pattern has %Ln group.",
    )


class RewriteRemedy(MessageKind):
    """Remedies for a search pattern or its replacement."""

    TYPE_SEARCH = "Type the text to look for."
    CORRECT_OR_SWITCH_OFF = "Correct it, or switch regular expressions off."
    CORRECT_OR_USE_TEXT = "Correct it, or look for plain text."
    MAKE_SIMPLER = "Make it simpler: nested + and * take too long."
    WRITE_BACKSLASH = r"Write \\ for a backslash."
    ADD_GROUP = r"Put ( ) around the part that it refers to. Write \\ for a backslash."
