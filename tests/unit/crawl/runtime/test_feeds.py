from collections.abc import Callable
from pathlib import Path

import pytest
from scrapy.crawler import Crawler
from scrapy.extensions.feedexport import FeedExporter
from scrapy.settings import Settings

from scrapy_bt.crawl.runtime.feeds import FeedFile, Feeds, let_feeds_wait
from scrapy_bt.errors import BTError

TREE = "main :: and { :one }\none :: item { n = 1 }\n"


@pytest.mark.parametrize("outlasts", [True, False])
def test_what_is_buffered_is_in_the_file_where_tasks_are_kept(
    tmp_path: Path, new_crawler: Callable[..., Crawler], outlasts: bool
) -> None:
    settings = {"FEEDS": {tmp_path / "items.jl": {"format": "jsonlines"}}}
    crawler = new_crawler(TREE, settings)
    crawler._apply_settings()
    crawler.spider = crawler._create_spider()
    exporter = crawler.get_extension(FeedExporter)
    feeds = Feeds(crawler, outlasts=outlasts)
    exporter.open_spider(crawler.spider)
    exporter.item_scraped({"n": 1}, crawler.spider)
    (slot,) = exporter.slots
    feeds.flush()
    assert (Path(slot.file.name).read_text() != "") is outlasts
    slot.file.close()
    feeds.flush()


def test_a_crawl_without_a_feed_has_nothing_to_hand_on(tmp_path: Path, new_crawler: Callable[..., Crawler]) -> None:
    crawler = new_crawler(TREE, {"JOBDIR": str(tmp_path)})
    crawler._apply_settings()
    Feeds(crawler, outlasts=False).flush()


def test_a_file_takes_what_it_has_no_room_for_and_tells_it_when_it_is_flushed() -> None:
    file = FeedFile("/dev/full", "ab")
    assert file.write(b"x" * 100_000) == 100_000
    for _ in range(2):
        with pytest.raises(OSError, match="No space left"):
            file.flush()
    file.close()
    assert file.closed


@pytest.mark.parametrize("place", ["file", "file/job", "loop", "dangling"])
def test_a_jobdir_that_can_be_no_folder_is_refused(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "dangling").symlink_to("nowhere/job")
    with pytest.raises(BTError, match=r"the JOBDIR .* cannot be used"):
        let_feeds_wait(Settings({"JOBDIR": str(tmp_path / place)}))


@pytest.mark.parametrize("mode", ["ab", "wb"])
def test_a_file_that_cannot_be_opened_takes_what_is_written_until_it_can(tmp_path: Path, mode: str) -> None:
    place = tmp_path / "place"
    place.write_text("a file where a folder is needed")
    file = FeedFile(str(place / "items.jl"), mode)
    assert (file.tell(), file.write(b"one")) == (0, 3)
    with pytest.raises(OSError, match="place"):
        file.flush()
    assert file.tell() == 3
    place.unlink()
    file.flush()
    file.close()
    assert (place / "items.jl").read_bytes() == b"one"
    lost = FeedFile(str(place / "items.jl" / "more"), mode)
    lost.write(b"two")
    lost.close()
    assert lost.closed


def test_a_file_that_has_room_is_written_when_it_is_flushed_and_when_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "items.jl"
    file = FeedFile(str(path), "wb")
    file.write(b"one\n")
    assert (path.read_bytes(), file.tell()) == (b"", 4)
    file.flush()
    assert path.read_bytes() == b"one\n"
    file.write(b"two\n")
    file.close()
    assert path.read_bytes() == b"one\ntwo\n"


def test_what_is_held_is_not_written_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "items.jl"
    file = FeedFile(str(path), "ab")
    file.write(b"one\n")
    file.flush()
    file.write(b"two\n")
    file.is_held = True
    file.close()
    assert path.read_bytes() == b"one\n"


@pytest.mark.parametrize("format_", ["csv", "xml", "json", "jsonlines"])
def test_every_format_can_be_written_so(tmp_path: Path, new_crawler: Callable[..., Crawler], format_: str) -> None:
    texts = {}
    for kept in (True, False):
        path = tmp_path / f"{kept}"
        settings = {"FEEDS": {path: {"format": format_}}, "JOBDIR": str(tmp_path) if kept else None}
        crawler = new_crawler(TREE, settings)
        crawler._apply_settings()
        crawler.spider = crawler._create_spider()
        exporter = crawler.get_extension(FeedExporter)
        exporter.open_spider(crawler.spider)
        exporter.item_scraped({"n": 1}, crawler.spider)
        exporter.item_scraped({"n": 2}, crawler.spider)
        (slot,) = exporter.slots
        assert isinstance(slot.file, FeedFile) is kept
        slot.finish_exporting()
        slot.file.close()
        texts[kept] = path.read_bytes()
    assert texts[True] == texts[False]
    assert b"2" in texts[True]
