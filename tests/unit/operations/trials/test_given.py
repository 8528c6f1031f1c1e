from pathlib import Path

import pytest

from scrapy_bt.core.samples.traffic import Answer, Exchange, Recording, Sent
from scrapy_bt.crawl.reading.missed_pages import read_kept
from scrapy_bt.errors import BTError
from scrapy_bt.operations.trials import given
from scrapy_bt.operations.trials.given import GivenPages, page_of_recording
from scrapy_bt.operations.trials.pages import RawPage

HTML = (("Content-Type", "text/html"),)
RECORDING = Recording(
    "one",
    (
        Exchange(0, Sent("GET", "https://s.test/old"), Answer(200, "https://s.test/", HTML, b"<p>one")),
        Exchange(1, Sent("GET", "https://s.test/2"), Answer(204, "https://s.test/2", (), None)),
    ),
)


def test_a_page_is_kept_once_with_its_address_and_its_type_for_this_user_alone(tmp_path: Path) -> None:
    pages = GivenPages(tmp_path)
    path = pages.add(page_of_recording(RECORDING, 0))
    assert path.read_bytes() == b"<p>one"
    assert read_kept(path) == ("https://s.test/", "text/html")
    assert pages.add(RawPage("https://s.test/", None, b"<p>one")) == path
    assert pages.all() == [path]
    assert path.stat().st_mode & 0o077 == path.parent.stat().st_mode & 0o077 == 0


def test_the_oldest_go_when_there_are_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(given, "MOST", 2)
    pages = GivenPages(tmp_path)
    for number in range(4):
        pages.add(RawPage(f"https://s.test/{number}", None, b"x"))
    assert len(pages.all()) == 2
    assert len(list((tmp_path / given.FOLDER).iterdir())) == 4


def test_one_that_another_process_removes_meanwhile_hinders_nobody(tmp_path: Path) -> None:
    pages = GivenPages(tmp_path)
    kept = pages.add(RawPage("https://s.test/", None, b"x"))
    gone = kept.with_name("gone.html")
    gone.symlink_to("nowhere")  # is listed, and is not there
    assert pages.all() == [kept, gone]
    assert pages.add(RawPage("https://s.test/", None, b"x")) == kept


def test_where_nothing_can_be_written_it_is_told(tmp_path: Path) -> None:
    (tmp_path / given.FOLDER).write_text("a file")
    with pytest.raises(BTError, match=rf"{given.FOLDER}/.*\.html cannot be written: "):
        GivenPages(tmp_path).add(RawPage("https://s.test/", None, b"x"))


def test_one_that_is_too_large_or_was_not_recorded_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, told in ((1, "without a body"), (7, "no request 7")):
        with pytest.raises(BTError, match=told):
            page_of_recording(RECORDING, number)
    monkeypatch.setattr(given, "LARGEST", 3)
    with pytest.raises(BTError, match="at most 3 bytes"):
        GivenPages(tmp_path).add(RawPage("https://s.test/", None, b"1234"))
