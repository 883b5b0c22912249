"""Find and replace in phrases, and clean them up. All changes are computed before any is applied."""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.composition import ComposedText, compose, fold, is_composed
from termdesk.domain.progress import NoProgress, Progress
from termdesk.messages.rewrite_messages import RewriteMessage, RewriteRemedy

if TYPE_CHECKING:
    import regex

Rewrite = Callable[[str], str]

# A phrase has at most 1,024 bytes, so only a pathological pattern takes longer for it.
SECONDS_A_PHRASE = 0.5
# For each cell, while the grid is drawn.
SECONDS_A_CELL = 0.01
_ROWS_A_STEP = 5_000
# A reference to a group in a replacement; `\\` is an escaped backslash, not a reference.
_GROUP = re.compile(r"\\\\|\\(\d{1,2})|\\g<(\w+)>")


@dataclass(slots=True)
class Hits:
    """Cells of one column that would change: their rows, old and new texts. Three columns instead of objects."""

    column: int
    rows: array[int] = field(default_factory=lambda: array("L"))
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.rows)


def find_hits(
    phrases: Sequence[str],
    column: int,
    rewrite: Rewrite,
    *,
    rows: Sequence[int] | None = None,
    progress: Progress = NoProgress(),
) -> Hits:
    """The cells of a column that `rewrite` would change, in all rows or in these.

    Raises InvalidInput if a pattern takes too long.
    """
    hits = Hits(column)
    chosen = range(len(phrases)) if rows is None else rows
    for number, row in enumerate(chosen):
        if number % _ROWS_A_STEP == 0:
            progress.step(number, len(chosen))
        phrase = phrases[row]
        new = rewrite(phrase)
        if new != phrase:
            hits.rows.append(row)
            hits.before.append(phrase)
            hits.after.append(new)
    progress.step(len(chosen), len(chosen))
    return hits


def make_replacement(
    search: str,
    replacement: str,
    *,
    is_pattern: bool = False,
    with_case: bool = False,
    whole_words: bool = False,
    keeps_case: bool = False,
) -> Rewrite:
    """A rewrite that replaces every occurrence of `search`.

    With `is_pattern` it is a regular expression; `\\1` or `\\g<name>` in the replacement refer to its groups. With
    `keeps_case` each replacement gets the capitalization of the text that it replaces. Raises InvalidInput for an
    invalid pattern.
    """
    import regex

    if not search:
        raise InvalidInput(RewriteMessage.EMPTY_SEARCH(), remedy=RewriteRemedy.TYPE_SEARCH())
    source = compose(search) if is_pattern else regex.escape(compose(search))
    if whole_words:
        source = rf"(?<!\w)(?:{source})(?!\w)"
    flags = regex.VERSION0 | (0 if with_case else regex.IGNORECASE)
    try:
        pattern = regex.compile(source, flags)
    except (regex.error, re.error) as error:
        message = RewriteMessage.BAD_PATTERN(reason=str(error))
        raise InvalidInput(message, remedy=RewriteRemedy.CORRECT_OR_SWITCH_OFF()) from None
    expanded = replacement if is_pattern else replacement.replace("\\", r"\\")
    _check_replacement(expanded, pattern, flags)
    form = compose if with_case else fold
    plain = form(search)
    # Only a pattern can take too long. Watching the time takes four times as long as searching a short phrase, and even
    # the argument `timeout=None` takes half as long.
    substitute: Callable[..., str] = pattern.sub
    find: Callable[..., Iterator[regex.Match[str]]] = pattern.finditer
    if is_pattern:
        substitute, find = partial(substitute, timeout=SECONDS_A_PHRASE), partial(find, timeout=SECONDS_A_PHRASE)

    def rewrite(phrase: str) -> str:
        # Most phrases do not contain the text, and this test takes a tenth of the time of a search.
        if not is_pattern and plain not in form(phrase):
            return phrase
        try:
            # Nearly all phrases are composed.
            if not keeps_case and (phrase.isascii() or is_composed(phrase)):
                return substitute(expanded, phrase)
            whole = ComposedText.of(phrase)
            found = list(find(whole.text))
        except TimeoutError:
            raise _runs_away() from None
        texts = [str(each.expand(expanded)) for each in found]
        if keeps_case:
            texts = [_in_case_of(each.group(), text) for each, text in zip(found, texts, strict=True)]
        return _replace(
            phrase, [(whole.original_span(*each.span()), text) for each, text in zip(found, texts, strict=True)]
        )

    return rewrite


def _replace(phrase: str, replacements: Sequence[tuple[tuple[int, int], str]]) -> str:
    """The phrase with other texts at these places; everything else keeps its case."""
    chunks, last = [], 0
    for (start, end), text in replacements:
        chunks += [phrase[last:start], text]
        last = max(last, end)
    return "".join([*chunks, phrase[last:]])


def _in_case_of(model: str, text: str) -> str:
    """The text with the capitalization of the model: all letters, none, or the first."""
    if model.lower() == model.upper() or not text:
        return text
    if model in (model.upper(), model.lower()):
        # A single capital does not show whether the following letters should be capitals.
        is_upper = model == model.upper() and sum(map(str.isalpha, model)) > 1
        if is_upper or model == model.lower():
            return text.upper() if is_upper else text.lower()
    return (text[0].title() if model[0].isupper() else text[0].lower()) + text[1:]


def _check_replacement(replacement: str, pattern: regex.Pattern[str], flags: int) -> None:
    """Raise InvalidInput if a replacement cannot be used with a pattern that was compiled with these flags."""
    import regex

    _check_groups(replacement, pattern.groups, frozenset(pattern.groupindex))
    try:
        # Other errors in the replacement appear only when it is used.
        regex.compile(f"{pattern.pattern}|", flags).sub(replacement, "", timeout=SECONDS_A_PHRASE)
    except (regex.error, re.error, IndexError) as error:
        message = RewriteMessage.BAD_REPLACEMENT(reason=str(error))
        raise InvalidInput(message, remedy=RewriteRemedy.WRITE_BACKSLASH()) from None


def _check_groups(replacement: str, count: int, names: frozenset[str]) -> None:
    """Raise InvalidInput if a replacement refers to a group that the pattern does not have."""
    for found in _GROUP.finditer(replacement):
        asked = found[1] or found[2]
        if asked is None or (int(asked) <= count if asked.isdecimal() else asked in names):
            continue
        raise InvalidInput(RewriteMessage.NO_SUCH_GROUP(count, group=asked), remedy=RewriteRemedy.ADD_GROUP())


def make_pattern_test(pattern: str) -> Callable[[str], bool]:
    """A function that returns whether a regular expression matches in a phrase, ignoring case.

    Raises InvalidInput for an invalid pattern. The function raises it if the pattern takes too long.
    """
    import regex

    try:
        compiled = regex.compile(compose(pattern), regex.VERSION0 | regex.IGNORECASE)
    except regex.error as error:
        message = RewriteMessage.BAD_PATTERN(reason=str(error))
        raise InvalidInput(message, remedy=RewriteRemedy.CORRECT_OR_USE_TEXT()) from None

    def fits(phrase: str) -> bool:
        try:
            return compiled.search(compose(phrase), timeout=SECONDS_A_PHRASE) is not None
        except TimeoutError:
            raise _runs_away() from None

    return fits


def make_span_finder(needle: str, *, is_pattern: bool = False) -> Callable[[str], list[tuple[int, int]]]:
    """A function that returns where a text or a regular expression occurs in a phrase, ignoring case.

    Spans count code points. A pattern that takes too long finds nothing. Raises InvalidInput for an invalid pattern.
    """
    import regex

    if is_pattern:
        make_pattern_test(needle)
    source = compose(needle) if is_pattern else regex.escape(compose(needle))
    compiled = regex.compile(source, regex.VERSION0 | regex.IGNORECASE | regex.FULLCASE)

    def find(phrase: str) -> list[tuple[int, int]]:
        whole = ComposedText.of(phrase)
        try:
            found = [each.span() for each in compiled.finditer(whole.text, timeout=SECONDS_A_CELL)]
        except TimeoutError:
            return []
        return [whole.original_span(*span) for span in found if span[0] < span[1]]

    return find


def _runs_away() -> InvalidInput:
    return InvalidInput(RewriteMessage.SLOW_PATTERN(), remedy=RewriteRemedy.MAKE_SIMPLER())


class Case(StrEnum):
    """How to change the capitalization."""

    KEPT = "kept"
    LOWER = "lower"
    FIRST_LOWER = "first_lower"
    FIRST_UPPER = "first_upper"


@dataclass(frozen=True, slots=True)
class CleanUpOptions:
    """What to clean up. Each option is safe for most phrases, and all changes are shown before they are applied."""

    trims: bool = True
    collapses_spaces: bool = True
    composes: bool = True
    straightens_quotes: bool = False
    replaces_hard_spaces: bool = False
    drops_invisible: bool = False
    case: Case = Case.KEPT

    @property
    def does_anything(self) -> bool:
        """Whether any option is selected."""
        return self.case is not Case.KEPT or any(getattr(self, each.name) is True for each in fields(self))

    def __call__(self, phrase: str) -> str:
        if self.composes:
            phrase = unicodedata.normalize("NFC", phrase)
        if self.drops_invisible:
            phrase = phrase.translate(_INVISIBLE)
        if self.replaces_hard_spaces:
            phrase = phrase.translate(_HARD_SPACES)
        if self.straightens_quotes:
            phrase = phrase.translate(_QUOTES)
        if self.collapses_spaces:
            phrase = _SPACES.sub(" ", phrase)
        if self.trims:
            phrase = phrase.strip()
        return phrase if self.case is Case.KEPT else _change_case(phrase, self.case)


def _change_case(phrase: str, case: Case) -> str:
    if case is Case.LOWER:
        return phrase.lower()
    position = next((number for number, character in enumerate(phrase) if character.isalpha()), None)
    if position is None:
        return phrase
    # Title case instead of upper case: the digraph ǆ becomes ǅ, and ß stays.
    first = phrase[position].lower() if case is Case.FIRST_LOWER else phrase[position].title()
    return phrase if len(first) > 1 else phrase[:position] + first + phrase[position + 1 :]


_BREAKS = "\\t\\r\\n\\v\\f\\x1c-\\x1f\\x85\\u2028\\u2029"
_SPACES = re.compile(f"[ {_BREAKS}]{{2,}}|[{_BREAKS}]")
_HARD_SPACES = dict.fromkeys(map(ord, "\u00a0\u202f\u2007"), " ")
# Keep direction marks, because Arabic and Hebrew need them.
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "‟": '"', "‘": "'", "’": "'", "‚": "'", "‛": "'"})
