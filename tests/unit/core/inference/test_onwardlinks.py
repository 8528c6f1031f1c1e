"""Series that other input has shown."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.values import Each, Extraction, Taken
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.findings import Loop
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.onwardlinks import onward_loop
from scrapy_bt.core.inference.rehearsal import RehearsalFault
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.samples.parameters import Key
from tests.recordings import answer, ask, record

BACK = '<p><a class="turn" href="/find?q={0}">{1}</a></p>'
FURTHER = "https://shop.test/find?q=kettle&page=2"


def page(word: str, more: str) -> str:
    return f"<ul>{''.join(f'<li>{word} {number}</li>' for number in range(4))}</ul>{more}"


def loop(more: str, recorded: str = "", url: str = "https://shop.test/find?q=kettle") -> Loop | None:
    recordings = [record(ask(f"/find?q={word}", page(word, recorded))) for word in ("lamp", "rope")]
    inference = Inference(recordings, Goal(level="none"))
    inference.next()
    fault = RehearsalFault("it leads on", onward=(answer(url, page("kettle", more)), FURTHER))
    planner = Planner(inference.board)
    return onward_loop([RehearsalFault("else"), fault], planner, workflow_of(inference.board), [0])


def test_the_link_that_no_recorded_page_has_leads_on() -> None:
    more = '<a href="/help">Help</a> <a rel="next" href="/find?q=kettle&amp;page=2">More</a>'
    found = loop(more, recorded='<a href="/help">Help</a>')
    assert found == Loop(0, (), "link", None, Taken(0, Extraction("css", "a[rel=next]::attr(href)")))


@pytest.mark.parametrize(
    ("more", "recorded", "url"),
    [
        ("<p>No more</p>", "", "https://shop.test/find?q=kettle"),
        (BACK.format("kettle&amp;page=2", "1"), "", "https://shop.test/other?q=kettle"),
    ],
    ids=["no link", "another page"],
)
def test_else_there_is_none(more: str, recorded: str, url: str) -> None:
    assert loop(more, recorded, url) is None


def counted(sent: str, places: int = 3) -> Loop | None:
    found = [{"found": [{"title": f"{word} {number}"} for number in range(3)]} for word in ("lamp", "rope")]
    recordings = [record(ask(f"/api?q={number}&{sent}", each)) for number, each in enumerate(found)]
    inference = Inference(recordings, Goal(level="none"))
    inference.next()
    page = answer(
        "https://shop.test/api?q=2", {"found": [{"title": f"kettle {n}"} for n in range(places)], "more": True}
    )
    fault = RehearsalFault("it shows more", onward=(page, ""))
    return onward_loop([fault], Planner(inference.board), workflow_of(inference.board), [0])


@pytest.mark.parametrize(
    ("sent", "key", "by"),
    [("page=1", "page", 1), ("p=0", "p", 1), ("offset=0", "offset", 5), ("limit=1", "", 0), ("page=7", "", 0)],
)
def test_what_is_sent_may_count_pages_or_rows(sent: str, key: str, by: int) -> None:
    found = counted(sent, places=5)
    expected = Loop(0, (), "counter", Key("query", key), Each(0), by, Extraction("json", "found")) if key else None
    assert found == expected
