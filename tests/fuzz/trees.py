"""What trees leave behind, as inputs: tasks that carry their page, pages that are kept, what an inference knows."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from scrapy.http import HtmlResponse

from scrapy_bt.codegen.generating import CodeGenerator, PackagePaths, read_knowledge
from scrapy_bt.codegen.library import TemplateLibrary
from scrapy_bt.core.inference.explanation.explain import explain, is_report
from scrapy_bt.core.tree import effects as ef
from scrapy_bt.core.tree import events as ev
from scrapy_bt.core.tree.interpreter import Interpreter
from scrapy_bt.core.tree.task import decode_task, encode_task
from scrapy_bt.crawl.project.trees import build_program
from scrapy_bt.crawl.reading.missed_pages import read_kept
from scrapy_bt.crawl.reading.pages import ResponsePage
from scrapy_bt.crawl.reading.selectors import PageReader
from scrapy_bt.errors import BTError
from scrapy_bt.testing import taken

from .stores import tried

TREE = """
main   :: and (number = 1) {
    :page  goroutine { :more  :title }  while number < 3 { number = number + 1  :other }  :late
}
other  :: and { :page  :title }
page   :: visit "https://a.test/"
more   :: visit "https://a.test/{number}" { form = { token = css "input::attr(value)" } }
title  :: item each css "li" { title = css "::text"  url = css "a::attr(href)" as url }
late   :: item { count = python "json:dumps"  number = css "li::text" as integer }
"""
_INTERPRETER = Interpreter(build_program(TREE, file="a.bt", name="a"), PageReader())
_PAGE = ResponsePage(
    HtmlResponse("https://a.test/", body=b"<ul><li>1<a href=/2>2</a><li>3</ul><input value=t>", encoding="utf-8")
)
STUBS = """
page :: visit
sign :: data { sha256 = "{word}" }
main :: and (word = "a") { :page  x = :sign }
"""
_EVENTS = (ev.Granted(), ev.Arrived("200", _PAGE), ev.Arrived("503"), ev.JoinEnded(failed=False), ev.Answered([1]))


def example_tasks() -> list[bytes]:
    """The task of the tree, as it is stored at each of its steps."""
    task, effects = _INTERPRETER.start({})
    found = [encode_task(task)]
    for _ in range(20):
        found += [encode_task(effect.task) for effect in effects if isinstance(effect, ef.Spawn)]
        event = ev.Arrived("200", _PAGE) if isinstance(effects[-1], ef.SendVisit) else ev.Granted()
        try:
            task, effects = _INTERPRETER.resume(decode_task(found[-1], id=1), event)
        except BTError:
            break
        found.append(encode_task(task))
    return found


def read_carried(path: Path) -> None:
    """Go on with an input as a task, whatever has happened."""
    data = path.read_bytes()
    for event in _EVENTS:
        tried(_go_on, data, event)
    tried(lambda: _INTERPRETER.request(decode_task(data, id=1)))


def _go_on(data: bytes, event: ev.Event) -> None:
    task = decode_task(data, id=1)
    _INTERPRETER.resume(task, event, stored=data)
    encode_task(task)


def read_kept_page(path: Path) -> None:
    """An input as what lies beside a page."""
    page = path.parent / "page.html"
    page.with_suffix(".json").write_bytes(path.read_bytes())
    read_kept(page)


def example_knowledge() -> bytes:
    """What is stored beside a tree: a report, stubs, answers."""
    proof = {"why": "seen", "replays": 1, "proven": True}
    parameter = {"key": "query q", "value": "a", "arguments": ["word"], **proof}
    step = {"step": 1, "visit": "page", "request": "GET /", "parameters": [parameter], "left_out": ["x"], **proof}
    fact = {"id": 1, "kind": "origin", "step": 1, "text": "q is typed", "source": "typing", "why": "seen",
            "because": [1, 2], "status": "true", "trials": [1], "supports": [{"source": "a", "why": "b"}]}  # fmt: skip
    stub = {"name": "sign", "template": "sha256", "inputs": ["word"], "facts": {"hash": "a"}, "evidence": "seen"}
    answer = {"visit": "page", "url": "https://a.test/", "content_type": "text/html", "body": "<li>1"}
    return json.dumps({
        "format": 2, "goal": "title", "proven": True, "unproven": ["a"], "arguments": [{"name": "word"}],
        "path": [step], "facts": [fact], "replays": [{"number": 1, "purpose": "a", "right": True, "reason": "b"}],
        "stubs": [stub], "declared": {"page": 'page :: visit "https://a.test/"'},
        "answers": [answer, {**answer, "body": "", "base64": "PGxpPjE="}],
    }, indent=0).encode()  # fmt: skip


def read_knowledge_of(path: Path) -> None:
    """Explain an input, and make code of it."""
    folder = path.parent / "package"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    tree = folder / "a.bt"
    tree.write_text(STUBS)
    tree.with_name("a.inference.json").write_bytes(path.read_bytes())
    known = read_knowledge(tree)
    if is_report(known):
        for subject in ("", "1", "#1", "q is", "replay 1"):
            explain(known, subject)
    generator = CodeGenerator(TemplateLibrary(), resolve=lambda reference: None, take=_take)
    generator.generate(PackagePaths(tree, folder, "nodes"), tree.read_text())


def _take(text: str, node: str, body: bytes, url: str) -> list[object]:
    return taken(text, node, body, url=url)
