from scrapy_bt.commands.demonstrating import TREE
from scrapy_bt.crawl.project.trees import load_program


def test_the_tree_that_is_crawled_is_right_and_takes_the_site() -> None:
    program = load_program(TREE)
    assert program.arguments({"site": "http://127.0.0.1:8000"})
