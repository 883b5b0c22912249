"""The dialog for adding documents: target languages, glossary, output folder and cost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLineEdit, QPushButton, QWidget
from shiboken6 import isValid

from termdesk.application.documents.document_files import (
    USUAL_PATTERN,
    DocumentFile,
    least_billed,
    name_result,
    names_in,
)
from termdesk.application.documents.document_glossaries import DocumentGlossaries
from termdesk.application.documents.document_translator import DocumentChoices, DocumentTranslator
from termdesk.application.languages.list_files import LanguageList
from termdesk.application.translation.unpublished_edits import UnpublishedEdits
from termdesk.application.usage.cost_gate import CostOutlook
from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.domain.glossary import Glossary
from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.window_memory import DocumentsMemory
from termdesk.messages.document_messages import DocumentRemedy
from termdesk.messages.message import Message
from termdesk.messages.text_messages import GlossaryMessage
from termdesk.ui.documents.document_costs import describe_costs, describe_file_costs, describe_listed
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.texts.choices.memory_picker import MemoryPicker
from termdesk.ui.texts.choices.style_picker import StylePicker
from termdesk.ui.texts.cost_question import cost_line
from termdesk.ui.widgets.dialogs import Question, choose_folder
from termdesk.ui.widgets.language_box import LanguageBox, TargetChooser
from termdesk.ui.widgets.plain import PlainLabel, caption, set_tooltip, tooltip
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.lists import list_names, list_sentences
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number

# Glossaries that are found sooner are not announced, because the form would flicker.
SILENT_MILLISECONDS = 700


class AddDocumentsDialog(Question):
    """A dialog that examines the files while it is open.

    After accept, `files` has the translatable ones, `choices` their options.
    """

    def __init__(
        self,
        parent: QWidget,
        paths: Sequence[Path],
        *,
        translator: DocumentTranslator,
        unpublished: UnpublishedEdits,
        languages: LanguageList,
        usage_monitor: UsageMonitor,
        remembered: DocumentsMemory,
        jobs: Jobs,
        proposed: LanguagePair | None = None,
    ) -> None:
        """Build the dialog.

        Without remembered document languages it offers `proposed`, or else the only target of the glossary.
        """
        super().__init__(parent, parent.tr("Translate documents"), "", parent.tr("Translate"))
        self.setObjectName("add_documents_dialog")
        self.resize(760, 680)
        self._paths = list(paths)
        self._translator = translator
        self._unpublished = unpublished
        self._usage_monitor = usage_monitor
        self._remembered = remembered
        self._jobs = jobs
        self._files: dict[Path, DocumentFile] = {}
        # The names that are taken in each folder that was read.
        self._taken: dict[Path, set[str]] = {}
        # The names of the translations of each document, one for each target.
        self._names: dict[Path, list[str]] = {}
        self._folder = Path(remembered.folder) if remembered.folder else None
        # As in Translate, a single matching glossary is chosen until documents have choices of their own.
        self._takes_only_glossary = not remembered.targets
        # Never propose target languages again once the user has ticked or unticked one.
        self._proposes_target = not remembered.targets
        # The languages for which the glossaries are shown.
        self._looked_for: tuple[str, tuple[str, ...]] | None = None
        self._offered = DocumentGlossaries()
        self._reason = ""
        # The id of the glossary to choose if it fits the languages; "" for none.
        self._preferred_id = remembered.glossary_id
        self._make_fields(languages)
        if proposed is not None and not remembered.targets:
            self.source.choose(proposed.source)
            self.targets.choose([proposed.target])
        self.insert(self._form())
        self._make_table()
        self.problem = self._make_line("problem", tone="warning")
        self.listed = self._make_line("listed", tone="warning")
        self.cost = self._make_line("cost")
        self._connect()
        self._look_for_glossaries()
        self._show()
        jobs.start_with_progress(JobKind.EXAMINE_DOCUMENTS, self.tr("Counting characters"), self._examine)

    def _make_fields(self, languages: LanguageList) -> None:
        self.source = LanguageBox("documents_source", self.tr("Source language"))
        self.source.show_languages(
            [("", self.tr("Detect language")), *((each.code, each.name) for each in languages.sources)]
        )
        self.source.choose(self._remembered.source)
        self.targets = TargetChooser("documents_targets")
        self.targets.show_languages(
            [(each.code, each.name) for each in languages.targets], chosen=self._remembered.targets
        )
        self.glossary = QComboBox()
        self.glossary.setObjectName("documents_glossary")
        self.glossary.setAccessibleName(self.tr("Glossary"))
        self.glossary_reason = PlainLabel(wraps=True, tone="muted")
        self.glossary_reason.setObjectName("documents_glossary_reason")
        self.glossary_reason.hide()
        self._waiting_timer = QTimer(self, singleShot=True, interval=SILENT_MILLISECONDS)
        self._waiting_timer.timeout.connect(self._show_waiting)
        self.memories = MemoryPicker(
            "documents", self._translator, kind=JobKind.CHOOSE_DOCUMENT_MEMORY, jobs=self._jobs, parent=self
        )
        self.style_rules = StylePicker(
            "documents", self._translator, kind=JobKind.CHOOSE_DOCUMENT_STYLE_RULES, jobs=self._jobs, parent=self
        )
        self.folder = QComboBox()
        self.folder.setObjectName("documents_folder")
        self.folder.setAccessibleName(self.tr("Folder for the translations"))
        self.folder_button = QPushButton(self.tr("Choose…"))
        self.folder_button.setObjectName("documents_choose_folder")
        self.folder_button.setAccessibleName(self.tr("Choose the folder for the translations"))
        self.folder_button.setAutoDefault(False)
        self.pattern = QLineEdit(self._remembered.pattern or USUAL_PATTERN)
        self.pattern.setObjectName("documents_pattern")
        self.pattern.setAccessibleName(self.tr("Names of the translations"))
        self.pattern.setPlaceholderText(USUAL_PATTERN)
        set_tooltip(
            self.pattern,
            self.tr("{name} stands for the name of the document, {source} and {target} for the languages."),
        )
        self.pattern_example = PlainLabel(wraps=True, tone="muted")
        self.pattern_example.setObjectName("documents_pattern_example")
        self.format = QComboBox()
        self.format.setObjectName("documents_format")
        self.format.setAccessibleName(self.tr("Format of the translations"))
        self.format.addItem(self.tr("The format of each document"), "")
        self._show_folder()

    def _make_table(self) -> None:
        self.table = PlainTable(
            "add_documents_files",
            self.tr("Documents"),
            headings=[self.tr("Document"), self.tr("Characters"), self.tr("Translations")],
            rows=[],
            stretch=2,
        )
        # Long names would leave no room for the names of the translations.
        self.table.limit_first_column()
        self.insert(self.table)

    def _make_line(self, name: str, *, tone: str = "") -> PlainLabel:
        line = PlainLabel(wraps=True, tone=tone)
        line.setObjectName(f"add_documents_{name}")
        self.insert(line)
        return line

    def _form(self) -> QWidget:
        widget = QWidget()
        form = QFormLayout(widget)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(16)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(caption(self.tr("From"), self.source), self.source)
        form.addRow(caption(self.tr("Into"), self.targets), self.targets)
        form.addRow(caption(self.tr("Glossary"), self.glossary), self.glossary)
        form.addRow("", _as_row(self.glossary_reason))
        form.addRow(self.memories)
        form.addRow(caption(self.tr("Style"), self.style_rules), self.style_rules)
        folder = QHBoxLayout()
        folder.setSpacing(8)
        folder.addWidget(self.folder, 1)
        folder.addWidget(self.folder_button)
        form.addRow(caption(self.tr("Save in"), self.folder), folder)
        form.addRow(caption(self.tr("Names"), self.pattern), self.pattern)
        form.addRow("", _as_row(self.pattern_example))
        form.addRow(caption(self.tr("Format"), self.format), self.format)
        form.setRowVisible(self.format, False)
        form.setRowVisible(self.style_rules, False)
        form.setRowVisible(self.glossary_reason, False)
        self._form_layout = form
        return widget

    def _connect(self) -> None:
        self.source.chosen.connect(self._look_for_glossaries)
        self.targets.changed.connect(self._on_targets)
        self.source.chosen.connect(self._show)
        self.style_rules.found.connect(self._show_styles)
        self.folder.activated.connect(self._on_folder)
        self.folder_button.clicked.connect(self._ask_folder)
        self.pattern.textChanged.connect(self._show)
        self.format.activated.connect(self._show)
        self.glossary.activated.connect(self._on_glossary)
        self.accepted.connect(self._remember)

    def _show_styles(self) -> None:
        self._form_layout.setRowVisible(self.style_rules, self.style_rules.has_offer)

    # The glossary

    def _on_targets(self) -> None:
        self._proposes_target = False
        self._look_for_glossaries()
        self._show()

    def _look_for_glossaries(self) -> None:
        self._waiting_timer.start()
        self._jobs.start(
            JobKind.CHOOSE_DOCUMENT_GLOSSARY,
            self.tr("Looking for glossaries"),
            partial(self._read_glossaries, self.source.code, self.targets.chosen),
        )
        self.memories.look(self.source.code, self.targets.chosen)
        self.style_rules.look(self.targets.chosen)

    async def _read_glossaries(self, source: str, targets: tuple[str, ...]) -> None:
        found = await self._translator.glossaries(source=source, targets=targets)
        if not isValid(self):
            return
        chosen = self.glossary.currentData()
        preferred = chosen.glossary_id if isinstance(chosen, Glossary) else self._preferred_id
        self.glossary.clear()
        self.glossary.addItem(self.tr("No glossary"), None)
        for each in found.glossaries:
            self.glossary.addItem(each.name, each)
            is_for_all = bool(targets) and not found.targets_without(each)
            is_only = self._takes_only_glossary and is_for_all and len(found.glossaries) == 1
            if each.glossary_id == preferred or is_only:
                self.glossary.setCurrentIndex(self.glossary.count() - 1)
        self.glossary.setEnabled(bool(found.glossaries))
        self._looked_for, self._offered = (source, targets), found
        self._waiting_timer.stop()
        self._show_cost()
        self._show_reason(found.reason if targets else "")
        if self._proposes_target and len(found.glossaries) == 1:
            self._propose_target(found.glossaries[0])
        if source and len(targets) == 1 and found.lacks_dictionary:
            pair = LanguagePair(source, targets[0])
            draft = await self._unpublished.draft(pair)
            if draft is not None and isValid(self):
                self._show_reason(GlossaryMessage.ONLY_DRAFT(name=draft.name, pair=str(pair)))

    def _show_waiting(self) -> None:
        """Say why nothing can be sent yet: a service that does not answer is asked for a minute."""
        self.glossary_reason.setText(self.tr("Looking for glossaries…"))
        self.glossary_reason.set_tone("muted")
        self._form_layout.setRowVisible(self.glossary_reason, True)

    def _show_reason(self, reason: str) -> None:
        self._reason = reason
        self._show_glossary_line()

    def _show_glossary_line(self) -> None:
        """Show advice about glossaries, and for which languages the chosen one is not used."""
        chosen, left_out = self.glossary.currentData(), ""
        without = self._offered.targets_without(chosen) if isinstance(chosen, Glossary) else ()
        if without:
            left_out = self.tr("It has no dictionary for {languages}: these are translated without a glossary.").format(
                languages=list_names(map(language_name, without))
            )
        words = list_sentences((left_out, localize(self._reason)))
        self.glossary_reason.setText(words)
        self.glossary_reason.set_tone("warning" if without else "muted")
        self._form_layout.setRowVisible(self.glossary_reason, bool(words))

    def _on_glossary(self) -> None:
        self._takes_only_glossary = False
        chosen = self.glossary.currentData()
        self._preferred_id = chosen.glossary_id if isinstance(chosen, Glossary) else ""
        self._show_glossary_line()
        self._show_listed()
        if isinstance(chosen, Glossary):
            self._propose_target(chosen)

    def _propose_target(self, glossary: Glossary) -> None:
        """If no target language is chosen yet, choose the one that the glossary translates into."""
        source = root(self.source.code)
        targets = {each.pair.target for each in glossary.dictionaries if each.pair.source == source}
        if len(targets) == 1 and not self.targets.chosen:
            self.targets.choose(list(targets))

    # The folder

    def _show_folder(self) -> None:
        self.folder.clear()
        self.folder.addItem(self.tr("The folder of each document"), None)
        if self._folder is not None:
            self.folder.addItem(str(self._folder), self._folder)
            self.folder.setCurrentIndex(1)

    def _on_folder(self) -> None:
        if self.folder.currentIndex() == 0:
            self._folder = None
        self._show()

    def _ask_folder(self) -> None:
        self._jobs.start(JobKind.CHOOSE_DOCUMENT_FOLDER, self.tr("Choosing a folder"), self._choose_folder)

    async def _choose_folder(self) -> None:
        start = str(self._folder or (self._paths[0].parent if self._paths else ""))
        folder = await choose_folder(self, self.tr("Folder for the translations"), folder=start)
        if folder is not None and isValid(self):
            await self._read_names([folder])
            if isValid(self):
                self._folder = folder
                self._show_folder()
                self._show()

    # The files and what they cost

    async def _read_names(self, folders: Iterable[Path]) -> None:
        """Read which names are taken, because no file is overwritten that is there or will be there."""
        results = [Path(each) for each in await self._translator.result_paths()]
        for folder in folders:
            expected = {each.name.casefold() for each in results if each.parent == folder}
            self._taken[folder] = expected | await asyncio.to_thread(names_in, folder)

    async def _examine(self, progress: JobProgress) -> None:
        await self._translator.cost_gate.count_used_today()
        await self._read_names({each.parent for each in self._paths} | ({self._folder} if self._folder else set()))
        if not isValid(self):
            return
        self._show_names()
        for number, path in enumerate(self._paths):
            progress.step(number, len(self._paths))
            self._files[path] = await self._translator.examine(path)
            if not isValid(self):
                return
            # Update only the row of this file: a folder may hold hundreds of files.
            self._show_row(number, path)
        self._offer_formats()
        self._show_names()
        self._show_problems()
        self._show_cost()

    def _offer_formats(self) -> None:
        """Offer the other formats into which some of the documents can be converted."""
        kinds = [file.kind for file in self.files if file.kind is not None]
        for each in dict.fromkeys(output for kind in kinds for output in kind.outputs):
            self.format.addItem(each.upper(), each)
        self._form_layout.setRowVisible(self.format, self.format.count() > 1)

    @property
    def files(self) -> list[DocumentFile]:
        """The files that can be translated."""
        return [each for each in self._files.values() if each.can_be_translated]

    @property
    def choices(self) -> DocumentChoices:
        """The choices for these documents."""
        glossary = self.glossary.currentData()
        memories = {target: self.memories.memory_for(target) for target in self.targets.chosen}
        style_rules = {target: self.style_rules.style_rules_for(target) for target in self.targets.chosen}
        return DocumentChoices(
            self.targets.chosen,
            self.source.code,
            glossary if isinstance(glossary, Glossary) else None,
            self.folder.currentData(),
            self.pattern.text().strip(),
            self.format.currentData(),
            {target: memory for target, memory in memories.items() if memory is not None},
            {target: rules for target, rules in style_rules.items() if rules is not None},
        )

    def _show(self) -> None:
        self.table.setRowCount(len(self._paths))
        self._show_names()
        self._show_problems()
        self._show_cost()

    def _show_problems(self) -> None:
        refused = [each for each in self._files.values() if each.problem]
        # More lines would push the buttons off the screen. Each row of the table shows its own reason.
        shown = refused[:2]
        # Rows do not list the formats, so they are listed here if any document needs them.
        offered = [localize(each.remedy) for each in refused[2:] if _lists_formats(each)]
        if any(map(_lists_formats, shown)):
            offered.clear()
        lines = [list_sentences((localize(each.problem), localize(each.remedy))) for each in shown]
        if len(refused) > len(shown):
            more = self.tr("%Ln more documents cannot be translated.", "", len(refused) - len(shown))
            lines.append(list_sentences((more, *offered[:1])))
        self.problem.setText("\n".join(lines))
        self.problem.setVisible(bool(lines))

    def _show_names(self) -> None:
        """Show the file names of the translations, or an example of the pattern before a language is chosen."""
        targets = self.targets.chosen
        taken = {folder: set(names) for folder, names in self._taken.items()}
        self._names = {path: [self._name_result(path, each, taken) for each in targets] for path in self._paths}
        for number, path in enumerate(self._paths):
            self._show_row(number, path)
        path = self._paths[0] if self._paths else Path("report.docx")
        name = self._names[path][0] if targets and self._paths else self._name_result(path, "de", taken)
        self.pattern_example.setText(self.tr("Example: {name}").format(name=name))
        self._form_layout.setRowVisible(self.pattern_example, not targets)

    def _name_result(self, path: Path, target: str, taken: dict[Path, set[str]]) -> str:
        file, output_format = self._files.get(path), self.format.currentData()
        folder = self.folder.currentData() or path.parent
        return name_result(
            self.pattern.text().strip(),
            path,
            source=self.source.code,
            target=target,
            taken=taken.setdefault(folder, set()),
            output_format=file.output_format(output_format) if file else "",
        )

    def _show_row(self, row: int, path: Path) -> None:
        self.table.show_row(row, self._row(path))
        file = self._files.get(path)
        words = describe_file_costs(file, self.targets.chosen) if file is not None else ""
        for column in range(self.table.columnCount()):
            item = self.table.item(row, column)
            assert item is not None, "the row is shown"
            item.setToolTip(tooltip(words))
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, words)

    def _row(self, path: Path) -> tuple[str, str, str]:
        file = self._files.get(path)
        if file is None:
            return path.name, self.tr("…"), ""
        if not file.can_be_translated:
            # The list of formats is the same for all, and said below the table.
            remedy = "" if _lists_formats(file) else localize(file.remedy)
            return path.name, "–", list_sentences((localize(file.problem), remedy))
        # Languages into which a part is translated already cost less than others.
        costs = [file.least_billed(each) for each in self.targets.chosen or ("",)]
        characters = format_number(min(costs))
        if file.billed is None:
            characters = self.tr("{characters} or more").format(characters=characters)
        elif min(costs) < max(costs):
            characters = self.tr("{least} to {most}").format(least=characters, most=format_number(max(costs)))
        return path.name, characters, list_names(self._names.get(path, ()))

    def _show_listed(self) -> None:
        """Say which documents would be translated, and may be billed, a second time."""
        found = self._translator.find_listed(self.files, self.choices)
        self.listed.setText(describe_listed(found, self._translator.cost_gate) if found else "")
        self.listed.setVisible(bool(found))

    def _show_cost(self) -> None:
        self._show_listed()
        targets, files = self.targets.chosen, self.files
        is_examined = len(self._files) == len(self._paths)
        total = least_billed(files, targets)
        if not is_examined:
            words = self.tr("Counting characters…")
        elif not files:
            words = ""
        elif not targets:
            words = self.tr("Choose at least one language to translate into.")
        else:
            words = describe_costs(files, targets, self._translator.cost_gate)
        outlook = self._usage_monitor.outlook(total) if is_examined else CostOutlook()
        words, tone = cost_line(words, outlook)
        self.cost.setText(words)
        self.cost.set_tone(tone)
        # Until the glossaries are known, that of other languages would be sent along.
        is_ready = is_examined and self._looked_for == (self.source.code, targets)
        self.accept_button.setEnabled(is_ready and bool(files and targets) and outlook.refusal is None)

    def _remember(self) -> None:
        choices = self.choices
        self._remembered.source = choices.source
        self._remembered.targets = list(choices.targets)
        self._remembered.glossary_id = choices.glossary.glossary_id if choices.glossary else ""
        self._remembered.folder = str(choices.folder or "")
        self._remembered.pattern = choices.pattern if choices.pattern != USUAL_PATTERN else ""


def _as_row(label: PlainLabel) -> PlainLabel:
    """Return the label with room for one line, or for more if it needs them. A form takes three for any text."""
    label.setMinimumWidth(label.fontMetrics().averageCharWidth() * 55)
    return label


def _lists_formats(file: DocumentFile) -> bool:
    """Whether the remedy is the list of formats, which is the same for all documents."""
    return isinstance(file.remedy, Message) and file.remedy.kind is DocumentRemedy.OFFERED
