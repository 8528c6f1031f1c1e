"""The files of preferences."""

import os

import pytest
from scrapy.settings import Settings

from scrapy_bt.crawl.preference.preference_files import PreferencesFile, check_preferences, entities_url
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


def test_where_the_knowledge_base_is(folder):
    settings = Settings({"BT_ENTITIES": "e.db"})
    assert entities_url(settings) == ""
    (folder / ".scrapy").mkdir(exist_ok=True)
    (folder / ".scrapy" / "e.db").touch()
    assert entities_url(settings) == f"sqlite:///{os.path.realpath(folder)}/.scrapy/e.db"
    assert entities_url(Settings({"BT_ENTITIES": "postgresql://a/b"})) == "postgresql://a/b"
