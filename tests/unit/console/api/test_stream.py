import asyncio
import json
from typing import Any

from scrapy_bt.console.api.stream import _send
from scrapy_bt.console.state import Console
from tests.unit.console.conftest import Client, MadeCrawl


async def read(console: Console, crawl: MadeCrawl, acts: list[Any]) -> list[dict[str, Any]]:
    """Events; after each the next of *acts* is done."""
    events = []
    stream = _send(console, ["shop"])
    async for line in stream:
        if not line.startswith(b"event: crawl\n"):
            continue
        events.append(json.loads(line.partition(b"data: ")[2]))
        if not acts:
            console.closing.set()
        else:
            acts.pop(0)()
    return events


def test_the_whole_snapshot_comes_first_then_what_has_changed(console: Console, crawl: MadeCrawl) -> None:
    crawl.add("main/list")
    events = asyncio.run(read(console, crawl, [lambda: crawl.add("main/page"), lambda: None]))
    first = events[0]
    assert (first["whole"], first["snapshot"]["tasks"]["ready"]) == (True, 1)
    assert [row["key"] for row in first["nodes"]] == ["shop", "shop/main", "shop/main/list"]
    changed = {row["key"] for event in events[1:] for row in event["nodes"]}
    assert "shop/main/page" in changed
    assert "shop" not in changed


def test_a_poller_rests_when_nobody_watches(console: Console, crawl: MadeCrawl) -> None:
    asyncio.run(read(console, crawl, []))
    assert console.pollers["shop"]._task is None


def test_topics_that_are_none_are_told(client: Client) -> None:
    for query in ("", "?topics=", "?topics=weather:x", "?topics=" + ",".join(["crawl:shop"] * 21)):
        assert client.get(f"/api/v1/stream{query}").json["code"] == "topics"
    assert client.get("/api/v1/stream?topics=crawl:nothing").json["code"] == "no-crawl"
