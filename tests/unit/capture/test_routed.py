"""Pages that a client-side router opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from scrapy_bt.capture.routed import with_routed
from scrapy_bt.core.samples.traffic import Element, Event, Exchange, Recording
from tests.recordings import SITE, ask, record

HOME = "<nav>Boats</nav><p>Which boat is wanted here</p>"
BOATS = "<nav>Boats</nav><li>Dinghy of oak</li><li>Barge of elm</li>"
PIECES = {"Content-Type": "text/x-component"}


def routed(
    folder: Path,
    *exchanges: Exchange,
    first: str = HOME,
    looks: Sequence[tuple[str, str]] = (("/boats", BOATS),),
) -> Recording:
    """A recording in which the first page was opened, and then those of *looks* by clicks, as they looked."""
    (folder / "0.html").write_text(first)
    events = [Event(0.2, "navigate", "", url_after=f"{SITE}/", after="0.html")]
    before = "/"
    for number, (path, look) in enumerate(looks, 1):
        (folder / f"{number}.html").write_text(look)
        pages = {"before": f"{number - 1}.html", "after": f"{number}.html"}
        at = number * 5.0
        click = Event(at, "click", f"{SITE}{before}", Element("a"), before=pages["before"], after=pages["before"])
        events += [click, Event(at + 0.5, "navigate", f"{SITE}{before}", url_after=f"{SITE}{path}", **pages)]
        before = path
    return with_routed(folder, record(*exchanges, events=events))


def added(recording: Recording) -> list[str]:
    return [each.sent.url.removeprefix(SITE) for each in recording.exchanges if each.sent.header("referer")]


def test_a_page_that_came_in_pieces_stands_at_its_address(tmp_path: Path) -> None:
    pieces = ask("/boats?_c=1", b"1:I[7]", kind="fetch", gives=PIECES, cookies={"who": "ann"}, at=5.1)
    found = routed(tmp_path, ask("/", HOME, at=0.0), pieces)
    assert added(found) == ["/boats"]
    page = found.exchanges[1]
    assert [each.index for each in found.exchanges] == [0, 1, 2]
    assert page.answer is not None
    assert page.answer.body == BOATS.encode()
    assert page.kind == "document"
    assert page.sent.header("referer") == f"{SITE}/"
    assert page.started < pieces.started + 1_700_000_000, "it is what the click asked for"


def test_what_a_page_was_drawn_of_is_left_to_be_found(tmp_path: Path) -> None:
    data = ask("/api/boats", [{"name": "Dinghy of oak"}, {"name": "Barge of elm"}], kind="fetch", at=5.1)
    assert added(routed(tmp_path, ask("/", HOME, at=0.0), data)) == []


def test_an_empty_page_that_a_script_fills_has_no_others_beside_it(tmp_path: Path) -> None:
    shell = ask("/", "<div id=app></div>", at=0.0)
    assert added(routed(tmp_path, shell)) == []
    loading = "<title>All boats of the world</title><p>Loading</p>"
    assert added(routed(tmp_path, ask("/", loading, at=0.0), first=loading)) == [], "it says nothing of itself"


def test_a_page_that_was_there_or_says_nothing_new_is_none(tmp_path: Path) -> None:
    home = ask("/", HOME, at=0.0)
    twice = (("/boats", BOATS), ("/", HOME), ("/boats", BOATS))
    assert added(routed(tmp_path, home, looks=twice)) == ["/boats"]
    assert added(routed(tmp_path, home, looks=[("/?open=1", HOME)])) == []
    assert added(routed(tmp_path, home, looks=[("/#boats", BOATS)])) == []
    fetched = ask("/boats", "<li>Dinghy of oak</li>", kind="fetch", at=5.1)
    assert added(routed(tmp_path, home, fetched)) == [], "its address was asked for"


def test_a_page_whose_address_gave_its_data_is_shown_once_more_when_one_comes_back(tmp_path: Path) -> None:
    asked = ask("/boats", [{"name": "Dinghy of oak"}, {"name": "Barge of elm"}], kind="fetch", at=5.1)
    back = (("/boats", BOATS), ("/", HOME), ("/boats", BOATS))
    assert added(routed(tmp_path, ask("/", HOME, at=0.0), asked, looks=back)) == []


def test_recordings_without_pages_or_of_another_site_stay_as_they_are(tmp_path: Path) -> None:
    elsewhere = routed(tmp_path, ask("https://other.test/", HOME, at=0.0))
    assert added(elsewhere) == []
    home = record(ask("/", HOME), events=[Event(2.0, "navigate", f"{SITE}/", url_after=f"{SITE}/boats", after="x")])
    assert with_routed(tmp_path, home) is home
    assert with_routed(tmp_path, replace(home, events=())).events == ()
