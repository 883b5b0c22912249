"""The dialog that reports damage found at the start, and lets the user choose a repair."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
)

from termdesk.application.recovery.database_repair import (
    DamageFinding,
    DamageKind,
    Offer,
    Remedies,
    RepairResult,
    RescueResult,
)
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.dialogs import fit_to_words, show_dialog
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.words.lists import list_names, list_sentences
from termdesk.ui.words.numbers import format_date_and_time, format_number

if TYPE_CHECKING:
    from termdesk.application.recovery.database_repair import DatabaseRepair


async def repair_damage(repair: DatabaseRepair) -> RepairResult | None:
    """Ask how to repair a damaged database, then repair it. Return None if the user quits. Raises StorageFailed."""
    dialog = DamageDialog(repair.findings, await repair.remedies(), folder=str(repair.damage.path.parent))
    if not await show_dialog(dialog):
        return None
    return await repair.apply(dialog.chosen_remedy())


class DamageDialog(QDialog):
    """A top-level window, because no other is open yet. The repair that loses least is preselected."""

    def __init__(self, findings: tuple[DamageFinding, ...], remedies: Remedies, *, folder: str) -> None:
        super().__init__()
        self.setObjectName("damage_dialog")
        self.setWindowTitle("Termdesk")
        self.setWindowIcon(theme.program_icon())
        self.setMinimumWidth(560)
        self._remedies = remedies
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(12)
        heading = PlainLabel(_tr("Your saved work is damaged"), wraps=True)
        theme.make_heading(heading)
        column.addWidget(heading)
        found = PlainLabel("\n".join(finding_words(each) for each in findings), wraps=True, tone="problem")
        found.setObjectName("damage_findings")
        found.make_selectable()
        column.addWidget(found)
        column.addWidget(PlainLabel(_tr("How do you want to continue?")))
        self._choices = QButtonGroup(self)
        self.backups = QComboBox()
        self._offer(column)
        kept = _tr("The damaged files are always kept, in a folder of their own in {folder}.")
        column.addWidget(PlainLabel(kept.format(folder=folder), wraps=True, tone="muted"))
        column.addWidget(self._buttons())

    def chosen_remedy(self) -> Offer | RescueResult | None:
        """Return the chosen remedy. None starts with an empty database."""
        button = self._choices.checkedButton()
        name = button.objectName() if button else ""
        if name == "damage_backup":
            return self._remedies.backups[self.backups.currentIndex()]
        return self._remedies.rescued if name == "damage_rescued" else None

    def _offer(self, column: QVBoxLayout) -> None:
        best, rescued = self._remedies.best, self._remedies.rescued
        if rescued is not None:
            self._add_choice(column, "damage_rescued", rescued_words(rescued), is_best=best is rescued)
        if self._remedies.backups:
            choice = self._add_choice(column, "damage_backup", _tr("Restore a backup"), is_best=isinstance(best, Offer))
            self.backups.setObjectName("damage_backups")
            self.backups.setAccessibleName(_tr("Backup to restore"))
            self.backups.addItems([offer_words(each) for each in self._remedies.backups])
            if isinstance(best, Offer):
                self.backups.setCurrentIndex(self._remedies.backups.index(best))
            self.backups.activated.connect(lambda: choice.setChecked(True))
            inset = QHBoxLayout()
            # Indents text below its choice. Unlike a margin, a spacing switches sides in right-to-left layouts.
            inset.addSpacing(26)
            inset.addWidget(self.backups, 1)
            column.addLayout(inset)
        words = _tr("Start empty: glossaries on the service can be read again")
        self._add_choice(column, "damage_anew", words, is_best=best is None)

    def _add_choice(self, column: QVBoxLayout, name: str, words: str, *, is_best: bool) -> QRadioButton:
        button = QRadioButton(words)
        button.setObjectName(name)
        button.setAccessibleName(words)
        button.setChecked(is_best)
        self._choices.addButton(button)
        column.addWidget(button)
        return button

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        for words, name, role in (
            (_tr("Repair and start"), "damage_accept", QDialogButtonBox.ButtonRole.AcceptRole),
            (_tr("Quit"), "damage_quit", QDialogButtonBox.ButtonRole.RejectRole),
        ):
            button = QPushButton(words)
            button.setObjectName(name)
            button.setAccessibleName(words)
            buttons.addButton(button, role)
            if name == "damage_accept":
                button.setProperty("role", "primary")
                button.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons

    # Qt overrides

    def showEvent(self, event: QShowEvent) -> None:
        fit_to_words(self)
        super().showEvent(event)


def finding_words(finding: DamageFinding) -> str:
    """Return the finding as a sentence."""
    match finding.kind:
        case DamageKind.MISSING:
            return _tr("The file with your work is missing.")
        case DamageKind.EMPTIED:
            return _tr("The file with your work is empty, although work was saved in it.")
        case DamageKind.CHANGED_PAGES:
            return _tr("%Ln of {total} parts of the file are not as Termdesk wrote them.", "", finding.count).format(
                total=format_number(finding.total)
            )
        case DamageKind.LOST_END if finding.count:
            return _tr("The last %Ln saved edits are missing.", "", finding.count)
        case DamageKind.LOST_END:
            return _tr("The end of the saved work is missing. It contained no edits.")
        case DamageKind.BROKEN_REFERENCES:
            return _tr("Some saved work belongs to a dictionary that is missing.")
    return _tr("The file with your work cannot be read: {reason}.").format(reason=finding.words)


def rescued_words(rescued: RescueResult) -> str:
    """Return what would be kept and lost by continuing with the damaged files."""
    dictionaries = _tr("%Ln dictionaries", "", rescued.dictionaries)
    lost = rescued.lost_edits
    kept = _tr("Use what can still be read: {dictionaries}, no edit is lost")
    if lost:
        kept = _tr("Use what can still be read: {dictionaries}, %Ln edits are lost", "", lost)
    words = kept.format(dictionaries=dictionaries)
    if names := rescued.lost_drafts[:3]:
        words += "\n" + _tr("Without: {names}").format(names=list_names(names))
    return words


def offer_words(offer: Offer) -> str:
    """Return when a backup was made, and how many edits it lacks."""
    lost = offer.lost_edits
    words = _tr("{moment} – %Ln edits are lost", "", lost) if lost else _tr("{moment} – no edit is lost")
    return words.format(moment=moment_words(offer.backup.moment))


def repaired_words(repaired: RepairResult) -> str:
    """Return what the repair did, and where the damaged files are now."""
    if repaired.moment is not None:
        done = _tr("The backup of {moment} was restored.").format(moment=moment_words(repaired.moment))
    elif repaired.remedy is not None:
        done = _tr("Termdesk continues with what could be read.")
    else:
        done = _tr("Termdesk started empty.")
    return list_sentences((done, _tr("The damaged files are in {folder}.").format(folder=repaired.aside)))


def moment_words(moment: datetime) -> str:
    """Return a moment in local time, as the locale writes it."""
    return format_date_and_time(moment)


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("DamageDialog", text, comment, n)
