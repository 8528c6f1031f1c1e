from scrapy import Spider
from scrapy.commands.parse import Command
from scrapy.http import HtmlResponse

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.program import Program
from scrapy_bt.crawl.pagerecords import is_looked_at, item_nodes, item_nodes_of, records_on
from scrapy_bt.crawl.runtime.records import Record

TREE = """
title :: data css "h1::text"
row   :: item each css "li" { text = css "::text"  category = category  title = :title }
seen  :: item { when = now }
main  :: and (category) {
    visit "https://a.test/"
    :row
    :seen
    found = css "b::text"
    item { title = css "h1::text"  found = found }
}
"""
PAGE = HtmlResponse("https://a.test/x", body=b"<h1>Lamps</h1><b>two</b><li>one<li>two", encoding="utf-8")


def test_the_records_of_each_node_that_reads_a_page_are_had_from_one() -> None:
    program = Program(parse(TREE), name="shop")
    row, inline = item_nodes(program.document)
    assert (row.name, inline.name) == ("row", "main/item")
    assert list(records_on(program, row, PAGE, {"category": "light"})) == [
        Record("row", {"text": "one", "category": "light", "title": "Lamps"}),
        Record("row", {"text": "two", "category": "light", "title": "Lamps"}),
    ]
    assert list(records_on(program, inline, PAGE, {})) == [Record("main/item", {"title": "Lamps", "found": "two"})]
    assert item_nodes_of(program.document) == {"main": [inline]}


def test_a_spider_whose_start_is_that_of_a_command_is_looked_at() -> None:
    class Plain(Spider):
        name = "plain"

    assert not is_looked_at(Plain)
    Plain.start = Command.set_spidercls  # type: ignore[assignment, method-assign]
    assert is_looked_at(Plain)
