"""The settings in the preferences: titles, explanations, choices, and messages about invalid values."""

from __future__ import annotations

from termdesk.messages.message import MessageKind


class SettingPage(MessageKind):
    """The pages of the preferences."""

    GENERAL = "General"
    COSTS = "Costs"


class SettingTitle(MessageKind):
    """The title of a setting."""

    THEME = "Appearance"
    TEXT_SIZE = "Larger text"
    KEEP_HISTORY_DAYS = "Keep history (days)"
    KEEP_TEXTS_IN_HISTORY = "Keep texts in history"
    WARN_AT_PERCENT = "Warn at (% of the limit)"
    ASK_FROM = "Ask before sending (characters)"
    JOB_CAP = "Most characters at once"
    LIBRETRANSLATE = "LibreTranslate server"
    TERMS_ONLY = "Without an engine, terms only"


class SettingHelp(MessageKind):
    """The explanation of a setting."""

    THEME = "Colors of the windows. “System” follows the desktop, including its high contrast."
    TEXT_SIZE = "Points added to the system's text size."
    KEEP_HISTORY_DAYS = "For how many days the usage history stays on this computer; 0 keeps none."
    KEEP_TEXTS_IN_HISTORY = (
        "Texts you translated or improved, and unfinished ones, are kept on this computer. Text › History of texts "
        "shows them, and for how many days. Off: no texts are stored."
    )
    WARN_AT_PERCENT = "The usage meter warns from this share of the limit on."
    ASK_FROM = (
        "Termdesk asks before it sends this many characters, or half of what is left, to a service that bills them; "
        "0: never."
    )
    JOB_CAP = (
        "Texts, documents and spot-checks with more characters, in all languages together, are refused if the service "
        "bills them; 0: no limit."
    )
    LIBRETRANSLATE = (
        "Address of a LibreTranslate server that the service on this computer also uses, like http://127.0.0.1:5000. "
        "Texts are sent there. Leave it empty for none."
    )
    TERMS_ONLY = (
        "If no engine is available for two languages, replace glossary terms only. This shows what a glossary changes."
    )


class SettingChoice(MessageKind):
    """The choices of a setting."""

    SYSTEM = "System"
    LIGHT = "Light"
    DARK = "Dark"
    CONTRAST = "High contrast"


class PriceMessage(MessageKind):
    """Why a price cannot be used, with remedies."""

    NO_PRICE = "“{price}” is not a price."
    WRITE_PRICE = "Write an amount and a currency, like 20 EUR, or leave the field empty."


class AddressMessage(MessageKind):
    """Why an address or a key cannot be used, with remedies."""

    NO_LIBRETRANSLATE = "“{address}” is not the address of a LibreTranslate server."
    WRITE_LIBRETRANSLATE = "Write it like http://127.0.0.1:5000, or leave the field empty."
    NO_KEY = (
        "This is not a key: it can have only letters without accents, digits and signs, without spaces or line breaks."
    )
    COPY_KEY = "Copy the key again from the service's account page."
    NO_ADDRESS = "“{address}” is not an address: {reason}."
    NO_SERVICE = "“{address}” is not the address of a service."
    UNPROTECTED = "The key would be sent unprotected: only https is accepted."
    WRITE_ADDRESS = "Write it like https://api.example.org, without a name or password."
    NO_PROXY = "“{address}” is not the address of a proxy."
    WRITE_PROXY = "Write it like http://proxy.example.org:8080, or leave the field empty."
    PROXY_PASSWORD = "The address of the proxy has a user or password in it, and Termdesk never writes one into a file."
    SEPARATE_LOGIN = "Enter the user and the password of the proxy separately; the password goes into the key store."
    BAD_PROXY_USER = "The user of a proxy can have no colon, no line breaks, and 128 characters at most."
    COPY_PROXY_USER = "Copy the name of the user from where the proxy is described."
    BAD_PROXY_PASSWORD = "The password of a proxy can have no line breaks, and 512 characters at most."
    COPY_PROXY_PASSWORD = "Enter the password again."
    USER_WITHOUT_PROXY = "A user or a password is given, but no proxy."
    ENTER_PROXY = "Enter the address of the proxy, too."
    PASSWORD_WITHOUT_USER = "A password for the proxy is given, but no user."
    ENTER_PROXY_USER = "Enter the user of the proxy, too."


class TagMessage(MessageKind):
    """Why a tag cannot be used, with remedies."""

    TOO_LONG = (
        "The tag “{beginning}…” has %Ln characters.",
        "The tag “{beginning}…” has %Ln character.",
    )
    USE_FEWER = "Use {limit} at most."
