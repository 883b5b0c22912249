"""The files to translate: whether the service accepts them, what they cost, and how the results are named."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from termdesk.domain.document_kinds import DOCUMENT_KINDS, REFUSED_DOCUMENTS, DocumentKind, extension_of, format_of
from termdesk.domain.errors import TermdeskError
from termdesk.domain.file_names import free_name, safe_name
from termdesk.domain.language.language import root
from termdesk.messages.document_messages import DocumentMessage, DocumentRemedy
from termdesk.messages.message import Message

# The time of the last edit of a file, and its size.
FileVersion = tuple[int, int]
# The usual name of a result. `{name}` is the original name without its extension; the extension is added later.
USUAL_PATTERN = "{name}.{target}"


@dataclass(frozen=True, slots=True)
class DocumentFile:
    """A file and what its examination found.

    `billed` is the number of characters of the whole file. It is None if they cannot be counted on this computer; the
    cost is then at least `kind.minimum`. Of these, `translated` have a translation already, by the root of its language
    ("" for any language). The service on this computer keeps these translations (`keeps_translations`) and bills only
    the rest. `problem` and `remedy` are empty if the file can be translated. `version` is that of the examined file.
    """

    path: Path
    kind: DocumentKind | None
    billed: int | None = None
    problem: str = ""
    remedy: str = ""
    translated: Mapping[str, int] = field(default_factory=dict)
    keeps_translations: bool = False
    version: FileVersion = (0, 0)

    @property
    def can_be_translated(self) -> bool:
        """Whether the file can be sent."""
        return self.kind is not None and not self.problem

    def count_kept(self, target: str) -> int:
        """Return how many characters have a translation into a target language that stays. They are not billed."""
        return self._count_translated(target) if self.keeps_translations else 0

    def count_sent_again(self, target: str) -> int:
        """Return how many characters are sent, and may be billed, although they have a translation already."""
        return 0 if self.keeps_translations else self._count_translated(target)

    def _count_translated(self, target: str) -> int:
        return sum(self.translated.get(language, 0) for language in {"", root(target)})

    def least_billed(self, target: str) -> int:
        """Return the minimum number of characters billed for a target language."""
        if self.billed is not None:
            return self.billed - self.count_kept(target)
        return self.kind.minimum if self.kind is not None else 0

    @property
    def costs_minimum(self) -> bool:
        """Whether the file costs the minimum that is billed for its type."""
        if self.kind is None or not self.kind.minimum:
            return False
        return self.billed is None or self.billed <= self.kind.minimum

    def output_format(self, chosen: str) -> str:
        """Return `chosen` if this document can be translated into that format, else an empty text: its own format."""
        return chosen if self.kind is not None and chosen in self.kind.outputs else ""


def least_billed(files: Iterable[DocumentFile], targets: Sequence[str]) -> int:
    """Return the minimum number of characters billed for files in several languages."""
    return sum(file.least_billed(target) for file in files for target in targets)


def count_kept(files: Iterable[DocumentFile], targets: Sequence[str]) -> int:
    """Return how many characters of files have a translation already that stays, for all languages together."""
    return sum(file.count_kept(target) for file in files for target in targets)


def count_sent_again(files: Iterable[DocumentFile], targets: Sequence[str]) -> int:
    """Return how many of the characters billed for files have a translation already; see `DocumentFile`."""
    return sum(file.count_sent_again(target) for file in files for target in targets)


async def examine(path: Path, *, is_local: bool, is_free: bool) -> DocumentFile:
    """Examine a file before it is sent. Never raises: `problem` of the result says what is wrong."""
    version = await asyncio.to_thread(version_of, path)
    return replace(await _examine(path, is_local=is_local, is_free=is_free), version=version)


def version_of(path: Path) -> FileVersion:
    """Return the version of a file; zeros if there is none. For a worker."""
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size


async def _examine(path: Path, *, is_local: bool, is_free: bool) -> DocumentFile:
    kind = DOCUMENT_KINDS.get(format_of(extension_of(path.name)))
    problem, remedy = await asyncio.to_thread(_find_problem, path, kind, is_local=is_local, is_free=is_free)
    if problem or kind is None or not kind.is_local:
        return DocumentFile(path, kind, None, problem, remedy)
    return await _count_characters(path, kind, is_local=is_local)


async def _count_characters(path: Path, kind: DocumentKind, *, is_local: bool) -> DocumentFile:
    """Return the file with its cost. A child process reads it, because a malicious file must not block the window."""
    from termdesk.service.documents.child import ask_child
    from termdesk.service.documents.child_messages import Request

    try:
        answer = await ask_child(Request(source=str(path), kind=kind.name, name=path.name, counts_only=True))
    except TermdeskError as error:
        # Most messages start with the file name, which the sentence already contains.
        reason = error.message
        if reason.startswith(named := f"{path.name}: "):
            reason = reason.removeprefix(named)
        return DocumentFile(path, kind, None, DocumentMessage.NOT_COUNTED(name=path.name, reason=reason), error.remedy)
    # Other services receive the whole file. Which of its segments they translate and bill is theirs to decide (the
    # vendor goes by the states of segments alone), so the whole source text is the estimate.
    return DocumentFile(path, kind, int(answer["billed"]), translated=answer["translated"], keeps_translations=is_local)


def _find_problem(path: Path, kind: DocumentKind | None, *, is_local: bool, is_free: bool) -> tuple[str, str]:
    """Return why a file cannot be sent, and what the user can do. Both are empty if nothing is wrong."""
    offered = DocumentRemedy.OFFERED(
        formats=tuple(each.name for each in DOCUMENT_KINDS.values() if each.is_local or not is_local)
    )
    extension = extension_of(path.name)
    if kind is None and not extension:
        return DocumentMessage.NO_EXTENSION(name=path.name), offered
    if kind is None or (is_local and not kind.is_local):
        return _find_remedy(extension, is_known=kind is not None, offered=offered)
    # Check this before the file is opened: reading from a named pipe would block forever.
    if not path.is_file():
        return DocumentMessage.NO_FILE(name=path.name), ""
    try:
        with path.open("rb") as file:
            file.read(1)
        size = path.stat().st_size
    except OSError as error:
        return DocumentMessage.UNREADABLE(name=path.name, reason=error.strerror or str(error)), ""
    limit = kind.free_bytes if is_free else kind.paid_bytes
    if not size:
        return DocumentMessage.IS_EMPTY(name=path.name), ""
    if size > limit:
        return DocumentMessage.TOO_LARGE(size, name=path.name, limit=limit), DocumentRemedy.DIVIDE()
    return "", ""


def _find_remedy(extension: str, *, is_known: bool, offered: Message) -> tuple[str, str]:
    from termdesk.service.document_kinds import REFUSED_FORMATS

    message = DocumentMessage.NOT_HERE if is_known else DocumentMessage.NO_FORMAT
    return message(extension=extension[:20]), REFUSED_FORMATS.get(extension, "") or offered


def files_in(paths: Sequence[Path]) -> list[Path]:
    """Return the given files, and for each folder all documents in it and its subfolders, sorted by path.

    Documents that no service translates are included, so that the user can be told why. Hidden files and temporary
    files of office programs are skipped.
    """
    meant = {*DOCUMENT_KINDS, *REFUSED_DOCUMENTS}
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            below = (each for each in sorted(path.rglob("*")) if format_of(extension_of(each.name)) in meant)
            found += [each for each in below if each.is_file() and not each.name.startswith((".", "~$"))]
        else:
            found.append(path)
    return list(dict.fromkeys(found))


def results_among(files: Sequence[Path], given: Collection[Path], results: Collection[str]) -> list[Path]:
    """Return the files that were found in folders and are earlier translations (`results`), not given by the user.

    They would be translated and billed again.
    """
    return [each for each in files if str(each) in results and each not in given]


def names_in(folder: Path) -> set[str]:
    """Return the names in a folder, case-folded, which no result gets. For a worker."""
    try:
        return {each.name.casefold() for each in folder.iterdir()}
    except OSError:
        # Names of results are only a forecast. A result is saved under a free name in any case.
        return set()


def name_result(
    pattern: str, original: Path, *, source: str, target: str, taken: set[str], output_format: str = ""
) -> str:
    """Return the file name of a translation for a pattern with `{name}`, `{source}` and `{target}`.

    `taken` has the names in use, case-folded; the new name is added to it. An empty `output_format` keeps the
    original's extension.
    """
    extension = f".{output_format}" if output_format else original.suffix
    stem = pattern or USUAL_PATTERN
    for place, value in (("{name}", original.stem), ("{source}", source or "auto"), ("{target}", target)):
        stem = stem.replace(place, value)
    name = free_name(safe_name(stem, extension, fallback="document"), extension, taken)
    taken.add(name.casefold())
    return name
