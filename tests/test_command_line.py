"""The command `termdesk`, run as a user types it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from support.shared_data import shared_file
from termdesk import __version__
from termdesk.command_line import main


def file_of(folder: Path, content: str | bytes, name: str = "terms.en-de.tsv") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_clean_file_is_found_clean(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["check", str(shared_file("libreoffice.en-es.tsv")), "--source-lang", "en", "--target-lang", "es"])

    assert code == 0
    assert capsys.readouterr().out == "No problems in 11,924 entries, en → es.\n"


def test_every_broken_entry_is_named_with_row_rule_and_remedy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(tmp_path, "a\tA\nb\t\nlone\n\na\tAA\n c\tC\n")

    code = main(["check", str(path), "--source-lang", "en", "--target-lang", "de", "--json"])

    report = json.loads(capsys.readouterr().out)
    assert code == 1
    assert (report["source_lang"], report["target_lang"]) == ("en", "de")
    assert (report["entries"], report["blank_lines"], report["ignored_rows"]) == (4, 1, 0)
    assert [(each["line"], each["row"], each["side"], each["rule"]) for each in report["problems"]] == [
        (1, 1, "source", "duplicate"),
        (2, 2, "target", "empty"),
        (3, 0, "", "unreadable_row"),
        (5, 3, "source", "duplicate"),
        (6, 4, "source", "outer_space"),
    ]
    assert all(each["message"] and each["remedy"] for each in report["problems"])


def test_the_findings_are_printed_as_lines_an_editor_can_jump_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(tmp_path, "a\tA\nb\t\n")

    code = main(["check", str(path)])

    first, last = capsys.readouterr().out.splitlines()
    assert code == 1
    assert first == f"{path}:2: row 2, target: The phrase is empty. Write a phrase, or delete the row."
    assert last == "1 problem in 2 entries, en → de."


def test_a_dictionary_over_the_limit_is_a_problem_of_the_whole_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(tmp_path, "".join(f"{number:06}{'x' * 500}\t{'y' * 500}\n" for number in range(10_500)))

    code = main(["check", str(path)])

    out = capsys.readouterr().out
    assert code == 1
    assert "at most 10,485,760" in out


def test_rows_of_another_pair_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file_of(tmp_path, "a,A,en,de\nb,B,en,fr\n", name="terms.csv")

    code = main(["check", str(path), "--source-lang", "EN", "--target-lang", "FR"])

    assert code == 0
    assert "1 entry, en → fr.\n1 row of another pair was ignored.\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["check", "nothing.tsv"], "does not exist"),
        (["check", "{file}", "--source-lang", "en"], "needs two languages"),
        (["check", "{wide}", "--source-lang", "en", "--target-lang", "ja"], "no column for ja"),
        (["check", "{old}"], "--encoding cp1252"),
    ],
)
def test_what_cannot_be_done_is_said_and_is_no_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], reason: str
) -> None:
    file_of(tmp_path, "a\tA\n", name="file.tsv")
    file_of(tmp_path, "en,de,fr\na,b,c\n", name="wide.csv")
    file_of(tmp_path, "street\tStraße\n".encode("cp1252"), name="old.en-de.tsv")
    paths = {
        name: str(tmp_path / end)
        for name, end in {"file": "file.tsv", "wide": "wide.csv", "old": "old.en-de.tsv"}.items()
    }

    code = main([word.format(**paths) for word in words])

    captured = capsys.readouterr()
    assert code == 2
    assert reason in captured.err
    assert captured.out == ""


def test_a_file_that_tells_no_languages_needs_them_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file_of(tmp_path, "a\tA\n", name="terms.tsv")

    assert main(["check", str(path)]) == 2

    assert capsys.readouterr().err == (
        f"termdesk: {path} does not name its languages. Add --source-lang and --target-lang.\n"
    )


def test_a_failure_is_an_object_for_programs_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path), "--json"]) == 2

    printed = capsys.readouterr()
    assert json.loads(printed.out) == {
        "error": {"message": f"{tmp_path} is a folder.", "remedy": "Choose a file in it."}
    }
    assert printed.err == f"termdesk: {tmp_path} is a folder. Choose a file in it.\n"


def test_the_settled_encoding_separator_quoting_and_header_are_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(tmp_path, 'en;de\n"street;Straße\n'.encode("cp1252"), name="old.en-de.csv")

    code = main(["check", str(path), "--encoding", "cp1252", "--separator", "semicolon", "--no-quoting", "--no-header"])

    assert code == 0
    assert "in 2 entries" in capsys.readouterr().out


def test_a_file_goes_to_csv_and_back_byte_for_byte(tmp_path: Path) -> None:
    original = shared_file("libreoffice.en-es.tsv")
    there, back = tmp_path / "there.csv", tmp_path / "back.tsv"

    codes = [main(["convert", str(original), str(there)]), main(["convert", str(there), str(back)])]

    assert codes == [0, 0]
    assert back.read_bytes() == original.read_bytes()
    assert there.read_bytes() != original.read_bytes()


def test_converting_says_what_could_not_be_converted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file_of(tmp_path, "a\tA\nlone\n=b\tB\n")
    out = tmp_path / "out.csv"

    code = main(["convert", str(path), str(out)])

    captured = capsys.readouterr()
    assert code == 1
    assert out.read_bytes() == b"a,A\n=b,B\n"
    assert f"Not converted: {path}:2: The row has 1 column" in captured.err
    assert "1 phrase begins like a formula" in captured.err
    assert "2 entries written" in captured.out


def test_converting_does_not_overwrite_unless_told_to(tmp_path: Path) -> None:
    path, out = file_of(tmp_path, "a\tA\n"), file_of(tmp_path, "precious", name="out.csv")

    assert main(["convert", str(path), str(out)]) == 2
    assert out.read_bytes() == b"precious"
    assert main(["convert", str(path), str(out), "--force"]) == 0
    assert out.read_bytes() == b"a,A\n"


def test_converting_to_an_unknown_format_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(file_of(tmp_path, "a\tA\n")), str(tmp_path / "out.docx")]) == 2

    assert ".tsv, .csv, .xlsx, .tbx, .tmx" in capsys.readouterr().err


@pytest.mark.scorecard("S02")
def test_a_key_that_cannot_be_sent_is_refused_before_anything_starts(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["serve", "--key", "two words"])

    assert code == 2
    assert "not a key" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--help"], ["serve", "--help"], ["check", "--help"], ["convert", "--help"]])
def test_help_tells_and_ends(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)

    assert caught.value.code == 0
    assert capsys.readouterr().out.startswith(" ".join(["usage: termdesk", *words[:-1]]))


def test_the_version_is_told_without_importing_anything_heavy() -> None:
    script = (
        "import sys; from termdesk.command_line import main\n"
        "try: main(['--version'])\n"
        "except SystemExit: pass\n"
        "print([name for name in ('PySide6', 'httpx', 'msgspec', 'sqlalchemy', 'uvicorn') if name in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout == f"termdesk {__version__}\n[]\n"


def test_a_file_is_checked_without_importing_what_keeps_drafts_or_waits(tmp_path: Path) -> None:
    path = file_of(tmp_path, "tree\tBaum\n")
    script = (
        f"import sys; from termdesk.command_line import main; main(['check', {str(path)!r}])\n"
        "print([name for name in ('asyncio', 'sqlite3', 'termdesk.storage.journal') if name in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout.endswith("\n[]\n")


def test_a_reader_that_has_seen_enough_ends_the_output_quietly(tmp_path: Path) -> None:
    path = file_of(tmp_path, "a\t\n" * 20_000)
    command = [sys.executable, "-m", "termdesk", "check", str(path)]

    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        complaints = process.stderr.read()

    assert complaints == b""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["glosary", "list", "--json"], "Did you mean “termdesk glossary list”?"),
        (["pull", "Terms"], "Did you mean “termdesk glossary pull”?"),
        (["wxyz"], "see termdesk --help"),
        (["glossary", "lst"], "There is no command “glossary lst”. Did you mean “termdesk glossary list”?"),
        (["glossary", "wxyz"], "See termdesk glossary --help."),
        (["--profile", "Agency", "glossary", "list"], "“glossary” must come first"),
        (["--profile", "Agency", "lst"], "There is no command and no file “lst”."),
    ],
)
def test_a_mistyped_command_opens_no_window(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert said in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="only there a window needs a display of the environment")
def test_without_a_display_the_commands_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)

    assert main([]) == 2

    assert "no display to open a window on. Commands need none" in capsys.readouterr().err


def test_an_error_of_the_program_itself_is_no_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The first list of profiles is saved with this function.
    monkeypatch.setattr("json.dumps", None)

    assert main(["profiles", "--folder", str(tmp_path)]) == 2

    reported = capsys.readouterr().err
    assert "Traceback" in reported
    assert reported.endswith("termdesk: Termdesk itself has failed. Report it with the lines above.\n")
