"""Where the selectors of link extractors are written."""

from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider

from scrapy_bt.crawl.healing.extractors import WRITTEN, restriction_of


class Shelf(CrawlSpider):
    selector = "ul.shelf"


class Books(Shelf):
    pass


def test_the_file_of_a_spiders_class_or_of_the_caller_is_read():
    (path,) = LinkExtractor(restrict_css="ul.shelf").restrict_xpaths
    for spider, caller in ((Books, ""), (None, __file__), (Books, "/no/such/file.py")):
        file, found = restriction_of(spider, caller, path)
        assert (file, found.how, found.selector) == (__file__, "css", "ul.shelf")
    assert WRITTEN[path] == "ul.shelf"


def test_what_stands_in_no_file_stays_as_it_is():
    assert restriction_of(Books, "", "//" + "ul[9]") is None
    assert restriction_of(None, "", "//ul") is None
