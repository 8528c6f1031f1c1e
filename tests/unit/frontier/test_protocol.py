from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.frontier.persistence import NoJournal
from scrapy_bt.frontier.protocol import Frontier


def test_who_has_every_method_is_a_frontier() -> None:
    assert isinstance(MemoryFrontier(lambda bucket: 0.0, limits={}), Frontier)
    assert not isinstance(NoJournal(), Frontier)
