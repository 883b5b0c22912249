"""Hostile names (S33): whatever a glossary is called, its files stay in the chosen folder and overwrite nothing."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from support.publishing_setup import EN_DE
from termdesk.application.glossaries.exporting.exporter import Exporter
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import GlossarySelection
from termdesk.domain.entries.entries import Entries

pytestmark = [pytest.mark.anyio, pytest.mark.scorecard("S33")]

_NAMES = (
    *("../../evil", "/etc/passwd", "C:\\Windows\\evil", "\\\\server\\share\\evil", "..", ".", "~/evil", ".bashrc"),
    *("CON", "con.en-de", "aux", "LPT1", "COM\u00b9", "NUL.tsv", "x" * 300, "木" * 100, "trailing. ", "dot."),
    *("with\x00null", "line\nbreak", "tab\there", "bidi\u202etxt.exe", "zero\u200bwidth", "colon:stream", "a|b<c>d?e*"),
    *("%2e%2e%2fevil", "$(touch evil)", "`touch evil`", "-rf", "half \ud800", "twin", "TWIN", "there", "linked"),
)


def names_under(folder: Path) -> set[str]:
    return {str(each.relative_to(folder)) for each in folder.rglob("*")}


@pytest.mark.parametrize("ending", [".tsv", ".xlsx", ".tbx"])
async def test_files_of_any_name_stay_in_the_folder_and_write_over_nothing(
    library: Library, tmp_path: Path, ending: str
) -> None:
    outer, folder = tmp_path / "outer", tmp_path / "outer" / "inner" / "chosen"
    folder.mkdir(parents=True)
    (folder / f"there.en-de{ending}").write_text("mine")
    (outer / "target").write_text("mine")
    (folder / f"linked.en-de{ending}").symlink_to(outer / "target")
    (folder / f"twin.en-de{ending}").symlink_to(outer / "nowhere")
    before = names_under(outer)
    await library.close(await library.new("Law", EN_DE, Entries.of([("house", "Haus")])))
    (summary,) = await library.local_summaries()
    (row,) = summary.rows
    # Names on a service can be anything.
    parts = [GlossarySelection(msgspec.structs.replace(summary, name=name), (row,)) for name in _NAMES]
    exporter = Exporter(library)

    written = await exporter.export_all(await exporter.plan_all(parts, folder, ending))

    assert len(set(written.paths)) == len(_NAMES)
    new = {each.removeprefix("inner/chosen/") for each in names_under(outer) - before}
    assert new == {path.name for path in written.paths}
    assert all("/" not in name and len(name.encode()) <= 130 and name.endswith(ending) for name in new)
    assert all(name.isprintable() and not name.startswith(".") for name in new)
    assert (folder / f"there.en-de{ending}").read_text() == "mine"
    assert (outer / "target").read_text() == "mine"
    assert not (outer / "nowhere").exists()
