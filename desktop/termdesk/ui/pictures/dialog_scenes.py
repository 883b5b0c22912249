"""Dialogs that normally need a damage, a crash, another user or a system dialog to appear.

Here they open with samples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import cycle
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QDialog

from termdesk.application.failures import LargeRemoval, NotVerified, PublishViolation
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.exporting.export import export_formats
from termdesk.application.glossaries.exporting.exporter import ExportItem
from termdesk.application.glossaries.multilingual.affected_dictionaries import AffectedDictionary
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan
from termdesk.application.glossaries.publishing.run_plan import PublishRun, PublishStep, RunState, StepPlan, StepState
from termdesk.application.glossaries.publishing.run_undo import UndoOutcome, UndoPreview
from termdesk.application.glossaries.releases.releases import (
    Bundle,
    BundleFinding,
    DictionaryChanges,
    IncomingChanges,
    Manifest,
    ReleasePlan,
)
from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
from termdesk.application.glossaries.transfer.glossary_transfer import CopiedDictionary, TransferRecord
from termdesk.application.glossaries.transfer.interrupted_transfer import InterruptedTransfer
from termdesk.application.glossaries.transfer.transfer_plan import PlannedDictionary, PlannedGlossary, TransferPlan
from termdesk.application.glossaries.transfer.transfer_remains import Remains
from termdesk.application.improvement.improvement import (
    ImprovementResult,
    ImproveOptions,
    ImproveRequest,
    TextImprover,
)
from termdesk.application.improvement.style_comparison import StyleComparison
from termdesk.application.recovery.database_repair import (
    Backup,
    DamageFinding,
    DamageKind,
    Offer,
    Remedies,
    RescueResult,
)
from termdesk.application.recovery.start_problems import ProblemKind, StartProblem
from termdesk.application.session.local_engines import LocalEngines, Training
from termdesk.application.session.profiles import RemovedProfile
from termdesk.application.session.providers import LOCAL
from termdesk.application.session.session import Session
from termdesk.application.stored_failure import encode_failure
from termdesk.application.usage.cost_gate import CostOutlook
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference, Method
from termdesk.domain.merging.merge import Conflict
from termdesk.domain.merging.term_records import RecordConflict, TermRecord, TermRecords, compare_records
from termdesk.domain.progress import NoProgress
from termdesk.domain.similarity.text_diff import compare
from termdesk.domain.texts import TONES, WRITING_STYLES, EngineReport
from termdesk.messages.entry_messages import EntryMessage, EntryRemedy, PublishMessage
from termdesk.messages.glossary_messages import PublishFailure, TransferProgress
from termdesk.messages.release_messages import ReleaseMessage
from termdesk.messages.service_messages import AnswerMessage
from termdesk.ui.engines.engines_dialog import EnginesDialog
from termdesk.ui.engines.train_dialog import TrainDialog
from termdesk.ui.glossaries.exporting.export_many_dialog import ExportManyDialog
from termdesk.ui.glossaries.library.large_removal_dialog import LargeRemovalDialog
from termdesk.ui.glossaries.multilingual.edit_dialog import StepSheet
from termdesk.ui.glossaries.pane.add_entry_dialog import AddEntryDialog
from termdesk.ui.glossaries.publishing.merge_dialog import MergeDialog
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog
from termdesk.ui.glossaries.publishing.run_dialog import RunDialog, RunProgressDialog
from termdesk.ui.glossaries.publishing.undo_dialog import UndoDialog
from termdesk.ui.glossaries.publishing.violations_dialog import ViolationsDialog
from termdesk.ui.glossaries.releases.record_words import all_difference_words
from termdesk.ui.glossaries.releases.take_over_dialog import TakeOverDialog
from termdesk.ui.glossaries.releases.write_dialog import WriteReleaseDialog
from termdesk.ui.glossaries.transfer.interrupted_dialog import InterruptedDialog
from termdesk.ui.glossaries.transfer.transfer_dialog import TransferDialog
from termdesk.ui.improvement.style_box import describe_style, styles_and_tones
from termdesk.ui.improvement.styles_dialog import StylesDialog
from termdesk.ui.profiles.account_question import AccountQuestion
from termdesk.ui.recovery.crash_dialog import CrashDialog, crash_report
from termdesk.ui.recovery.damage_dialog import DamageDialog
from termdesk.ui.recovery.report_dialog import ReportDialog, report_of
from termdesk.ui.recovery.start_problem_dialog import StartProblemDialog
from termdesk.ui.shell.main_window import MainWindow
from termdesk.ui.spot_check.sample_dialog import SampleDialog
from termdesk.ui.spot_check.set_dialog import SetDialog
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.service_words import service_title

Opening = tuple[str, Callable[[], QDialog]]

PAIR = LanguagePair("en", "fr")
MOMENT = datetime(2026, 3, 14, 15, 9, tzinfo=UTC)
FINDINGS = (
    DamageFinding(DamageKind.CHANGED_PAGES, count=3, total=1200),
    DamageFinding(DamageKind.LOST_END, count=2, total=940),
    DamageFinding(DamageKind.BROKEN_REFERENCES, count=1),
)
LETTER = "We wanted to ask you whether you could send us the annex, because we need it tomorrow."
BETTER_LETTER = "Please send us the annex by tomorrow."
STACKS = "Fatal Python error: Segmentation fault\n  File grid_view.py, line 120 in paintEvent"


class _EnginesAtWork(LocalEngines):
    """The local engines, with trainings in each state."""

    async def trainings(self) -> list[Training]:
        left_out = {"twice": 412, "too long": 3}
        return [
            Training("1", "Solar energy", PAIR, "running", "aligning words", 0.4, 9_120, left_out, ""),
            Training("2", "Water, eight languages", PAIR, "queued", "", None, 0, {}, ""),
            Training("3", "Problems (ar)", PAIR, "done", "", None, 12_004, left_out, ""),
            Training("4", "Problems (ja)", PAIR, "cancelled", "", None, 0, {}, ""),
        ]


def recovery_dialogs(window: MainWindow, session: Session, folder: Path) -> Iterator[Opening]:
    """Yield (name, factory) for each dialog after damage, a crash or a failed start."""
    backups = tuple(Offer(Backup(folder / "backup", number, MOMENT, 9, 12, "0f"), number * 7) for number in (1, 2))
    rescued = RescueResult(folder / "rescued", dictionaries=12, edits=938, lost_edits=2, lost_drafts=("Water",))
    yield "damage", lambda: DamageDialog(FINDINGS, Remedies(backups, rescued), folder=str(folder))
    for kind in ProblemKind:
        # The operating system's error message about a folder.
        reason = str(folder) if kind is ProblemKind.FOLDER else ""
        problem = StartProblem(kind, folder, reason=reason, offer=backups[0])
        yield f"start-{kind.name.lower()}", partial(StartProblemDialog, problem)
    yield (
        "crash",
        lambda: CrashDialog(
            window, crash_report(STACKS), jobs=window.jobs, write=lambda _path, _text: None, delete=lambda: None
        ),
    )
    yield "report", lambda: ReportDialog(window, report_of(ValueError()))
    yield "train", lambda: TrainDialog(window, folder / "water.tmx", pair=PAIR)
    yield "engines-training", lambda: EnginesDialog(window, _EnginesAtWork(session), window.jobs)


def profile_dialogs(window: MainWindow) -> Iterator[Opening]:
    """Yield (name, factory) for each question about a new profile of a service with deleted profiles."""
    removed = (RemovedProfile("agency", "Agency"), RemovedProfile("agency 2", "Agency, second contract"))
    yield "account-one", lambda: AccountQuestion(window, "Agency", removed[:1])
    yield "account-several", lambda: AccountQuestion(window, "Agency", removed)


def spot_check_dialogs(window: MainWindow, summary: GlossarySummary) -> Iterator[Opening]:
    """Yield (name, factory) for each dialog of the Spot-check pane."""
    yield "spot-check-set", lambda: SetDialog(window, [summary], known=None, pair=PAIR)
    yield "spot-check-sample", lambda: SampleDialog(window, glossary=summary.name, has_draft=True)


def text_dialogs(window: MainWindow, improver: TextImprover, summary: GlossarySummary) -> Iterator[Opening]:
    """Yield (name, factory) for each dialog about the result of a text, or about a phrase in it."""
    request = ImproveRequest(LETTER, "en", writing_style="business")
    comparison = StyleComparison()
    chunks = tuple(compare(LETTER, BETTER_LETTER))
    comparison.keep(
        improver.service,
        ImprovementResult(request, BETTER_LETTER, "en", "en", len(LETTER), chunks, EngineReport()),
    )
    offered = [(each, describe_style(each)) for each in styles_and_tones(ImproveOptions(WRITING_STYLES, TONES))]
    yield (
        "improve-styles",
        lambda: StylesDialog(
            window,
            LETTER,
            "en",
            styles_and_tones=offered,
            improver=improver,
            comparison=comparison,
            jobs=window.jobs,
            outlook_for=lambda _count: CostOutlook(),
        ),
    )
    items = [LibraryItem(summary, row) for row in summary.rows]
    pairs = [row.pair for row in summary.rows]
    yield "add-entry", lambda: AddEntryDialog(window, "well", "", pairs=pairs, items=items)


def glossary_dialogs(
    window: MainWindow, dictionary: OpenDictionary, summary: GlossarySummary, folder: Path
) -> Iterator[Opening]:
    """Yield (name, factory) for each dialog about changes by others, many files, or many dictionaries."""
    entries = dictionary.entries
    for name, has_local_entries in (("large-removal", True), ("large-removal-unknown", False)):
        removal = LargeRemoval("Water", PAIR, local=900, remote=12, removed=888, has_local_entries=has_local_entries)
        yield name, partial(LargeRemovalDialog, window, removal)
    violations = (
        PublishViolation(EntryMessage.EMPTY(), EntryRemedy.EMPTY(), row=1, column=TARGET),
        PublishViolation(EntryMessage.ENDS_WITH_SPACE(), EntryRemedy.OUTER_SPACE(), row=3),
    )
    plan = PublishPlan(dictionary, 0, entries, Method.MERGE, violations=violations)
    yield "violations", lambda: ViolationsDialog(window, plan)
    merged = PublishPlan(
        dictionary,
        0,
        entries,
        Method.MERGE,
        incoming=Difference({"tap": "robinet"}, {"weir": ("digue", "déversoir")}, {"sluice": "écluse"}),
        conflicts=(Conflict("well", "puits", "puits d’eau", "forage"), Conflict("pump", "pompe", "pompe", None)),
        incoming_needs_confirmation=True,
    )
    yield "merge", lambda: MergeDialog(window, merged)
    touched = [AffectedDictionary(PAIR, number + 1, method) for number, method in enumerate(Method)]
    verb = QCoreApplication.translate("StepSheet", "Change all")
    clashes = [language_name("fr")]
    yield "edit-many", lambda: StepSheet(window, dictionary.name, verb, touched=touched, clashes=clashes)
    formats = export_formats()
    plans = {
        ending: [
            ExportItem(summary, row, folder / f"{row.pair.target}{ending}", exists=row.pair.target == "fr")
            for row in summary.rows
        ]
        for ending in formats
    }
    yield "export-many", lambda: ExportManyDialog(window, folder, formats, plans)
    for name, is_move in (("copy-to-service", False), ("move-to-service", True)):
        transfer = _transfer_plan(dictionary, summary, is_move=is_move)
        yield name, partial(TransferDialog, window, transfer, service="Agency")
        yield f"{name}-interrupted", partial(_interruption_dialog, window, summary, is_move=is_move)


def publishing_dialogs(window: MainWindow, dictionaries: Sequence[OpenDictionary]) -> Iterator[Opening]:
    """Yield (name, factory) for each dialog about publishing several dictionaries."""
    plans = [
        StepPlan.of(
            PublishPlan(
                each,
                0,
                each.entries,
                Method.CREATE if number == 0 else Method.REPLACE,
                Difference({"tap": "1"}, {}, {"weir": "2"} if number % 3 == 1 else {}),
                findings=(PublishMessage.BAD_NAME(),) if number == 2 else (),
                byte_count=each.entries.size_in_bytes(),
                needs_typed_confirmation=number == 1,
            )
        )
        for number, each in enumerate(dictionaries)
    ]
    service = "Agency (terms.example.org)"
    yield "publish-many", lambda: PublishDialog(window, plans, service=service, offers_spot_check=True)
    yield "publish-progress", lambda: _run_progress_dialog(window, plans, service)
    moment = MOMENT.timestamp()
    for run_state in RunState:
        states = [StepState.PLANNED] * len(plans)
        if run_state is not RunState.WAITING:
            states = [each for _, each in zip(plans, cycle(StepState), strict=False)]
        steps = tuple(_step_of(plan, item, state) for item, (plan, state) in enumerate(zip(plans, states, strict=True)))
        run = PublishRun("run", "agency", run_state, moment, steps)
        phrases = [PublishFailure.PHRASE(phrase=each) for each in ("tap", "weir")]
        partly_stored = PublishFailure.PARTLY_STORED(12, total=15, phrases=phrases)
        reason = localize(AnswerMessage.UNREACHABLE() if run_state is RunState.WAITING else partly_stored)
        yield f"publish-{run_state}", partial(RunDialog, window, run, service=service, reason=reason)
    preview = UndoPreview(tuple(zip(steps, cycle(UndoOutcome), strict=False)))
    yield "publish-undo", lambda: UndoDialog(window, preview, service=service)


def _run_progress_dialog(window: MainWindow, plans: Sequence[StepPlan], service: str) -> RunProgressDialog:
    dialog = RunProgressDialog(window, plans, service=service, get_wait=lambda: "")
    for item, state in enumerate((StepState.VERIFIED, StepState.PARTLY, StepState.SENT)):
        dialog.show_step(item, state)
    return dialog


def _step_of(plan: StepPlan, item: int, state: StepState) -> PublishStep:
    draft, counts = plan.draft, (plan.added, plan.changed, plan.removed)
    return PublishStep(item, draft.draft_id, None, draft.glossary_name, draft.pair, "shown", *counts, state)


def release_dialogs(window: MainWindow, dictionary: OpenDictionary, folder: Path) -> Iterator[Opening]:
    """Yield (name, factory) for each dialog about releases."""
    here = TermRecords.of(dictionary.entries)
    remote = TermRecords({**here.targets, "tap": "robinet", "weir": "digue"})
    changes = DictionaryChanges(PAIR, here, remote, compare_records(here, remote))
    words = all_difference_words(NoProgress(), [changes])
    plan = ReleasePlan(dictionary.name, folder, None, {PAIR: remote}, (changes,), "1.4")
    yield "release-write", lambda: WriteReleaseDialog(window, plan, words)
    manifest = Manifest(1, dictionary.name, "1.4", "2026-03-14", "", (), ())
    finding = BundleFinding("en-fr.tsv", ReleaseMessage.FILE_DIFFERS(file="en-fr.tsv", version="1.4"))
    bundle = Bundle(folder, manifest, {}, (finding,), "", "")
    conflict = RecordConflict("well", *map(TermRecord, ("puits", "puits d’eau", "forage")))
    incoming = [IncomingChanges(changes, (conflict,))]
    yield "release-take-over", lambda: TakeOverDialog(window, bundle, incoming, words, target=dictionary.name)


def _interruption_dialog(window: MainWindow, summary: GlossarySummary, *, is_move: bool) -> InterruptedDialog:
    """Return the question about a transfer of which one dictionary is done."""
    pairs = tuple(row.pair for row in summary.rows)
    dictionaries = tuple(CopiedDictionary(pair, "", is_done=number == 0) for number, pair in enumerate(pairs))
    error = NotVerified(trace_id="7C2F44E09AB14B5E8D0E6A1F2C3B4D5E")
    keys = ("t", "local", "water", "agency", "water-2", f"{summary.name} (2)")
    record = TransferRecord(*keys, pairs, is_move, summary.name, encode_failure(error), dictionaries)
    reason = TransferProgress.REASON(reason=localize(error.message))
    interrupted = InterruptedTransfer(record, service_title(LOCAL), "Agency", reason)
    remains = dict(zip(pairs, cycle((Remains.UNKNOWN, Remains.DISCARDED)), strict=False))
    return InterruptedDialog(window, interrupted, remains)


def _transfer_plan(dictionary: OpenDictionary, summary: GlossarySummary, *, is_move: bool) -> TransferPlan:
    """Return a plan of two glossaries: the first has a taken name and a language that cannot be transferred."""
    entries, language = dictionary.entries, language_name("th")
    violation = PublishFailure.NO_GLOSSARIES_INTO(service="Agency (terms.example.org)", language=language)
    dictionaries = [
        PlannedDictionary(row, "", len(entries), entries.size_in_bytes(), violation if row.pair.target == "th" else "")
        for row in summary.rows
    ]
    other = GlossarySummary("contracts", "contracts", "Contracts Brandt 2020")
    planned = (
        PlannedGlossary(summary, f"{summary.name} (2)", tuple(dictionaries), is_name_taken=True),
        PlannedGlossary(other, other.name, tuple(dictionaries[:1])),
    )
    return TransferPlan("Agency (terms.example.org)", is_move, planned, {summary.name})
