"""Models as the bytes of a file: safetensors, with kind, version and a checksum; never pickle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from ...errors import ModelError
from ...sentences import say
from .json import read_json

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT = 1
LARGEST = 64_000_000
"""Bytes of a model."""


def pack_model(kind: str, weights: Mapping[str, NDArray[Any]], facts: Mapping[str, Any]) -> bytes:
    """The bytes of a model: the same weights and facts give the same bytes. Raises `ModelError` without the extra."""
    save = _tensors("the model").save

    plain = json.dumps(facts, sort_keys=True)
    ordered = {name: weights[name] for name in sorted(weights)}
    head = {"facts": plain, "format": str(FORMAT), "kind": kind, "sha256": _checksum(kind, ordered, plain)}
    data: bytes = save(ordered, metadata={"scrapy_bt": json.dumps(head, sort_keys=True)})
    return data


def unpack_model(data: bytes, kind: str, place: str) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Weights and facts of a model, checked; *place*: what it is called in `ModelError`, which says what to do."""
    tensors = _tensors(place)
    if len(data) > LARGEST:
        raise ModelError(say("{}: larger than any model of scrapy_bt; name another", place))
    try:
        weights = tensors.load(data)
        length = int.from_bytes(data[:8], "little")
        head = read_json(read_json(data[8 : 8 + length].decode())["__metadata__"]["scrapy_bt"])
        told = {name: head[name] for name in ("kind", "format", "sha256", "facts")}
        facts = read_json(told["facts"])
    except (KeyError, TypeError) as error:
        message = f"{place}: not a file of models of scrapy_bt: it lacks what these say of themselves"
        raise ModelError(message) from error
    except (tensors.SafetensorError, ValueError, RecursionError) as error:
        raise ModelError(say("{}: not a file of models of scrapy_bt: {}", place, error)) from error
    if told["kind"] != kind:
        raise ModelError(say("{}: a model for {}, not for {}; name another file", place, told["kind"], kind))
    if told["format"] != str(FORMAT):
        raise ModelError(
            say("{}: a model of format {}, this version reads {}; train it anew", place, told["format"], FORMAT)
        )
    if told["sha256"] != _checksum(kind, weights, told["facts"]):
        raise ModelError(say("{}: the checksum of the model is wrong; copy it once more, or train it anew", place))
    if not isinstance(facts, dict) or not all(_is_finite(array) for array in weights.values()):
        raise ModelError(say("{}: the model has weights that are no numbers; train it anew", place))
    return weights, facts


class _Tensors(NamedTuple):
    """What of safetensors is used."""

    load: Any
    save: Any
    SafetensorError: Any


def _tensors(place: str) -> _Tensors:
    try:
        from safetensors import SafetensorError  # noqa: PLC0415  # of an extra, whose lack is told
        from safetensors.numpy import load, save  # noqa: PLC0415
    except ModuleNotFoundError as error:
        told = 'say: pip install "scrapy_bt[learn]", or "scrapy_bt[prefer]" for preferences'
        raise ModelError(say("{}: {} is not installed; {}", place, error.name, told)) from error
    return _Tensors(load, save, SafetensorError)


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
