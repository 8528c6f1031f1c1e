"""Files of models of dispatch and distillation: safetensors, with kind, version and a checksum; never pickle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.documents.json import read_json
from ..errors import ModelError

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT = 1
_LARGEST = 64_000_000
"""Bytes of a file."""


def pack_model(kind: str, weights: Mapping[str, NDArray[Any]], facts: Mapping[str, Any]) -> bytes:
    """The bytes of a model: the same weights and facts give the same bytes."""
    from safetensors.numpy import save  # noqa: PLC0415  # an extra

    plain = json.dumps(facts, sort_keys=True)
    ordered = {name: weights[name] for name in sorted(weights)}
    head = {"facts": plain, "format": str(FORMAT), "kind": kind, "sha256": _checksum(kind, ordered, plain)}
    data: bytes = save(ordered, metadata={"scrapy_bt": json.dumps(head, sort_keys=True)})
    return data


def unpack_model(data: bytes, kind: str, place: str) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Weights and facts of a model, checked; *place*: what it is called in `ModelError`, which says what to do."""
    try:
        from safetensors import SafetensorError  # noqa: PLC0415  # an extra, whose lack is told
        from safetensors.numpy import load  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise ModelError(f'{place}: {error.name} is not installed; say: pip install "scrapy_bt[learn]"') from error
    try:
        weights = load(data)
        length = int.from_bytes(data[:8], "little")
        head = read_json(read_json(data[8 : 8 + length].decode())["__metadata__"]["scrapy_bt"])
        told = {name: head[name] for name in ("kind", "format", "sha256", "facts")}
        facts = read_json(told["facts"])
    except (SafetensorError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise ModelError(f"{place}: not a file of models of scrapy_bt: {error}") from error
    if told["kind"] != kind:
        raise ModelError(f"{place}: a model for {told['kind']}, not for {kind}; name another file")
    if told["format"] != str(FORMAT):
        raise ModelError(f"{place}: a model of format {told['format']}, this version reads {FORMAT}; train it anew")
    if told["sha256"] != _checksum(kind, weights, told["facts"]):
        raise ModelError(f"{place}: the checksum of the model is wrong; copy it once more, or train it anew")
    if not isinstance(facts, dict) or not all(_is_finite(array) for array in weights.values()):
        raise ModelError(f"{place}: the model has weights that are no numbers; train it anew")
    return weights, facts


def read_model(path: Path, kind: str) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """The same of a file."""
    try:
        if path.stat().st_size > _LARGEST:
            raise ModelError(f"{path}: larger than any model of scrapy_bt; name another file")
        data = path.read_bytes()
    except OSError as error:
        raise ModelError(f"{path}: the model cannot be read: {error.strerror or error}") from error
    return unpack_model(data, kind, str(path))


def _checksum(kind: str, weights: Mapping[str, NDArray[Any]], facts: str) -> str:
    digest = sha256(f"{kind}\n{facts}\n".encode())
    for name in sorted(weights):
        array = weights[name]
        digest.update(f"{name} {array.dtype} {array.shape}\n".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def _is_finite(array: NDArray[Any]) -> bool:
    import numpy as np  # noqa: PLC0415  # an extra

    return array.dtype.kind == "f" and bool(np.isfinite(array).all())
