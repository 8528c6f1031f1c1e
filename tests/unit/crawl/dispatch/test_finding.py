"""Nothing is loaded where dispatch is off."""

import subprocess
import sys

PROGRAM = """
import sys
from scrapy.spiders import Spider
from scrapy.utils.test import get_crawler
from scrapy_bt.crawl.dispatch.finding import find_dispatching
assert find_dispatching(get_crawler(Spider, {"ADDONS": {"scrapy_bt.Addon": 300}, "BT_FRONTIER": "redis"})) is None
assert not {"scrapy_bt.crawl.dispatch.dispatching", "scrapy_bt.core.dispatch.states"} & set(sys.modules)
"""


def test_it_costs_nothing_when_it_is_off():
    subprocess.run([sys.executable, "-c", PROGRAM], check=True)
