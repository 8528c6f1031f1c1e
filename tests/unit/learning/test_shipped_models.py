"""Files of models are checked before they are used."""

import gzip
import json

import pytest

from scrapy_bt.errors import ModelError
from scrapy_bt.learning.shipped_models import SHIPPED, read_models, write_models


def test_the_shipped_models_are_sound():
    models, lists = read_models()
    assert {"title", "author", "paragraph"} <= set(models.kinds)
    assert lists.columns.trees
    assert SHIPPED.stat().st_size < 3_000_000


def test_a_damaged_file_is_refused(tmp_path):
    path = tmp_path / "m.json.gz"
    write_models(path, {"fields": {}, "lists": {}})
    head, _, body = gzip.decompress(path.read_bytes()).decode().partition("\n")
    cases = {
        "checksum": f"{head}\n{body} ",
        "format 9": json.dumps({"format": 9}) + "\n" + body,
        "not a file of models": "no json\n",
        "not models of healing": None,
    }
    for told, text in cases.items():
        broken = tmp_path / f"{told}.gz"
        broken.write_bytes(path.read_bytes() if text is None else gzip.compress(text.encode()))
        with pytest.raises(ModelError, match=told):
            read_models(broken)


@pytest.mark.parametrize("data", [b"", b"plain", gzip.compress(b"x" * 99, mtime=0)[:20]], ids=["empty", "plain", "cut"])
def test_what_is_no_such_file_is_refused(tmp_path, data):
    path = tmp_path / "m.json.gz"
    path.write_bytes(data)
    with pytest.raises(ModelError, match=r"m\.json\.gz"):
        read_models(path)
    with pytest.raises(ModelError, match="cannot be read"):
        read_models(tmp_path / "none")
