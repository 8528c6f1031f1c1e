"""What a crawl keeps of how soon relevant pages came."""

import pytest

from scrapy_bt.core.preference.harvest import Harvest
from scrapy_bt.crawl.preference.harvesting import HarvestFile
from scrapy_bt.errors import BTError


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scrapy.cfg").touch()
    return HarvestFile("shop")


def test_what_was_kept_is_read(file):
    file.save(Harvest(5, [1, 4]))
    assert HarvestFile("shop").load() == Harvest(5, [1, 4])


def test_where_no_crawl_has_ended_it_is_told(file):
    with pytest.raises(BTError, match="no crawl with BT_PREFERENCES has ended here"):
        file.load()


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"pages": 1, "relevant": [2]}', '{"pages": 5, "relevant": [4, 1]}', '{"pages": 1.5}']
)
def test_what_somebody_else_wrote_is_told(file, text):
    file.save(Harvest())
    file.path.write_text(text)
    with pytest.raises(BTError, match="run the crawl again"):
        file.load()


def test_what_cannot_be_written_is_told(file, caplog):
    file.path.parent.parent.mkdir(exist_ok=True)
    file.path.parent.write_text("in the way")
    file.save(Harvest())
    assert "cannot be written" in caplog.text
