import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from scrapy.cmdline import ScrapyArgumentParser
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.settings import Settings

from scrapy_bt.commands.runspider import Command

SPIDER = """
import scrapy


class Plain(scrapy.Spider):
    name = "plain"
    custom_settings = {"ITEM_PIPELINES": {"scrapy_bt.storage.relational.StorePipeline": 900}}
"""


def scrapy_runspider(settings: Settings, *arguments: str) -> int:
    command = Command()
    command.settings = settings
    parser = ScrapyArgumentParser(conflict_handler="resolve")
    command.add_options(parser)
    options, rest = parser.parse_known_args(arguments)
    command.process_options(rest, options)
    settings.setdict(command.default_settings, priority="command")
    command.crawler_process = AsyncCrawlerProcess(settings)
    command.run(rest, options)
    return command.exitcode


@pytest.fixture
def spider(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain_of_runspider.py").write_text(SPIDER)
    yield "plain_of_runspider.py"
    sys.modules.pop("plain_of_runspider", None)


@pytest.mark.parametrize(("url", "status"), [("sqlite:///a.db", 0), ("", 2)])
def test_a_store_that_cannot_begin_ends_with_2(spider: str, crawl_settings: Settings, url: str, status: int) -> None:
    assert scrapy_runspider(crawl_settings, spider, "-s", f"BT_STORE_URL={url}") == status


def test_a_wrong_setting_is_named_in_one_line(
    spider: str, crawl_settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    assert scrapy_runspider(crawl_settings, spider, "-s", "BT_STORE_TIMEOUT=long") == 2
    assert capsys.readouterr().err == "BT_STORE_TIMEOUT is 'long': it is a number of seconds\n"
