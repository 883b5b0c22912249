"""The sentence for a finding, with the numbers of its rows."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.application.glossaries.checks.findings import Finding, Listing, fold_tokens
from termdesk.domain.entries.entry_rules import Rule, duplicate_message, phrase_violation, shorten_phrase
from termdesk.domain.findings import kinds as k
from termdesk.domain.findings.characters import find_mixed_words, name_characters, scripts_of
from termdesk.domain.similarity.near_duplicates import VARIATION_WORDS, Variation, variations
from termdesk.messages.finding_messages import FindingMessage, ScriptName
from termdesk.messages.message import Value

_MOST_NAMED = 3
_SCRIPT_NAMES = {
    "Latin": ScriptName.LATIN(),
    "Greek": ScriptName.GREEK(),
    "Cyrillic": ScriptName.CYRILLIC(),
    "Armenian": ScriptName.ARMENIAN(),
}
_OF_CHARACTERS = {
    k.NOT_COMPOSED: FindingMessage.NOT_COMPOSED(),
    k.REPEATED_BLANKS: FindingMessage.REPEATED_BLANKS(),
    k.SAME_AS_SOURCE: FindingMessage.SAME_AS_SOURCE(),
}


def words_for(listing: Listing, finding: Finding) -> str:
    """Return the message for one finding.

    Built only for findings that are shown, because there may be a hundred thousand.
    """
    phrase, kind = listing.phrase(finding), finding.kind
    if kind == Rule.DUPLICATE:
        return duplicate_message(phrase, listing.duplicates.get(phrase, [finding.row]))
    if kind in (k.NEAR_DUPLICATE, k.SHADOWED):
        return _about_spellings(listing, finding)
    if kind == k.NESTED_OTHERWISE:
        return _about_nested(listing, finding)
    if details := listing.details_of(finding):
        return _about_others(listing, kind, details)
    if violation := phrase_violation(phrase):
        return violation[1]
    return _about_characters(listing, finding)


def _about_characters(listing: Listing, finding: Finding) -> str:
    phrase, pair = listing.phrase(finding), listing.looked.pair
    language = pair.target if finding.column else pair.source
    if finding.kind in (k.BIDI, k.INVISIBLE):
        return FindingMessage.CHARACTERS(characters=name_characters(phrase, finding.kind, language))
    if finding.kind == k.MIXED_SCRIPTS:
        word = next(iter(find_mixed_words(phrase)), phrase)
        scripts = [_SCRIPT_NAMES[each] for each in scripts_of(word)]
        return FindingMessage.MIXED_SCRIPTS(word=shorten_phrase(word), scripts=scripts)
    return _OF_CHARACTERS.get(finding.kind) or listing.kind(finding.kind).remedy


def _about_spellings(listing: Listing, finding: Finding) -> str:
    looked, phrase = listing.looked, listing.phrase(finding)
    others = [row for row in listing.alike(finding.row) if looked.sources[row] != phrase]
    if finding.kind == k.SHADOWED:
        folded = fold_tokens(phrase)
        first = next((row for row in others if fold_tokens(looked.sources[row]) == folded), None)
        if first is not None:
            return FindingMessage.SHADOWED(
                phrase=shorten_phrase(looked.sources[first]),
                row=first + 1,
                target=shorten_phrase(looked.targets[first]),
            )
    named = []
    for row in others[:_MOST_NAMED]:
        source = looked.sources[row]
        found = variations(phrase, source, looked.pair.source)
        values: dict[str, Value] = {
            "phrase": shorten_phrase(source),
            "row": row + 1,
            "differences": [VARIATION_WORDS[each] for each in found],
        }
        if Variation.PLURAL in found:
            # If the phrases are singular and plural, the user needs to know the target of the other row.
            named.append(FindingMessage.NUMBER_IN_ROW(target=shorten_phrase(looked.targets[row]), **values))
        else:
            named.append(FindingMessage.SPELLING_IN_ROW(**values))
    kind = FindingMessage.LIKE_MANY if len(others) > _MOST_NAMED else FindingMessage.LIKE
    return kind(others=named)


def _about_nested(listing: Listing, finding: Finding) -> str:
    looked = listing.looked
    rows = listing.inside(finding)
    if not rows:
        # The entry was just edited, and a new list is being computed.
        return listing.kind(finding.kind).remedy
    named = [
        FindingMessage.ENTRY_IN_ROW(
            source=shorten_phrase(looked.sources[row]), target=shorten_phrase(looked.targets[row]), row=row + 1
        )
        for row in rows[:_MOST_NAMED]
    ]
    kind = FindingMessage.NESTED_MANY if len(rows) > _MOST_NAMED else FindingMessage.NESTED
    return kind(entries=named)


def _about_others(listing: Listing, kind: str, detail: Sequence[str]) -> str:
    pair = str(listing.looked.pair.reverse)
    named = [shorten_phrase(each) for each in detail]
    match kind:
        case k.FORBIDDEN_TERM:
            return FindingMessage.FORBIDDEN_TERM(terms=[FindingMessage.QUOTED(phrase=each) for each in named])
        case k.OTHER_GLOSSARY:
            return "; ".join(shorten_phrase(each, 80) for each in detail[:_MOST_NAMED])
        case k.REVERSE_MISSING:
            return FindingMessage.REVERSE_MISSING(pair=pair, target=named[0])
        case k.REVERSE_CONTRADICTS:
            return FindingMessage.REVERSE_CONTRADICTS(pair=pair, target=named[0], back=named[1])
        case k.REVERSE_MANY:
            return FindingMessage.REVERSE_MANY(pair=pair, target=named[0], back=named[1])
    # The message of the service about the entry.
    return detail[0]
