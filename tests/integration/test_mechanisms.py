"""Mechanisms of the web over HTTP: real command lines infer a tree from HAR files and run it with a third input."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager

import pytest

from scrapy_bt.capture.har_writer import write_har
from scrapy_bt.core.samples.traffic import Sent
from tests.integration.projects import Project
from tests.mechanisms.batches import BATCHES
from tests.mechanisms.doubtful import DOUBTFUL, LONGER
from tests.mechanisms.mechanism import SITE, Mechanism, Visitor, as_site, html, rows_of, things
from tests.mechanisms.paging import PAGING
from tests.serving import Handler, serving


def named(name):
    return next(each for each in (*PAGING, *BATCHES, *DOUBTFUL, *LONGER) if each.name == name)


@contextmanager
def inferring(folder, mechanism, **settings):
    """The mechanism, served; a project with a tree inferred from its recordings; what was told."""
    site = mechanism.serve()

    class Answering(Handler):
        def do_GET(self):  # noqa: N802 - the name that its base looks for
            length = int(self.headers.get("Content-Length") or 0)
            sent = Sent(self.command, SITE + self.path, tuple(self.headers.items()), self.rfile.read(length) or None)
            answer = site(sent)
            others = [pair for pair in answer.headers if pair[0] != "Content-Type"]
            self.answer(answer.status, answer.body or b"", *others, kind=answer.header("content-type") or "")

        do_POST = do_GET  # noqa: N815 - the same

    project = Project(folder)
    with serving(Answering) as url:
        for number, given in enumerate(mechanism.inputs, 1):
            visitor = Visitor(base=url)
            mechanism.browse(visitor, **given)
            write_har(folder / f"{number}.har", visitor.recording().exchanges)
        command = ["infer", "1.har", "2.har", "--replay", "all", "-o", "tree.bt"]
        yield project, project.run("bt", *command, settings=settings)


@pytest.mark.parametrize("name", ["form that loads more", "objects in JSON", "more pages than recorded"])
def test_the_tree_is_proven_and_brings_what_is_true_of_another_input(tmp_path, name):
    mechanism = named(name)
    with inferring(tmp_path, mechanism) as (project, inferred):
        assert (inferred.code, "\nproven\n" in inferred.log) == (0, True), inferred.log
        words = {"category", "q"} & set((tmp_path / "tree.bt").read_text("utf-8").split())
        ran = project.run("bt", "run", "tree.bt", *(f"-a{word}=kettle" for word in words), "-O", "items.jl")
    assert ran.code == 0, ran.log
    assert sorted(text for item in ran.items for text in item.values() if "kettle " in str(text)) == sorted(
        title for title, _ in mechanism.records(**mechanism.other)
    )


@pytest.mark.parametrize("name", ["more details than recorded", "more than one answer holds"])
def test_a_tree_that_the_pages_of_its_own_runs_speak_against_is_not_proven(tmp_path, name):
    with inferring(tmp_path, named(name)) as (_, inferred):
        assert (inferred.code, "\nproven\n" in inferred.log) == (1, False), inferred.log


def _with_many_details(asked_for):
    """A list of a hundred and sixty things; *asked_for* counts the requests of each."""

    def answer(asked):
        asked_for[asked.path] += 1
        if asked.path == "/list":
            found = things(asked.one("kind"), 160)
            return html(
                "".join(f'<p class=thing><a href="/thing/{each.number}">{each.title}</a></p>' for each in found)
            )
        one = next(each for each in things("", 160) if asked.path == f"/thing/{each.number}")
        return html(f"<h1>{one.title}</h1><b class=price>{one.price}</b>")

    def browse(visitor, kind):
        visitor.visit("/list", kind=kind)
        for place in (3, 140):
            visitor.visit(f"/thing/{things(kind, 160)[place].number}")

    two = {"kind": "rope"}, {"kind": "lamp"}
    return Mechanism("many details", lambda: as_site(answer), browse, two, {"kind": "kettle"}, of_many)


def of_many(kind):
    return rows_of(things(kind, 160))


def test_of_many_details_a_sample_is_asked_for_and_those_that_were_recorded(tmp_path):
    asked_for = Counter()
    mechanism = _with_many_details(asked_for)
    with inferring(tmp_path, mechanism) as (project, inferred):
        assert (inferred.code, "\nproven\n" in inferred.log) == (0, True), inferred.log
        for kind in ("rope", "lamp"):
            own = [f"/thing/{each.number}" for each in things(kind, 160)]
            assert sum(path in asked_for for path in own) == 51
            assert asked_for[own[140]] > 1
        ran = project.run("bt", "run", "tree.bt", "-akind=kettle", "-O", "items.jl")
    assert sorted((each["title"], each["price"]) for each in ran.items) == sorted(of_many("kettle"))


_FAULTY = """
from scrapy import signals


class Pipeline:
    def process_item(self, item):
        raise ValueError("a pipeline that fails")


class Extension:
    @classmethod
    def from_crawler(cls, crawler):
        own = cls()
        crawler.signals.connect(own.fail, signals.response_received)
        return own

    def fail(self):
        raise TypeError("a handler that fails")
"""


def test_what_handlers_raise_in_the_run_of_a_tree_speaks_against_it_and_no_pipeline_stores_what_it_brings(tmp_path):
    (tmp_path / "faulty.py").write_text(_FAULTY)
    own = {"ITEM_PIPELINES": {"faulty.Pipeline": 1}, "EXTENSIONS": {"faulty.Extension": 1}, "LOG_LEVEL": "CRITICAL"}
    with inferring(tmp_path, named("objects in JSON"), **own) as (_, inferred):
        assert (inferred.code, "\nproven\n" in inferred.log) == (1, False), inferred.log
    assert "TypeError: a handler that fails (faulty.py, line " in inferred.log
    assert "a pipeline that fails" not in inferred.log
