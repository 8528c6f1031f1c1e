"""Small trees for tests of the runtime: nodes that only say that they ran, or only fail, and what came of them."""

from __future__ import annotations

from typing import Any

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree import effects as ef
from scrapy_bt.core.tree.program import Program
from scrapy_bt.testing.expectations import describe
from scrapy_bt.testing.playbook import Playbook
from scrapy_bt.testing.stage import Conditions, Happening, Stage, StagedRequest

NODES = """
one   :: item { n = 1 }
two   :: item { n = 2 }
three :: item { n = 3 }
said  :: item { x = x }
no    :: data css ".absent"
page  :: visit "https://site.test/page"
other :: visit "https://site.test/other"
about :: visit "https://site.test/{link}"
title :: data css "h1::text"
links :: data css "a::attr(href)"
next  :: data css ".next::attr(href)"
rows  :: data json "rows"
"""


def program(text: str, *, name: str = "crawl") -> Program:
    """The program of a text that need not pass the checker, with the nodes above."""
    text = NODES + text
    return Program(parse(text), name=name, text=text)


def play(text: str, **arguments: Any) -> Playbook:
    """A playbook of a text with the nodes above."""
    return Playbook(program(text), **arguments)


def logs(text: str, conditions: Conditions | None = None, **arguments: Any) -> list[Happening]:
    """All that a crawl without an answer to any visit does; the same when its tasks are stored and restored."""
    stages = [Stage(program(text), conditions or Conditions(), stored=stored) for stored in (False, True)]
    for stage in stages:
        stage.begin(arguments)
        while stage.go_on():
            pass
    assert [repr(line) for line in stages[0].log] == [repr(line) for line in stages[1].log]
    return stages[0].log


def run(text: str, **arguments: Any) -> tuple[list[Any], bool | None]:
    """What a crawl emits (names, or what the item `said` says), visits and reports of itself, and its success."""
    said: list[Any] = []
    success = None
    for happening in logs(text, **arguments):
        effect = happening.effect
        if isinstance(effect, ef.Emit):
            said.append(effect.record["x"] if effect.node == "said" else effect.node)
        elif isinstance(effect, StagedRequest):
            said.append(effect.node)
        elif isinstance(effect, ef.Finished) and happening.task == 1:
            success = effect.success
        elif isinstance(effect, (ef.Delay, ef.Pause, ef.Stopped)):
            said.append(describe(happening)[0])
    return said, success


def body(statements: str, **arguments: Any) -> tuple[list[Any], bool | None]:
    """The same for the body of a `main` that stops at the first failure."""
    parameters = f"({', '.join(arguments)})" if arguments else ""
    return run(f"main :: and {parameters} {{ {statements} }}", **arguments)
