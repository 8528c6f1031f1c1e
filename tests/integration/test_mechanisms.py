"""Mechanisms of the web over HTTP: real command lines infer a tree from HAR files and run it with a third input."""

from __future__ import annotations

import pytest

from scrapy_bt.capture.har_writer import write_har
from scrapy_bt.core.samples.traffic import Sent
from tests.integration.projects import Project
from tests.mechanisms.batches import BATCHES
from tests.mechanisms.mechanism import SITE, Visitor
from tests.mechanisms.paging import PAGING
from tests.serving import Handler, serving


@pytest.mark.parametrize("name", ["form that loads more", "objects in JSON"])
def test_the_tree_is_proven_and_brings_what_is_true_of_another_input(tmp_path, name):
    mechanism = next(each for each in (*PAGING, *BATCHES) if each.name == name)
    site = mechanism.serve()

    class Answering(Handler):
        def do_GET(self):  # noqa: N802 - the name that its base looks for
            length = int(self.headers.get("Content-Length") or 0)
            sent = Sent(self.command, SITE + self.path, tuple(self.headers.items()), self.rfile.read(length) or None)
            answer = site(sent)
            others = [pair for pair in answer.headers if pair[0] != "Content-Type"]
            self.answer(answer.status, answer.body or b"", *others, kind=answer.header("content-type") or "")

        do_POST = do_GET  # noqa: N815 - the same

    project = Project(tmp_path)
    with serving(Answering) as url:
        for number, given in enumerate(mechanism.inputs, 1):
            visitor = Visitor(base=url)
            mechanism.browse(visitor, **given)
            write_har(tmp_path / f"{number}.har", visitor.recording().exchanges)
        inferred = project.run("bt", "infer", "1.har", "2.har", "--replay", "all", "-o", "tree.bt")
        assert (inferred.code, "\nproven\n" in inferred.log) == (0, True), inferred.log
        words = {"category", "q"} & set((tmp_path / "tree.bt").read_text("utf-8").split())
        ran = project.run("bt", "run", "tree.bt", *(f"-a{word}=kettle" for word in words), "-O", "items.jl")
    assert ran.code == 0, ran.log
    assert sorted(text for item in ran.items for text in item.values() if "kettle " in str(text)) == sorted(
        title for title, _ in mechanism.records(**mechanism.other)
    )
