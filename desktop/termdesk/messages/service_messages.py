"""Messages of the service client: requests that cannot be sent, failed connections, unusable answers."""

from __future__ import annotations

from termdesk.messages.message import MessageKind


class AnswerMessage(MessageKind):
    """The outcome of a call for which the service gave no message of its own."""

    NO_RESULT = "The service gave no result."
    UNREACHABLE = "The service cannot be reached."
    TIMED_OUT = "The service did not answer in time."
    NAME_KEPT = "The glossary still has its old name."
    UNCLEAR = "The call was sent and no answer came; it may have been carried out."
    UNCLEAR_CHARGE = "The text was sent and no answer came; it may have been charged."
    CALLED_OFF = "The service changed at the last moment, so nothing was sent."
    REDIRECTED = "The service redirects to another address; Termdesk does not follow it."
    NOT_UNDERSTOOD = "Termdesk does not understand the answer."
    INVALID = "The service refused the request as invalid."
    WRONG_KEY = "The service does not accept the key."
    NOT_ALLOWED = "The key does not allow this."
    NOT_FOUND = "The service does not have this."
    TOO_LARGE = "The request is larger than the service allows."
    UNSUPPORTED = "The service does not support this format."
    RATE_LIMITED = "The service asks for fewer requests."
    QUOTA = "A quota of the service is used up."
    FAILED = "The service failed."
    UNAVAILABLE = "The service is not available now."
    STILL_PREPARING = "The service is still preparing this glossary."
    HOST_NOT_FOUND = "The address of the service was not found."
    REFUSED = "Nothing answers at the address of the service."
    CERTIFICATE = "The certificate of the service comes from an authority that is not trusted, so nothing was sent."
    CERTIFICATE_EXPIRED = "The certificate of the service has expired or is not valid yet, so nothing was sent."
    CERTIFICATE_OF_OTHER = "The certificate is for another address than that of the service, so nothing was sent."
    PROXY = "The proxy does not let the call through."
    PROXY_NEEDS_LOGIN = "The proxy asks for a user and a password."
    PROXY_REFUSES_LOGIN = "The proxy does not accept this user and password, or it does not allow the method “Basic”."
    PROXY_UNUSABLE = "The proxy that the environment names cannot be used; only http and https proxies can."
    RESET = "The connection to the service broke."
    BROKEN_OFF = "The answer broke off before its end."
    TOO_MANY_WAITING = (
        "%Ln calls are waiting already; this one was not sent.",
        "%Ln call is waiting already; this one was not sent.",
    )
    ANSWER_TOO_LARGE = "The answer is larger than {limit} MiB and was not read."
    UNPACKS_TOO_LARGE = "The answer unpacks to more than a hundred times its size and was not read."
    UNPACKING_FAILED = "The answer is compressed and cannot be unpacked."
    ENCODING = "The answer comes in an encoding that was not asked for: {encoding}."
    WEB_PAGE = "A web page came instead of the service's answer: a proxy or a portal is in between."
    NO_LIST = "The answer contains no list of {name}."
    NOT_PROMISED = "The answer is not what the interface promises: {reason}."
    NOT_JSON = "The answer is not what the interface promises: it is not JSON in UTF-8."
    NESTED_TOO_DEEPLY = "The answer is not what the interface promises: it is nested too deeply."
    NO_DICTIONARY = "The answer contains no dictionary {pair}."
    NUL_CHARACTERS = "The entries contain NUL characters: they are in another encoding than UTF-8, or damaged."
    NOT_UTF_8 = "The entries are not UTF-8 (byte {position}); they were not read."
    MALFORMED = "The entries are not as the interface writes them. {reason}"
    ENTRIES_MISSING = (
        "The service counts %Ln entries, but sent {got}.",
        "The service counts %Ln entry, but sent {got}.",
    )
    TEXTS_MISSING = (
        "%Ln texts were sent, but {got} came back.",
        "%Ln text was sent, but {got} came back.",
    )
    NOT_LISTED = "The service accepted the glossary, but does not list it."
    NOT_DELETED = "The service gave no clear answer. Reading shows that nothing was deleted."
    NOT_DELETED_CHANGED = (
        "The service gave no clear answer. Reading shows that nothing was deleted, and that the glossary was changed "
        "elsewhere since. So it was not deleted once more."
    )
    RENAMED_BY_OTHERS = "The glossary was to be called “{name}”; it was called “{kept}” elsewhere at the same time."
    NOT_RENAMED = "The glossary was to be called “{name}”; the service still calls it “{kept}”."


class AnswerRemedy(MessageKind):
    """Remedies for failed calls."""

    CHECK_USAGE = "Check the usage before you send it again: it may be charged twice."
    SIGN_IN = "Open a browser and sign in to the network, or check the address of the service."
    CHOOSE_DIALECT = "If this service writes quotes as they are, choose the vendor's dialect in the connection."
    PUBLISH_LATER = "Publish again later: Termdesk looks for it first, so nothing is created twice."
    DELETE_AGAIN = "Delete it again if you still want to."
    LOOK_AND_DELETE = "Refresh the library and look at what was changed, then delete it again if you still want to."
    ONLY_NAME_MISSING = "Try again later: only the name is missing."


class RequestMessage(MessageKind):
    """Why a request cannot be sent."""

    NO_SOURCE = "A glossary needs the source language; it cannot be used while the language is detected."
    STYLE_AND_TONE = "A style and a tone cannot be requested together."
    TOO_MANY_TEXTS = (
        "%Ln texts were given; one request takes 1 to {most}.",
        "%Ln text was given; one request takes 1 to {most}.",
    )
    TOO_LARGE = (
        "The request has %Ln bytes; at most {limit} are allowed.",
        "The request has %Ln byte; at most {limit} are allowed.",
    )
    DICTIONARY_TOO_LARGE = (
        "The dictionary {pair} has %Ln bytes; at most {limit} are allowed.",
        "The dictionary {pair} has %Ln byte; at most {limit} are allowed.",
    )
    SURROGATE = "The text contains a damaged character, which cannot be sent."
    BAD_SCHEME = "The authorization scheme of the service may contain only letters, digits and hyphens."
    BAD_ADDRESS = "“{address}” is not the address of a service."
    NO_CERTIFICATES = "“{path}” contains no certificates: {reason}."
    BAD_GLOSSARY_ID = "“{text}” is not the id of a glossary."
    ONLY_LOCAL = "Only the service on this computer can do this."


class RequestRemedy(MessageKind):
    """Remedies for requests that cannot be sent."""

    CHOOSE_SOURCE = "Choose the source language."
    CHOOSE_ONE = "Choose one of them."
    DIVIDE_TEXTS = "Divide them into several requests."
    SHORTEN = "Shorten the text, or divide it."
    DIVIDE_DICTIONARY = "Divide it into several glossaries."
    TYPE_AGAIN = "Type the character again."
    WRITE_ADDRESS = "Write it like https://api.example.org."
    CHOOSE_PEM = "Choose the PEM file of your certificate authority."
    OTHER_NAME = "Choose another name."
