"""A model is checked before it is used; whatever it holds, it is refused with what to do."""

import numpy as np
import pytest
from safetensors.numpy import save

from scrapy_bt.core.documents import models
from scrapy_bt.core.documents.models import pack_model, unpack_model
from scrapy_bt.errors import ModelError

WEIGHTS = {"b": np.arange(6, dtype=np.float32).reshape(2, 3), "a": np.ones(2, np.float32)}


def test_what_was_written_is_read():
    weights, facts = unpack_model(pack_model("urls", WEIGHTS, {"seed": 1}), "urls", "m")
    assert facts == {"seed": 1}
    assert {name: array.tolist() for name, array in weights.items()} == {"b": [[0, 1, 2], [3, 4, 5]], "a": [1, 1]}


def test_the_same_model_has_the_same_bytes():
    assert pack_model("urls", WEIGHTS, {"x": 1, "y": 2}) == pack_model(
        "urls", dict(reversed(WEIGHTS.items())), {"y": 2, "x": 1}
    )


def flip(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "not a file of models"),
        (b"\x80\x04pickle", "not a file of models"),
        (b"\xff" * 99, "not a file of models"),
        (save(WEIGHTS), "not a file of models"),
        (save(WEIGHTS, metadata={"scrapy_bt": "[]"}), "not a file of models"),
        (pack_model("urls", WEIGHTS, {})[:-3], "not a file of models"),
        (flip(pack_model("urls", WEIGHTS, {})), "checksum .* copy it once more"),
        (pack_model("dispatch", WEIGHTS, {}), "a model for dispatch, not for urls; name another"),
        (pack_model("urls", {"a": np.array([np.nan], np.float32)}, {}), "no numbers; train it anew"),
        (pack_model("urls", WEIGHTS, {}).replace(b'format\\": \\"1', b'format\\": \\"9'), "format 9, .* train it anew"),
    ],
)
def test_what_is_no_such_model_is_refused(data, told):
    with pytest.raises(ModelError, match=rf"m\.model: .*{told}"):
        unpack_model(data, "urls", "m.model")


def test_what_is_larger_than_any_model_is_not_read(monkeypatch):
    monkeypatch.setattr(models, "LARGEST", 10)
    with pytest.raises(ModelError, match="larger than any model"):
        unpack_model(bytes(11), "urls", "m.model")
