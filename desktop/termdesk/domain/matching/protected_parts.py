r"""Parts of a text that no engine may translate or correct: placeholders, markup, addresses, paths, code.

    {name}  {0}  {{ var }}  ${user}  %(name)s  %s  %1$d  {n, plural, one {# file} other {# files}}
    <b>  <x id="1"/>  &nbsp;  \n  https://example.org/a  name@example.org  C:\house\open.txt  /usr/bin  --quiet

Translation, correction, the marks of terms and spot-checks share this definition. Correction also protects codes and
numbers (`proposals.py`), because it never needs to change them. Translation must see them: "3 houses" becomes
"3 casas".
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from termdesk.domain.matching.terms import Exactness, TermHit

# File name extensions. Others are left out, because they may be words: "the house.it" is a sentence that lacks a space.
_ENDINGS = (
    "7z|avi|bak|bat|bin|bmp|bz2|cfg|class|cmd|conf|cpp|css|csv|dat|db|dll|docx?|dtd|eml|env|epub|exe|gif|gz|html?|ico|idml"
    "|ini|ipynb|iso|jar|java|jpe?g|js|json|key|log|lua|md|mov|mp3|mp4|mpe?g|msi|odp|ods|odt|ogg|pdf|pem|php|png|po|pot"
    "|ppt|pptx|properties|py|rar|rb|resx|rs|rst|rtf|sdltm|sh|sql|sqlite|srt|svg|tar|tbx|tex|tiff?|tmp|tmx|toml|ts|tsv"
    "|ttf|txt|vtt|wav|webp|whl|xlf|xliff|xlsx?|xml|xsd|xslt?|ya?ml|zip"
)
_DOMAINS = "app|com|dev|edu|eu|gov|info|io|net|org"
# Characters that end an address in scripts without spaces, or where it is quoted.
_NOT_IN_ADDRESS = '\\s<>"«»“”„、。「」『』（），；：！？\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af'
_PATH = r"[\w.@%+${}-]"
_PARENT_FOLDER = r"\w[\w.-]{0,100}+[/\\]"
_FOLDER = r"[^\s\\/:*?\"“”„«»<>|]"

_PLACEHOLDERS = (
    # An ICU message with choices, which nests braces.
    r"\{\s*+\w++\s*+,\s*+(?:plural|select|selectordinal|choice|number|date|time|spellout|ordinal|duration)\b"
    r"[^{}]*+(?:\{[^{}]*+(?:\{[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*\}[^{}]*+)*\}[^{}]*+)*\}",
    r"\{\{\{?[^{}\n]*+\}\}\}?",
    r"\{[%#][^{}\n]*+\}",
    r"[$#]\{[^{}\n]*+\}",
    r"%?\{(?:[^{}<>\s]++|<[^<>\n]*+>)*\}",
    r"\{ [$\w.:-]++ \}",
    r"%\(\w++\)[-+#0]*+\d*+(?:\.\d++)?[a-zA-Z]?",
    r"%<\w++>[-+#0]*+\d*+(?:\.\d++)?[a-zA-Z]?",
    r"%[A-Za-z_]\w{2,}+%(?![\w$])",
    r"%\d++\$[-+#0']*+\d*+(?:\.\d++)?(?:hh?|ll?|[qjzt])?[a-zA-Z@]",
    # After a number, % is a percent sign: "50%de" holds no placeholder.
    r"(?<!\d)%[-+#0']*+(?:\d++|\*)?(?:\.\d++|\.\*)?(?:hh?|ll?|[qjzt])?[diouxXeEfFgGsScCpan@]",
    r"%[-+#0']*+(?:\d++|\*)?(?:\.\d++|\.\*)?(?:hh?|ll?|[qjzt])?[diouxXeEfFgGsScCpan@](?![^\W\d_]|['’])",
    r"%%",
    r"(?<![\w$])\$[A-Za-z_]\w*+",
)
_MARKUP = (
    r"<!--.{0,500}?-->",
    r"<[?%][^<>\n]*+[?%]>",
    r"</?+[A-Za-z][\w:.-]*+(?=[^<>=]*+=)(?:\s++[\w:.@-]++(?:\s*+=\s*+(?:\"[^\"<>]*+\"|'[^'<>]*+'|[^\s\"'<>=]++))?)*\s*+/?+>",
    r"<[^\s<>=]++/?>",
    r"<[A-Za-z][\w:.-]*+ />",
    r"&(?:[A-Za-z]\w{1,30}|\#\d{1,7}|\#x[\da-fA-F]{1,6});",
)
_OTHERS = (
    r"(?<![\w.@])@[A-Za-z_][\w-]*+",
    r"(?<![\w\\])\\\\\w[^\s:*?\"“”„«»<>|]*+",
    rf"(?<![\w/.~:<>&)])(?:~|\.\.?)/{_PATH}++(?:/{_PATH}*+)*",
    rf"(?<![\w/.~:<>&)])/{_PATH}++(?:/{_PATH}*+)+",
    r"\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\[A-Za-z]{2,}+(?=[\[{])|\\[nrt]",
    r"(?<![\w-])--[A-Za-z][\w-]*+(?:=[^\s,;\"“”„«»]++)?",
)
_NAMES = (
    rf"(?:[A-Za-z][A-Za-z0-9+.-]{{1,20}}+://|www\.|(?:mailto|tel|urn|doi):(?=\S))[^{_NOT_IN_ADDRESS}]++",
    r"(?<!\w)\w[\w.+%-]{0,63}+@\w[\w-]*+(?:\.\w[\w-]*+)+",
    rf"(?<![\w.@-])(?:[A-Za-z0-9-]{{1,63}}+\.){{1,8}}(?:{_DOMAINS})\b(?![\w@-])(?:[/?#][^{_NOT_IN_ADDRESS}]*+)?",
    rf"(?<!\w)[A-Za-z]:\\(?:{_FOLDER}++(?:[ ]{_FOLDER}++)*\\)*{_FOLDER}*+",
    rf"(?<![\w./\\-])(?:{_PARENT_FOLDER})*(?!{_PARENT_FOLDER})\w(?:[\w-]|\.(?=\w)){{0,100}}?\.(?:{_ENDINGS})(?![\w-])",
    r"(?<![\w.])[A-Za-z_][\w.]*+\(\)",
    r"(?<![^\W_])_{0,2}[A-Za-z\d]++(?=_++[A-Za-z\d])[A-Za-z\d_]++(?!\w)",
    r"(?<!\w)__[A-Za-z\d]++__(?!\w)",
)
# Most words contain none of the characters that such parts need. The lookaheads skip these words quickly.
_PROTECTED = re.compile(
    rf"(?=[{{%$#<&@~/\\.-])(?:{'|'.join([*_PLACEHOLDERS, *_MARKUP, *_OTHERS])})"
    rf"|(?<![^\W_])(?=\w[^\s:@./\\_(]{{0,100}}+[:@./\\_(]|_)(?:{'|'.join(_NAMES)})",
    re.DOTALL,
)
# Each protected part contains one of these. Most sentences have none, and finding that out is ten times as fast.
_SIGNS = re.compile(r"[{%$<&@~/\\:_]|\(\)|--|\.\S")
# Punctuation that a pattern may include at the end of an address or path, although it belongs to the sentence.
_END_OF_SENTENCE = ".,;:!?'’*"
_IS_OPEN_ENDED = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*+:|www\.|(?:[A-Za-z0-9-]++\.)+|[~./\\]|--")
_BRACKETS = {")": "(", "]": "[", "}": "{"}
_LAYOUT = ("<", "&", "\\")


def find_protected_positions(text: str) -> list[tuple[int, int]]:
    """Return the ranges of a text's protected parts, in code points, sorted and without overlaps."""
    if _SIGNS.search(text) is None:
        return []
    return [(match.start(), _end(match)) for match in _PROTECTED.finditer(text)]


def find_free_hits(text: str, hits: Sequence[TermHit]) -> list[TermHit]:
    """Return the hits that lie in no protected part of the text, and those that cover a whole part."""
    if not hits:
        return []
    parts = find_protected_positions(text)
    if not parts:
        return list(hits)
    starts = [hit.start for hit in hits]
    left_out = set()
    for start, end in parts:
        # Hits are sorted and do not overlap, so only the first of these may end before the part.
        near = hits[max(0, bisect_right(starts, start) - 1) : bisect_left(starts, end)]
        if not is_named((start, end), near):
            left_out.update(hit.start for hit in near if hit.end > start)
    return [hit for hit in hits if hit.start not in left_out]


def is_named(part: tuple[int, int], hits: Iterable[TermHit]) -> bool:
    """Whether a term covers the whole part. It is used instead: an address may differ from language to language.

    A part of a compound word does not count, because it cannot be replaced alone.
    """
    start, end = part
    return any(hit.start <= start and end <= hit.end and hit.exactness is not Exactness.COMPOUND for hit in hits)


def is_layout(part: str) -> bool:
    """Whether a part is only layout, such as a tag or a line break, and does not take the place of a word."""
    return part.startswith(_LAYOUT) and not part.startswith("\\\\")


def _end(match: re.Match[str]) -> int:
    """Return the end of a match, without a full stop or closing bracket that belongs to the sentence."""
    part = match.group()
    if not _IS_OPEN_ENDED.match(part):
        return match.end()
    shorter = part
    while shorter[-1:] in _END_OF_SENTENCE or _closes_nothing(shorter):
        shorter = shorter[:-1]
    return match.start() + len(shorter)


def _closes_nothing(part: str) -> bool:
    bracket = part[-1:]
    return bracket in _BRACKETS and part.count(bracket) > part.count(_BRACKETS[bracket])
