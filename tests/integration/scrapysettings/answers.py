"""What comes back: sizes, errors, redirects, retries, the cache."""

from __future__ import annotations

from typing import Any

from .requests import TWICE
from .stage import Stage, changes_nothing, holds


@holds("DOWNLOAD_TIMEOUT")
async def how_long_a_page_may_take(stage: Stage) -> None:
    crawl = await stage.crawl("/never", {"DOWNLOAD_TIMEOUT": 0.2})
    assert crawl.items == []
    assert crawl.stat("bt/dead") == 1, crawl.crawler.stats.get_stats()


@holds("download_timeout")
async def how_long_a_page_may_take_by_attribute(stage: Stage) -> None:
    assert (await stage.crawl("/never", attributes={"download_timeout": 0.2})).items == []


@holds("DOWNLOAD_MAXSIZE", "DOWNLOAD_WARNSIZE")
async def how_large_a_page_may_be(stage: Stage) -> None:
    assert (await stage.crawl("/large", {"DOWNLOAD_MAXSIZE": 1000})).items == []
    crawl = await stage.crawl("/large", {"DOWNLOAD_WARNSIZE": 1000})
    assert crawl.got == ["large"]
    assert crawl.says("larger than download warn size")


@holds("download_maxsize", "download_warnsize")
async def how_large_a_page_may_be_by_attribute(stage: Stage) -> None:
    assert (await stage.crawl("/large", attributes={"download_maxsize": 1000})).items == []
    assert (await stage.crawl("/large", attributes={"download_warnsize": 1000})).says("larger than download warn size")


@holds("DOWNLOAD_FAIL_ON_DATALOSS")
async def half_a_page(stage: Stage) -> None:
    assert (await stage.crawl("/short", {"DOWNLOAD_FAIL_ON_DATALOSS": True})).items == []
    assert (await stage.crawl("/short", {"DOWNLOAD_FAIL_ON_DATALOSS": False})).got == ["short"]


@holds("COMPRESSION_ENABLED")
async def packed_pages(stage: Stage) -> None:
    assert (await stage.crawl("/packed", {"COMPRESSION_ENABLED": True})).got == ["packed"]
    assert (await stage.crawl("/packed", {"COMPRESSION_ENABLED": False})).got == ["plain"]


@changes_nothing("HTTPERROR_ALLOWED_CODES", "HTTPERROR_ALLOW_ALL")
async def statuses_of_errors(stage: Stage) -> None:
    for settings in ({"HTTPERROR_ALLOWED_CODES": [404]}, {"HTTPERROR_ALLOW_ALL": True}):
        assert (await stage.crawl("/status/404", settings)).items == []


@holds("handle_httpstatus_list")
async def statuses_that_a_spider_takes(stage: Stage) -> None:
    attributes = {"handle_httpstatus_list": [302, 404]}
    assert (await stage.crawl("/moved", attributes=attributes)).paths == ["/moved"]
    assert (await stage.crawl("/status/404", attributes=attributes)).items == []


@holds("REDIRECT_ENABLED", "REDIRECT_MAX_TIMES")
async def redirects(stage: Stage) -> None:
    assert (await stage.crawl("/moved", {"REDIRECT_ENABLED": True})).got == ["/there"]
    assert (await stage.crawl("/moved", {"REDIRECT_ENABLED": False})).paths == ["/moved"]
    assert (await stage.crawl("/moved", {"REDIRECT_MAX_TIMES": 1})).paths == ["/moved", "/moved_again"]


@holds("METAREFRESH_ENABLED", "METAREFRESH_MAXDELAY", "METAREFRESH_IGNORE_TAGS")
async def refreshes(stage: Stage) -> None:
    assert (await stage.crawl("/refresh", {"METAREFRESH_ENABLED": True})).got == ["/there"]
    assert (await stage.crawl("/refresh", {"METAREFRESH_ENABLED": False})).got == ["refresh"]
    assert (await stage.crawl("/refresh", {"METAREFRESH_MAXDELAY": 2})).got == ["refresh"]
    assert (await stage.crawl("/noscript", {"METAREFRESH_IGNORE_TAGS": ["noscript"]})).got == ["noscript"]
    assert (await stage.crawl("/noscript", {"METAREFRESH_IGNORE_TAGS": []})).got == ["/there"]


@holds("RETRY_ENABLED", "RETRY_TIMES", "RETRY_HTTP_CODES", "RETRY_GIVE_UP_LOG_LEVEL")
async def retries(stage: Stage) -> None:
    settings = {"RETRY_ENABLED": True, "RETRY_TIMES": 1, "RETRY_GIVE_UP_LOG_LEVEL": "WARNING"}
    crawl = await stage.crawl("/status/503", settings)
    assert crawl.paths == ["/status/503"] * 2
    assert crawl.says("WARNING Gave up retrying")
    assert len((await stage.crawl("/status/503", {**settings, "RETRY_ENABLED": False})).asked) == 1
    assert len((await stage.crawl("/status/503", {**settings, "RETRY_HTTP_CODES": [418]})).asked) == 1


@holds("RETRY_EXCEPTIONS")
async def retries_of_errors(stage: Stage) -> None:
    settings: dict[str, Any] = {"RETRY_ENABLED": True, "RETRY_TIMES": 1}
    refused = "http://127.0.0.1:1/"
    crawl = await stage.crawl(refused, {**settings, "RETRY_EXCEPTIONS": ["builtins.ZeroDivisionError"]})
    assert crawl.stat("retry/count") is None
    assert (await stage.crawl(refused, settings)).stat("retry/count") == 1


@changes_nothing("RETRY_PRIORITY_ADJUST", "REDIRECT_PRIORITY_ADJUST")
async def the_place_of_what_is_sent_again(stage: Stage) -> None:
    text = TWICE.replace(":first  :second", "goroutine { :first }  goroutine { :second }")
    paths = [
        (await stage.crawl("/moved", {"CONCURRENT_REQUESTS": 1, **settings}, text=text)).paths
        for settings in ({}, {"REDIRECT_PRIORITY_ADJUST": -1000, "RETRY_PRIORITY_ADJUST": 1000})
    ]
    assert paths[0] == paths[1]
