import re

import pytest

from scrapy_bt.testing.site.sections import odd_scripts
from scrapy_bt.testing.site.sections.odd import Odd


@pytest.mark.parametrize("page", ["HALL", "DESK", "GRAPH", "OFFICE"])
def test_scripts_ask_only_for_what_is_there(page):
    known = {path for _, path in Odd("practice")._answers} | {"/odd/", "/odd/socket"}
    asked = re.findall(r"/odd/[\w.]*", getattr(odd_scripts, page))
    assert asked
    assert set(asked) <= known
