"""What windows in the pseudo-language say in another one: texts that nobody translates."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from support.visible_texts import outside_brackets, texts

# What is no text of the program: names of services, engines and encodings, codes, and the samples' own words.
_DATA = re.compile(
    r"Termdesk( [\d.]+)?|DeepL|(?:UTF|EUC|ISO|KOI8|MAC|Windows)-[\w-]+(?: \(CP\d+\))?(?: ·)?|BIG5(?: ·)?"
    r"|.*\b(Apertium|LingoTweaker|Harper|Kiwi)\b.*|(MultiTerm XML )?\(\.\w+\)|/\S+|[\u2066-\u2069]?Del[\u2069]?"
    r"|.*\b(GPL|LGPL|AGPL|Apache)-[\d.]+.*|OpenCC|\w+\.(tsv|csv|xlsx)|Contracts Brandt 2020"
    r"|· zh-Han[st]|[· ]+hydrology · ·|well|pump|puits d’eau|forage|pompe"
    r"|\{name\}\.\{target\}|school-roof(\.\w+)?\.html|\u2068?Solar energy\u2069?"
    r"|Water, eight languages(?: \(2\))?|Problems \(\w\w\)|Agency \(terms\.example\.org\)[ ·]+|[0-9a-f]{32}"
)
# Views whose cells show phrases and texts of users. A tooltip shows the whole of a cut one; what a screen reader
# says is looked at like everything else, but for the history, where it is the text itself.
_SHOW_PHRASES = (
    *("glossary_grid", "multilingual_grid", "multilingual_frozen_column", "import_rows", "review_rows"),
    *("publish_difference", "history_table", "library_tree", "reverse_clashes", "findings_list"),
    *("spot_check_sets", "spot_check_terms", "improve_styles_table", "merge_incoming", "conflicts_table"),
    "release_differences",
)


# The pages of the help and the files of the diagnostic bundle are English in every language; a screen reader says
# phrases and texts as they are.
_DATA_PLACES = re.compile(
    r"#help_(pages|text) in|#diagnostics_(files|text) in|#spot_check_terms in .* AccessibleTextRole \d+,[01]$"
    # Codes of languages, and what they call themselves.
    r"|#languages_table in .* (Display|ToolTip|AccessibleText)Role \d+,[02]$"
    r"|#(improve_styles_table|merge_incoming|conflicts_table|release_differences) in .* AccessibleTextRole \d+,[1-9]$"
)


def _is_phrase(where: str) -> bool:
    is_cell = "DisplayRole" in where or "ToolTipRole" in where or "history_table" in where
    is_shown = is_cell and any(f"#{name} in" in where for name in _SHOW_PHRASES)
    return is_shown or _DATA_PLACES.search(where) is not None


def untranslated(window: QWidget) -> Iterator[str]:
    """Texts that did not come through the translator: there is more in them than the pseudo-language in brackets."""
    for where, text in texts(window):
        left = outside_brackets(text)
        if left and not _DATA.fullmatch(left) and not _is_phrase(where):
            yield f"{where}: {left!r}"
