"""Encodings that the user can choose for a file, with the scripts that they support."""

from __future__ import annotations

from termdesk.messages.format_messages import EncodingScript
from termdesk.messages.message import Message

# These encodings start the list. For each script, the most frequent come first.
_COMMON = (
    "utf-8 utf-16 cp1252 cp1250 cp1251 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp874 cp932 cp949 gb18030 big5 "
    "iso8859-1 iso8859-2 koi8-r koi8-u euc_jp iso2022_jp euc_kr mac-roman mac-cyrillic cp850 cp852 cp866"
)
_OF_SCRIPT = {
    EncodingScript.ALL: "utf-8 utf-16 utf-16-le utf-16-be utf-32 utf-32-le utf-32-be utf-7",
    EncodingScript.WESTERN: (
        "cp1252 iso8859-1 iso8859-15 mac-roman cp850 cp858 cp437 cp860 cp861 cp863 cp865 iso8859-10 iso8859-14 "
        "mac-iceland hp-roman8 palmos cp037 cp273 cp500 cp1140 ascii"
    ),
    EncodingScript.CENTRAL: "cp1250 iso8859-2 cp852 mac-latin2 mac-croatian mac-romanian iso8859-16",
    EncodingScript.BALTIC: "cp1257 iso8859-13 iso8859-4 cp775",
    EncodingScript.SOUTHERN: "iso8859-3",
    EncodingScript.CYRILLIC: ("cp1251 koi8-r koi8-u cp866 cp1125 cp855 iso8859-5 mac-cyrillic koi8-t kz1048 ptcp154"),
    EncodingScript.GREEK: "cp1253 iso8859-7 cp737 cp869 mac-greek cp875",
    EncodingScript.TURKISH: "cp1254 iso8859-9 cp857 mac-turkish cp1026",
    EncodingScript.HEBREW: "cp1255 iso8859-8 cp862 cp856 cp424",
    EncodingScript.ARABIC: "cp1256 iso8859-6 cp720 cp864 cp1006 mac-arabic mac-farsi",
    EncodingScript.THAI: "cp874 tis-620 iso8859-11",
    EncodingScript.VIETNAMESE: "cp1258",
    EncodingScript.JAPANESE: (
        "cp932 shift_jis shift_jis_2004 shift_jisx0213 euc_jp euc_jis_2004 euc_jisx0213 iso2022_jp iso2022_jp_1 "
        "iso2022_jp_2 iso2022_jp_2004 iso2022_jp_3 iso2022_jp_ext"
    ),
    EncodingScript.KOREAN: "cp949 euc_kr johab iso2022_kr",
    EncodingScript.CHINESE: "gb18030 gbk gb2312 hz big5 big5hkscs cp950",
}
_SCRIPTS: dict[str, Message] = {name: script() for script, names in _OF_SCRIPT.items() for name in names.split()}
# Names as in `codecs.lookup`: frequent encodings first, then by script.
CHOICES = tuple(dict.fromkeys((*_COMMON.split(), *_SCRIPTS)))


def script_of(encoding: str) -> str:
    """Return the script of an encoding in `CHOICES`; empty for others."""
    return _SCRIPTS.get(encoding, "")


def to_written_name(encoding: str) -> str:
    """Return the name of an encoding as other programs write it: `Windows-1252 (CP1252)`, `ISO-8859-15`, `EUC-JP`."""
    name = encoding.upper().replace("_", "-").replace("ISO8859", "ISO-8859").replace("ISO2022", "ISO-2022")
    return f"Windows-{name[2:]} ({name})" if name.startswith("CP125") else name
