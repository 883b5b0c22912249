"""Messages about translating and improving texts, their glossaries, and their costs."""

from __future__ import annotations

from termdesk.messages.message import MessageKind


class TextMessage(MessageKind):
    """Why a text cannot be sent, or what its result lacks."""

    NOTHING_TO_TRANSLATE = "There is no text to translate."
    NOTHING_TO_IMPROVE = "There is no text to improve."
    NOTHING_TO_CONFIRM = "An empty translation cannot be confirmed."
    STYLE_AND_TONE = "A style and a tone cannot be requested together."
    CORRECT_HAS_NO_STYLE = "“Correct only” takes no style and no tone."
    NO_STYLE = "The service has no style “{option}” for this language."
    NO_TONE = "The service has no tone “{option}” for this language."
    NEEDS_PAID_PLAN = (
        "Improving texts needs a paid plan of this service. The service on this computer improves texts without one."
    )
    KEY_IMPROVES_NOTHING = (
        "This key does not allow improving texts. The service on this computer improves texts without one."
    )
    NOT_KEPT = "This text was not stored in the history: {reason}"
    NOT_NOTED = "This was not recorded in the history: {reason}"
    NOT_GUARDED = "The terms are not protected: {reason}"
    NOT_MARKED = "The terms are not marked: {reason}"
    IN_TARGET_LANGUAGE = (
        "Nothing was translated: this text seems to be in {language} already. If it is in another language, choose "
        "that one."
    )
    SAME_LANGUAGE = "Nothing was translated: source and target are the same language."
    NO_WORD_KNOWN = "Nothing was translated: the engine knows no word of this text."
    CHANGED_SERVICE = "Another service was chosen meanwhile. What was left was not sent."
    SENT_BEFORE = "This had been sent before it was canceled. Its answer is shown, and nothing was sent again."


class TextRemedy(MessageKind):
    """Remedies for texts that cannot be sent."""

    WRITE = "Type or paste one."
    WRITE_TRANSLATION = "Write the translation first."
    CHOOSE_ONE = "Choose one of them."
    CHOOSE_REPHRASE = "Choose “Rephrase” for that."
    OTHER_STYLE = "Choose another style, or none."
    OTHER_TONE = "Choose another tone, or none."
    SEND_THERE = "Start again if the service in use now may have it."


class GlossaryMessage(MessageKind):
    """Why no glossary can be used for a translation, or a hint about the one in use."""

    NOT_LISTED = "The glossaries cannot be listed: {reason}"
    NONE_YET = "There is no glossary on this service yet."
    NEEDS_SOURCE = "A glossary needs the source language: it cannot be used while the language is detected."
    NEEDS_ONE_OF_SOURCES = (
        "A glossary needs the source language: it cannot be used while the language is detected. There are "
        "dictionaries into {target} from {sources}."
    )
    LANGUAGE_WITHOUT = "The service uses no glossaries with {language}."
    NO_DICTIONARY = "No glossary has a dictionary {pair}."
    ONLY_REVERSE = (
        "No glossary has a dictionary {pair}. There is only the other direction, {reverse}: {names}. Each direction "
        "needs its own dictionary."
    )
    ONLY_DRAFT = "“{name}” has {pair} as a draft: publish it to use it here."
    DRAFT_PROTECTS_NOTHING = "“{name}” is a draft: publish it to protect its terms here."
    NAME = "“{name}”"
    FOR_VARIANT = "Dictionaries are made for whole languages: {pair} is used for {variant} too."
    FOR_VARIANTS = "Dictionaries are made for whole languages: {pair} is used for {source} and {target} too."


class UsageMessage(MessageKind):
    """How much of the remaining characters a text takes."""

    EXCEEDS_KEY = (
        "This takes %Ln characters; only {left} are left for this key.",
        "This takes %Ln character; only {left} are left for this key.",
    )
    EXCEEDS_PERIOD = (
        "This takes %Ln characters; only {left} are left in this billing period.",
        "This takes %Ln character; only {left} are left in this billing period.",
    )
    # The number is that of the characters left.
    MUCH_OF_KEY = (
        "This takes {percent}% of the %Ln characters left for this key.",
        "This takes {percent}% of the %Ln character left for this key.",
    )
    MUCH_OF_PERIOD = (
        "This takes {percent}% of the %Ln characters left in this billing period.",
        "This takes {percent}% of the %Ln character left in this billing period.",
    )
    MUCH_OF_DAY = (
        "This takes {percent}% of the %Ln characters that your limit for a day leaves today.",
        "This takes {percent}% of the %Ln character that your limit for a day leaves today.",
    )
    JOB_CAP = ("Your limit for a job is %Ln characters.", "Your limit for a job is %Ln character.")
    DAY_LEFT = (
        "Your limit for a day leaves %Ln characters today.",
        "Your limit for a day leaves %Ln character today.",
    )
    OVER_JOB_CAP = (
        "This needs %Ln characters; your limit for a job is {cap}.",
        "This needs %Ln character; your limit for a job is {cap}.",
    )
    OVER_DAY_CAP = (
        "This needs %Ln characters; {used} were used today, and your limit for a day is {cap}: {left} left.",
        "This needs %Ln character; {used} were used today, and your limit for a day is {cap}: {left} left.",
    )


class UsageRemedy(MessageKind):
    """Remedies for texts that exceed the remaining characters."""

    RAISE_CAP = "Send less, or raise the limit in File › Preferences."
    RAISE_DAY_CAP = "Send less, or raise the limit in File › Profiles."


class ExportNote(MessageKind):
    """What a file with texts of the history lacks, or how it holds them."""

    IMPROVED = (
        "%Ln improved texts were left out: a TMX file can contain only translations.",
        "%Ln improved text was left out: a TMX file can contain only translations.",
    )
    NO_LANGUAGE = (
        "%Ln texts were left out because their source language is unknown.",
        "%Ln text was left out because its source language is unknown.",
    )
    SAME_LANGUAGE = (
        "%Ln texts were left out because both languages are the same.",
        "%Ln text was left out because both languages are the same.",
    )
    NO_RESULT = (
        "%Ln texts were left out because they have no result.",
        "%Ln text was left out because it has no result.",
    )
    IN_SEVERAL_ROWS = (
        "%Ln texts are too long for a cell of a workbook and continue in the rows below.",
        "%Ln text is too long for a cell of a workbook and continues in the rows below.",
    )
