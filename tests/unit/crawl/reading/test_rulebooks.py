import logging
from types import SimpleNamespace

import pytest
from parsel import Selector
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler

from scrapy_bt.core.tree.pages import Query
from scrapy_bt.crawl.reading.pages import ResponsePage
from scrapy_bt.crawl.reading.rulebooks import RuleBook, RuleTeller
from scrapy_bt.crawl.reading.selectors import PageReader
from scrapy_bt.errors import NodeError, PatternTimeout

RULE = """
rule: r
site: {url: 'https://a.test/'}
encoding: gb18030
layers:
- layer: list
  entries: ['/<1,3,1,true>']
  tags:
  - {tag: name, start: '<b>', end: '</b>'}
  - {tag: link, start: 'href="', end: '"', link: true}
  - {tag: gone, start: '<x>', end: '</x>'}
groups:
- group: names
  columns: [{name: name, tag: list.name}]
"""
URL = "https://a.test/list"


def page(text):
    return ResponsePage(HtmlResponse(URL, body=text.encode("gb18030"), headers={"Content-Type": "text/html"}))


@pytest.fixture
def told():
    return []


@pytest.fixture
def book(told):
    return RuleBook({"r.yaml": RULE}, tell=lambda site, file, response, note: told.append((file, str(note))))


def test_a_page_is_read_in_the_encoding_of_the_rule_and_once(book, told):
    there = page("<b>中文</b>")
    assert book.answer(["r.yaml", "list.name"], there) == ["中文"]
    assert book.answer(["r.yaml", "list", "rows", "", "names"], there) == [{"name": "中文"}]
    assert len(there.rules) == 1
    assert told == [("r.yaml", f"tag list.{tag} took nothing on {URL}") for tag in ("link", "gone")]


def test_texts_are_read_too(book):
    assert book.answer(["r.yaml", "list.name"], "<b>x</b>") == ["x"]


def test_entries_are_asked_by_their_number(book):
    steps = [book.answer(["r.yaml", "list", "entry"], number) for number in (0, "2", 3)]
    assert [[step["url"] for step in found] for found in steps] == [["https://a.test/1"], ["https://a.test/3"], []]


def test_what_may_take_long_is_read_apart(book, told):
    slow = RULE.replace("start: '<x>', end: '</x>'", r"rematch: '(?:(a|aa)+)\1+$'")
    careful = RuleBook({"r.yaml": slow}, regex_seconds=0.05)
    there = page(f"<b>x</b>{'a' * 5000}!")
    read = careful.reading({"bt_rule": "r.yaml", "bt_layers": ["list", "lost"]}, there)
    read()
    # Nothing is left to be searched for.
    assert careful.answer(["r.yaml", "list.name"], there) == ["x"]
    with pytest.raises(PatternTimeout):
        careful.answer(["r.yaml", "list.gone"], there)
    long = page("<b>x</b>" * 100_000)
    assert book.reading({"bt_rule": "r.yaml", "bt_layers": ["list"]}, long) is not None


@pytest.mark.parametrize("meta", [{}, {"bt_rule": "s.yaml", "bt_layers": ["list"]}, {"bt_rule": "r.yaml"}])
def test_pages_of_other_visits_are_not_read_apart(book, meta):
    assert book.reading(meta, page("<b>x</b>" * 100_000)) is None


def test_what_is_quick_is_read_at_once(book):
    assert book.reading({"bt_rule": "r.yaml", "bt_layers": ["list"]}, page("<b>x</b>")) is None


def test_a_rule_that_is_not_there_is_told(book):
    with pytest.raises(NodeError, match=r"'s.yaml' is not among"):
        book.answer(["s.yaml", "list.name"], "")


def test_a_reader_answers_sources_of_rules(book):
    reader = PageReader(rules=book)
    there = page('<b>1</b><b>2</b><a href="x">')
    assert reader.values(Query("rules", ("r.yaml", "list.name"), "number"), there, "") == [1, 2]
    assert reader.elements(Query("rules", ("r.yaml", "list.name")), there) == ["1", "2"]
    assert reader.values(Query("rules", ("r.yaml", "list.link")), there, "") == ["https://a.test/x"]
    element = Selector(text="<p><b>x</b></p>").css("p")[0].root
    assert reader.values(Query("rules", ("r.yaml", "list.name")), element, "") == ["x"]
    with pytest.raises(NodeError, match="is not here"):
        PageReader().values(Query("rules", ("r.yaml", "list.name")), there, "")


def test_what_is_told_is_counted_and_logged_less_and_less(tmp_path, caplog):
    crawler = get_crawler(settings_dict={"BT_KEEP_PAGES": str(tmp_path)})
    folder = tmp_path / "my rules"
    folder.mkdir()
    (folder / "r.yaml").write_text(RULE)
    crawler.spider = SimpleNamespace(tree_file=folder / "tree.bt")
    book = RuleBook({"r.yaml": RULE}, tell=RuleTeller(crawler))
    with caplog.at_level(logging.INFO):
        for _ in range(20):
            book.answer(["r.yaml", "list.name"], page('<b>x</b><a href="x">'))
    assert crawler.stats.get_value("bt/rules/empty/list.gone") == 20
    lines = [record.getMessage() for record in caplog.records if "took nothing" in record.getMessage()]
    assert len(lines) == 4
    assert f"; the page is kept: scrapy bt rules try {tmp_path}/r/list.gone-1.html " in lines[0]
    assert lines[0].endswith(f" '{tmp_path}/my rules/r.yaml' --url {URL} --layer list")
    assert len(list(tmp_path.rglob("*.html"))) == 3


def test_a_worker_without_the_file_of_a_rule_tells_where_the_page_is(tmp_path, caplog):
    crawler = get_crawler(settings_dict={"BT_KEEP_PAGES": str(tmp_path)})
    with caplog.at_level(logging.INFO):
        RuleBook({"r.yaml": RULE}, tell=RuleTeller(crawler)).answer(
            ["r.yaml", "list.name"], page('<b>x</b><a href="x">')
        )
    (line,) = [record.getMessage() for record in caplog.records if "took nothing" in record.getMessage()]
    assert line.endswith(f"; the page is kept: {tmp_path}/r/list.gone-1.html")


def test_the_same_of_one_page_is_logged_once(caplog):
    crawler = get_crawler(settings_dict={"BT_KEEP_PAGES": ""})
    rule = RULE.replace("tag: list.name}", "tag: list.name, length: 1}")
    book = RuleBook({"r.yaml": rule}, tell=RuleTeller(crawler))
    with caplog.at_level(logging.INFO):
        book.answer(["r.yaml", "list", "rows", "", "names"], page("<b>one</b><b>two</b><b>three</b>"))
    assert crawler.stats.get_value("bt/rules/cut/names.name") == 3
    assert sum("too long" in record.getMessage() for record in caplog.records) == 1


def test_what_is_no_number_is_counted_and_warned_of_once_for_each_column(caplog):
    rule = RULE.replace("{name: name, tag: list.name}", "{name: price, tag: list.name, type: number}")
    crawler = get_crawler(settings_dict={"BT_KEEP_PAGES": 0})
    crawler.spider = SimpleNamespace()
    book = RuleBook({"r.yaml": rule}, tell=RuleTeller(crawler))
    texts = ("5 €", "sold out", "not yet", "2026-06-28", "3 for 2", "")
    for text in texts:
        book.answer(["r.yaml", "list", "rows", "", "names"], page(f"<b>{text}</b>"))
    counts = {
        name: crawler.stats.get_value(f"bt/rules/{name}/names.price") for name in ("no_number", "several_numbers")
    }
    assert counts == {"no_number": 2, "several_numbers": 2}
    first, second = (record.getMessage() for record in caplog.records if "column price" in record.getMessage())
    assert f"“sold out” on {URL} has none" in first
    assert "“2026-06-28”" in second
    assert "has 3, of which 2026 is taken" in second
