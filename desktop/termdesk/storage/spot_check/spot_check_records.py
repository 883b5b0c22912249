"""All stored records of spot-checks."""

from __future__ import annotations

from termdesk.storage.database import Database
from termdesk.storage.spot_check.outputs import Outputs
from termdesk.storage.spot_check.runs import SpotCheckRuns
from termdesk.storage.spot_check.sentence_sets import SentenceSets
from termdesk.storage.spot_check.temporary_glossaries import TemporaryGlossaries
from termdesk.storage.spot_check.verdicts import VerdictStore


class SpotCheckRecords:
    """One attribute for each kind of record."""

    def __init__(self, database: Database) -> None:
        self.sets = SentenceSets(database)
        self.outputs = Outputs(database)
        self.runs = SpotCheckRuns(database)
        self.verdicts = VerdictStore(database)
        self.temporary_glossaries = TemporaryGlossaries(database)
