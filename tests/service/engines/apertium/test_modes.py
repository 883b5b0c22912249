"""The stages of a mode file, and where terms are inserted between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.service.engines.apertium.modes import Command, analyzer, parts, stages

_FULL = (
    "lt-proc 'a.automorf.bin' | apertium-tagger -g $2 'a.prob' | apertium-pretransfer"
    " | apertium-transfer -n 'g.t1x' 'g.bin' | lt-proc -b 'ab.autobil.bin'"
    " | lrx-proc -m 'ab.autolex.bin' | apertium-transfer -b 'ab.t1x' 'ab.bin'"
    " | apertium-interchunk 'x' 'y' | lt-proc $1 'ab.autogen.bin' | lt-proc -p 'ab.autopgen.bin'"
)
_OLD = (
    "lt-proc 'a.automorf.bin' | apertium-tagger -g $2 'a.prob' | apertium-pretransfer"
    " | apertium-transfer 'ab.t1x' 'ab.bin' 'ab.autobil.bin'"
    " | lt-proc $1 'ab.autogen.bin' | lt-proc -p 'ab.autopgen.bin'"
)


def _commands(folder: Path, mode: str) -> list[Command]:
    path = folder / "a-b.mode"
    path.write_text(mode, "utf-8")
    assert analyzer(path) == ["lt-proc", "-z", "a.automorf.bin"]
    return stages(path)


def _names(part: list[Command]) -> list[str]:
    return [command[0] for command in part]


def test_a_pipeline_is_cut_where_terms_are_put_in(tmp_path: Path) -> None:
    analysis, lookup, transfer, generation, finish = parts(_commands(tmp_path, _FULL))

    assert _names(analysis) == ["lt-proc", "apertium-tagger", "apertium-pretransfer"]
    assert _names(lookup) == ["apertium-transfer", "lt-proc", "lrx-proc"]
    assert _names(transfer) == ["apertium-transfer", "apertium-interchunk"]
    assert (generation, finish) == (
        [["lt-proc", "-z", "-g", "ab.autogen.bin"]],
        [["lt-proc", "-z", "-p", "ab.autopgen.bin"]],
    )


def test_a_lookup_inside_the_transfer_becomes_a_stage(tmp_path: Path) -> None:
    _, lookup, transfer, _, _ = parts(_commands(tmp_path, _OLD))

    assert lookup == [["lt-proc", "-z", "-b", "ab.autobil.bin"]]
    assert transfer == [["apertium-transfer", "-z", "-b", "ab.t1x", "ab.bin"]]


@pytest.mark.parametrize("missing", ["apertium-pretransfer", "lt-proc $1"])
def test_a_pipeline_of_another_shape_stays_whole(tmp_path: Path, missing: str) -> None:
    commands = _commands(tmp_path, _FULL.replace(missing, "cat"))

    assert parts(commands) == [commands]


def test_a_mode_file_that_changes_is_read_again(tmp_path: Path) -> None:
    before = _commands(tmp_path, _FULL)
    before[0].append("changed by its user")

    assert _commands(tmp_path, _FULL)[0] == ["lt-proc", "-z", "a.automorf.bin"]
    assert len(_commands(tmp_path, _OLD)) != len(before)
