"""English names of the interface's languages, for use without a service."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from termdesk.domain.language.language import Language, canonical, root

# The languages a glossary may have, as the specification lists them.
_GLOSSARY_CODES = """
    ar bg cs da de el en es et fi fr he hu id it ja ko lt lv nb nl pl pt ro ru sk sl sv th tr uk vi zh
"""
GLOSSARY_LANGUAGES = tuple(_GLOSSARY_CODES.split())

LANGUAGE_NAMES = {
    "af": "Afrikaans",
    "am": "Amharic",
    "ar": "Arabic",
    "az": "Azerbaijani",
    "be": "Belarusian",
    "bg": "Bulgarian",
    "bn": "Bengali",
    "bs": "Bosnian",
    "ca": "Catalan",
    "ceb": "Cebuano",
    "cs": "Czech",
    "cy": "Welsh",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "en": "English",
    "en-GB": "English (British)",
    "en-US": "English (American)",
    "eo": "Esperanto",
    "es": "Spanish",
    "et": "Estonian",
    "eu": "Basque",
    "fa": "Persian",
    "fi": "Finnish",
    "fil": "Filipino",
    "fr": "French",
    "ga": "Irish",
    "gl": "Galician",
    "gu": "Gujarati",
    "ha": "Hausa",
    "he": "Hebrew",
    "hi": "Hindi",
    "hr": "Croatian",
    "ht": "Haitian Creole",
    "hu": "Hungarian",
    "hy": "Armenian",
    "id": "Indonesian",
    "ig": "Igbo",
    "is": "Icelandic",
    "it": "Italian",
    "ja": "Japanese",
    "jv": "Javanese",
    "ka": "Georgian",
    "kk": "Kazakh",
    "km": "Khmer",
    "kn": "Kannada",
    "ko": "Korean",
    "ku": "Kurdish",
    "ky": "Kyrgyz",
    "la": "Latin",
    "lb": "Luxembourgish",
    "lo": "Lao",
    "lt": "Lithuanian",
    "lv": "Latvian",
    "mg": "Malagasy",
    "mi": "Maori",
    "mk": "Macedonian",
    "ml": "Malayalam",
    "mn": "Mongolian",
    "mr": "Marathi",
    "ms": "Malay",
    "mt": "Maltese",
    "my": "Burmese",
    "nb": "Norwegian Bokmål",
    "ne": "Nepali",
    "nl": "Dutch",
    "nn": "Norwegian Nynorsk",
    "no": "Norwegian",
    "oc": "Occitan",
    "or": "Odia",
    "pa": "Punjabi",
    "pl": "Polish",
    "ps": "Pashto",
    "pt": "Portuguese",
    "pt-BR": "Portuguese (Brazilian)",
    "pt-PT": "Portuguese (European)",
    "qu": "Quechua",
    "ro": "Romanian",
    "ru": "Russian",
    "sa": "Sanskrit",
    "sd": "Sindhi",
    "si": "Sinhala",
    "sk": "Slovak",
    "sl": "Slovenian",
    "so": "Somali",
    "sq": "Albanian",
    "sr": "Serbian",
    "st": "Southern Sotho",
    "su": "Sundanese",
    "sv": "Swedish",
    "sw": "Swahili",
    "ta": "Tamil",
    "te": "Telugu",
    "tg": "Tajik",
    "th": "Thai",
    "ti": "Tigrinya",
    "tk": "Turkmen",
    "tl": "Tagalog",
    "tr": "Turkish",
    "tt": "Tatar",
    "ug": "Uyghur",
    "uk": "Ukrainian",
    "ur": "Urdu",
    "uz": "Uzbek",
    "vi": "Vietnamese",
    "xh": "Xhosa",
    "yi": "Yiddish",
    "yo": "Yoruba",
    "zh": "Chinese",
    "zh-Hans": "Chinese (simplified)",
    "zh-Hant": "Chinese (traditional)",
    "zu": "Zulu",
}


def english_name(code: str) -> str:
    """The English name of a language; for an unknown variant that of its root with the code, else the code."""
    code = canonical(code)
    if name := LANGUAGE_NAMES.get(code):
        return name
    name = LANGUAGE_NAMES.get(root(code))
    return f"{name} ({code})" if name else code


def target_of(code: str) -> str:
    """The code of a target language for translation: tools write `de-DE`, while services know only `de`."""
    return canonical(code) if canonical(code) in variants_of(root(code)) else root(code)


@cache
def variants_of(code: str) -> tuple[str, ...]:
    """The known variants for which a dictionary of this language is used: en-GB and en-US for `en`."""
    return tuple(each for each in LANGUAGE_NAMES if each != root(code) and root(each) == root(code))


@dataclass(frozen=True, slots=True)
class PairLanguages:
    """(code, name) of the languages that a dictionary can have on either side, by name."""

    sources: tuple[tuple[str, str], ...]
    targets: tuple[tuple[str, str], ...]


def pair_languages(listed: Iterable[Language]) -> PairLanguages:
    """The languages that a service lists for glossaries."""
    known = sorted(((each.code, each.name, each) for each in listed), key=lambda each: each[1].casefold())
    return PairLanguages(
        tuple((code, name) for code, name, each in known if each.usable_as_source),
        tuple((code, name) for code, name, each in known if each.usable_as_target),
    )


def list_built_in_languages(without: Sequence[str] = ()) -> PairLanguages:
    """The languages of the specification, for use without a service."""
    codes = (code for code in GLOSSARY_LANGUAGES if code not in without)
    both = tuple(sorted(((code, english_name(code)) for code in codes), key=lambda each: each[1]))
    return PairLanguages(both, both)
