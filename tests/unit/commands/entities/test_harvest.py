"""How soon relevant pages came, told and drawn."""

from scrapy_bt.commands.shared.statuses import Status
from scrapy_bt.core.preference.harvest import Harvest
from scrapy_bt.crawl.preference.harvesting import HarvestFile


def test_it_is_told_and_drawn(entities, tmp_path, capsys):
    HarvestFile("shop").save(Harvest(40, [1, 2, 3, 30]))
    assert entities("harvest", "shop", "-o", tmp_path / "harvest.svg") == 0
    told = capsys.readouterr().out
    assert "40 pages, 4 relevant" in told
    assert [line.split() for line in told.splitlines()[2:4]] == [["4", "3", "75%", "10%"], ["10", "3", "75%", "25%"]]
    assert (tmp_path / "harvest.svg").read_text().startswith("<svg")


def test_a_crawl_without_a_page(entities, capsys):
    HarvestFile("shop").save(Harvest())
    assert entities("harvest", "shop") == 0
    assert "0 pages, 0 relevant" in capsys.readouterr().out


def test_where_it_cannot_be_drawn_it_is_told(entities, tmp_path, capsys):
    HarvestFile("shop").save(Harvest(1, [1]))
    assert entities("harvest", "shop", "-o", tmp_path / "no" / "harvest.svg") == Status.REFUSED
    assert "harvest.svg cannot be written" in capsys.readouterr().err
