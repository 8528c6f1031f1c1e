from parsel import Selector

from scrapy_bt.testing.site.markup import SECTIONS, frame, message, pager


def test_a_page_links_all_sections_and_escapes_its_title():
    page = Selector(frame("Nuts & bolts", "<p id='x'>in</p>"))
    assert page.css("title::text").get() == "Nuts & bolts"
    assert page.css("main #x::text").get() == "in"
    assert page.css("header a::attr(href)").getall() == ["/", *(f"/{name}/" for name in SECTIONS)]


def test_a_message_is_escaped():
    assert Selector(message("No", "<b>&")).css("p.error::text").get() == "<b>&"


def test_the_ends_of_a_list_have_one_link():
    assert Selector(pager(previous=None, following="/2/")).css("a::attr(href)").getall() == ["/2/"]
    assert Selector(pager(previous="/1/", following=None)).css("li.next").getall() == []
