"""What the service on this computer says about its engines: their names, purposes, licenses and states.

The service sends each text in English, and beside it the record of its message, so that the window can translate it.
"""

from __future__ import annotations

from collections.abc import Mapping

from termdesk.messages.message import Message, MessageKind, Value


class EngineFact(MessageKind):
    """Names, purposes, licenses and states of engines."""

    # Names
    CONFIRMED = "Confirmed translations"
    TERMS_ONLY = "Terms only"
    TRAINED = "Trained engine {name}"
    MODEL = "{maker} model {name}"
    BROKEN_MODEL = "Model {name}"
    LIBRETRANSLATE = "LibreTranslate at {host}"
    # Purposes
    SERVES_NOTHING = "nothing"
    SERVES_PAIR = "{source} to {target}"
    SERVES_CONFIRMED = "texts that you confirmed"
    REPLACES_TERMS = "replaces glossary terms, in every pair"
    TRANSLATES_NOTHING = "offers no translation"
    TRANSLATES = "translates {source} to {target}"
    TRANSLATES_PAIRS = "translates {pairs}"
    TRANSLATES_HERE = "translates %Ln pairs; on this computer", "translates 1 pair; on this computer"
    TRANSLATES_ELSEWHERE = (
        "translates %Ln pairs; texts leave this computer", "translates 1 pair; texts leave this computer"
    )  # fmt: skip
    TRANSLATES_AS_TRAINED = (
        "translates {source} to {target} as in %Ln segments; {words}% of held-out words known, {exact}% of held-out "
        "segments exact",
        "translates {source} to {target} as in 1 segment; {words}% of held-out words known, {exact}% of held-out "
        "segments exact",
    )
    IMPROVES = "improves {languages}"
    IMPROVES_NOTHING = "offers no improvement"
    LIMITED = "{language} (limited)"
    DETECTS = "detects the language of a text"
    IMPROVES_MORE = "improves texts; without it Harper improves English alone"
    SIMPLIFIES = "turns Chinese texts into the simplified script when they are improved"
    IS_TRAINED = "is trained from your own translations"
    # Licenses
    YOURS = "yours"
    AS_ITS_MAKER_SAYS = "as its maker says"
    SEVERAL_LICENSES = "LGPL-2.1-or-later, data under several licenses"
    # States
    READY = "ready"
    NO_RULES = "no rules installed"
    NOT_INSTALLED = "not installed"
    NO_PACKAGE = "not installed: there is no package for {system}"
    INSTALL_EXTRA = "not installed; to install it: pip install termdesk[improve]"
    EXTRA_ELSEWHERE = "not installed: Termdesk installs it on Linux on x86-64 only"
    NOT_ASKED = "not asked yet"
    # Why an engine or a model does not work
    NOT_UNPACKED = "The package cannot be unpacked: {reason}."
    TOO_LARGE = "The package is larger than any model when it is unpacked."
    NOT_ONE_FOLDER = "The package does not contain exactly one folder."
    NO_VOCABULARY = "It has no sentencepiece.model, and no source.spm and target.spm."
    UNREADABLE_DESCRIPTION = "Its description cannot be read: {reason}."
    UNKNOWN_LANGUAGES = "Its languages are not known: name the folder like en-de, or add metadata.json."
    NEEDS_PACKAGES = "It needs these packages: {names}. Install termdesk[neural]."
    CANNOT_TRANSLATE = "It cannot be loaded, or it fails on a simple sentence."
    GIVES_NO_TEXT = "It returns no text for a simple sentence."
    KNOWS_NO_WORDS = "It does not know the words of a simple sentence."
    DAMAGED = "Its files are damaged: train it again."
    STOPPED = "Apertium {source} to {target} gave no answer ({reason})."
    SERVER_STATUS = "The server at {host} answered with status {status}."
    NO_SERVER = "The server at {host} cannot be reached, or its answer cannot be read."
    NO_TEXT = "The server at {host} returned no text."
    NO_LANGUAGES = "The server at {host} lists no languages."
    # Why a training failed, with remedies
    TOO_FEW_SEGMENTS = (
        "%Ln usable segments from {source} to {target} are too few to learn from.",
        "%Ln usable segment from {source} to {target} is too few to learn from.",
    )
    TOO_FEW_SEGMENTS_LEFT = (
        "%Ln usable segments from {source} to {target} are too few to learn from (left out: {left}).",
        "%Ln usable segment from {source} to {target} is too few to learn from (left out: {left}).",
    )
    LEFT_UNTRANSLATED = "%Ln without a translation", "%Ln without a translation"
    LEFT_TOO_LONG = "%Ln too long", "%Ln too long"
    LEFT_UNEQUAL = "%Ln of very different lengths", "%Ln of very different lengths"
    LEFT_TWICE = "%Ln twice", "%Ln twice"
    LEFT_BEYOND_LIMIT = "%Ln beyond the limit", "%Ln beyond the limit"
    NOT_TEXT = "The file cannot be read as text: {reason}."
    BROKEN_TMX = "The TMX file is broken: {reason}."
    MODEL_NOT_WRITTEN = "The model cannot be written: {reason}."
    OUT_OF_MEMORY = "The training stopped ({reason}); there may not be enough memory for so large a file."
    TRAINING_STOPPED = (
        "The training stopped by an error of this program: {reason}. The log of the local service has more."
    )
    TRAINING_ENDED = "The training ended by an error of this program."
    TAKE_MORE_SEGMENTS = "It takes {least} at least, and some thousand to be of use."
    GIVE_TMX_OR_TSV = "Give a TMX file, or a TSV file of source, tab, target in UTF-8."
    FREE_SPACE = "See that there is space on the disk."


def message_record(text: str) -> dict[str, object] | None:
    """Return the record of a message about engines, to be sent as JSON; None for any other text."""
    if not isinstance(text, Message) or not isinstance(text.kind, EngineFact):
        return None
    values = {name: _value_record(value) for name, value in text.values.items()}
    return {"kind": text.kind.name, "number": text.number, "values": values}


def _value_record(value: Value) -> object:
    if isinstance(value, str):
        return message_record(value) or str(value)
    return value if isinstance(value, int) else [_value_record(each) for each in value]


def message_of(record: object) -> Message | None:
    """Return the message of a record; None if it is none, or one of a version of the service with other kinds."""
    if not isinstance(record, Mapping):
        return None
    try:
        values = {str(name): _value_of(value) for name, value in record["values"].items()}
        return EngineFact[record["kind"]](int(record["number"]), **values)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def _value_of(record: object) -> Value:
    """Return a value of a message. Raises ValueError if it is none."""
    if isinstance(record, list):
        return [str(_value_of(each)) if not isinstance(each, Mapping) else _message(each) for each in record]
    return record if isinstance(record, str | int) else _message(record)


def _message(record: object) -> Message:
    if (message := message_of(record)) is None:
        raise ValueError("not a message")
    return message
