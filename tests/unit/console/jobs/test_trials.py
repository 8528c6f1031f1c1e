"""A real process, which is killed for real."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scrapy_bt.console.jobs.trials import Trials
from scrapy_bt.console.refusals import Refusal


@pytest.fixture
def page(project: Path) -> Path:
    page = project / "p.html"
    page.write_text("<b>1</b>")
    return page


@pytest.fixture
def trials(project: Path) -> Iterator[Trials]:
    trials = Trials(project, seconds=60.0)
    yield trials
    trials.close()


@pytest.mark.server
def test_questions_are_answered_also_after_the_process_was_killed(trials: Trials, page: Path) -> None:
    assert trials.ask("source", page=str(page))["text"] == "<b>1</b>"
    process = trials._quick._process
    assert process is not None
    process.kill()
    process.wait()
    assert trials.ask("source", page=str(page))["text"] == "<b>1</b>"
    with pytest.raises(Refusal, match="there is no file"):
        trials.ask("source", page=str(page.with_name("gone")))


@pytest.mark.server
def test_what_does_not_answer_in_time_is_ended(project: Path, page: Path) -> None:
    trials = Trials(project, seconds=0.0)
    with pytest.raises(Refusal, match="took longer than 0 s"):
        trials.ask("source", page=str(page))
    assert trials._quick._process is None


@pytest.mark.server
def test_a_question_ends_by_the_processor_that_it_takes(project: Path, page: Path) -> None:
    page.write_text("<b>1</b>" * 100_000)
    rule = "rule: r\nlayers:\n  - layer: l\n    entries: [https://s.test/]\n    tags:\n      - {tag: t, start: <b>}\n"
    question = json.dumps({"ask": "try", "text": rule, "page": str(page)}).encode() + b"\n"
    codes = []
    for seconds in ("0.001", "0"):  # 0: as much as it likes
        command = [sys.executable, "-m", "scrapy_bt.console.jobs.trialling", seconds]
        done = subprocess.run(command, cwd=project, input=question, stdout=subprocess.PIPE, check=False)
        codes.append(done.returncode)
    assert codes == [-signal.SIGPROF, 0]


@pytest.mark.server
def test_only_the_newest_of_a_persons_questions_is_answered(trials: Trials, page: Path) -> None:
    worker = trials._quick

    def ask() -> str:
        try:
            return str(trials.ask("source", "ann", page=str(page))["text"])
        except Refusal as refusal:
            return refusal.code

    with ThreadPoolExecutor(3) as pool:
        with worker._turn:
            asked = [pool.submit(ask)]
            while "source ann" not in worker._newest:
                pass
            first = worker._newest["source ann"]
            asked.append(pool.submit(ask))
            while worker._newest["source ann"] == first:
                pass
        assert sorted(each.result() for each in asked) == ["<b>1</b>", "superseded"]


@pytest.mark.server
def test_who_only_reads_pages_takes_nobodys_place(trials: Trials, page: Path) -> None:
    worker = trials._quick
    with ThreadPoolExecutor(3) as pool:
        with worker._turn:
            asked = [pool.submit(trials.ask, "source", page=str(page)) for _ in range(3)]
            while len(worker._newest) < 3:
                pass
        assert [answer.result()["text"] for answer in asked] == ["<b>1</b>"] * 3
    assert worker._newest == {}
