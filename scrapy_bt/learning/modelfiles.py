"""Files of models of dispatch and distillation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.documents.models import LARGEST, unpack_model
from ..errors import ModelError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def read_model(path: Path, kind: str) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Weights and facts of a model, checked; raises `ModelError`, which says what to do."""
    try:
        if path.stat().st_size > LARGEST:
            raise ModelError(f"{path}: larger than any model of scrapy_bt; name another file")
        data = path.read_bytes()
    except OSError as error:
        raise ModelError(f"{path}: the model cannot be read: {error.strerror or error}") from error
    return unpack_model(data, kind, str(path))
