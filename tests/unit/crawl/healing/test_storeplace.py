from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.core.healing.modelfiles import ModelFiles
from scrapy_bt.crawl.healing.storeplace import check_models, model_files, store_place
from scrapy_bt.errors import ModelError


def test_the_store_lies_in_the_projects_folder_for_data(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert store_place({}) == tmp_path / ".scrapy" / "bt-healing.db"
    address = "postgresql://shop@db.example/crawls"
    assert store_place({"BT_HEALING_STORE": address}) == address


def test_models_lie_beside_the_projects_file(tmp_path, monkeypatch):
    (tmp_path / "spiders").mkdir()
    (tmp_path / "scrapy.cfg").touch()
    monkeypatch.chdir(tmp_path / "spiders")
    settings = Settings({"BT_HEALING_SEQUENCE": "m.safetensors", "BT_HEALING_MODELS": "/models/m"})
    assert model_files(Settings()) == ModelFiles()
    assert model_files(settings) == (Path("/models/m"), tmp_path / "m.safetensors")
    check_models(Settings())
    for name in ("BT_HEALING_SEQUENCE", "BT_HEALING_MODELS"):
        with pytest.raises(ModelError, match=r"none: the models? cannot be read"):
            check_models(Settings({name: "none"}))
