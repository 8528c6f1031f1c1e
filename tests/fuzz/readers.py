"""The readers of foreign bytes, each with good inputs; what is wrong is told by a `BTError`, or as a problem."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from scrapy import Request, Spider
from scrapy.http import HtmlResponse

from scrapy_bt.capture.clicked import with_texts
from scrapy_bt.capture.folder import open_sample
from scrapy_bt.capture.har import read_har
from scrapy_bt.capture.jtl import read_jtl
from scrapy_bt.capture.routed import with_routed
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.growth import grow, print_grown
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.language.checker import check
from scrapy_bt.core.rules.files.bundle import read_bundle
from scrapy_bt.core.rules.files.reader import read_rule
from scrapy_bt.core.schemes.files.reader import read_scheme
from scrapy_bt.core.schemes.seeds import Seeds
from scrapy_bt.core.tree.pages import Query
from scrapy_bt.core.tree.task import Frame, Task, decode_task, encode_task
from scrapy_bt.crawl.project.trees import build_program
from scrapy_bt.crawl.reading.pages import ResponsePage
from scrapy_bt.crawl.reading.selectors import PageReader
from scrapy_bt.crawl.redis.codec import RequestCodec, read_fields
from scrapy_bt.crawl.runtime.messages import read_arguments
from scrapy_bt.errors import BTError
from scrapy_bt.frontier.messages import StartMessage
from scrapy_bt.frontier.records import RefusedRecord
from tests.rulefiles import NEWS
from tests.schemefiles import TOPIC, TOPIC_YAML

from .addresses import SEEDS, read_value
from .journals import example_bytes, example_rows, read_bytes, read_rows
from .mutation import LONGEST
from .stores import (
    example_answers,
    example_case,
    example_model,
    example_store,
    read_answers,
    read_case,
    read_models,
    read_store,
    read_training,
)
from .trees import example_knowledge, example_tasks, read_carried, read_kept_page, read_knowledge_of

TREE = """
main :: and (n, kind = "a") { :page :title }
page :: visit POST "https://a.test/{n}?x={kind}" { form = { a = n } }
title :: item each css "li" all { title = css "b::text" as text  n = re "(\\d+)" }
"""
JTL = (
    '<?xml version="1.0"?><testResults version="1.2"><httpSample t="120" ts="1767323045678" rc="200" dt="text">'
    "<responseHeader>HTTP/1.1 200 OK\nContent-Type: text/html; charset=UTF-8</responseHeader>"
    "<responseData>&lt;p&gt;a</responseData><method>POST</method><queryString>q=chair</queryString>"
    "<java.net.URL>https://shop.example/search</java.net.URL></httpSample></testResults>"
)
PAGE = (
    "<html><head><base href='/x/'><meta charset=utf-8></head><ul><li><b>one 1</b><a href='?p=2'>2</a></ul>{\"a\": [1]}"
)


def _entry(number: int, method: str = "GET", **request: object) -> dict[str, object]:
    return {
        "startedDateTime": f"2026-01-01T00:00:0{number}Z",
        "time": 5,
        "request": {
            "method": method,
            "url": f"https://shop.test/{number}?x=1",
            "headers": [{"name": "X-Odd", "value": "a"}],
            **request,
        },
        "response": {
            "status": 200,
            "headers": [{"name": "Content-Type", "value": "text/html; charset=utf-8"}],
            "content": {"mimeType": "text/html", "text": f"<title>{number}</title><p class='a'>text {number}</p>"},
        },
    }  # fmt: skip


HAR = json.dumps(
    {
        "log": {
            "entries": [
                _entry(1),
                _entry(2, "POST", postData={"mimeType": "application/json", "text": '{"key": {"a": [1, "x"]}}'}),
                _entry(3, "POST", postData={"mimeType": "application/x-www-form-urlencoded", "text": "a=1&b=2"}),
            ]
        }
    }
)


def _real_recordings() -> list[bytes]:
    """The HAR files of the folder that `BT_TEST_HARS` names, for a long run; none are part of the project."""
    folder = os.environ.get("BT_TEST_HARS")
    found = sorted(Path(folder).rglob("*.har")) if folder else ()
    return [data for path in found if len(data := path.read_bytes()) <= LONGEST]


REAL = _real_recordings()


@dataclass(frozen=True)
class Reader:
    """*read* gets a file with the input, and raises nothing but a `BTError`."""

    seeds: list[bytes]
    read: Callable[[Path], object]


def _bt(path: Path) -> None:
    check(path.read_bytes().decode("utf-8", "replace"), file="a.bt")


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def _infer(path: Path) -> None:
    """Whatever tree is inferred passes its own check."""
    inference = Inference([read_har(path)], Goal(level="none"), redaction_key=b"fuzz")
    inference.next()
    text = print_grown(grow(inference.conclusion))
    faults = [fault for fault in check(text, file="a.bt") if fault.code != "stub"]
    if faults:
        raise AssertionError(f"an inferred tree fails its check: {faults[0]}\n{text}")


_PROGRAM = build_program(TREE, file="a.bt", name="a")


def _page(path: Path) -> None:
    response = HtmlResponse("https://a.test/x", body=path.read_bytes(), headers={"Content-Type": "text/html"})
    page = ResponsePage(response)
    reader = PageReader()
    for query in (
        Query("css", ("li b::text",), "text"), Query("css", ("a::attr(href)",), "url"), Query("json", ("a",), "number"),
        Query("re", (r"(\d+)",), "integer"), Query("xpath", ("//p",)), Query("css", ("b",), "json"),
    ):  # fmt: skip
        reader.values(query, page, page.base)


def _scheme(path: Path) -> None:
    seeds = Seeds(read_scheme(_text(path), file="a.yaml" if path.read_bytes()[:7] == b"scheme:" else "a.toml"))
    for _ in itertools.islice(seeds.walk(), 50):
        pass


def _sample(path: Path) -> None:
    folder = path.parent / "sample"
    folder.mkdir(exist_ok=True)
    (folder / "traffic.har").write_text(HAR)
    (folder / "manifest.json").write_bytes(path.read_bytes())
    (folder / "events.jsonl").write_bytes(path.read_bytes())
    recording = with_routed(folder, open_sample(folder))
    with_texts(folder, recording.events)


READERS = {
    "bt": Reader([TREE.encode()], _bt),
    "har": Reader([HAR.encode(), *REAL], read_har),
    "jtl": Reader([JTL.encode()], read_jtl),
    "rules": Reader([NEWS.encode()], lambda path: read_rule(_text(path), file="a.yaml")),
    "bundles": Reader([b'{"format": 1}\n---\n' + NEWS.encode()], lambda path: read_bundle(_text(path), file="a")),
    "schemes": Reader([TOPIC.encode(), TOPIC_YAML.encode()], _scheme),
    "snapshots": Reader([example_rows()], read_rows),
    "journals": Reader([example_bytes()], read_bytes),
    "messages": Reader(
        [b'{"n": {"a": [1, "x"]}}', b"plain"], lambda path: _PROGRAM.initial(read_arguments(_PROGRAM, _text(path), {}))
    ),
    "tasks": Reader(
        [
            encode_task(Task([Frame(1, {"n": 1, "b": ["x", {"y": None}]})])),
            StartMessage.of(b"x").encode(),
            RequestCodec(Spider("shop")).encode(Request("https://shop.test/", meta={"depth": 1, "when": (1, {2})})),
        ],
        lambda path: (_quietly(decode_task, path), _quietly(StartMessage.decode, path), _quietly(read_fields, path)),
    ),
    "records": Reader(
        [RefusedRecord("store", "kind", {"a": [1, "x"], "b": {"c": b"x"}}).encode()],
        lambda path: RefusedRecord.decode(path.read_bytes()),
    ),
    "manifests": Reader(
        [
            b'{"format": 1, "name": "a", "files": {"traffic.har": {"sha256": "0"}}}',
            b'{"at": 1, "type": "click", "element": {}}',
        ],
        _sample,
    ),
    "pages": Reader([PAGE.encode()], _page),
    "trees": Reader([HAR.encode(), *REAL], _infer),
    "urls": Reader(SEEDS, read_value),
    "stores": Reader([example_store()], read_store),
    "cases": Reader([example_case()], read_case),
    "models": Reader([example_model(), b'{"fields": {"kinds": ["a"], "line": [1, 2]}, "lists": {}}'], read_models),
    "answers": Reader(example_answers(), read_answers),
    "training": Reader(
        [b'{"file": "a.html.gz", "host": "a.test", "truth": {"title": ["a"]}}', b"https://a.test/1\tb"],
        read_training,
    ),
    "carried": Reader(example_tasks(), read_carried),
    "kept": Reader([b'{"url": "https://a.test/", "headers": {"Content-Type": "text/html"}}'], read_kept_page),
    "knowledge": Reader([example_knowledge()], read_knowledge_of),
}


def _quietly(read: Callable[[bytes], object], path: Path) -> None:
    try:
        read(path.read_bytes())
    except BTError:
        return
