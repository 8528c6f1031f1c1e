from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.console.refusals import Refusal
from scrapy_bt.console.sources.pages import PageFolder
from scrapy_bt.operations.trials import given


def test_given_pages_are_kept_with_their_address(project: Path, settings: Settings) -> None:
    own = project / ".scrapy"
    pages = PageFolder(own, settings)
    page = pages.add(b"<p>x", "https://s.test/")
    assert (page.url, page.origin, page.size) == ("https://s.test/", "given", 4)
    assert pages.add(b"<p>x", "https://s.test/") == page
    assert pages.add(b"<p>x", "https://s.test/2").hash != page.hash
    again = PageFolder(own, settings)
    assert again.find(page.hash).path.read_bytes() == b"<p>x"
    assert page.path.stat().st_mode & 0o077 == 0
    assert page.path.parent.stat().st_mode & 0o077 == 0


def test_pages_of_crawls_say_which_tag_took_nothing(project: Path) -> None:
    folder = project / "kept"
    (folder / "shop").mkdir(parents=True)
    (folder / "shop" / "list.title-1.html").write_text("<p>")
    (folder / "shop" / "list.title-1.json").write_text('{"url": "https://s.test/1", "headers": {}}')
    (project / "secret.txt").write_text("1234")
    (folder / "shop" / "list.title-2.html").symlink_to(project / "secret.txt")
    pages = PageFolder(project / ".scrapy", Settings({"BT_KEEP_PAGES": str(folder)}))
    (page,) = pages.all()
    assert (page.origin, page.url) == ("shop/list.title", "https://s.test/1")


def test_a_page_that_is_gone_or_too_large_is_refused(
    project: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = PageFolder(project / ".scrapy", settings)
    with pytest.raises(Refusal, match="not kept any more"):
        pages.find("nothing")
    monkeypatch.setattr(given, "LARGEST", 3)
    with pytest.raises(Refusal, match="at most 3 bytes"):
        pages.add(b"1234", "https://s.test/")
