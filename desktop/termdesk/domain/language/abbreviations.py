"""Abbreviations with a period that does not end a sentence: Dr. Smith, Fig. 3, max. 5, A. Smith."""

from __future__ import annotations

import re

from termdesk.domain.language.language import root

# The word before a period, with the periods inside it: Dr., p.ej., z.B.
_LAST_WORD = re.compile(r"(?:[^\W_]|[.ªº-])+\.$")
LONGEST_WORD = 24

# Words that are followed by the rest of their sentence, mostly titles. Abbreviations that may also end a sentence
# (etc., Inc., usw.) are left out. The lists are our own, because the splitter of the local service breaks Danish
# and Swedish texts after “Dr.”, and hardly splits Norwegian ones.
_BEFORE_THE_REST = {
    "en": "dr mr mrs ms messrs prof st rev hon gen col capt lt sgt mt e.g i.e vs cf approx",
    "de": "dr hr fr frl prof dipl ing st z z.b d d.h u bzw ca ggf vgl sog inkl exkl zzgl evtl max min bspw",
    "nl": "dr dhr mevr mw prof ir ing drs mr st bijv d.w.z o.a m.b.v t.a.v ca evt",
    "es": "sr sra sres srta dr dra d prof profa lic ing arq ud vd excmo ee ej p.ej gral av avda",
    "ca": "sr sra srs srta dr dra prof ex p.ex av",
    "fr": "mm mme mmes mlle mlles dr pr me mgr st ste sté ex p.ex c.-à-d cf env",
    "pt": "sr sra srs dr dra prof profa eng exmo exma d ex p.ex av",
    "it": "sig sig.ra sigg dott dott.ssa prof prof.ssa ing avv geom arch rag dr on egr spett es p.es",
    "ro": "dl dna d-na dr prof ing acad sf ex",
    "da": "dr hr fr prof bl.a f.eks dvs ca kl",
    "sv": "dr hr fr prof bl.a t.ex dvs ca kl s.k f.d",
    "nb": "dr hr fr prof bl.a f.eks dvs ca kl s.k",
}
_WORDS_BEFORE_THE_REST = {language: frozenset(words.split()) for language, words in _BEFORE_THE_REST.items()}
_IN_OTHER_LANGUAGES = frozenset({"dr", "prof"})
# Words that are followed by the rest of their sentence if that begins with a number.
_BEFORE_NUMBERS = (
    "no nos nr nrs núm num fig figs p pp pg pag pág págs pàg s bl blz vol t art arts cap ch chap sec sect abs abb tab"
    " eq ec gl kap abschn ziff afb hst lit ref ver v ed pos"
)
_WORDS_BEFORE_NUMBERS = frozenset(_BEFORE_NUMBERS.split())
_NUMBER = re.compile(r"\d|[IVXLC]+\b")
# A date or another ordinal number: am 3. Mai.
_GERMAN_ORDINAL = re.compile(r"\b(?:am|vom|zum|den|dem|der|die|das|des|im|bis|ab|seit) \d{1,2}\.$", re.IGNORECASE)
# Words that are followed by the rest of their sentence if that begins with a number or in lower case.
_SHORTENED = frozenset("tel tél tlf temp max máx maks min mín maj qté qty approx aprox réf ca".split())  # noqa: SIM905


def ends_with_abbreviation(before: str, after: str, language: str) -> bool:
    """Whether a text that ends with a period goes on in `after`, judging by the words around the period."""
    before = before[-LONGEST_WORD:]
    word = _LAST_WORD.search(before)
    if word is None:
        return False
    code, name = root(language), word[0][:-1].lower()
    if len(name) == 1 and word[0][0].isupper():
        # An initial: A. Smith.
        return True
    if name in _WORDS_BEFORE_THE_REST.get(code, _IN_OTHER_LANGUAGES):
        return True
    is_number = _NUMBER.match(after) is not None
    if is_number and name in _WORDS_BEFORE_NUMBERS:
        return True
    if name in _SHORTENED and (is_number or after[:1].islower()):
        return True
    return code == "de" and _GERMAN_ORDINAL.search(before) is not None
