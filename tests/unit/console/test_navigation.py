from scrapy_bt.console.navigation import NAVIGATION
from scrapy_bt.console.routes import PAGES


def test_the_navigation_leads_to_pages() -> None:
    assert {entry.path for entry in NAVIGATION} <= {page.path for page in PAGES}
