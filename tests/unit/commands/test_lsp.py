import sys

import pytest

from scrapy_bt.commands.lsp import run
from scrapy_bt.errors import BTError


def test_without_its_extra_it_says_what_to_install(monkeypatch):
    monkeypatch.delitem(sys.modules, "scrapy_bt.editors.server", raising=False)
    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)
    with pytest.raises(BTError, match=r'pip install "scrapy_bt\[lsp\]"'):
        run(None, None)
