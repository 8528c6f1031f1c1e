from scrapy.settings import Settings

from scrapy_bt.crawl.reading.sizes import LARGEST_PAGE, largest_page
from scrapy_bt.crawl.spiders import TreeSpider


def test_scrapys_default_is_none_of_ours() -> None:
    assert largest_page(Settings()) == LARGEST_PAGE == 64 * 1024 * 1024
    assert largest_page(Settings({"DOWNLOAD_MAXSIZE": 1000})) == 1000
    assert largest_page(Settings({"DOWNLOAD_MAXSIZE": 0})) == 0


def test_a_tree_takes_pages_of_that_size_and_what_somebody_sets_holds() -> None:
    for given, expected in (({}, LARGEST_PAGE), ({"DOWNLOAD_MAXSIZE": 5}, 5), ({"DOWNLOAD_MAXSIZE": 0}, 0)):
        settings = Settings(given)
        TreeSpider.update_settings(settings)
        assert settings.getint("DOWNLOAD_MAXSIZE") == expected
