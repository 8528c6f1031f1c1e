import logging

import pytest
from scrapy.http import HtmlResponse
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from scrapy_bt.core.tree import effects as ef
from scrapy_bt.core.tree import events as ev
from scrapy_bt.core.tree.run import Limits
from scrapy_bt.crawl.project.trees import build_program
from scrapy_bt.crawl.reading.pages import ResponsePage
from scrapy_bt.crawl.runtime.completions import StepResult
from scrapy_bt.crawl.runtime.steps import Stepper, event_of, limits_of
from scrapy_bt.crawl.visits.sessions import SessionJars
from scrapy_bt.errors import NodeError, TaskError
from scrapy_bt.frontier.completion import Finish, Requeue
from scrapy_bt.frontier.entries import Entry, Lease, SharedValue
from scrapy_bt.settings import DEFAULTS
from tests.contracts.workshop import at

TREE = """
main :: and (url) { :page :title :gone }
page :: visit "{url}"
title :: item { title = css "h1::text" }
gone :: data css ".gone"
"""
URL = "https://a.test/"


class Scene:
    """A stepper and a task of it that is leased."""

    def __init__(self, tree: str = TREE, **arguments: object) -> None:
        self.crawler = get_crawler(settings_dict=DEFAULTS)
        self.crawler._apply_settings()
        self.jars = SessionJars(lambda session: None, 10)
        self.stepper = Stepper(self.crawler, build_program(tree, file="tree.bt", name="tree"), self.jars)
        entry = self.stepper.first_entry({"url": URL, **arguments})
        self.lease = Lease(Entry(entry.bucket, entry.payload, id=7, session=7), token=1, deadline=0.0)
        self.task = self.stepper.read(self.lease, {}.get)

    def take(self, event: ev.Event, **options: object) -> StepResult:
        return self.stepper.take(self.lease, self.task, event, **options)

    def arrive(self, html: str, **options: object) -> StepResult:
        response = HtmlResponse(URL, body=html.encode(), encoding="utf-8")
        return self.take(ev.Arrived("200", ResponsePage(response)), **options)


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_a_task_that_stands_at_a_visit_says_what_it_sends(scene: Scene) -> None:
    assert scene.stepper.request(scene.task).url == URL


def test_values_that_make_no_request_are_an_error() -> None:
    scene = Scene(url=None)
    with pytest.raises(NodeError):
        scene.stepper.request(scene.task)


def test_a_task_that_cannot_be_decoded_is_an_error(scene: Scene) -> None:
    with pytest.raises(TaskError):
        scene.stepper.read(Lease(Entry(at(), b"\xc1", id=7), 1, 0.0), {}.get)


def test_a_page_gives_records_and_run_times(scene: Scene) -> None:
    step = scene.arrive("<h1>Hello</h1><p class=gone>x</p>", measured={"page": 2.0})
    assert step.items == [("title", {"title": "Hello"})]
    assert step.completion.next == Finish(success=True)
    assert step.completion.measured["page"] == 2.0
    assert {"title", "gone"} <= set(step.completion.measured)
    assert scene.crawler.stats.get_value("bt/items/title") == 1


def test_cookies_that_have_changed_are_part_of_the_step_once(scene: Scene) -> None:
    assert scene.arrive("<h1>a</h1>").completion.cookies == {}
    again = Scene()
    again.jars[7]
    again.jars.mark_changed(7)
    assert set(again.arrive("<h1>a</h1>").completion.cookies) == {7}
    assert again.jars.take_changed(7) is None


def test_a_node_that_fails_is_told_and_counted(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    step = scene.take(ev.Arrived("timeout", message="too slow"))
    assert step.completion.next == Finish(success=False)
    assert scene.crawler.stats.get_value("bt/failed/page/timeout") == 1
    (record,) = [each for each in caplog.records if each.name == "scrapy_bt.crawl.runtime.step_reports"]
    assert record.levelno == logging.WARNING
    assert record.getMessage().startswith("Node 'page' at main/page (tree.bt:2:")
    assert record.getMessage().endswith("): timeout: too slow")


def test_a_warning_of_a_tree_is_one_of_the_log_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    scene = Scene('page :: visit "{url}" main :: and (url) { :page print "one {url}" warn "two" }')
    scene.arrive("<h1>Hello</h1>")
    told = [each for each in caplog.records if each.name == "scrapy_bt.crawl.runtime.step_reports"]
    assert [each.levelname for each in told] == ["INFO", "WARNING"]
    counts = {name: count for name, count in scene.crawler.stats.get_stats().items() if name.startswith("bt/warnings/")}
    assert list(counts.values()) == [1]


def test_a_task_that_comes_to_its_visit_waits_for_it() -> None:
    program = build_program('main :: and { x = 1 :page }\npage :: visit "https://a.test/"', file="t.bt", name="t")
    crawler = get_crawler(settings_dict=DEFAULTS)
    stepper = Stepper(crawler, program, None)
    entry = stepper.first_entry({})
    lease = Lease(Entry(entry.bucket, entry.payload, id=7, session=7), token=1, deadline=0.0)
    step = stepper.take(lease, stepper.read(lease, {}.get), ev.Granted())
    assert isinstance(step.ending, ef.SendVisit)
    assert isinstance(step.completion.next, Requeue)
    assert step.completion.next.entry.bucket.node == "main/page"
    assert step.completion.cookies == {}


@pytest.mark.parametrize(
    ("facts", "event"),
    [
        ({}, ev.Granted()),
        ({"joined": 5}, ev.JoinEnded(failed=False)),
        ({"joined": 5, "failed": True}, ev.JoinEnded(failed=True)),
        ({"make": True, "version": 3}, ev.Make(3)),
        ({"shared": SharedValue(b"v", 4, None, 2)}, ev.Shared(b"v", 4, 2)),
    ],
)
def test_a_lease_says_what_has_happened(facts: dict[str, object], event: ev.Event) -> None:
    found = event_of(Lease(Entry(at(), b""), 1, 0.0, **facts))
    assert found.now > 0
    assert type(found)(**{**vars(found), "now": 0.0}) == event


def test_who_would_wait_for_itself_is_denied() -> None:
    found = event_of(Lease(Entry(at(), b""), 1, 0.0, circular=True))
    assert isinstance(found, ev.Denied)
    assert "waits for this one" in found.reason


def test_the_bounds_of_a_run_are_the_settings() -> None:
    settings = {
        "BT_STEP_BUDGET": 1, "BT_PAGE_LIMIT": 2, "BT_STACK_LIMIT": 3,
        "BT_WAIT_TIMES": 4, "BT_WAIT_DELAY": 5.5, "BT_WAIT_DELAY_MAX": 6.5,
    }  # fmt: skip
    assert limits_of(Settings(settings)) == Limits(
        step_budget=1, page_limit=2, stack_limit=3, wait_times=4, wait_delay=5.5, wait_delay_max=6.5
    )
