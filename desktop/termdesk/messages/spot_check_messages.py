"""Messages about spot-checks: why one cannot be run, and what its result lacks."""

from __future__ import annotations

from termdesk.messages.message import MessageKind


class SpotCheckMessage(MessageKind):
    """Why a spot-check cannot be run, or a limitation of its result."""

    NO_SENTENCES = "The set “{name}” has no sentences."
    NO_EDITS = "“{name}” has no unpublished edits: the draft is what the service has."
    NOT_PUBLISHED = "“{name}” is not on the service yet, so that there is no published version to compare with."
    NO_DICTIONARY = "“{name}” has no dictionary {pair}."
    ROWS_LEFT_OUT = (
        "%Ln entries that the service would refuse are left out.",
        "1 entry that the service would refuse is left out.",
    )
    NOT_KEPT = "This run was not stored: {reason}"
    OTHER_GLOSSARY_BEFORE = (
        "The baseline was made with the glossary “{name}”, so this run is not compared with it. Use another set for"
        " this glossary, or make this run the baseline."
    )
    UNKNOWN_GLOSSARY_BEFORE = "It is not known with which glossary the baseline was made: an earlier version stored it."
    NO_STYLE_BEFORE = "The baseline was made without style rules."
    OTHER_STYLE_BEFORE = "The baseline was made with the style rules “{name}”."
    LEFT_OUT = (
        "%Ln sentences of {name} were left out: they are in another language, incomplete or hidden, or cannot be read.",
        "1 sentence of {name} was left out: it is in another language, incomplete or hidden, or cannot be read.",
    )
    NO_TEXT_IN_FILE = "“{name}” has no text in {language}."


class TermReason(MessageKind):
    """Why an entry has its state in a sentence."""

    SAID_RIGHT = "you said so: right"
    SAID_WRONG = "you said so: wrong"
    OTHER_TARGET = "the translation has “{other}” instead"
    NOT_FOUND = "“{target}” is not in the translation"
    UNDECIDABLE = "the words of the translation do not show it"
    UNCERTAIN = "the words around it may not agree with it"
    REPORTED = "the service reports that it used the term"
    FOUND = "the translation has “{found}”"
    OTHER_CASE = "the sentence has it with other capitals"
    OTHER_FORM = "the sentence has it in another form"
    OTHER_SPELLING = "the sentence has it in another spelling"
    IN_COMPOUND = "the sentence has it in a compound"
    AS_WRITTEN = "as in the glossary"


class SpotCheckRemedy(MessageKind):
    """Remedies for spot-checks that cannot be run."""

    ADD_SENTENCES = "Type or paste sentences, or add a file."
    COMPARE_WITHOUT = "Compare without and with the glossary instead."
    CHOOSE_OTHER = "Choose another glossary, or change the languages of the set."
    CHOOSE_FILE = "Choose a file with sentences in this language."
