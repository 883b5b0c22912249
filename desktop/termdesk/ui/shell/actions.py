"""All actions of the window in one table: names, menus, keys. Menus and the keys dialog are built from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import tooltip
from termdesk.ui.words.lists import list_names

StandardKey = QKeySequence.StandardKey


@dataclass(frozen=True, slots=True)
class Spec:
    """An action. `keys` are portable key texts or standard keys; the menu shows the first one."""

    name: str
    menu: str
    text: str
    keys: tuple[str | StandardKey, ...] = ()
    icon: str = ""
    starts_group: bool = False
    is_switch: bool = False


# No Alt with a letter (it opens menus), and no Ctrl+Alt with a letter (AltGr types letters with it on Windows).
SPECS = (
    Spec("new_glossary", "File", "&New glossary…", (StandardKey.New,), "add"),
    Spec("import_file", "File", "&Import a file…", (StandardKey.Open,), "import"),
    Spec("open_sample", "File", "Open a &sample", (), "sample"),
    Spec("export_file", "File", "&Export…", ("Ctrl+E",), "export"),
    Spec("publish", "File", "&Publish…", ("Ctrl+Shift+P",), "publish", True),
    Spec("publish_everything", "File", "Publish every&thing unpublished…"),
    Spec("unfinished_publishing", "File", "&Unfinished publishing…"),
    Spec("close_dictionary", "File", "&Close dictionary", ("Ctrl+W",)),
    Spec("connect", "File", "C&onnect to a service…", (), "connect", True),
    Spec("profiles", "File", "Profi&les…"),
    Spec("preferences", "File", "P&references…", ("Ctrl+,",), "settings"),
    Spec("quit", "File", "&Quit", ("Ctrl+Q",), "", True),
    Spec("undo", "Edit", "&Undo", (StandardKey.Undo,), "undo"),
    Spec("redo", "Edit", "&Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "redo"),
    Spec("history", "Edit", "&History…"),
    Spec("versions", "Edit", "Versions…"),
    Spec("cut", "Edit", "Cu&t", (StandardKey.Cut,), "", True),
    Spec("copy", "Edit", "&Copy", (StandardKey.Copy,), "copy"),
    Spec("paste", "Edit", "&Paste", (StandardKey.Paste,)),
    Spec("select_all", "Edit", "Select &all", (StandardKey.SelectAll,)),
    Spec("clear_cells", "Edit", "C&lear cells", ("Del",)),
    Spec("insert_row", "Edit", "&Insert row", ("Ctrl+Return", "Ctrl+Enter"), "add", True),
    Spec("delete_rows", "Edit", "&Delete rows", ("Ctrl+Del",), "delete"),
    Spec("fill_down", "Edit", "Fill do&wn", ("Ctrl+D",)),
    Spec("ditto", "Edit", "Same as a&bove", ("Ctrl+'",)),
    Spec("revert_rows", "Edit", "Re&vert to published"),
    Spec("find", "Edit", "Fi&nd…", (StandardKey.Find,), "search", True),
    Spec("find_next", "Edit", "Find ne&xt", ("F3",)),
    Spec("find_previous", "Edit", "Find previous", ("Shift+F3",)),
    Spec("replace", "Edit", "Replace…", ("Ctrl+H",)),
    Spec("clean", "Edit", "Clean entrie&s…"),
    Spec("filter", "Edit", "&Filter", ("Ctrl+L",), "filter"),
    Spec("filter_row", "Edit", "Filter r&ow", ("Ctrl+Shift+F",), "filter"),
    Spec("filter_column", "Edit", "Filter this colu&mn", ("Alt+Down",)),
    Spec("find_glossary", "Edit", "Find a glossar&y", ("Ctrl+Shift+O",)),
    Spec("clear_filter", "Edit", "Cl&ear filter", ("Ctrl+Shift+L",)),
    Spec("go_to_row", "Edit", "&Go to row…", ("Ctrl+G",)),
    Spec("pane_1", "View", "&Glossaries", ("Ctrl+1",), "glossaries"),
    Spec("pane_2", "View", "&Translate", ("Ctrl+2",), "translate"),
    Spec("pane_3", "View", "Spot-chec&k", ("Ctrl+3",), "spot_check"),
    Spec("pane_4", "View", "&Improve", ("Ctrl+4",), "improve"),
    Spec("pane_5", "View", "D&ocuments", ("Ctrl+5",), "documents"),
    Spec("pane_6", "View", "&Languages", ("Ctrl+6",), "languages"),
    Spec("pane_7", "View", "&Usage", ("Ctrl+7",), "usage"),
    Spec("multilingual_view", "View", "All language&s", ("Ctrl+Shift+W",), "multilingual", True),
    Spec("open_beside", "View", "Open &beside", ("Ctrl+Shift+B",), "swap"),
    Spec("next_region", "View", "Next area", ("F6",), "", True),
    Spec("previous_region", "View", "Previous area", ("Shift+F6",)),
    Spec("next_pane", "View", "&Next pane", ("Ctrl+PgDown",)),
    Spec("previous_pane", "View", "&Previous pane", ("Ctrl+PgUp",)),
    Spec("zoom_in", "View", "Larger &entries", (StandardKey.ZoomIn, "Ctrl+="), "", True),
    Spec("zoom_out", "View", "S&maller entries", (StandardKey.ZoomOut,)),
    Spec("zoom_reset", "View", "Normal si&ze", ("Ctrl+0",)),
    Spec("show_hidden", "View", "Sho&w invisible characters", ("Ctrl+Shift+H",), is_switch=True),
    Spec("columns", "View", "&Columns…", ("Alt+Up",)),
    Spec("details", "View", "Status, &domain and notes"),
    Spec("entry_panel", "View", "Entry details", ("Alt+Return",)),
    Spec("wrap", "View", "Wrap long phrases", is_switch=True),
    Spec("facets", "View", "F&acets", ("F9",), "facets"),
    Spec("refresh", "View", "&Refresh", ("Ctrl+R",), "refresh", True),
    Spec("check", "Glossary", "&Check all entries", ("F7",), "check"),
    Spec("next_violation", "Glossary", "&Next problem", ("F8",), "down"),
    Spec("previous_violation", "Glossary", "&Previous problem", ("Shift+F8",), "up"),
    Spec("similar", "Glossary", "Si&milar entries…"),
    Spec("sort_source", "Glossary", "Sort by &source", (), "", True),
    Spec("sort_target", "Glossary", "Sort by &target"),
    Spec("file_order", "Glossary", "&File order"),
    Spec("add_dictionary", "Glossary", "&Add a dictionary…", (), "add", True),
    Spec("pair_matrix", "Glossary", "Pairs of the glossar&y…", ("Ctrl+Shift+M",), "matrix"),
    Spec("rename_glossary", "Glossary", "&Rename…"),
    Spec("copy_glossary", "Glossary", "C&opy as a new glossary…", (), "copy"),
    Spec("publish_chosen", "Glossary", "P&ublish what is selected…", (), "publish"),
    Spec("copy_to_service", "Glossary", "Copy to another serv&ice…"),
    Spec("move_to_service", "Glossary", "Mov&e to another service…"),
    Spec("lock_glossary", "Glossary", "&Keep on this computer", (), "lock", is_switch=True),
    Spec("glossary_tags", "Glossary", "Ta&gs…", (), "tag"),
    Spec("export_glossaries", "Glossary", "E&xport into a folder…", (), "export"),
    Spec("write_release", "Glossary", "&Write a release…", (), "export"),
    Spec("take_over_release", "Glossary", "Take over a release…", (), "import"),
    Spec("watched_folder", "Glossary", "Watched folder…"),
    Spec("reverse_dictionary", "Glossary", "Create the re&verse dictionary…"),
    Spec("delete_glossary", "Glossary", "&Delete…", (), "delete"),
    Spec("bin", "Glossary", "De&leted glossaries…"),
    Spec("notebook", "Glossary", "Changes on services…"),
    Spec("copy_glossary_id", "Glossary", "Copy the id of the glossary"),
    Spec("run", "Text", "&Run", ("Ctrl+Return", "Ctrl+Enter")),
    Spec("swap", "Text", "&Swap languages", ("Ctrl+Shift+S",), "swap"),
    Spec("several_targets", "Text", "Several languages at &once", ("Ctrl+Shift+T",), "multilingual"),
    Spec("use_detected", "Text", "Use the de&tected language", ("Ctrl+Shift+D",)),
    Spec("copy_result", "Text", "&Copy the result", ("Ctrl+Shift+C",), "copy"),
    Spec("next_change", "Text", "Ne&xt change", ("F8",), "down", True),
    Spec("previous_change", "Text", "Pre&vious change", ("Shift+F8",), "up"),
    Spec("toggle_change", "Text", "&Accept or reject the change", ("Ctrl+.",)),
    Spec("take_result", "Text", "&Use the result as text"),
    Spec("convert_text", "Text", "Convert to another var&iant…", ("Ctrl+Shift+E",)),
    Spec("confirm_result", "Text", "Co&nfirm the translation", ("Ctrl+Shift+Return",), "check"),
    Spec("translate_back", "Text", "Translate &back", ("Ctrl+Shift+K",)),
    Spec("add_entry", "Text", "Add to a dictionar&y…", ("Ctrl+Shift+A",)),
    Spec("add_entry_at_once", "Text", "Add to the glossary in use", ("Ctrl+Shift+N",)),
    Spec("compare_glossary", "Text", "&With or without the glossary", ("Ctrl+Shift+G",)),
    Spec("open_used_glossary", "Text", "Open the &glossary in use"),
    Spec("go_to_entry", "Text", "Go to the &entry and back", ("Ctrl+J",)),
    Spec("watch_clipboard", "Text", "Watch the cli&pboard"),
    Spec("clear_texts", "Text", "C&lear", ("Ctrl+Shift+Del",)),
    Spec("add_documents", "Text", "Translate &documents…", (), "documents", True),
    Spec("text_history", "Text", "&History of texts…", ("Ctrl+Shift+Y",), "", True),
    Spec("help", "Help", "&Help on this page", (StandardKey.HelpContents,)),
    Spec("shortcuts", "Help", "&Keys", ("Ctrl+?",)),
    Spec("engines", "Help", "&Engines on this computer…", (), "", True),
    Spec("rehearse", "Help", "&Rehearse a fault…"),
    Spec("diagnostics", "Help", "&Diagnostic bundle…"),
    Spec("about", "Help", "&About Termdesk"),
)
# Former names of actions, under which earlier versions stored their keys.
_FORMER_NAMES = {
    "wide_view": "multilingual_view",
    "next_problem": "next_violation",
    "previous_problem": "previous_violation",
}
# The hint for an action that only another pane offers, by action or by menu.
_HOME = "Show the Glossaries pane first."
_HOMES = {
    "Text": "Show the Translate or the Improve pane first.",
    **dict.fromkeys(
        (
            "swap",
            "several_targets",
            "use_detected",
            "confirm_result",
            "translate_back",
            "add_entry_at_once",
            "compare_glossary",
            "open_used_glossary",
        ),
        "Show the Translate pane first.",
    ),
    **dict.fromkeys(("take_result", "convert_text"), "Show the Improve pane first."),
}
# Text fields handle these actions themselves, so they need no hint elsewhere.
_OF_FIELDS = frozenset({"cut", "copy", "paste", "select_all", "clear_cells"})
# The actions that show a pane, in the order of the panes.
PANE_ACTIONS = tuple(spec.name for spec in SPECS if spec.name.startswith("pane_"))
_SPEC_OF = {spec.name: spec for spec in SPECS}
MENUS = {each.replace("&", ""): each for each in ("&File", "&Edit", "&View", "&Glossary", "&Text", "&Help")}
_ROLES = {
    "quit": QAction.MenuRole.QuitRole,
    "preferences": QAction.MenuRole.PreferencesRole,
    "about": QAction.MenuRole.AboutRole,
}


class Actions(QObject):
    """The window's actions by name. Each calls a handler of the front pane, or else of the window."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._by_name: dict[str, QAction] = {}
        self._handlers: dict[QObject, dict[str, Callable[[], object]]] = {}
        # The actions that an owner cannot perform now, with the reasons.
        self._denied: dict[QObject, dict[str, str]] = {}
        # The actions that the key in use does not allow an owner, with the reasons. They take precedence over `allow`.
        self._withheld: dict[QObject, dict[str, str]] = {}
        self._front: QObject | None = None
        self._menus: dict[str, QMenu] = {}
        for spec in SPECS:
            self._by_name[spec.name] = self._make_action(spec, parent)

    def _make_action(self, spec: Spec, parent: QWidget) -> QAction:
        action = QAction(translate(spec.text), parent)
        action.setObjectName(f"action_{spec.name}")
        action.setShortcuts(_usual_keys(spec.name))
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setMenuRole(_ROLES.get(spec.name, QAction.MenuRole.NoRole))
        action.setCheckable(spec.is_switch)
        if spec.icon:
            action.setIcon(theme.icon(spec.icon))
        action.triggered.connect(lambda _checked=False, name=spec.name: self._run(name))
        action.setEnabled(False)
        return action

    def __getitem__(self, name: str) -> QAction:
        return self._by_name[name]

    def bind(self, owner: QObject, handlers: dict[str, Callable[[], object]]) -> None:
        """Let `owner` handle these actions: the window always, a pane while it is in front."""
        self._check(handlers)
        self._handlers.setdefault(owner, {}).update(handlers)
        self._refresh(handlers)

    def allow(self, owner: QObject, allowed: dict[str, bool], reason: str = "") -> None:
        """Set which actions of `owner` are possible now, by name. Its other actions are unchanged.

        `reason` is a sentence for users who press the keys of an impossible one.
        """
        self._check(allowed)
        denied = self._denied.setdefault(owner, {})
        # Panes call this after every step, and usually nothing has changed.
        changed = [name for name, is_allowed in allowed.items() if denied.get(name) != (None if is_allowed else reason)]
        for name in changed:
            denied.pop(name, None)
            if not allowed[name]:
                denied[name] = reason
        self._refresh(changed)

    def withhold(self, owner: QObject, reasons: Mapping[str, str]) -> None:
        """Disable these actions of `owner`, each with its reason, until a later call no longer names them.

        `allow` does not enable them.
        """
        self._check(reasons)
        before = self._withheld.get(owner, {})
        self._withheld[owner] = dict(reasons)
        self._refresh({**before, **reasons})

    def bring_to_front(self, owner: QObject | None) -> None:
        """Let the handlers of this pane take precedence from now on."""
        self._front = owner
        self._refresh(self._by_name)

    def _check(self, names: Iterable[str]) -> None:
        unknown = set(names) - self._by_name.keys()
        if unknown:
            raise KeyError(f"no such action: {', '.join(sorted(unknown))}")

    def _owner(self, name: str) -> QObject | None:
        """Return the owner that handles the action now, even if the action is disabled."""
        for owner in (self._front, self._window):
            if owner is not None and name in self._handlers.get(owner, {}):
                return owner
        return None

    def _able_owner(self, name: str) -> QObject | None:
        owner = self._owner(name)
        return None if owner is None or self._obstacle(owner, name) is not None else owner

    def _obstacle(self, owner: QObject, name: str) -> str | None:
        """Return why an owner cannot perform an action now. The reason may be empty. None means that it can."""
        withheld = self._withheld.get(owner, {}).get(name)
        return withheld if withheld is not None else self._denied.get(owner, {}).get(name)

    def why_not(self, keys: QKeySequence) -> tuple[str, str] | None:
        """Return the title of the disabled action with these keys, and the reason in a sentence.

        None if the keys start an action, belong to none, or no reason is known.
        """
        names = [name for name, action in self._by_name.items() if keys in action.shortcuts()]
        if any(self._by_name[name].isEnabled() for name in names):
            return None
        # If panes share the keys, the action of the front pane comes first.
        names.sort(key=lambda name: self._owner(name) is None)
        reason = self._reason(names[0]) if names else ""
        return (self.title(names[0]), reason) if reason else None

    def _reason(self, name: str) -> str:
        owner = self._owner(name)
        if owner is not None:
            return self._obstacle(owner, name) or ""
        menu = _SPEC_OF[name].menu
        return "" if name in _OF_FIELDS else translate(_HOMES.get(name) or _HOMES.get(menu, _HOME))

    def withheld_reason(self, name: str) -> str:
        """Return why the key in use does not allow an action; empty if it does, or if that is unknown."""
        owner = self._owner(name)
        return self._withheld.get(owner, {}).get(name, "") if owner is not None else ""

    def _run(self, name: str) -> None:
        owner = self._able_owner(name)
        if owner is not None:
            self._handlers[owner][name]()

    def _refresh(self, names: Iterable[str]) -> None:
        for name in names:
            action, owner = self._by_name[name], self._owner(name)
            action.setEnabled(owner is not None and self._obstacle(owner, name) is None)
            # Without a reason, the tooltip is the title, as Qt does by default.
            action.setToolTip(tooltip(self._withheld.get(owner, {}).get(name, "") if owner is not None else ""))

    def fill(self, bar: QMenuBar) -> None:
        """Fill the menu bar."""
        menus = self._menus
        for name, title in MENUS.items():
            menu = bar.addMenu(translate(title))
            menu.setObjectName(f"menu_{name.lower()}")
            # The reason why the key in use does not allow an action.
            menu.setToolTipsVisible(True)
            menus[name] = menu
        for spec in SPECS:
            if spec.starts_group:
                menus[spec.menu].addSeparator()
            menus[spec.menu].addAction(self._by_name[spec.name])

    def insert_menu(self, menu: QMenu, *, before: str) -> None:
        """Insert a submenu before an action, into the menu of that action."""
        self._menus[_SPEC_OF[before].menu].insertMenu(self._by_name[before], menu)

    def sheet(self) -> Iterator[tuple[str, str, str, str]]:
        """Yield (name, menu, title, keys) of every action. The keys are written as on this platform."""
        for spec in SPECS:
            keys = self._by_name[spec.name].shortcuts()
            shown = list_names(key.toString(QKeySequence.SequenceFormat.NativeText) for key in keys)
            yield spec.name, translate(MENUS[spec.menu]).replace("&", ""), self.title(spec.name), shown

    # User-defined keys

    def title(self, name: str) -> str:
        """Return the title of an action, without the mnemonic and the ellipsis of the menu."""
        return translate(_SPEC_OF[name].text).replace("&", "").rstrip("…")

    def give_keys(self, name: str, keys: Sequence[QKeySequence]) -> None:
        """Replace the keys of an action."""
        self._by_name[name].setShortcuts(list(keys))

    def give_usual_keys(self, name: str) -> None:
        """Restore the default keys of an action."""
        self.give_keys(name, _usual_keys(name))

    def has_own_keys(self, name: str) -> bool:
        """Whether the keys of an action differ from the default."""
        return self._by_name[name].shortcuts() != _usual_keys(name)

    def own_keys(self) -> dict[str, list[str]]:
        """Return the user-defined keys by action, in portable form."""
        return {
            name: [key.toString(QKeySequence.SequenceFormat.PortableText) for key in action.shortcuts()]
            for name, action in self._by_name.items()
            if self.has_own_keys(name)
        }

    def restore_keys(self, own: object) -> None:
        """Set the keys of an earlier `own_keys`. Ignore entries that are invalid or belong to another version."""
        for name, keys in own.items() if isinstance(own, dict) else ():
            name = _FORMER_NAMES.get(name, name)
            if name in self._by_name and isinstance(keys, list):
                self.give_keys(name, [QKeySequence(key) for key in keys if isinstance(key, str)])


def _usual_keys(name: str) -> list[QKeySequence]:
    # A standard key that the platform does not have is empty.
    return [sequence for key in _SPEC_OF[name].keys if not (sequence := QKeySequence(key)).isEmpty()]


def translate(text: str) -> str:
    """Return the text of an action or a menu in the interface language."""
    return QCoreApplication.translate("Actions", text)
