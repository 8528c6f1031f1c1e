import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.shared.knowledge_base import open_entities
from scrapy_bt.errors import BTError


def test_without_one_it_says_how_to_make_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scrapy.cfg").touch()
    with pytest.raises(BTError, match="make one by `scrapy bt entities import FILE`"), open_entities(Settings()):
        pass
