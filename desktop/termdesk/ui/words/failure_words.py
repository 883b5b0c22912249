"""The words for failures: for each kind a title, the cause, and the next step."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from termdesk.application.diagnosis import Failure, FailureKind, diagnose
from termdesk.domain.errors import TermdeskError
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number

Kind = FailureKind
Words = tuple[str, str, str]  # title, cause, next step; {said} is the message of the service or the error


@dataclass(frozen=True, slots=True)
class Explanation:
    """A failure as it is shown: at most three sentences, and details for the operator of the service.

    `details` is one line: call, status, code. It is copied, but not shown in the notice.
    """

    title: str
    cause: str
    next_step: str
    trace_id: str = ""
    details: str = ""
    kind: FailureKind = FailureKind.FAILED

    def as_text(self) -> str:
        """Return everything as text, for the clipboard."""
        trace = trace_words(self.trace_id)
        return "\n".join(part for part in (self.title, self.cause, self.next_step, self.details, trace) if part)


def trace_words(trace_id: str) -> str:
    """Return the line with a trace id; empty without one."""
    return _tr("Trace id {trace_id}").format(trace_id=trace_id) if trace_id else ""


def explain(error: TermdeskError) -> Explanation:
    """Return the words for an error. A remedy of the error itself replaces the general next step."""
    return explain_failure(diagnose(error))


def explain_failure(failure: Failure) -> Explanation:
    """Return the words for a failure, of now or of an earlier start of the program."""
    title, cause, next_step = _words(failure)
    values = {name: format_number(each) if isinstance(each, int) else each for name, each in failure.values.items()}
    return Explanation(
        title,
        cause.format(said=localize(failure.said), **values),
        localize(failure.remedy) or next_step.format(**values),
        failure.trace_id,
        failure.details,
        failure.kind,
    )


def _words(failure: Failure) -> Words:
    for table in (_own_words, _explain_unanswered_calls, _unusable, _explain_refused_calls, _calls_beyond_limits):
        if words := table(failure).get(failure.kind):
            return words
    raise KeyError(failure.kind)


def _own_words(failure: Failure) -> dict[Kind, Words]:
    """Errors that have their own sentences."""
    titles = {
        Kind.FAILED: _tr("This did not work"),
        Kind.INVALID_INPUT: _tr("This is not possible"),
        Kind.MALFORMED_TEXT: _tr("The text cannot be read"),
        Kind.UNREADABLE_FILE: _tr("The file cannot be read"),
        Kind.STORAGE_FAILED: _tr("Saving or reading on this computer failed"),
        Kind.DATABASE_DAMAGED: _tr("Your saved work is damaged"),
        Kind.NEWER_DATABASE: _tr("A newer Termdesk saved this work"),
        Kind.DATABASE_IN_USE: _tr("Another Termdesk has this work open"),
        Kind.NOT_CONNECTED: _tr("No service is connected"),
        Kind.OUTDATED_SUMMARY: _tr("The library is out of date"),
        Kind.OUT_OF_DATE: _tr("The dictionary has changed in the meantime"),
        Kind.CHANGED_ON_SERVICE: _tr("The same phrases were changed elsewhere"),
        Kind.LARGE_REMOVAL: _tr("Many entries were removed on the service"),
        Kind.KEEPS_CHANGING: _tr("This dictionary is being changed elsewhere"),
        Kind.NOT_SEEN: _tr("The dictionary could not be read before sending"),
        Kind.NOT_VERIFIED: _tr("The service did not store what it accepted"),
        Kind.NOT_ARRIVED: _tr("Your changes did not reach the service"),
        Kind.NOT_RENAMED: _tr("The glossary still has its old name"),
        Kind.NOT_DELETED: _tr("Nothing was deleted"),
        Kind.PARTLY_PUBLISHED: _tr("A part of your changes is published"),
        Kind.OTHERS_WROTE: _tr("The dictionary was changed elsewhere at the same time"),
        Kind.COPY_INTERRUPTED: _tr("The copy to another service was interrupted"),
        Kind.MOVE_INTERRUPTED: _tr("The move to another service was interrupted"),
        Kind.LOCAL_SERVICE_FAILED: _tr("The service on this computer is not running"),
    }
    return {Kind.STOPPED: (_tr("Stopped"), "", "")} | {kind: (title, "{said}", "") for kind, title in titles.items()}


def _explain_unanswered_calls(failure: Failure) -> dict[Kind, Words]:
    """Calls without an answer."""
    return {
        Kind.HOST_NOT_FOUND: (
            _tr("The service was not found"),
            "{said}",
            _tr(
                "Check the network and the address of the service. You can keep working with everything stored on this "
                "computer."
            ),
        ),
        Kind.CONNECTION_REFUSED: (
            _tr("The service does not answer"),
            "{said}",
            _tr(
                "Check the address and port of the service, or try again later. You can keep working with everything "
                "stored on this computer."
            ),
        ),
        Kind.CERTIFICATE: (
            _tr("The certificate of the service is not trusted"),
            "{said}",
            _tr(
                "Nothing was sent. If your organization has an authority of its own, choose its certificate in the "
                "profile (File › Profiles); otherwise somebody may be listening."
            ),
        ),
        Kind.PROXY: (
            _tr("The proxy refused the connection"),
            "{said}",
            _tr(
                "Check the proxy in the profile (File › Profiles), with its user and password, or in the environment "
                "variable HTTPS_PROXY."
            ),
        ),
        Kind.CONNECTION_RESET: (
            _tr("The connection was interrupted"),
            "{said}",
            _tr(
                "Try again. If this keeps happening, something between you and the service cuts connections. You can "
                "keep working with everything stored on this computer."
            ),
        ),
        Kind.TIMED_OUT: (
            _tr("The service did not answer in time"),
            "{said}",
            _tr("Try again. You can keep working with everything stored on this computer."),
        ),
        Kind.CALLED_OFF: (_tr("Nothing was sent"), "{said}", _tr("Try again.")),
        Kind.UNCLEAR_CHARGE: (_tr("No answer came, and it may have been charged"), "{said}", _double_charge_words()),
        Kind.UNCLEAR_CHANGE: (
            _tr("It is not certain whether this was done"),
            "{said}",
            _tr("Refresh and check whether it was done before you repeat it."),
        ),
    }


def _unusable(failure: Failure) -> dict[Kind, Words]:
    """Answers that cannot be used, or errors of the service itself."""
    later = _tr("Try again later.")
    if failure.trace_id:
        later = _tr("Try again later. The operator of the service can find the request by its trace id.")
    sent_on = _tr(
        "The service redirects to another address. Termdesk does not follow, because your key would go there."
    )
    if failure.values.get("host"):
        sent_on = _tr("The service redirects to {host}. Termdesk does not follow, because your key would go there.")
    arrived = _tr("{said} {got} of {expected} arrived.")
    return {
        Kind.REDIRECTED: (
            _tr("The service has another address"),
            sent_on,
            _tr("Check the address of the service. In a hotel or company network, open a web page first."),
        ),
        Kind.INCOMPLETE: (
            _tr("Only part of the answer arrived"),
            arrived,
            _tr("Try again. The part that arrived is not used: publishing it would remove the rest."),
        ),
        Kind.INCOMPLETE_CHARGE: (
            _tr("Only part of the answer arrived, and it may have been charged"),
            arrived,
            _double_charge_words(),
        ),
        Kind.BAD_ANSWER: (
            _tr("The answer did not come from this service"),
            "{said}",
            _tr(
                "Check the address. In a hotel or company network, open a web page first: a portal or proxy may have "
                "answered."
            ),
        ),
        Kind.BAD_ANSWER_CHARGE: (
            _tr("The answer cannot be used, and it may have been charged"),
            "{said}",
            _double_charge_words(),
        ),
        Kind.SERVER_FAILED: (_tr("The service failed"), "{said}", later),
        Kind.SERVER_FAILED_CHARGE: (
            _tr("The service failed, and it may have been charged"),
            "{said}",
            _double_charge_words(),
        ),
        Kind.UNAVAILABLE: (_tr("The service is not available"), "{said}", _tr("Try again in a few minutes.")),
    }


def _explain_refused_calls(failure: Failure) -> dict[Kind, Words]:
    """Calls that the service refused."""
    seconds = _number(failure, "seconds")
    wait = _tr("Wait %Ln seconds, then try again.", n=seconds) if seconds else ""
    return {
        **_wrong_request(failure),
        **_not_allowed(failure),
        Kind.SERVICE_ERROR: (_tr("The service gave no result"), "{said}", _tr("Try again.")),
        Kind.REFUSED: (
            _tr("The service refused the request"),
            "{said}",
            _tr("Try again, or ask the operator of the service."),
        ),
        Kind.RATE_LIMITED: (
            _tr("Too many requests"),
            _tr("The service asks for fewer requests. Termdesk has already tried several times."),
            wait or _tr("Wait a minute, then try again."),
        ),
    }


def _wrong_request(failure: Failure) -> dict[Kind, Words]:
    """Requests that the service cannot fulfil."""
    check = _tr("Check what you chose and entered, then try again.")
    if failure.trace_id:
        check = _tr(
            "Check what you chose and entered, then try again. The operator of the service can find the request by its "
            "trace id."
        )
    return {
        Kind.INVALID_REQUEST: (
            _tr("The service refused the request"),
            "{said}",
            _tr("Correct what it names, then try again."),
        ),
        Kind.INVALID_REQUEST_UNSAID: (
            _tr("The service refused the request"),
            _tr("It did not say why (status {status})."),
            check,
        ),
        Kind.ENTRIES_REFUSED: (
            _tr("The service refused entries"),
            "{said}",
            _tr("Correct the entries that it names, then publish again."),
        ),
        Kind.GLOSSARY_NOT_FOUND: (
            _tr("The service did not find what the request names"),
            "{said}",
            _tr("The glossary may have been deleted: choose it again, or choose none."),
        ),
        Kind.NOT_FOUND: (
            _tr("The service no longer has this"),
            "{said}",
            _tr("Refresh: somebody may have deleted or moved it. Your edits on this computer are safe."),
        ),
        Kind.TOO_LARGE: (_tr("This is too large for the service"), "{said}", _tr("Shorten it, or send it in parts.")),
        Kind.UNSUPPORTED_TYPE: (_tr("The service does not know this format"), "{said}", _tr("Please report this.")),
    }


def _not_allowed(failure: Failure) -> dict[Kind, Words]:
    """Requests that the key, its plan or the service does not allow."""
    not_allowed = _tr("The key was accepted, but it does not allow this.")
    if failure.values.get("scopes"):
        not_allowed = _tr("The key was accepted, but it does not allow this. It lacks: {scopes}.")
    return {
        Kind.WRONG_KEY: (
            _tr("The service does not accept the key"),
            "{said}",
            _tr(
                "Enter the key again. A key belongs to one address and one scheme; free and paid keys have different "
                "addresses."
            ),
        ),
        Kind.KEY_CANNOT_IMPROVE: (
            _tr("The key may not improve texts"),
            "{said}",
            _tr("Improving texts needs a paid plan. The service on this computer improves texts without one."),
        ),
        Kind.NOT_ALLOWED: (
            _tr("The key does not allow this"),
            not_allowed,
            _tr("Give the key these rights in your account, or use another key."),
        ),
        Kind.NOT_OFFERED: (
            _tr("The service does not offer this"),
            "{said}",
            _tr("Use another function, or another service."),
        ),
        Kind.CORRECTION_NOT_OFFERED: (
            _tr("The service does not offer this"),
            "{said}",
            _tr("Rephrase may still work. The service on this computer offers both."),
        ),
    }


def _calls_beyond_limits(failure: Failure) -> dict[Kind, Words]:
    """Calls beyond a limit."""
    needed = _number(failure, "needed")
    more = _tr("Usage shows both limits and when the period ends. You can raise the limits in your account.")
    shorten = _tr(
        "Shorten the text, or send it in parts. Usage shows both limits and when the period ends. You can raise the "
        "limits in your account."
    )
    return {
        Kind.GLOSSARY_LIMIT: (
            _tr("The limit for glossaries is reached"),
            _tr(
                "There were too many glossary calls lately, or the plan allows no more glossaries. This "
                "limit is not about the characters of your billing period."
            ),
            _tr(
                "Wait a minute and try again. If it still fails, delete a glossary on the service, or get a larger "
                "plan. Your edits on this computer are safe."
            ),
        ),
        Kind.CHARACTERS_USED_UP: (
            _tr("The characters of your account or of this key are used up"),
            "{said}",
            more,
        ),
        Kind.NO_CHARACTERS_LEFT: (
            _tr("No characters are left for this text"),
            _tr(
                "This text would exceed the limit of your account for this billing period, or the limit of this key "
                "alone. Nothing was charged."
            ),
            more,
        ),
        Kind.KEY_SHORT_OF_CHARACTERS: (
            _tr("Too few characters are left for this text"),
            _tr(
                "This text has %Ln characters; this key has {left} of its {limit} left. Nothing was charged.", n=needed
            ),
            shorten,
        ),
        Kind.ACCOUNT_SHORT_OF_CHARACTERS: (
            _tr("Too few characters are left for this text"),
            _tr(
                "This text has %Ln characters; your account has {left} of its {limit} left in this billing period. "
                "Nothing was charged.",
                n=needed,
            ),
            shorten,
        ),
        Kind.KEY_USED_UP: (
            _tr("The characters of this key are used up"),
            _tr("This key may use {limit} characters, and all of them are used. Nothing was charged."),
            _tr("Use another key, or raise the limit of this one in your account."),
        ),
        Kind.ACCOUNT_USED_UP: (
            _tr("The characters of this billing period are used up"),
            _tr("All {limit} characters are used. Nothing was charged."),
            _tr("Usage shows when the period ends. You can raise the limit in your account."),
        ),
    }


def _number(failure: Failure, name: str) -> int:
    """Return a value that is a number; 0 if the failure does not have it."""
    value = failure.values.get(name)
    return value if isinstance(value, int) else 0


def _double_charge_words() -> str:
    return _tr("Check the usage before you send it again: it may be charged twice.")


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("FailureWords", text, comment, n)
