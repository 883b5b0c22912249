"""Why a task is not possible with two languages, with remedies."""

from __future__ import annotations

from termdesk.messages.message import MessageKind


class TaskRefusal(MessageKind):
    """Why a task is not possible for a language pair."""

    NOTHING_OFFERED = "{service} does not offer this."
    SAME_LANGUAGE = "Both are the same language."
    SAME_LANGUAGE_TEXT = "Both are the same language: the text comes back unchanged, but its characters are counted."
    SAME_LANGUAGE_DOCUMENT = "Both are the same language: services refuse such documents."
    TWO_LANGUAGES = "A text is improved in its own language."
    NOT_FROM = "{service} does not translate from {language}."
    NOT_INTO = "{service} does not translate into {language}."
    NO_ENGINE = "No engine on this computer translates from {source} into {target}."
    GLOSSARY_NEEDS_SOURCE = "A dictionary has a source language; it cannot be detected."
    NEEDS_PAID_PLAN = "Improving texts needs a paid plan of this service."
    NO_IMPROVEMENT = "{service} does not improve texts in {language}."
    NO_FORMALITY = "{service} does not offer formality in {language}."
    NO_GLOSSARY_WITH = "{service} translates {language} without glossaries."


class TaskRemedy(MessageKind):
    """Alternatives to an impossible task."""

    OTHER_SERVICE = "Choose another service under File › Connect to a service."
    OTHER_LANGUAGE = "Choose another language."
    ADD_ENGINE = "Help › Engines on this computer says what can be added. Other services may offer it."
    IMPROVE_INSTEAD = "Improve converts a text into another variant of its language."
    TRANSLATE_FIRST = "Translate the text first, then improve it."
    CHOOSE_SOURCE = "Choose the source language."
    CHOOSE_ONE_OF = "Choose one of its variants: {codes}."
    CHOOSE_INSTEAD = "Choose instead: {codes}."
    TRANSLATE_AS_USUAL = "Translate without this choice, and revise the form of address."
    INSTALL_RULES = "Install its rules: pip install termdesk[improve]."
    USE_THIS_COMPUTER = "The service on this computer improves texts in several languages."
