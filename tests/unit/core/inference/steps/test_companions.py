"""What pages load by themselves beside what they are about."""

from __future__ import annotations

from typing import Any

import pytest

from scrapy_bt.core.inference.blackboard.workflow import Workflow
from scrapy_bt.core.inference.steps.companions import companions
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import ask, record

HOME, FOUND = "<h1>Welcome to the shop</h1>", "<h1>What was found</h1><p>{}</p>"
FLAGS = {"flags": [{"name": "dark", "on": True}, {"name": "new", "on": False}]}


def told(*others: tuple[str, str, Any]) -> set[str]:
    """The paths that are companions, where each recording opens two pages, after each of which others are loaded.

    *others*: after which page, the path, `{}` for what was looked for, and the data.
    """
    recordings = []
    for word in ("lamp", "rope"):
        exchanges: list[Exchange] = []
        for page, path, body in (("home", "/", HOME), ("found", f"/list?q={word}", FOUND.format(word))):
            exchanges.append(ask(path, body))
            exchanges += [
                ask(url.replace("{}", word), data, kind="xhr") for after, url, data in others if after in (page, "each")
            ]
        recordings.append(record(*exchanges))
    steps = range(len(recordings[0].exchanges))
    columns = {step: tuple(own.exchanges[step] for own in recordings) for step in steps}
    workflow = Workflow(columns, {}, len(recordings))
    documents = [step for step in steps if workflow.first(step).kind == "document"]
    found = companions(workflow, documents)
    return {workflow.first(step).sent.url.removeprefix("https://") for step in found}


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ([("each", "/api/me", {"name": "ann"})], {"shop.test/api/me"}),
        ([("found", "/api/things?q={}", {"things": ["a lamp"]})], set()),
        ([("home", "/api/new", {"things": ["a"]}), ("found", "/api/new", {"things": ["b"]})], set()),
        ([("each", "https://flags.example/all?u=17", FLAGS)], {"flags.example/all?u=17"}),
        ([("found", "https://flags.example/all?u=17", FLAGS)], {"flags.example/all?u=17"}),
        ([("each", "https://search.example/ask?q={}", {"hits": ["one"]})], {"search.example/ask?q=lamp"}),
        ([("found", "https://search.example/ask?q={}", {"hits": ["one"]})], set()),
        ([("found", "https://api.shop.test/things", {"things": ["a"]})], set()),
    ],
    ids=[
        "the same on each page",
        "asked for with what was given",
        "the same address with other data",
        "of others on each page",
        "of others on one page",
        "of others, with a word, the same on each page",
        "of others, with a word",
        "of the site's other host",
    ],
)
def test_what_pages_load_beside_is_told(others: list[tuple[str, str, Any]], expected: set[str]) -> None:
    assert told(*others) == expected
