"""The files of preferences."""

import logging
import os

import pytest
from scrapy.settings import Settings

from scrapy_bt.core.preference.promise import Features, Promise
from scrapy_bt.crawl.preference.keeping import PreferencesFile, PromiseFile, check_preferences, entities_url
from scrapy_bt.errors import BTError


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scrapy.cfg").touch()
    return tmp_path


def test_a_change_of_the_file_is_noticed(folder):
    path = folder / "p.toml"
    path.write_text("[prefer.words]\nengine = 1\n")
    file = PreferencesFile(Settings({"BT_PREFERENCES": "p.toml"}))
    assert file.read().words == {"engine": 1.0}
    assert not file.has_changed()
    path.write_text("[prefer.words]\nengine = 2.5\n")
    assert file.has_changed()
    assert file.read().words == {"engine": 2.5}
    path.unlink()
    assert not file.has_changed()
    with pytest.raises(BTError, match="cannot be read"):
        check_preferences(Settings({"BT_PREFERENCES": "p.toml"}))
    check_preferences(Settings())


def test_what_was_learned_is_kept_and_a_damaged_file_is_told(folder, caplog):
    file = PromiseFile("shop")
    assert file.load().learned == 0
    promise = Promise()
    promise.learn(Features(0.0, (1, 2)), 1.0)
    file.save(promise)
    assert file.load().dump() == promise.dump()
    [kept] = (folder / ".scrapy" / "bt-preferences").iterdir()
    kept.write_bytes(b'{"format": 1, "learned"')
    with caplog.at_level(logging.WARNING):
        assert file.load().learned == 0
    assert "learned anew" in caplog.text


def test_where_the_knowledge_base_is(folder):
    settings = Settings({"BT_ENTITIES": "e.db"})
    assert entities_url(settings) == ""
    (folder / ".scrapy").mkdir(exist_ok=True)
    (folder / ".scrapy" / "e.db").touch()
    assert entities_url(settings) == f"sqlite:///{os.path.realpath(folder)}/.scrapy/e.db"
    assert entities_url(Settings({"BT_ENTITIES": "postgresql://a/b"})) == "postgresql://a/b"
