"""Split texts into sentences, without a break after abbreviations: Dr. Smith, Fig. 3, z. B."""

from __future__ import annotations

import re

from termdesk.domain.language.language import root
from termdesk.domain.spot_check.sentence_set import as_sentences

# The end of a sentence with closing punctuation, followed by a space and a possible start.
_END = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s+(?=[^\W_]|[\"'“‘«¿¡(\[])|(?<=[。！？])[」』”）]*|\n+")
# The word before a period, with the periods inside it: Dr., p.ej., z.B.
_LAST_WORD = re.compile(r"(?:[^\W_]|[.ªº-])+\.$")
_LONGEST_WORD = 24

# Words that are followed by the rest of their sentence, mostly titles. Abbreviations that may also end a sentence
# (etc., Inc., usw.) are left out. The lists are our own, because the splitter of the local service breaks Danish
# and Swedish texts after “Dr.”, and hardly splits Norwegian ones.
_BEFORE_THE_REST = {
    "en": "dr mr mrs ms messrs prof st rev hon gen col capt lt sgt mt e.g i.e vs cf approx",
    "de": "dr hr fr frl prof dipl ing st z z.b d d.h u bzw ca ggf vgl sog inkl exkl zzgl evtl max min bspw",
    "nl": "dr dhr mevr mw prof ir ing drs mr st bijv d.w.z o.a m.b.v t.a.v ca evt",
    "es": "sr sra sres srta dr dra d prof profa lic ing arq ud vd excmo ee ej p.ej gral av avda",
    "ca": "sr sra srs srta dr dra prof ex p.ex av",
    "fr": "mm mme mmes mlle mlles dr pr me mgr st ste ex p.ex c.-à-d cf env",
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


def split_sentences(text: str, language: str) -> tuple[str, ...]:
    """Split a text into sentences, without duplicates. The result may be imperfect, because the user can edit it."""
    parts, start, code = [], 0, root(language)
    for match in _END.finditer(text):
        if match.group().strip("\n") and _goes_on(text, match, code):
            continue
        end = match.end() if not match.group().isspace() else match.start()
        parts.append(text[start:end])
        start = match.end()
    return as_sentences([*parts, text[start:]])


def _goes_on(text: str, match: re.Match[str], language: str) -> bool:
    """Whether a possible end of a sentence is none, judging by the words around it."""
    if not match.group()[-1].isspace():
        return False
    if text[match.end()].islower():
        return True
    before = text[max(0, match.start() - _LONGEST_WORD) : match.start()]
    word = _LAST_WORD.search(before)
    if word is None:
        return False
    name = word[0][:-1].lower()
    if len(name) == 1 and word[0][0].isupper():
        # An initial: A. Smith.
        return True
    if name in _WORDS_BEFORE_THE_REST.get(language, _IN_OTHER_LANGUAGES):
        return True
    if name in _WORDS_BEFORE_NUMBERS and _NUMBER.match(text, match.end()):
        return True
    return language == "de" and _GERMAN_ORDINAL.search(before) is not None
