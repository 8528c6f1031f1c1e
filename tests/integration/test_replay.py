"""Experiments are sent to a real server, in a process of their own (a reactor runs only once)."""

import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Barrier, BrokenBarrierError, Event
from typing import Any, ClassVar
from urllib.parse import parse_qs

import pytest

from tests.serving import Handler, serving
from tests.waiting import wait_until

PROGRAM = """
import asyncio, json, logging, sys
from scrapy.settings import Settings
from scrapy_bt.capture.replay import Replayer, ReplayRules
from scrapy_bt.capture.replaycrawl import replay
from scrapy_bt.capture.replaymiddlewares import ReplayLimits
from scrapy_bt.core.inference.replay.experiment import Experiment
from scrapy_bt.core.inference.plans.plan import Plan, PlannedStep
from scrapy_bt.core.inference.answers.values import Argument, Extraction, Taken
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Sent

site = sys.argv[1]
trials, waits = [], []

def step(number, method, path, body=None, bound=None, headers=(), follows=True):
    sent = Sent(method, site + path, headers, body)
    return PlannedStep(number, sent, bound or {}, frozenset(), follows)

FORM = (("Content-Type", "application/x-www-form-urlencoded"),)
token = Taken(0, Extraction("css", "input::attr(value)"))
user = Argument("user")
nothing = {Key("query", "q"): Taken(9, Extraction("re", "x"))}
login = [
    step(0, "GET", "/form"),
    step(1, "POST", "/login", b"user=x&token=old", {Key("form", "token"): token, Key("form", "user"): user}, FORM),
]

def plan(*steps):
    return Plan(steps, steps[-1].step, {"user": "eva"})

async def converse(replayer):
    await replayer.run([
        Experiment(1, plan(*login, step(2, "GET", "/me")), "with a login"),
        Experiment(2, plan(step(2, "GET", "/me")), "without"),
        Experiment(3, plan(step(2, "GET", "/me")), "goes on", session=1),
        Experiment(4, plan(step(2, "GET", "/form", bound=nothing)), "no value"),
        Experiment(5, plan(step(0, "GET", "/away")), "elsewhere"),
        Experiment(6, plan(step(0, "GET", "/away", follows=False)), "stays"),
        Experiment(7, plan(step(0, "GET", "/breaks")), "breaks"),
        Experiment(8, plan(step(0, "GET", "/together")), "together", copies=2),
        Experiment(10, plan(step(0, "GET", "/me", headers=(("Cookie", "session=eva"),))), "a cookie of its own"),
        Experiment(11, plan(step(0, "GET", "/busy?status=429&asks=1&times=1"), step(1, "GET", "/me")), "busy"),
        Experiment(12, plan(step(0, "GET", "/busy?status=503&asks=Sun, 06 Nov 1994 08:49:37 GMT&times=2")), "a date"),
        Experiment(13, plan(step(0, "GET", "/busy?status=503&asks=3600&times=1")), "too long"),
        Experiment(14, plan(step(0, "GET", "/busy?status=429&asks=30&times=1")), "no time", seconds=10.0),
        Experiment(15, plan(step(0, "GET", "/busy?status=429&asks=0&times=9")), "always"),
        Experiment(16, plan(step(0, "GET", "/busy?status=503&asks=0&times=8")), "two at once", copies=2),
        Experiment(17, plan(step(0, "GET", "/me")), "after a pause", pause=0.01),
    ], trials.append, waits.append)

async def wait_for_ever(replayer):
    for number in range(1, 100):
        await replayer.run([Experiment(number, plan(step(0, "GET", "/waits")), "waits")], trials.append)
        if replayer.was_interrupted:
            return

async def fall(replayer):
    await replayer.run([
        Experiment(1, plan(step(0, "GET", "/form")), "before"),
        Experiment(2, plan(step(0, "GET", f"/falls?times={sys.argv[3]}")), "falls"),
        Experiment(3, plan(step(0, "GET", "/form")), "after"),
    ], trials.append, waits.append)
    await replayer.run([Experiment(4, plan(step(0, "GET", "/form")), "later")], trials.append, waits.append)
    waits.append(replayer.silent.partition(":")[0])

async def be_late(replayer):
    await replayer.run([Experiment(9, plan(step(0, "GET", "/late?secret=s3cr3t")), "late")], trials.append)

timeout = 0.5 if sys.argv[2] in ("wait", "late") else 3600.0
converse = {"wait": wait_for_ever, "fall": fall, "late": be_late}.get(sys.argv[2], converse)
rules = ReplayRules(ReplayLimits(frozenset({site.partition("//")[2]}), "all"), timeout=timeout, pauses=(0.01,) * 5)
settings = Settings({"LOG_LEVEL": "DEBUG"})
finished = replay(settings, rules, converse)
print(json.dumps({"finished": finished, "waits": waits, "trials": [
    [t.experiment, [[s, a.status, (a.body or b"").decode(), a.url.removeprefix(site)] for s, a in t.answers], t.failure]
    for t in trials]}))
"""


class Site(Handler):
    """A login with a token, and other places."""

    together = Barrier(2)
    waits = Event()
    ends = Event()
    asked: ClassVar[Counter[str]] = Counter()
    unanswered: ClassVar[int] = 0
    """So many requests from now on have no answer."""

    def do_GET(self) -> None:  # noqa: N802 - as http.server calls it
        if Site.unanswered:
            Site.unanswered -= 1
            self.close_connection = True
        elif self.path.startswith("/falls?"):
            Site.unanswered = int(parse_qs(self.path.partition("?")[2])["times"][0])
            self.close_connection = True
        else:
            self.serve()

    def serve(self) -> None:
        match self.path.partition("?")[0]:
            case "/form":
                self.answer(200, '<input name="token" value="t0ken">', ("Set-Cookie", "token=t0ken"))
            case "/me":
                self.answer(200, self.headers.get("Cookie") or "nobody")
            case "/home":
                self.answer(200, "home")
            case "/away":
                self.answer(302, "", ("Location", "http://other.example/?token=s3cr3t"))
            case "/breaks":
                self.close_connection = True
            case "/together":
                try:
                    self.together.wait()
                except BrokenBarrierError:
                    self.answer(500, "alone")
                else:
                    self.answer(200, "together")
            case "/late":
                self.ends.wait()
            case "/busy":
                self.ask_for_patience()
            case "/waits":
                self.waits.set()
                self.ends.wait()

    def ask_for_patience(self) -> None:
        given = parse_qs(self.path.partition("?")[2])
        self.asked[self.path] += 1
        if self.asked[self.path] > int(given["times"][0]):
            self.answer(200, f"at the {self.asked[self.path]}th time")
        else:
            self.answer(int(given["status"][0]), "busy", ("Retry-After", given["asks"][0]))

    def do_POST(self) -> None:  # noqa: N802 - as http.server calls it
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        is_right = body == "user=eva&token=t0ken" and "token=t0ken" in self.headers.get("Cookie", "")
        if is_right:
            self.answer(302, "", ("Location", "/home"), ("Set-Cookie", "session=eva; Path=/"))
        else:
            self.answer(403, body)


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serving(Site) as address:
        yield address
        Site.ends.set()


def start(folder: Path, site: str, *what: str) -> subprocess.Popen[str]:
    program = folder / "program.py"
    program.write_text(PROGRAM)
    root = Path(__file__).resolve().parents[2]
    pipe = subprocess.PIPE
    command = [sys.executable, str(program), site, *what]
    return subprocess.Popen(command, text=True, cwd=root, env={"PYTHONPATH": str(root)}, stdout=pipe, stderr=pipe)


@pytest.fixture(scope="module")
def told(site: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], str]:
    with start(tmp_path_factory.mktemp("replay"), site, "all") as done:
        output, log = done.communicate()
    assert done.returncode == 0, log
    return json.loads(output), log


@pytest.fixture(scope="module")
def said(told: tuple[dict[str, Any], str]) -> tuple[dict[int, list[Any]], str]:
    assert told[0]["finished"]
    trials: dict[int, list[Any]] = {}
    for number, answers, failure in told[0]["trials"]:
        trials.setdefault(number, []).append((answers, failure))
    return trials, told[1]


Said = tuple[dict[int, list[Any]], str]


def test_values_are_taken_and_cookies_kept_from_step_to_step(said: Said) -> None:
    ((answers, failure),) = said[0][1]
    assert failure == ""
    assert [(step, status, url) for step, status, _, url in answers] == [
        (0, 200, "/form"),
        (1, 200, "/home"),
        (2, 200, "/me"),
    ]
    assert answers[2][2] == "token=t0ken; session=eva"


def test_each_experiment_has_a_jar_of_its_own_or_goes_on_with_anothers(said: Said) -> None:
    assert said[0][2][0][0][0][2] == "nobody"
    assert said[0][3][0][0][0][2] == "token=t0ken; session=eva"
    assert said[0][10][0][0][0][2] == "session=eva"


def test_a_value_that_cannot_be_had_ends_the_replay(said: Said) -> None:
    ((answers, failure),) = said[0][4]
    assert answers == []
    assert "no value for query q" in failure or "parameters" in failure


def test_no_redirect_leads_to_another_host(said: Said) -> None:
    assert "other.example is not among the hosts" in said[0][5][0][1]
    assert said[0][6][0][0][0][1] == 302


def test_failures_say_what_happened(said: Said) -> None:
    assert "no answer (" in said[0][7][0][1]


def test_what_does_not_come_in_time_is_told_without_secrets(site: str, tmp_path: Path) -> None:
    with start(tmp_path, site, "late") as process:
        output, log = process.communicate()
    ((number, answers, failure),) = json.loads(output)["trials"]
    assert (number, answers) == (9, [])
    assert "no answer in time" in failure
    assert "s3cr3t" not in log


def test_copies_are_sent_at_once(said: Said) -> None:
    assert [answers[0][2] for answers, _ in said[0][8]] == ["together", "together"]


def test_a_site_that_asks_for_patience_is_asked_again_when_it_says(
    said: Said, told: tuple[dict[str, Any], str]
) -> None:
    statuses = {number: [[status for _, status, *_ in answers] for answers, _ in said[0][number]] for number in said[0]}
    assert said[0][11][0][0][0][2] == "at the 2th time"
    assert statuses[11] == [[200, 200]]
    assert said[0][12][0][0][0][2] == "at the 3th time"
    assert [statuses[number] for number in (13, 14, 15)] == [[[503]], [[429]], [[429]]]
    assert Site.asked["/busy?status=429&asks=0&times=9"] == 4
    assert statuses[16] == [[503], [503]]
    # On a busy machine it may be asked whether it is still there.
    assert [wait for wait in told[0]["waits"] if "does not answer" not in wait] == [
        "127.0.0.1 asks to wait 1 s",
        *["127.0.0.1 asks to wait 0 s"] * 2,
        "127.0.0.1 asks to wait 3600 s, which is too long: its answer 503 counts",
        "127.0.0.1 asks to wait 30 s, which is too long: its answer 429 counts",
        *["127.0.0.1 asks to wait 0 s"] * 3,
        "the site limits how often it is asked: 1 s are waited",
    ]


def test_the_log_tells_each_replay_and_no_secret(said: Said) -> None:
    assert "replay 1, with a login: step 2: POST 127.0.0.1/login → 200" in said[1]
    assert "s3cr3t" not in said[1]
    assert "t0ken" not in said[1]


def test_ctrl_c_ends_the_replays(site: str, tmp_path: Path) -> None:
    with start(tmp_path, site, "wait") as process:
        wait_until(lambda: Site.waits.is_set() or process.poll() is not None)
        process.send_signal(signal.SIGINT)
        output, log = process.communicate()
    assert process.returncode == 0, log
    told = json.loads(output)
    assert told["finished"] is False
    assert len(told["trials"]) < 99
    assert "Traceback" not in log


def falls(folder: Path, site: str, times: int) -> dict[str, Any]:
    """What came of replays to a host that then leaves so many requests without an answer."""
    with start(folder, site, "fall", str(times)) as process:
        output, log = process.communicate()
    Site.unanswered = 0
    assert process.returncode == 0, log
    return json.loads(output)


def test_a_host_that_comes_back_says_nothing_of_what_was_sent(site: str, tmp_path: Path) -> None:
    told = falls(tmp_path, site, 4)
    assert [(number, [status for _, status, *_ in answers]) for number, answers, _ in told["trials"]] == [
        (1, [200]),
        (2, []),
        (3, [200]),
        (4, [200]),
    ]
    assert "127.0.0.1" in told["waits"][0]
    assert "does not answer: it is asked again" in told["waits"][0]
    assert told["waits"][-1] == ""


def test_a_host_that_stays_away_is_given_up(site: str, tmp_path: Path) -> None:
    told = falls(tmp_path, site, 10_000)
    assert [number for number, *_ in told["trials"]] == [1]
    assert told["waits"][-1] == "127.0.0.1"
