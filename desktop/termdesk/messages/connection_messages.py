"""Messages about the connection to a service, keys, and the local service with its engines."""

from __future__ import annotations

from termdesk.messages.message import MessageKind


class ConnectionMessage(MessageKind):
    """The state of the connection."""

    STARTING = "Starting."
    CLOSED = "Closed."
    STOPPED = "{reason} {remedy}"
    BROKEN = "An error in Termdesk ended the connection."
    LOCAL_READY = "The service on this computer is ready."
    LOCAL_STARTING = "The service on this computer is starting."
    LOCAL_STARTING_AGAIN = "The service on this computer ended and is starting again."
    LOCAL_SILENT = "The service on this computer does not answer."
    CONNECTING = "Connecting to {service}."
    CONNECTED = "Connected to {service}."
    CONNECTED_FREE = "Connected to {service}, free plan."
    CONNECTED_PAID = "Connected to {service}, paid plan."
    SILENT = "{service} does not answer."
    NO_KEY = "No key is stored for {service}."
    WRONG_KEY = "{service} does not accept the key."
    WRONG_KEY_OR_SCHEME = "{service} does not accept the key, or not with the scheme {scheme}."
    OTHER_SCHEME = "{service} takes the key with the scheme {scheme}, not {used}."


class KeyMessage(MessageKind):
    """The result of testing a key, or of deleting it."""

    WITHOUT_USAGE = "The service accepts the key, which does not allow reading the usage."
    ACCEPTED = "The service accepts the key."
    ACCEPTED_FREE = "The service accepts the key (free plan)."
    ACCEPTED_PAID = "The service accepts the key (paid plan)."
    USED = "{accepted} Characters used: {used}."
    USED_OF = "{accepted} Characters used: {used} of {limit}."
    KEY_LIMIT = "{said} Limit of this key: {limit}."
    LACKS = "{said} It lacks these scopes: {scopes}."
    OTHER_ADDRESS = "This key belongs to {address}."
    OTHER_SCHEME = "The service takes this key with the scheme “{scheme}”, not with “{used}”."
    USE_OTHER_ADDRESS = "Use that address"
    USE_SCHEME = "Use {scheme}"
    STORE_SILENT = "The key store of this computer did not answer, so the key may still be there."


class KeyFinding(MessageKind):
    """Details of a key test: what the key allows, and what the service does not tell."""

    ALLOWS = "The key has the rights of these scopes: {scopes}."
    NOT_SERVED = "The service does not offer what these scopes are for: {scopes}."
    UNKNOWN = "It could not be found out whether the key has these scopes: {scopes}."
    NO_PLAN = "Neither the key nor the service tells the plan."
    NO_COUNT = "The service does not tell how many characters are used."
    NO_LIMIT = "The service tells no limit of characters."


class DisabledMessage(MessageKind):
    """What is disabled because a key lacks a scope."""

    TRANSLATE_TEXT = "Without {scope}, texts cannot be translated, and no spot-check can run."
    TRANSLATE_DOCUMENT = "Without {scope}, documents cannot be translated."
    IMPROVE = "Without {scope}, texts cannot be improved."
    READ_GLOSSARIES = "Without {scope}, the glossaries of the service cannot be listed, chosen or published."
    WRITE_GLOSSARIES = "Without {scope}, glossaries cannot be published, renamed or deleted on the service."
    READ_STYLE_RULES = "Without {scope}, the style rules of the service cannot be chosen."
    READ_MEMORIES = "Without {scope}, the translation memories of the service cannot be chosen."
    READ_LANGUAGES = "Without {scope}, the languages of the service cannot be listed."
    READ_USAGE = "Without {scope}, the usage and its limit are not shown."


class ScopeMessage(MessageKind):
    """Actions that a key does not allow."""

    TRANSLATE_TEXT = "The key of “{profile}” may not translate texts. It lacks the scope {scope}."
    TRANSLATE_DOCUMENT = "The key of “{profile}” may not translate documents. It lacks the scope {scope}."
    IMPROVE = "The key of “{profile}” may not improve texts. It lacks the scope {scope}."
    READ_GLOSSARIES = "The key of “{profile}” may not read glossaries. It lacks the scope {scope}."
    WRITE_GLOSSARIES = "The key of “{profile}” may not change glossaries. It lacks the scope {scope}."
    READ_MEMORIES = "The key of “{profile}” may not read translation memories. It lacks the scope {scope}."
    READ_STYLE_RULES = "The key of “{profile}” may not read style rules. It lacks the scope {scope}."
    READ_LANGUAGES = "The key of “{profile}” may not list languages. It lacks the scope {scope}."
    READ_USAGE = "The key of “{profile}” may not read the usage. It lacks the scope {scope}."


class KeyRemedy(MessageKind):
    """Remedies for problems with a key."""

    ASK_FOR_SCOPE = "Ask for a key with this scope. If it has the scope by now, test it again: {command}"


class ConnectionRemedy(MessageKind):
    """Remedies for problems with the connection."""

    CONNECT = "Choose “Connect to a service”, or try again from there."
    ENTER_OTHER_KEY = "Enter its key in File › Profiles."
    UNLOCK = "Unlock it, start Termdesk again, and forget the key then; or delete “termdesk” there."
    USE_ADDRESS = "Use that address for it."
    CHANGE_SCHEME = "Change the authorization scheme."


class LocalServiceMessage(MessageKind):
    """Why the local service does not run."""

    NOT_STARTED = "The service on this computer could not be started: {reason}."
    NOT_READY = (
        "The service on this computer was not ready after %Ln seconds.",
        "The service on this computer was not ready after %Ln second.",
    )
    ENDED_AT_ONCE = "The service on this computer ended at once (exit code {code}). {reason}"
    ENDED = "The service on this computer ended unexpectedly (exit code {code})."
    GIVEN_UP = (
        "{reason} It was started again %Ln times within a minute; Termdesk does not try again.",
        "{reason} It was started again %Ln time within a minute; Termdesk does not try again.",
    )
    SEE_LOG = "See its log: {log}"


class EngineMessage(MessageKind):
    """Why a file cannot become an engine."""

    NOT_A_CORPUS = "{name} is neither TMX nor TSV."
    CORPUS_TOO_LARGE = "{name} is larger than {limit} MiB."
    UNREADABLE = "{name} cannot be read: {reason}."
    NOT_A_MODEL = "{name} is not a model."
    MODEL_EXISTS = "A model {name} already exists."
    NOT_COPIED = "{name} could not be copied: {reason}."


class EngineRemedy(MessageKind):
    """Remedies for files that cannot become an engine."""

    CHOOSE_CORPUS = "Choose a translation memory or a table of two columns."
    SPLIT = "Split it; a part of it is enough."
    CHECK_FILE = "Check the file."
    CHOOSE_MODEL = "Choose an Argos package ({ending}), or the folder of a CTranslate2 or Firefox model."
    DELETE_FIRST = "Delete it from the folder first."
    FREE_SPACE = "Free some space on the disk."


class ProfileMessage(MessageKind):
    """Why a profile cannot be used or stored."""

    UNKNOWN = "There is no profile “{name}”."
    UNKNOWN_REMOVED = "“{name}” does not name exactly one removed profile of this service."
    GONE = "This profile was deleted."
    NAME_TAKEN = "A profile with the name “{name}” already exists."
    BAD_NAME = "This name cannot be used for a profile."
    IN_USE = "This profile is in use."
    LOCAL_STAYS = "The profile of this computer cannot be deleted."
    ONE_LOCAL = "There can be only one profile for this computer."


class ProfileRemedy(MessageKind):
    """Remedies for problems with a profile."""

    KNOWN = "Use one of: {names}."
    USE_OTHER = "Connect to another one first."
    OTHER_NAME = "Choose another name."
    SHORTER_NAME = (
        "Use at most %Ln visible characters.",
        "Use at most %Ln visible character.",
    )
