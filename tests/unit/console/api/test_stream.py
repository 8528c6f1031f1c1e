import asyncio
import json
import os
import sys
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any
from urllib.parse import quote

from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.api.stream import _MOST_STREAMS, _find_topics, _send
from scrapy_bt.console.jobs.proofs import ProofRun
from scrapy_bt.console.jobs.runs import Started
from scrapy_bt.console.state import Console
from scrapy_bt.console.topics import find_topic
from scrapy_bt.frontier.listings import ControlTarget
from tests.proposals import Filing
from tests.unit.console.asgi import request
from tests.unit.console.conftest import Client, MadeCrawl


async def read(console: Console, acts: list[Any], topic: str = "crawl:shop") -> list[dict[str, Any]]:
    """Events; after each the next of *acts* is done."""
    events = []
    console.closing.clear()
    async for line in _send(console, [find_topic(console, topic)], is_allowed=lambda: True):
        if not line.startswith(b"event: "):
            continue
        events.append(json.loads(line.partition(b"data: ")[2]))
        assert line.startswith(f"event: {topic.partition(':')[0]}\n".encode())
        assert events[-1]["topic"] == topic
        if not acts:
            console.closing.set()
        else:
            acts.pop(0)()
    return events


def test_the_whole_snapshot_comes_first_then_what_has_changed(console: Console, crawl: MadeCrawl) -> None:
    crawl.add("main/list")
    events = asyncio.run(read(console, [lambda: crawl.add("main/page"), lambda: None]))
    first = events[0]
    assert (first["whole"], first["snapshot"]["tasks"]["ready"]) == (True, 1)
    assert [row["key"] for row in first["nodes"]] == ["shop", "shop/main", "shop/main/list"]
    changed = {row["key"] for event in events[1:] for row in event["nodes"]}
    assert "shop/main/page" in changed
    assert "shop" not in changed


def test_half_a_character_does_not_end_a_stream(console: Console, crawl: MadeCrawl) -> None:
    crawl.add("main/half \ud83d")
    (event,) = asyncio.run(read(console, []))
    assert "shop/main/half \ud83d" in [row["key"] for row in event["nodes"]]


def test_a_poller_rests_when_nobody_watches(console: Console, crawl: MadeCrawl) -> None:
    asyncio.run(read(console, []))
    assert console.pollers["shop"]._task is None


def test_one_user_follows_no_more_streams_than_many_browsers_do(console: Console, client: Client) -> None:
    console.streams["ann"] = _MOST_STREAMS
    refused = client.get("/api/v1/stream?topics=healing")
    assert (refused.status, refused.json["code"]) == (429, "streams")


def test_streams_that_are_asked_for_at_once_are_counted_and_those_that_end_are_not(
    console: Console, client: Client
) -> None:
    console.streams["ann"] = _MOST_STREAMS - 1
    key = console.sessions.open("ann", Role.VIEWER).key

    async def ask() -> list[int]:
        console.closing.clear()
        url, headers = "/api/v1/stream?topics=healing", {"authorization": f"Bearer {key}"}
        asked = [request(client.application, "GET", url, headers=headers) for _ in range(3)]
        statuses = []
        for answer in asyncio.as_completed(asked):
            statuses.append((await answer).status)
            if len(statuses) == 2:  # who is left follows, and ends with the console
                assert console.streams["ann"] == _MOST_STREAMS
                console.closing.set()
        return statuses

    assert (asyncio.run(ask()), console.streams["ann"]) == ([429, 429, 200], _MOST_STREAMS - 1)


def test_of_several_topics_those_go_on_that_are_there(console: Console, crawl: MadeCrawl) -> None:
    async def follow() -> dict[str, dict[str, Any]]:
        events: dict[str, dict[str, Any]] = {}
        console.closing.clear()
        topics = _find_topics(console, ["crawl:gone", "crawl:shop"])
        async for line in _send(console, topics, is_allowed=lambda: True):
            if line.startswith(b"event: "):
                event = json.loads(line.partition(b"data: ")[2])
                events[event["topic"]] = event
            if len(events) == len(topics):
                console.closing.set()
        return events

    events = asyncio.run(follow())
    assert "gone" in events["crawl:gone"]["error"]
    assert (events["crawl:shop"]["error"], events["crawl:shop"]["whole"]) == ("", True)


def test_names_of_topics_may_have_commas(client: Client) -> None:
    asked = quote(quote("crawl:gone, 50%"))
    assert "'gone, 50%'" in client.get(f"/api/v1/stream?topics={asked}").json["message"]


def test_a_stream_ends_when_who_reads_it_is_taken_out(console: Console, crawl: MadeCrawl) -> None:
    allowed = [True]

    async def follow() -> int:
        lines = 0
        async for line in _send(console, [find_topic(console, "crawl:shop")], is_allowed=lambda: allowed[0]):
            lines += line.startswith(b"event: ")
            allowed[0] = not lines
            crawl.add("main/list")
        return lines

    assert asyncio.run(follow()) == 1


def test_topics_that_are_none_are_told(client: Client) -> None:
    for query in ("", "?topics=", "?topics=weather:x", "?topics=" + ",".join(["crawl:shop"] * 101)):
        assert client.get(f"/api/v1/stream{query}").json["code"] == "topics"
    assert client.get("/api/v1/stream?topics=crawl:nothing").json["code"] == "no-crawl"
    assert client.get("/api/v1/stream?topics=job:none").status == 404
    assert client.get("/api/v1/stream?topics=file:trees/none.bt").status == 404


def test_orders_and_workers_of_a_crawl_are_followed_by_themselves(console: Console, crawl: MadeCrawl) -> None:
    crawl.add("main/list")
    acts = [lambda: crawl.add("main/page"), lambda: crawl.frontier.pause(ControlTarget(node="main/page"))]
    acts[0]()  # which changes no order
    events = asyncio.run(read(console, acts[1:], "orders:shop"))
    assert [[each["node"] for each in event["orders"]["pauses"]] for event in events] == [[], ["main/page"]]
    (event,) = asyncio.run(read(console, [], "workers:shop"))
    assert [worker["pages_per_second"] for worker in event["workers"]] == [2.5]


def test_a_file_is_followed_until_it_is_gone(console: Console, project: Path) -> None:
    path = project / "trees" / "shop.bt"
    path.parent.mkdir()
    path.write_text("main :: and { }\n")
    acts = [lambda: path.write_text("main :: or { }\n"), path.unlink]
    events = asyncio.run(read(console, acts, "file:trees/shop.bt"))
    assert [event["error"] for event in events[:2]] == ["", ""]
    assert events[0]["hash"] != events[1]["hash"]
    assert "shop.bt" in events[2]["error"]


def test_an_inference_is_followed_to_its_end(console: Console, project: Path) -> None:
    tree = project / "shop.bt"
    tree.with_suffix(".log").write_text("one\ntwo\n")
    with Popen([sys.executable, "-c", "input()"], stdin=PIPE) as process:
        console.proofs._started["7"] = ProofRun("7", "shop", tree, process, 0.0)
        events = asyncio.run(read(console, [lambda: os.write(process.stdin.fileno(), b"\n")], "job:7"))
    assert [(event["running"], event["ready"], event["lines"]) for event in events] == [
        (True, False, ["one", "two"]),
        (False, False, ["one", "two"]),
    ]


def test_a_run_is_followed_to_its_end(console: Console, tmp_path: Path) -> None:
    log = tmp_path / "shop.log"
    log.write_text("GET https://a.test/?token=sesame\n")
    with Popen([sys.executable, "-c", "input()"], stdin=PIPE) as process:
        console.runs._started["7"] = Started("7", "shop", log, tmp_path / "given", process, 0.0)
        events = asyncio.run(read(console, [lambda: os.write(process.stdin.fileno(), b"\n")], "run:7"))
    assert [(event["running"], event["status"]) for event in events] == [(True, None), (False, 0)]
    assert "sesame" not in events[0]["lines"][0]


def test_a_stream_ends_with_the_session_of_who_reads_it(client: Client, crawl: MadeCrawl) -> None:
    holds = iter([True])
    session = client.console.sessions.open("ann", Role.VIEWER, holds=lambda: next(holds, False))
    headers = {"authorization": f"Bearer {session.key}"}
    answer = asyncio.run(request(client.application, "GET", "/api/v1/stream?topics=crawl:shop", headers=headers))
    assert (answer.status, crawl.is_closed) == (200, False)
    assert b"event: crawl" not in answer.body


def test_redesigns_are_followed(console: Console) -> None:
    console.own.mkdir(exist_ok=True)
    filing = Filing()
    events = asyncio.run(read(console, [lambda: filing.file("shop.bt:1")], "healing"))
    filing.store.close()
    assert [len(event["cases"]) for event in events] == [0, 1]
