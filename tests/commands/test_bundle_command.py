"""Releases on the command line: checked, compared and written, with exit codes for continuous integration."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import pytest

from support.files.bundles import EN_DE, bundle_of, put
from termdesk.command_line import main
from termdesk.domain.merging.term_records import TermRecords
from termdesk.formats.bundles.bundle_reader import read_bundle


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "release").mkdir()
    return put(tmp_path / "release", bundle_of({EN_DE: TermRecords({"bolt": "Schraube", "nut": "Mutter"})}))


def test_check_answers_by_its_exit_code(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bundle", "check", str(folder)]) == 0
    assert capsys.readouterr().out == "“Parts” 1.0 of 2026-11-23, 2 entries: as it was released.\n"

    (folder / "en-de.tsv").write_text("bolt\tBolzen\n", "utf-8")
    assert main(["bundle", "check", str(folder)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{folder / 'en-de.tsv'}: en-de.tsv is not what release 1.0 contained: it was edited, cut off or damaged.",
        "“Parts” 1.0 of 2026-11-23, 2 entries: not as it was released.",
    ]

    assert main(["bundle", "check", str(folder.parent)]) == 2
    assert "contains no release" in capsys.readouterr().err


def test_check_prints_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "en-de.tsv").unlink()

    assert main(["bundle", "check", "--json", str(folder)]) == 1

    report = json.loads(capsys.readouterr().out)
    assert (report["glossary"], report["version"], report["is_verified"]) == ("Parts", "1.0", False)
    assert report["dictionaries"] == [{"source_lang": "en", "target_lang": "de", "entry_count": 2}]
    assert report["problems"] == [{"file": "en-de.tsv", "message": "en-de.tsv is missing."}]


def test_files_are_written_as_a_release_and_two_releases_are_compared(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    terms, other = tmp_path / "parts.en-de.tsv", tmp_path / "other"
    terms.write_text("bolt\tBolzen\nnut\tMutter\n", "utf-8")
    write = ["bundle", "write", str(other), str(terms), "--version", "3.0", "--notes", "Checked."]

    assert main([*write, "--dry-run"]) == 0
    assert not other.exists()
    assert main(write) == 0
    assert "“parts” 3.0" in capsys.readouterr().out
    assert main(["bundle", "check", str(other)]) == 0
    assert "Checked." in (other / "CHANGES.md").read_text("utf-8")

    capsys.readouterr()
    assert main(["bundle", "diff", str(folder), str(other)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "### en → de: 1 changed",
        "",
        "- changed: bolt → Bolzen (was: Schraube)",
    ]
    assert main(["bundle", "diff", str(folder), str(other), "--json"]) == 1
    [differing] = json.loads(capsys.readouterr().out)["dictionaries"]
    assert (differing["added"], differing["changed"], differing["removed"]) == ([], ["bolt"], [])
    assert main(["bundle", "diff", str(other), str(other)]) == 0


def test_what_is_in_the_way_is_said_and_nothing_is_written(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unnamed, terms = tmp_path / "parts.tsv", tmp_path / "parts.en-de.tsv"
    for path in (unnamed, terms):
        path.write_text("bolt\tBolzen\nnut\tMutter\n", "utf-8")

    assert main(["bundle", "write", str(folder), str(unnamed)]) == 2
    assert main(["bundle", "write", str(folder), str(terms), str(terms)]) == 2
    said = capsys.readouterr().err
    assert "parts.tsv does not name its languages" in said
    assert "and so does another file" in said
    (folder / "en-de.tsv").write_text("bolt\n", "utf-8")
    assert main(["bundle", "diff", str(folder), str(folder)]) == 2
    assert "en-de.tsv: " in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
@pytest.mark.parametrize(
    ("name", "options"), [("parts.en-de.tsv", []), ("63", ["--source-lang", "en", "--target-lang", "de"])]
)
def test_a_pipe_is_read_once(tmp_path: Path, name: str, options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    pipe = tmp_path / name
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("house\tHaus\ntree\tBaum\n",), daemon=True)
    writer.start()

    code = main(["bundle", "write", str(tmp_path / "release"), str(pipe), "--name", "Parts", *options])

    assert code == 0
    writer.join()
    assert "“Parts”" in capsys.readouterr().out
    [part] = read_bundle(tmp_path / "release").manifest.dictionaries
    assert (part.source_lang, part.target_lang, part.entry_count) == ("en", "de", 2)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
def test_the_number_of_a_pipe_is_no_name_for_a_glossary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe, release = tmp_path / "63", tmp_path / "release"
    os.mkfifo(pipe)
    words = ["bundle", "write", str(release), str(pipe), "--source-lang", "en", "--target-lang", "de"]
    codes: list[int] = []
    for options in ([], ["--name", "Parts"], []):
        writer = threading.Thread(target=pipe.write_text, args=(f"house\tHaus {len(codes)}\n",), daemon=True)
        writer.start()
        codes.append(main([*words, *options]))
        writer.join()

    assert codes == [2, 0, 0]
    assert "--name" in capsys.readouterr().err
    assert read_bundle(release).manifest.glossary == "Parts", "a release that is there has a name"


def test_the_options_name_the_languages_only_of_files_that_name_none(tmp_path: Path) -> None:
    named, nameless = tmp_path / "parts.en-fr.tsv", tmp_path / "parts.tsv"
    named.write_text("house\tmaison\n")
    nameless.write_text("house\tHaus\n")

    words = ["bundle", "write", str(tmp_path / "release"), str(named), str(nameless)]
    assert main([*words, "--source-lang", "en", "--target-lang", "de"]) == 0

    parts = read_bundle(tmp_path / "release").manifest.dictionaries
    assert [part.target_lang for part in parts] == ["de", "fr"]


def test_a_release_keeps_its_name_unless_another_is_given(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    terms = tmp_path / "export.en-de.tsv"
    terms.write_text("bolt\tBolzen\n", "utf-8")

    assert main(["bundle", "write", str(folder), str(terms)]) == 0
    assert "“Parts” 1.1" in capsys.readouterr().out
    assert main(["bundle", "write", str(folder), str(terms)]) == 0
    assert "nothing to write" in capsys.readouterr().err
    terms.write_text("bolt\tSchraube\n", "utf-8")
    assert main(["bundle", "write", str(folder), str(terms), "--name", "Bolts"]) == 0
    assert "“Bolts” 1.2" in capsys.readouterr().out


@pytest.mark.slow
def test_no_encoding_is_guessed_for_a_release(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    terms, folder = tmp_path / "parts.en-de.tsv", tmp_path / "release"
    terms.write_bytes("nut\tMütter\n".encode("cp1252"))

    assert main(["bundle", "write", str(folder), str(terms)]) == 2
    assert "parts.en-de.tsv is not UTF-8." in capsys.readouterr().err
    assert not folder.exists()
    assert main(["bundle", "write", str(folder), str(terms), "--encoding", "cp1252"]) == 0
    assert (folder / "en-de.tsv").read_text("utf-8") == "nut\tMütter\n"


def test_notes_may_quote_a_merge_conflict(tmp_path: Path) -> None:
    terms, folder = tmp_path / "parts.en-de.tsv", tmp_path / "release"
    terms.write_text("bolt\tBolzen\n", "utf-8")
    notes = "Solved:\n<<<<<<< a\n=======\n>>>>>>> b"

    assert main(["bundle", "write", str(folder), str(terms), "--notes", notes]) == 0
    assert main(["bundle", "check", str(folder)]) == 0


def test_damage_that_is_written_over_is_told(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    terms = tmp_path / "parts.en-de.tsv"
    terms.write_text("bolt\tBolzen\n", "utf-8")
    (folder / "en-de.tsv").write_text("bolt\n", "utf-8")

    assert main(["bundle", "write", str(folder), str(terms), "--dry-run"]) == 0

    assert f"{folder / 'en-de.tsv'}: " in capsys.readouterr().err


def test_a_release_cannot_steer_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = put(tmp_path, bundle_of({EN_DE: TermRecords({"bolt\x1b[2J": "Schraube"})}))
    (tmp_path / "none").mkdir()
    other = put(tmp_path / "none", bundle_of({EN_DE: TermRecords({"nut": "Mutter"})}))

    assert main(["bundle", "diff", str(folder), str(other)]) == 1

    assert "\x1b" not in capsys.readouterr().out
