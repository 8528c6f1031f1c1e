"""The shipped models: read, and checked by version and checksum; a file of them is JSON, compressed."""

from __future__ import annotations

import gzip
import json
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..core.documents.json import read_json
from ..core.documents.packing import inflated
from ..core.healing.deciding import Models
from ..core.healing.lists import ListModels
from ..errors import ModelError

FORMAT = 1
"""Of the files; another is refused."""
SHIPPED = Path(__file__).with_name("models") / "healing.json.gz"
_LARGEST = 60_000_000
"""Bytes of a file, unpacked."""


def write_models(path: Path, plain: dict[str, Any]) -> None:
    """Write models with their version and checksum; the same models give the same bytes."""
    body = json.dumps(plain, separators=(",", ":"), sort_keys=True)
    head = {"format": FORMAT, "sha256": sha256(body.encode()).hexdigest()}
    data = json.dumps(head, sort_keys=True) + "\n" + body
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(data.encode(), mtime=0))


def read_models(path: Path = SHIPPED) -> tuple[Models, ListModels]:
    """Read and check them; a file that has not changed is read once."""
    try:
        state = path.stat()
    except OSError as error:
        raise ModelError(f"{path}: the models cannot be read: {error}") from error
    return _read(path.absolute(), state.st_mtime_ns, state.st_size)


@lru_cache(4)
def _read(path: Path, _changed: int, _size: int) -> tuple[Models, ListModels]:
    plain = _open(path)
    try:
        return Models.read(plain["fields"]), ListModels.read(plain["lists"])
    except (ValueError, KeyError, TypeError) as error:
        raise ModelError(f"{path}: not a file of models: {error}") from error


def read_fields(path: Path) -> Any:
    """The plain models of single fields, checked; those of lists may be of another version."""
    plain = _open(path)
    try:
        Models.read(plain["fields"])
        return plain["fields"]
    except (ValueError, KeyError, TypeError) as error:
        raise ModelError(f"{path}: not a file of models: {error}") from error


def read_plain(path: Path) -> dict[str, Any]:
    """All plain models of a file, checked."""
    read_models(path)
    plain: dict[str, Any] = _open(path)
    return plain


def _open(path: Path) -> Any:
    """What a file holds, checked by version and checksum."""
    try:
        head, _, body = inflated(path.read_bytes(), _LARGEST).decode("utf-8").partition("\n")
        told = read_json(head)
        if told["format"] != FORMAT:
            raise ModelError(f"{path}: models of format {told['format']}, this version reads {FORMAT}; train them anew")
        if told["sha256"] != sha256(body.encode()).hexdigest():
            raise ModelError(f"{path}: the checksum of the models is wrong; install them anew, or train them")
        return read_json(body, largest=None)
    except OSError as error:
        raise ModelError(f"{path}: the models cannot be read: {error}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise ModelError(f"{path}: not a file of models: {error}") from error
