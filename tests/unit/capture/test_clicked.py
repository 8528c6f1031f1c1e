"""What stands around clicked elements, from the pages of a sample."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrapy_bt.capture.clicked import with_texts
from scrapy_bt.core.samples.events import event_line
from scrapy_bt.core.samples.traffic import Element, Event

ENTRY = "<div><b>windmill</b><i></i><span>7</span></div>"
PAGE = f"<html><body>{ENTRY * 8}<p></p></body></html>"


def clicked(folder: Path, path: str, *, before: str = "page.html", kind: str = "click") -> Event:
    (folder / "page.html").write_text(PAGE, "utf-8")
    return with_texts(folder, [Event(1.0, kind, element=Element("i", path), before=before)])[0]


@pytest.mark.parametrize(
    ("path", "texts"),
    [
        ("html > body > div:nth-of-type(2) > b", ("windmill",)),
        ("html > body > div:nth-of-type(2) > i", ("windmill", "7")),
        ("html > body > div:nth-of-type(2)", ("windmill", "7")),
        ("html > body > p", ()),
        ("html > body > table", ()),
        ("html > body > [", ()),
    ],
    ids=["its own", "around it", "within it", "a whole page", "not there", "no path"],
)
def test_a_click_says_what_is_nearest(tmp_path: Path, path: str, texts: tuple[str, ...]) -> None:
    assert clicked(tmp_path, path).around == texts


@pytest.mark.parametrize("before", ["", "lost.html", "../page.html", "folder.html"])
def test_without_its_page_it_says_nothing(tmp_path: Path, before: str) -> None:
    (tmp_path / "folder.html").mkdir()
    assert clicked(tmp_path, "html > body > div", before=before).around == ()


def test_only_clicks_do_and_no_file_holds_it(tmp_path: Path) -> None:
    assert clicked(tmp_path, "html > body > div", kind="change").around == ()
    assert "around" not in event_line(clicked(tmp_path, "html > body > div"))
