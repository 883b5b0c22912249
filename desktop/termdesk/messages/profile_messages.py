"""What is said of profiles: why one cannot be used or stored, and what to do."""

from __future__ import annotations

from termdesk.messages.message import MessageKind


class ProfileMessage(MessageKind):
    """Why a profile cannot be used or stored."""

    UNKNOWN = "There is no profile “{name}”."
    GONE = "This profile was deleted."
    NAME_TAKEN = "A profile with the name “{name}” already exists."
    BAD_NAME = "This name cannot be used for a profile."
    IN_USE = "This profile is in use."
    LOCAL_STAYS = "The profile of this computer cannot be deleted."
    ONE_LOCAL = "There is one profile of this computer only."


class ProfileRemedy(MessageKind):
    """What to do about it."""

    KNOWN = "These are there: {names}."
    USE_OTHER = "Connect to another one first."
    OTHER_NAME = "Choose another name."
    SHORTER_NAME = "Use at most {limit} visible characters."
