"""The text above the list of findings: their number, and which dictionaries were compared and when."""

from __future__ import annotations

from PySide6.QtCore import QDateTime, QLocale, QObject

from termdesk.application.glossaries.checks.comparison import Neighbor, Read
from termdesk.application.glossaries.checks.dictionary_checks import DictionaryChecks
from termdesk.application.glossaries.checks.findings import Listing
from termdesk.domain.findings.kinds import (
    KINDS,
    OTHER_GLOSSARY,
    REFUSED,
    REVERSE_CONTRADICTS,
    REVERSE_MANY,
    REVERSE_MISSING,
)
from termdesk.ui.words.lists import list_facts, list_names
from termdesk.ui.words.message_words import localize


class FindingsStatus(QObject):
    """Describes the checks of one dictionary."""

    def __init__(self, checks: DictionaryChecks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._checks = checks

    def sentence(self, listing: Listing, *, is_comparing: bool, failure: str) -> str:
        """Return the number and origin of the findings. `failure` says why other dictionaries could not be read."""
        count = len(listing)
        counted = self.tr("%Ln findings", "", count)
        compared = self._checks.compared
        if failure:
            age = [self.tr("other dictionaries could not be read: {reason}").format(reason=failure)]
        elif is_comparing:
            age = [self.tr("comparing with other dictionaries…")]
        elif compared is None:
            age = [self.tr("not yet compared with other dictionaries")]
        else:
            age = self._age(compared, listing)
        number = len(listing.looked.switched_off)
        off = [self.tr("%Ln kinds switched off", "", number)] if number else []
        return list_facts([counted, *off, *age])

    def describe_skipped_rules(self, listing: Listing) -> str:
        """Return a message that names the rules that were skipped; empty if there are none."""
        rules = list_names(localize(listing.kind(key).title) for key in listing.too_slow)
        return self.tr("Skipped because the pattern takes too long: {rules}").format(rules=rules) if rules else ""

    def describe_empty_list(self, listing: Listing, *, is_ignored: bool) -> str:
        """Return the message for an empty list."""
        if is_ignored:
            return self.tr("No ignored findings.")
        off = listing.looked.switched_off
        names = [localize(kind.title) for key, kind in KINDS.items() if self._was_looked_for(key) and key not in off]
        names += [kind.title for kind in listing.own_kinds.values() if kind.key not in off]
        return self.tr("No findings. Checked for: {names}.").format(names=list_names(names))

    def _was_looked_for(self, kind: str) -> bool:
        compared = self._checks.compared
        if kind == OTHER_GLOSSARY:
            return compared is not None and bool(compared.names)
        if kind in (REVERSE_CONTRADICTS, REVERSE_MISSING, REVERSE_MANY):
            return compared is not None and compared.has_reverse
        return kind != REFUSED

    def _name(self, edited: Neighbor) -> str:
        return self.tr("“{name}” {pair}").format(name=edited.glossary_name, pair=edited.pair)

    def _age(self, compared: Read, listing: Listing) -> list[str]:
        """Return which dictionaries were compared, when they were read, and whether the entries were edited since."""
        count = len(compared.names)
        if not (count or compared.has_reverse):
            return [self.tr("no other glossary has this pair")]
        moment = QDateTime.fromSecsSinceEpoch(round(compared.at.timestamp())).time()
        clock = QLocale().toString(moment, QLocale.FormatType.ShortFormat)
        if not count:
            words = self.tr("compared with the reverse dictionary as of {time}")
        elif compared.has_reverse:
            words = self.tr("compared with %Ln other glossaries and the reverse dictionary as of {time}", "", count)
        else:
            words = self.tr("compared with %Ln other glossaries as of {time}", "", count)
        said = [words.format(time=clock)]
        if edited := self._checks.find_edited_neighbors():
            names = list_names(dict.fromkeys(self._name(each) for each in edited))
            said.append(self.tr("edited since: {names}. Compare again").format(names=names))
        if count := listing.looked.checks.only_in_reverse:
            said.append(self.tr("%Ln entries of the reverse dictionary lead to nothing here", "", count))
        return said
