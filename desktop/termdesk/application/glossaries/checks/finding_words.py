"""The sentence for a finding, with the numbers of its rows."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.application.glossaries.checks.findings import Finding, Listing, folded_tokens
from termdesk.domain.advice import kinds as k
from termdesk.domain.advice.characters import mixed_words, named_characters, scripts_of
from termdesk.domain.entries.entry_rules import Rule, duplicate_message, phrase_violation, shorten_phrase
from termdesk.domain.similarity.near_duplicates import VARIATION_WORDS, variations

_MOST_NAMED = 3


def words_for(listing: Listing, finding: Finding) -> str:
    """The sentence for one finding. Made only when it is shown: there may be a hundred thousand findings."""
    phrase, kind = listing.phrase(finding), finding.kind
    if kind == Rule.DUPLICATE:
        return duplicate_message(phrase, listing.duplicates.get(phrase, [finding.row]))
    if kind in (k.NEAR_DUPLICATE, k.SHADOWED):
        return _about_spellings(listing, finding)
    if kind in (k.NESTED, k.NESTED_OTHERWISE):
        return _about_nested(listing, finding)
    if said := listing.said(finding):
        return _about_others(listing, kind, said)
    if violation := phrase_violation(phrase):
        return violation[1]
    return _about_characters(listing, finding)


def _about_characters(listing: Listing, finding: Finding) -> str:
    phrase, pair = listing.phrase(finding), listing.looked.pair
    language = pair.target if finding.column else pair.source
    match finding.kind:
        case k.BIDI | k.INVISIBLE:
            return f"It holds {named_characters(phrase, finding.kind, language)}."
        case k.MIXED_SCRIPTS:
            word = next(iter(mixed_words(phrase)), phrase)
            return f"“{shorten_phrase(word)}” mixes {' and '.join(scripts_of(word))} letters."
        case k.NOT_COMPOSED:
            return "Its characters are decomposed: letters and accents one after another."
        case k.REPEATED_BLANKS:
            return "Several blanks follow one another."
        case k.SAME_AS_SOURCE:
            return "Source and target are the same."
    return listing.kind(finding.kind).remedy


def _about_spellings(listing: Listing, finding: Finding) -> str:
    looked, phrase = listing.looked, listing.phrase(finding)
    others = [row for row in listing.alike(finding.row) if looked.sources[row] != phrase]
    if finding.kind == k.SHADOWED:
        folded = folded_tokens(phrase)
        first = next((row for row in others if folded_tokens(looked.sources[row]) == folded), None)
        if first is not None:
            return (
                f"“{shorten_phrase(looked.sources[first])}” in row {first + 1:,} is the same but for case or blanks; "
                f"a text that is written otherwise gets its target, “{shorten_phrase(looked.targets[first])}”."
            )
    named = []
    for row in others[:_MOST_NAMED]:
        source = looked.sources[row]
        differing = " and ".join(VARIATION_WORDS[each] for each in variations(phrase, source, looked.pair.source))
        named.append(f"“{shorten_phrase(source)}” in row {row + 1:,} ({differing})")
    return f"Like {', '.join(named)}{' …' if len(others) > _MOST_NAMED else ''}."


def _about_nested(listing: Listing, finding: Finding) -> str:
    looked = listing.looked
    rows = listing.inside(finding)
    if not rows:
        # The entry was just edited; a new list is being made.
        return listing.kind(finding.kind).remedy
    named = [
        f"“{shorten_phrase(looked.sources[row])}” → “{shorten_phrase(looked.targets[row])}” (row {row + 1:,})"
        for row in rows[:_MOST_NAMED]
    ]
    return f"It holds {', '.join(named)}{' …' if len(rows) > _MOST_NAMED else ''}."


def _about_others(listing: Listing, kind: str, detail: Sequence[str]) -> str:
    reverse = str(listing.looked.pair.reverse)
    quoted = [f"“{shorten_phrase(each)}”" for each in detail]
    match kind:
        case k.FORBIDDEN_TERM:
            return f"It uses {', '.join(quoted)}, which is forbidden."
        case k.OTHER_GLOSSARY:
            return "; ".join(shorten_phrase(each, 80) for each in detail[:_MOST_NAMED])
        case k.REVERSE_MISSING:
            return f"{reverse} has no entry for {quoted[0]}."
        case k.REVERSE_CONTRADICTS:
            return f"{reverse} says {quoted[0]} → {quoted[1]}."
        case k.REVERSE_MANY:
            return f"{reverse} leads {quoted[0]} back to {quoted[1]}."
    return " ".join(detail)
