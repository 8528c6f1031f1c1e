import os
from pathlib import Path

import pytest

from scrapy_bt.console.sources.running import find_running, is_alive
from scrapy_bt.crawl.watching.folders import SOCKETS, listen


def test_processes_are_there_or_not() -> None:
    assert is_alive(os.getpid())
    assert not is_alive(0)
    assert not is_alive(999_999_999)


def test_outside_of_a_project_nothing_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_running("shop") is None


def test_a_socket_that_nobody_serves_any_more_is_no_crawl(project: Path) -> None:
    listen(project / ".scrapy" / SOCKETS / f"shop-{os.getpid()}.sock").close()
    assert find_running("shop") is None
