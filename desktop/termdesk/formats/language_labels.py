"""Language names in files: two- and three-letter codes, English and own names, and pairs in file names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from termdesk.domain.language.language import LanguagePair, canonical, root
from termdesk.formats.cldr_names import code_named, is_script, root_code, territory_named

# Code: three-letter codes (both of ISO 639-2 where there are two), English name, own name.
_LABELS = {
    "ar": "ara,Arabic,العربية",
    "be": "bel,Belarusian,беларуская",
    "bg": "bul,Bulgarian,български",
    "ca": "cat,Catalan,català",
    "cs": "ces,cze,Czech,čeština",
    "da": "dan,Danish,dansk",
    "de": "deu,ger,German,Deutsch",
    "el": "ell,gre,Greek,Ελληνικά",
    "en": "eng,English",
    "es": "spa,Spanish,español,castellano",
    "et": "est,Estonian,eesti",
    "eu": "eus,baq,Basque,euskara",
    "fa": "fas,per,Persian,فارسی",
    "fi": "fin,Finnish,suomi",
    "fr": "fra,fre,French,français",
    "ga": "gle,Irish,Gaeilge",
    "gl": "glg,Galician,galego",
    "he": "heb,Hebrew,עברית",
    "hi": "hin,Hindi,हिन्दी",
    "hr": "hrv,Croatian,hrvatski",
    "hu": "hun,Hungarian,magyar",
    "id": "ind,Indonesian,Bahasa Indonesia",
    "is": "isl,ice,Icelandic,íslenska",
    "it": "ita,Italian,italiano",
    "ja": "jpn,Japanese,日本語",
    "ko": "kor,Korean,한국어",
    "lt": "lit,Lithuanian,lietuvių",
    "lv": "lav,Latvian,latviešu",
    "mk": "mkd,mac,Macedonian,македонски",
    "nb": "nob,nor,no,Norwegian,Norwegian Bokmål,norsk,norsk bokmål",
    "nl": "nld,dut,Dutch,Nederlands",
    "pl": "pol,Polish,polski",
    "pt": "por,Portuguese,português",
    "ro": "ron,rum,Romanian,română",
    "ru": "rus,Russian,русский",
    "sk": "slk,slo,Slovak,slovenčina",
    "sl": "slv,Slovenian,Slovene,slovenščina",
    "sr": "srp,Serbian,српски",
    "sv": "swe,Swedish,svenska",
    "th": "tha,Thai,ไทย",
    "tr": "tur,Turkish,Türkçe",
    "uk": "ukr,Ukrainian,українська",
    "vi": "vie,Vietnamese,Tiếng Việt",
    "zh": "zho,chi,Chinese,中文",
}

# Names in German, French, Spanish, Italian, Portuguese and Dutch, if they differ from those above.
_ELSEWHERE = {
    "ar": "Arabisch,arabe,árabe,arabo",
    "bg": "Bulgarisch,bulgare,búlgaro,bulgaro,Bulgaars",
    "ca": "Katalanisch,catalan,catalán,catalano,catalão,Catalaans",
    "cs": "Tschechisch,tchèque,checo,ceco,tcheco,Tsjechisch",
    "da": "Dänisch,danois,danés,danese,dinamarquês,Deens",
    "de": "allemand,alemán,tedesco,alemão,Duits",
    "el": "Griechisch,grec,griego,greco,grego,Grieks",
    "en": "Englisch,anglais,inglés,inglese,inglês,Engels",
    "es": "Spanisch,espagnol,spagnolo,espanhol,Spaans",
    "et": "Estnisch,estonien,estonio,estone,estoniano",
    "fa": "Persisch,persan,persa",
    "fi": "Finnisch,finnois,finlandés,finlandese,finlandês",
    "fr": "Französisch,francés,francese,francês,Frans",
    "he": "Hebräisch,hébreu,hebreo,ebraico,hebraico,Hebreeuws",
    "hi": "hindí,hindi",
    "hr": "Kroatisch,croate,croata",
    "hu": "Ungarisch,hongrois,húngaro,ungherese,Hongaars,magyar",
    "id": "Indonesisch,indonésien,indonesio,indonesiano",
    "it": "Italienisch,italien,Italiaans",
    "ja": "Japanisch,japonais,japonés,giapponese,japonês,Japans",
    "ko": "Koreanisch,coréen,coreano,Koreaans",
    "lt": "Litauisch,lituanien,lituano",
    "lv": "Lettisch,letton,letón,lettone,letão",
    "nb": "Norwegisch,norvégien,noruego,norvegese,norueguês,Noors",
    "nl": "Niederländisch,néerlandais,neerlandés,olandese,neerlandês,holandés",
    "pl": "Polnisch,polonais,polaco,polacco,polonês,Pools,polski",
    "pt": "Portugiesisch,portugais,portugués,portoghese,Portugees",
    "ro": "Rumänisch,roumain,rumano,rumeno,romeno,Roemeens",
    "ru": "Russisch,russe,ruso,russo",
    "sk": "Slowakisch,slovaque,eslovaco,slovacco,Slowaaks",
    "sl": "Slowenisch,slovène,esloveno,sloveno,Sloveens",
    "sr": "Serbisch,serbe,serbio,serbo,sérvio",
    "sv": "Schwedisch,suédois,sueco,svedese,Zweeds,svenska",
    "th": "Thailändisch,thaï,tailandés,thailandese",
    "tr": "Türkisch,turc,turco,Turks",
    "uk": "Ukrainisch,ukrainien,ucraniano,ucraino,Oekraïens",
    "vi": "Vietnamesisch,vietnamien,vietnamita",
    "zh": "Chinesisch,chinois,chino,cinese,chinês,Chinees",
}

# Maximum length of a language name or column title.
LONGEST_LABEL = 120
_CODE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,4})*")
# After a language and an optional script: a territory as letters or digits, or Microsoft's old codes for Chinese
# scripts.
_SUBTAG = re.compile(r"(?i)[a-z]{2}|[0-9]{3}|chs|cht")
_IN_BRACKETS = re.compile(r"\s*[(\[].*[)\]]\s*$")
_BETWEEN_NAMES = re.compile("[/,;]")
_WORDS = re.compile(r"[^\W\d_]+")


@cache
def _codes() -> dict[str, str]:
    """Return every known label, case-folded, with its code."""
    named = (*_ELSEWHERE.items(), *_LABELS.items())
    return {label.casefold(): code for code, labels in named for label in [code, *labels.split(",")]}


def language_of(label: str) -> str | None:
    """Return the code of the language that a text names: `en`, `pt_BR`, `deu`, `German (Austria)`, `Deutsch`; else
    None.
    """
    # A cell may contain a whole book, which must be neither searched nor cached.
    return _language_of(label) if len(label) <= LONGEST_LABEL else None


@lru_cache(maxsize=1024)
def _language_of(label: str) -> str | None:
    label = label.strip().rstrip(":*").rstrip()
    if _CODE.fullmatch(label):
        first, *subtags = re.split("[-_]", label)
        code = _codes().get(first.casefold()) or root_code(first)
        # “en_note” is a title with a language, not a language code.
        if code and all(_SUBTAG.fullmatch(each) or is_script(each) for each in subtags):
            return canonical("-".join([code, *subtags]))
    return _language_named(label.replace("_", " "))


def _language_named(name: str) -> str | None:
    """Return the code of a language by its name, which may include a territory: `German (Austria)`, `English United
    States`.
    """
    if code := _codes().get(name.casefold()) or code_named(name):
        return code
    several = _BETWEEN_NAMES.split(name)
    if len(several) > 1 and (code := _one_code([language_of(part) for part in several])):
        return code
    if found := _IN_BRACKETS.search(name):
        parts = [(name[: found.start()], found[0].strip(" ()[]"))]
    else:
        words = name.split(" ")
        parts = [(" ".join(words[:count]), " ".join(words[count:])) for count in range(1, min(len(words), 4))]
    for language, behind in parts:
        language = language.rstrip(",").casefold()
        code = _codes().get(language) or code_named(language)
        if code and (territory := territory_named(behind)):
            return f"{code}-{territory}"
        if code and found:
            return code
    return None


def _one_code(codes: Sequence[str | None]) -> str | None:
    """Return the common code of several names, one of which may name a variant; None if they are
    different languages.
    """
    variants = {code for code in codes if code and code != root(code)}
    roots = {code and root(code) for code in codes}
    return (variants or roots).pop() if len(roots) == 1 and len(variants) < 2 else None


def pair_in_name(stem: str) -> LanguagePair | None:
    """Return the last two adjacent languages in a file name: `solar.en-es`, `hun-eng`, `terms_EN-US_de`; else None."""
    words = _WORDS.findall(stem)
    pair = None
    start = 0
    while start < len(words):
        source, after_source = _language_at(words, start)
        target, _ = _language_at(words, after_source)
        if source and target and source != target:
            pair = LanguagePair(source, target)
        start = after_source
    return pair


def languages_in_name(stem: str) -> tuple[str, ...]:
    """Return the languages in a file name: its pair, or else its last word, as in `terms_ru`."""
    if pair := pair_in_name(stem):
        return pair.source, pair.target
    words = _WORDS.findall(stem)
    language = _code_of_word(words[-1]) if len(words) > 1 else None
    return (language,) if language else ()


def _language_at(words: list[str], position: int) -> tuple[str | None, int]:
    """Return the language at the word with index `position`, including its region, and the index of the next word."""
    if position >= len(words) or not (code := _code_of_word(words[position])):
        return None, position + 1
    if position + 1 < len(words) and _is_region(words[position + 1], words[position]):
        return canonical(f"{code}-{words[position + 1]}"), position + 2
    return code, position + 1


def _code_of_word(word: str) -> str | None:
    """Return the language code for a word of a file name.

    Ambiguous words (`no`, `is`, `it`) count only as part of a pair.
    """
    return _codes().get(word.casefold())


def _is_region(word: str, language: str) -> bool:
    """Return whether the two letters after a language are its region: `zh-cn`, `de-DE`, `fr-CA`, but not `en-fr`."""
    if len(word) != 2 or len(language) > 3:
        return False
    is_cased_like_one = word.isupper() and language.islower()
    return is_cased_like_one or word.casefold() == language.casefold() or not _codes().get(word.casefold())
