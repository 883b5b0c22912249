"""English names of the languages that the interface knows, for where no service tells them."""

from __future__ import annotations

from termdesk.domain.language import canonical, root

# The languages a glossary may have, as the specification lists them.
_GLOSSARY_CODES = """
    ar bg cs da de el en es et fi fr he hu id it ja ko lt lv nb nl pl pt ro ru sk sl sv th tr uk vi zh
"""
GLOSSARY_LANGUAGES = tuple(_GLOSSARY_CODES.split())

_NAMES = {
    "ar": "Arabic",
    "bg": "Bulgarian",
    "cs": "Czech",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "en": "English",
    "en-GB": "English (British)",
    "en-US": "English (American)",
    "es": "Spanish",
    "et": "Estonian",
    "fi": "Finnish",
    "fr": "French",
    "he": "Hebrew",
    "hu": "Hungarian",
    "id": "Indonesian",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "lt": "Lithuanian",
    "lv": "Latvian",
    "nb": "Norwegian Bokmål",
    "nl": "Dutch",
    "pl": "Polish",
    "pt": "Portuguese",
    "pt-BR": "Portuguese (Brazilian)",
    "pt-PT": "Portuguese (European)",
    "ro": "Romanian",
    "ru": "Russian",
    "sk": "Slovak",
    "sl": "Slovenian",
    "sv": "Swedish",
    "th": "Thai",
    "tr": "Turkish",
    "uk": "Ukrainian",
    "vi": "Vietnamese",
    "zh": "Chinese",
    "zh-Hans": "Chinese (simplified)",
    "zh-Hant": "Chinese (traditional)",
}


def english_name(code: str) -> str:
    """The English name of a language; of the root with the code behind it, or the code itself, where it is unknown."""
    code = canonical(code)
    if name := _NAMES.get(code):
        return name
    name = _NAMES.get(root(code))
    return f"{name} ({code})" if name else code


def variants_of(code: str) -> list[str]:
    """The variants that a dictionary of this language serves too, as far as they are known: `en` en-GB and en-US."""
    return [each for each in _NAMES if each != root(code) and root(each) == root(code)]
