from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.crawl.healing.storeplace import check_sequence, sequence_place, store_place
from scrapy_bt.errors import ModelError


def test_the_store_lies_in_the_projects_folder_for_data(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert store_place({}) == tmp_path / ".scrapy" / "bt-healing.db"
    address = "postgresql://shop@db.example/crawls"
    assert store_place({"BT_HEALING_STORE": address}) == address


def test_a_sequence_model_lies_beside_the_projects_file(tmp_path, monkeypatch):
    (tmp_path / "spiders").mkdir()
    (tmp_path / "scrapy.cfg").touch()
    monkeypatch.chdir(tmp_path / "spiders")
    settings = Settings({"BT_HEALING_SEQUENCE": "m.safetensors"})
    assert sequence_place(Settings()) is None
    assert sequence_place(settings) == tmp_path / "m.safetensors"
    assert sequence_place(Settings({"BT_HEALING_SEQUENCE": "/models/m"})) == Path("/models/m")
    check_sequence(Settings())
    with pytest.raises(ModelError, match=r"m.safetensors: the model cannot be read"):
        check_sequence(settings)
