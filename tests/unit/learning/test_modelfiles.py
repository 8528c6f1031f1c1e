"""A file of a model is looked at before it is read."""

import numpy as np
import pytest

from scrapy_bt.core.documents.models import pack_model
from scrapy_bt.errors import ModelError
from scrapy_bt.learning import modelfiles
from scrapy_bt.learning.modelfiles import read_model


def test_a_model_is_read(tmp_path):
    path = tmp_path / "m.model"
    path.write_bytes(pack_model("urls", {"a": np.ones(2, np.float32)}, {"seed": 1}))
    weights, facts = read_model(path, "urls")
    assert (weights["a"].tolist(), facts) == ([1.0, 1.0], {"seed": 1})


def test_a_file_that_is_not_there_or_too_large_is_told(tmp_path, monkeypatch):
    with pytest.raises(ModelError, match="cannot be read: No such file"):
        read_model(tmp_path / "none", "urls")
    (tmp_path / "m.model").write_bytes(bytes(11))
    monkeypatch.setattr(modelfiles, "LARGEST", 10)
    with pytest.raises(ModelError, match=r"m\.model: larger than any model"):
        read_model(tmp_path / "m.model", "urls")
