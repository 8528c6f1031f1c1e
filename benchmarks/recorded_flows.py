"""Flows of real HAR files with what a reader expects of them: which values come from where, which requests matter.

The folder holds HAR files and `expected.json`: of each flow its target, its edges (a parameter of a request, and the
request whose answer it is from), and the requests that are needed; entries are numbered by the time they started.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scrapy_bt.capture.folder import open_sample
from scrapy_bt.core.inference.answers.values import Each, Value, steps_of
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.findings import ListOf, Loop
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Exchange
from scrapy_bt.errors import SampleError


@dataclass
class FlowOutcome:
    """How a flow came out; edges are told as `request place name`."""

    name: str
    right: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    lost: list[int] = field(default_factory=list)
    """Entries that are needed and not on the path."""
    fault: str = ""


def judge_flows(folder: Path) -> Iterator[FlowOutcome]:
    """What inference without replay makes of each flow."""
    for flow in json.loads((folder / "expected.json").read_text("utf-8"))["flows"]:
        outcome = FlowOutcome(flow["file"])
        try:
            _Flow(folder / flow["file"], flow).compare(outcome)
        except SampleError as error:
            outcome.fault = str(error)
            outcome.missed += [_told(edge) for edge in flow["edges"]]
            outcome.lost += flow["required_requests"]
        yield outcome


class _Flow:
    def __init__(self, har: Path, flow: Mapping[str, Any]) -> None:
        self._flow = flow
        entries = json.loads(har.read_text("utf-8"))["log"]["entries"]
        self._entries = sorted(entries, key=lambda entry: str(entry["startedDateTime"]))
        target = flow["target_request"]
        wanted = "" if target is None else self._entries[target]["request"]["url"]
        inference = Inference([open_sample(har)], Goal(wanted, level="none"))
        assert not inference.next(), "nothing may be sent"
        self._conclusion = inference.conclusion
        self._planner = Planner(inference.board)
        self._exchanges = workflow_of(inference.board).exchanges
        self._kept = {self._planner.canonical(planned.step) for planned in self._conclusion.plan.steps}

    def compare(self, outcome: FlowOutcome) -> None:
        """Look at every edge and every request that is needed."""
        for edge in self._flow["edges"]:
            source, found = self._step(edge["src_resp"]), self._sources(edge)
            place = outcome.missed if not found else outcome.right if source in found else outcome.wrong
            place.append(_told(edge))
        outcome.lost += [entry for entry in self._flow["required_requests"] if self._step(entry) not in self._kept]

    def _step(self, entry: int) -> int | None:
        """The step that stands for an entry, or for the chain of redirects that it is a part of."""
        request = self._entries[entry]["request"]
        alike = [
            number
            for number, each in enumerate(self._entries)
            if (each["request"]["method"], each["request"]["url"]) == (request["method"], request["url"])
        ]
        steps = [
            step
            for step, (exchange, *_) in self._exchanges.items()
            if exchange is not None and _is_of(exchange, request)
        ]
        if not steps:
            return None
        return self._planner.canonical(steps[min(alike.index(entry), len(steps) - 1)])

    def _sources(self, edge: Mapping[str, Any]) -> set[int]:
        """The steps that a parameter's value is taken from, by what was concluded."""
        step, name = self._step(edge["req"]), str(edge["name"]).lower()
        values: list[Value] = []
        listers: set[int] = set()
        for planned in self._conclusion.plan.steps:
            if self._planner.canonical(planned.step) == step:
                keys = [key for key in planned.bound if key.where == "url" or _is_key(key.where, key.name, edge, name)]
                values += [planned.bound[key] for key in keys]
        if step is not None and step not in self._kept:
            # The target does not need it; where its values would come from is known all the same.
            places = [place for place in self._planner.places(step) if _is_key(*_named(place[1]), edge, name)]
            values += [options[0] for place in places if (options := self._planner.options(place))]
        for loop in self._conclusion.of(Loop):
            if loop.step == step and (loop.key is None or _is_key(loop.key.where, loop.key.name, edge, name)):
                values.append(loop.next)
        for listed in self._conclusion.of(ListOf):
            if listed.detail == step:
                listers.add(self._planner.canonical(listed.step))
        found = {self._planner.canonical(source) for value in values for source in steps_of(value)}
        return found | (listers if not values or any(isinstance(value, Each) for value in values) else set())


def _named(key: Key) -> tuple[str, str]:
    return key.where, key.name


def _is_key(where: str, key: str, edge: Mapping[str, Any], name: str) -> bool:
    if where != edge["where"]:
        return False
    return key.lower() == name or where == "path"


def _is_of(exchange: Exchange, request: Mapping[str, Any]) -> bool:
    asked = (request["method"], request["url"].partition("#")[0])
    sent = [exchange.sent, *(hop.sent for hop in exchange.hops)]
    return any((each.method, each.url.partition("#")[0]) == asked for each in sent)


def _told(edge: Mapping[str, Any]) -> str:
    return f"{edge['req']} {edge['where']} {edge['name']}"
