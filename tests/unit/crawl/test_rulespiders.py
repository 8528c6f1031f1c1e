import pytest

from scrapy_bt.crawl.rulespiders import RuleSpider
from scrapy_bt.crawl.spiderloader import spider_class
from scrapy_bt.crawl.spiders import TreeSpider
from scrapy_bt.errors import ArgumentsError, RuleError

RULE = """
rule: r
layers:
- layer: list
  entries: ['https://a.test/']
  tags: [{tag: name, start: '<b>', end: '</b>'}]
groups:
- group: names
  columns: [{name: name, tag: list.name, type: number}]
"""


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "shop.yaml"
    path.write_text(RULE)
    return path


def test_a_rule_file_gives_a_spider_of_its_name(path):
    spider = spider_class(path)
    assert issubclass(spider, RuleSpider)
    assert spider.name == "shop"
    program = spider.load_program()
    assert program.rules == {"shop.yaml": RULE}
    assert "main :: and" in program.text
    made = spider()
    made.program = program
    assert made.tables["names"].columns["name"].type == "number"


def test_it_takes_no_arguments(path):
    spider = spider_class(path)
    with pytest.raises(ArgumentsError, match="shop has no argument 'x'"):
        spider.check_arguments(spider.load_program(), {"x": "1"})


def test_faults_are_those_of_the_file(path):
    path.write_text(RULE.replace("tag: list.name", "tag: list.nome"))
    with pytest.raises(RuleError) as caught:
        spider_class(path).load_program()
    assert caught.value.faults[0].place.file == str(path)


def test_a_tree_is_no_rule(tmp_path):
    assert not issubclass(spider_class(tmp_path / "a.bt"), RuleSpider)
    assert issubclass(RuleSpider, TreeSpider)
