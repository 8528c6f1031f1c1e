"""Mechanisms of the web over HTTP: real command lines infer a tree from HAR files and run it with a third input."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from scrapy_bt.capture.har_writer import write_har
from scrapy_bt.core.samples.traffic import Sent
from tests.integration.projects import Project
from tests.mechanisms.batches import BATCHES
from tests.mechanisms.doubtful import DOUBTFUL, LONGER
from tests.mechanisms.mechanism import SITE, Visitor
from tests.mechanisms.paging import PAGING
from tests.serving import Handler, serving


@contextmanager
def inferring(folder, name, **settings):
    """The mechanism of that name, served; a project with a tree inferred from its recordings; what was told."""
    mechanism = next(each for each in (*PAGING, *BATCHES, *DOUBTFUL, *LONGER) if each.name == name)
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
        yield mechanism, project, project.run("bt", *command, settings=settings)


@pytest.mark.parametrize("name", ["form that loads more", "objects in JSON", "more pages than recorded"])
def test_the_tree_is_proven_and_brings_what_is_true_of_another_input(tmp_path, name):
    with inferring(tmp_path, name) as (mechanism, project, inferred):
        assert (inferred.code, "\nproven\n" in inferred.log) == (0, True), inferred.log
        words = {"category", "q"} & set((tmp_path / "tree.bt").read_text("utf-8").split())
        ran = project.run("bt", "run", "tree.bt", *(f"-a{word}=kettle" for word in words), "-O", "items.jl")
    assert ran.code == 0, ran.log
    assert sorted(text for item in ran.items for text in item.values() if "kettle " in str(text)) == sorted(
        title for title, _ in mechanism.records(**mechanism.other)
    )


@pytest.mark.parametrize("name", ["more details than recorded", "more than one answer holds"])
def test_a_tree_that_the_pages_of_its_own_runs_speak_against_is_not_proven(tmp_path, name):
    with inferring(tmp_path, name) as (_, _, inferred):
        assert (inferred.code, "\nproven\n" in inferred.log) == (1, False), inferred.log


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
    with inferring(tmp_path, "objects in JSON", **own) as (_, _, inferred):
        assert (inferred.code, "\nproven\n" in inferred.log) == (1, False), inferred.log
    assert "TypeError: a handler that fails (faulty.py, line " in inferred.log
    assert "a pipeline that fails" not in inferred.log
