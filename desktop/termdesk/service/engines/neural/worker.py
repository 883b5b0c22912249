"""A worker process for one neural model that the user added.

Run as `python -m termdesk.service.engines.neural.worker KIND FOLDER`. It ends when its input ends.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from termdesk.service.engines.workers.worker_loop import Answer, answer_requests

BEAM_SIZE = 4
# The maximum number of tokens of a sentence. The models would cut a longer one without an error, so it is refused.
MOST_CHUNKS = 400


def main(kind: str, folder: str) -> None:
    """Serve requests with one model until standard input ends."""
    loaders = {"ctranslate2": _ctranslate2, "firefox": _firefox}
    answer_requests(lambda: loaders[kind](Path(folder)))


def _ctranslate2(folder: Path) -> Answer:
    """Load a CTranslate2 model with SentencePiece vocabularies, as in an Argos package."""
    import ctranslate2  # type: ignore[import-untyped]  # it has no types
    import sentencepiece

    source, target = (sentencepiece.SentencePieceProcessor(str(each)) for each in vocabularies(folder))
    translator = ctranslate2.Translator(str(model_folder(folder)), inter_threads=1, intra_threads=2)

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        chunks = source.encode(request["sentence"], out_type=str)
        if len(chunks) > MOST_CHUNKS:
            return {"failed": "SentenceTooLong"}
        [result] = translator.translate_batch(
            [chunks], beam_size=BEAM_SIZE, max_decoding_length=2 * len(chunks) + 20, replace_unknowns=True
        )
        return {"text": target.decode(result.hypotheses[0]).strip()}

    return answer


def model_folder(folder: Path) -> Path:
    """Return the folder with `model.bin`; in an Argos package it is one level down."""
    return folder if (folder / "model.bin").exists() else folder / "model"


def vocabularies(folder: Path) -> tuple[Path, Path]:
    """Return the SentencePiece models of source and target, which are usually the same."""
    shared = folder / "sentencepiece.model"
    if shared.exists():
        return shared, shared
    return folder / "source.spm", folder / "target.spm"


def _firefox(folder: Path) -> Answer:
    """Load a model of Firefox Translations: model, one or two vocabularies, and perhaps a lexical shortlist."""
    from fxtranslate import Translator

    model, source, target, shortlist = firefox_files(folder)
    translator = Translator(
        model.read_bytes(), source.read_bytes(), target.read_bytes(), shortlist.read_bytes() if shortlist else None
    )
    return lambda request: {"text": translator.translate(request["sentence"]).strip()}


def firefox_files(folder: Path) -> tuple[Path, Path, Path, Path | None]:
    """Return the paths of model, source and target vocabulary, and shortlist. Raises FileNotFoundError naming what is
    missing.
    """
    model = _one(folder, "model.*.bin")
    shortlist = next(iter(sorted(folder.glob("lex.*.bin"))), None)
    shared = sorted(folder.glob("vocab.*.spm"))
    if shared:
        return model, shared[0], shared[0], shortlist
    return model, _one(folder, "srcvocab.*.spm"), _one(folder, "trgvocab.*.spm"), shortlist


def _one(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if not found:
        raise FileNotFoundError(f"There is no {pattern}.")
    return found[0]


if __name__ == "__main__":
    main(*sys.argv[1:])
