"""The trained encoder in service: numpy alone, in batches, with a cache of answers by the shape of a URL."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.dispatch.projections import LONGEST, shape
from ...errors import ModelError
from ..modelfiles import read_model

KIND = "urls"
SYMBOLS = 128
"""The number of symbols: those of ASCII; 0 is the padding, and 1 stands for all that is not ASCII."""
ENCODER = ("embedding", "gates_in", "gates_state", "gates_bias", "mu", "mu_bias")
"""The weights that service needs."""
_KEPT = 20_000
"""The number of answers in the cache."""
_BATCH = 256

Floats = NDArray[np.float32]


def encode_texts(texts: Sequence[str]) -> NDArray[np.uint8]:
    """A row of symbols for each text, cut to 512 and padded with 0 to the length of the longest."""
    rows = [_symbols(text[:LONGEST]) for text in texts]
    width = max(map(len, rows), default=0)
    symbols = np.zeros((len(rows), max(1, width)), np.uint8)
    for at, row in enumerate(rows):
        symbols[at, : len(row)] = np.frombuffer(row, np.uint8)
    return symbols


def _symbols(text: str) -> bytes:
    return text.encode() if text.isascii() else bytes(min(ord(sign), SYMBOLS) % SYMBOLS or 1 for sign in text)


class Distiller:
    """Gives `mu` of URLs: the same answer whenever, in whichever batch and on whichever machine it is asked for."""

    def __init__(self, weights: dict[str, Floats], facts: dict[str, Any]) -> None:
        self._weights = {name: weights[name] for name in ENCODER}
        self.width = weights["mu"].shape[1]
        self.facts = facts
        self._table = self._weights["embedding"] @ self._weights["gates_in"] + self._weights["gates_bias"]
        self._known: OrderedDict[str, tuple[float, ...]] = OrderedDict()
        self.hits = self.asked = 0

    @classmethod
    def read(cls, path: Path) -> Distiller:
        """A model from a file; raises `ModelError` where the file is not one."""
        weights, facts = read_model(path, KIND)
        try:
            distiller = cls(weights, facts)
            distiller._check()
        except (KeyError, ValueError, IndexError) as error:
            raise ModelError(f"{path}: the weights are not those of a model of URLs ({error}); train it anew") from None
        return distiller

    def distil(self, urls: Iterable[str]) -> list[tuple[float, ...]]:
        """The values of URLs, each of as many numbers as the model is wide."""
        shapes = [shape(url) for url in urls]
        self.asked += len(shapes)
        known = self._known
        missing = list(dict.fromkeys(text for text in shapes if text not in known))
        self.hits += len(shapes) - len(missing)
        found: dict[str, tuple[float, ...]] = {}
        # Texts of about one length together: none waits for a much longer one.
        missing.sort(key=len)
        for first in range(0, len(missing), _BATCH):
            part = missing[first : first + _BATCH]
            found.update(zip(part, map(tuple, self._run(encode_texts(part)).tolist()), strict=True))
        answers = [known[text] if text in known else found[text] for text in shapes]
        known.update(found)
        while len(known) > _KEPT:
            known.popitem(last=False)
        return answers

    def _run(self, symbols: NDArray[np.uint8]) -> Floats:
        """A gated recurrent unit over the symbols of each row, then `mu`; behind its end a row's state stays."""
        weights, table = self._weights, self._table
        hidden = weights["gates_state"].shape[0]
        state = np.zeros((len(symbols), hidden), np.float32)
        for column in symbols.T:
            state_gates, new_gates = weights["gates_state"][:, : 2 * hidden], weights["gates_state"][:, 2 * hidden :]
            inputs = table[column]
            gates = 1 / (1 + np.exp(-(inputs[:, : 2 * hidden] + state @ state_gates)))
            reset, keep = gates[:, :hidden], gates[:, hidden:]
            new = np.tanh(inputs[:, 2 * hidden :] + (reset * state) @ new_gates)
            keep = np.where(column[:, None] == 0, np.float32(1), keep)
            state = keep * state + (1 - keep) * new
        values: Floats = state @ weights["mu"] + weights["mu_bias"]
        return values

    def _check(self) -> None:
        embedding, hidden = self._weights["embedding"].shape[1], self._weights["gates_state"].shape[0]
        wanted = {
            "embedding": (SYMBOLS, embedding),
            "gates_in": (embedding, 3 * hidden),
            "gates_state": (hidden, 3 * hidden),
            "gates_bias": (3 * hidden,),
            "mu": (hidden, self.width),
            "mu_bias": (self.width,),
        }
        for name, form in wanted.items():
            if self._weights[name].shape != form or self._weights[name].dtype != np.float32:
                raise ValueError(f"{name} is {self._weights[name].shape}, not {form}")
