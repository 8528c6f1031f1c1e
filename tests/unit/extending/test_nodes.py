from scrapy_bt.crawl.reading.crawlboards import blackboard
from scrapy_bt.extending import nodes


def test_functions_of_nodes_have_the_blackboard_of_their_crawl() -> None:
    assert nodes.blackboard is blackboard
    assert nodes.blackboard().get_value("nothing") is None
