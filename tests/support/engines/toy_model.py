"""A CTranslate2 model of 40 kB with random weights. Its translations are nonsense, but it really loads and decodes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DIMENSION = 16
CHUNKS = 60


def write_argos_folder(folder: Path, *, source: str = "en", target: str = "de") -> Path:
    """Write a folder with the layout of an unpacked Argos package."""
    (folder / "model").mkdir(parents=True)
    (folder / "metadata.json").write_text(
        json.dumps({"from_code": source, "to_code": target, "package_version": "1.0"}), "utf-8"
    )
    _write_model(folder / "model", _train_vocabulary(folder / "sentencepiece"))
    return folder


def _train_vocabulary(prefix: Path) -> list[str]:
    import sentencepiece

    sentences = ["the house is big", "the book is on the table", "a cat sat under it", "12 of 34, and 5."] * 20
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(sentences),
        model_prefix=str(prefix),
        vocab_size=CHUNKS,
        hard_vocab_limit=False,
        minloglevel=2,
    )
    processor = sentencepiece.SentencePieceProcessor(f"{prefix}.model")
    return [processor.id_to_piece(number) for number in range(processor.get_piece_size())]


def _write_model(folder: Path, vocabulary: list[str]) -> None:
    from ctranslate2.specs import TransformerSpec

    spec = TransformerSpec.from_config((1, 1), 2)
    weights = _Weights(len(vocabulary))
    weights.embedding(spec.encoder.embeddings[0])
    weights.embedding(spec.decoder.embeddings)
    for side in (spec.encoder, spec.decoder):
        weights.norm(side.layer_norm)
        weights.positions(side.position_encodings)
    for layer in spec.encoder.layer:
        weights.attention(layer.self_attention, [(3, 1), (1, 1)])
        weights.forward(layer.ffn)
    for layer in spec.decoder.layer:
        weights.attention(layer.self_attention, [(3, 1), (1, 1)])
        weights.attention(layer.attention, [(1, 1), (2, 1), (1, 1)])
        weights.forward(layer.ffn)
    weights.linear(spec.decoder.projection, len(vocabulary), DIMENSION)
    spec.register_source_vocabulary(vocabulary)
    spec.register_target_vocabulary(vocabulary)
    spec.validate()
    spec.save(str(folder))


class _Weights:
    """Random numbers that are the same every time."""

    def __init__(self, size: int) -> None:
        import numpy

        self._numpy = numpy
        self._random = numpy.random.default_rng(0)
        self._size = size

    def norm(self, spec: Any) -> None:
        spec.gamma = self._numpy.ones(DIMENSION, self._numpy.float32)
        spec.beta = self._numpy.zeros(DIMENSION, self._numpy.float32)

    def linear(self, spec: Any, rows: int, columns: int) -> None:
        spec.weight = self._random.normal(0, 0.3, (rows, columns)).astype(self._numpy.float32)
        spec.bias = self._numpy.zeros(rows, self._numpy.float32)

    def attention(self, spec: Any, shapes: list[tuple[int, int]]) -> None:
        self.norm(spec.layer_norm)
        for linear, (rows, columns) in zip(spec.linear, shapes, strict=True):
            self.linear(linear, rows * DIMENSION, columns * DIMENSION)

    def forward(self, spec: Any) -> None:
        self.norm(spec.layer_norm)
        self.linear(spec.linear_0, 2 * DIMENSION, DIMENSION)
        self.linear(spec.linear_1, DIMENSION, 2 * DIMENSION)

    def embedding(self, spec: Any) -> None:
        spec.weight = self._random.normal(0, 1, (self._size, DIMENSION)).astype(self._numpy.float32)

    def positions(self, spec: Any) -> None:
        numpy = self._numpy
        angles = numpy.arange(128)[:, None] / 10_000 ** (numpy.arange(DIMENSION // 2) / (DIMENSION // 2))
        spec.encodings = numpy.concatenate([numpy.sin(angles), numpy.cos(angles)], 1).astype(numpy.float32)
