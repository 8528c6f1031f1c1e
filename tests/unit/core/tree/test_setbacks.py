"""What a failure goes back to, from one step of a task to the next."""

from scrapy.http import HtmlResponse

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree import effects as ef
from scrapy_bt.core.tree import events as ev
from scrapy_bt.core.tree.interpreter import Interpreter
from scrapy_bt.core.tree.program import Program
from scrapy_bt.core.tree.repeats import digest
from scrapy_bt.core.tree.setbacks import RepeatedVisit, Setback
from scrapy_bt.core.tree.task import Task, decode_task, encode_task
from scrapy_bt.crawl.reading.pages import ResponsePage
from scrapy_bt.crawl.reading.selectors import PageReader

NODES = """
page  :: visit "https://site.test/{n}"
other :: visit "https://site.test/other"
token :: visit "https://site.test/token"
title :: data css "h1::text"
thing :: item { n = n }
"""


class Life:
    """A task that is stored after each step."""

    def __init__(self, tree: str, **arguments: object) -> None:
        self.program = Program(parse(NODES + tree), text=tree)
        self.interpreter = Interpreter(self.program, PageReader())
        self.task = self.program.initial(arguments)
        self.task.id = 1
        self.steps: list[bytes] = []
        self.effects: list[ef.Effect] = []

    def __call__(self, event: ev.Event) -> ef.Effect:
        stored = encode_task(self.task)
        self.steps.append(stored)
        self.task, self.effects = self.interpreter.resume(decode_task(stored, id=1), event, stored=stored)
        return self.effects[-1]

    @property
    def node(self) -> str:
        return self.program.path_of(self.program.stack_of(self.task))


def arrived(outcome: str = "200", body: str = "<h1>T</h1>") -> ev.Arrived:
    url = "https://site.test/visited"
    return ev.Arrived(outcome, ResponsePage(HtmlResponse(url, body=body.encode(), status=int(outcome))), url=url)


def setback_of(effect: ef.Effect) -> Setback:
    assert isinstance(effect, ef.Finished)
    assert effect.setback is not None
    return effect.setback


def test_a_failed_visit_is_gone_back_to() -> None:
    life = Life("main :: and (n) { :page :other }", n=1)
    life(ev.Granted())
    life(arrived())
    ending = life(arrived("500"))
    assert setback_of(ending) == Setback(life.steps[-1], url="https://site.test/visited")


def test_the_wait_for_goroutines_does_not_hide_it() -> None:
    life = Life("main :: and (n) { :page goroutine { :other } :token }", n=1)
    life(ev.Granted())
    life(arrived())
    assert isinstance(life(arrived("503")), ef.Join)
    at_visit = life.steps[-1]
    assert isinstance(life.effects[0], ef.Trouble)
    ending = life(ev.JoinEnded(failed=False))
    assert isinstance(ending, ef.Finished)
    assert not ending.joined
    assert ending.reason.startswith("'token' at main/token")
    assert "503" in ending.reason
    assert setback_of(ending).payload == at_visit
    assert life.effects == [ending]


def test_nor_does_the_wait_in_a_tree_that_was_called() -> None:
    life = Life("part :: and (n) { :page goroutine { :other } :token } main :: and (n) { :part(n) :other }", n=1)
    life(ev.Granted())
    life(arrived())
    life(arrived("503"))
    at_visit = life.steps[-1]
    ending = life(ev.JoinEnded(failed=True))
    assert isinstance(ending, ef.Finished)
    assert (ending.joined, setback_of(ending).payload) == (False, at_visit)
    assert "503" in ending.reason


def test_who_failed_with_a_goroutine_goes_back_to_the_join() -> None:
    life = Life("part :: and (n) { :page goroutine { :other } } main :: and (n) { goroutine { :other } :part(n) }", n=1)
    life(ev.Granted())
    inner = life(arrived())
    assert isinstance(inner, ef.Join)
    outer = life(ev.JoinEnded(failed=True))
    assert isinstance(outer, ef.Join)
    at_join = life.steps[-1]
    ending = life(ev.JoinEnded(failed=False))
    assert isinstance(ending, ef.Finished)
    assert ending.joined
    assert (setback_of(ending).payload, setback_of(ending).join) == (at_join, inner.join)


def test_a_visit_is_gone_back_to_over_other_waits() -> None:
    life = Life("[[ token ]] main :: and (n) { :page :token x = :title :thing }", n=1)
    life(ev.Granted())
    assert isinstance(life(arrived(body="nothing")), ef.Share)
    at_visit = life.steps[-1]
    assert life.task.setback is not None
    assert isinstance(life(ev.Make(1)), ef.SendVisit)
    assert life.task.setback is None
    ending = life(arrived(body="no title either"))
    assert setback_of(ending).payload != at_visit


def test_who_has_not_visited_carries_nothing() -> None:
    life = Life("[[ token ]] main :: and (n) { :thing :token :page }", n=1)
    life(ev.Granted())
    assert life.task.setback is None


def test_what_came_of_the_visit_does_not_come_again() -> None:
    life = Life("main :: and (n) { :page :thing goroutine { :other } x = :title }", n=1)
    life(ev.Granted())
    assert isinstance(life(arrived(body="no title")), ef.Join)
    back = setback_of(life(ev.JoinEnded(failed=False)))
    task: Task = decode_task(back.payload, id=1)
    assert task.repeat is None
    task.repeat = RepeatedVisit(task.position, back.url, back.given)
    life.task = task
    life(arrived("500"))
    assert not [effect for effect in life.effects if isinstance(effect, (ef.Emit, ef.Spawn))]
    life.task = task
    ending = life(arrived())
    assert isinstance(ending, ef.Join)
    assert life.effects == [ending]


def test_the_same_at_a_later_visit_is_no_repetition() -> None:
    life = Life("main :: and (n) { i = 0 while i < 2 { i = i + 1 :page :thing } }", n=1)
    life(ev.Granted())
    task = life.task
    task.repeat = RepeatedVisit(task.position, "", b"")
    assert isinstance(life(arrived()), ef.SendVisit)
    assert life.task.repeat is None


def test_a_visit_that_is_tried_again_is_a_repetition_still() -> None:
    life = Life("state page { 5xx = wait 1 401 = :token } main :: and (n) { :page :thing :other }", n=1)
    life(ev.Granted())
    life.task.repeat = RepeatedVisit(life.task.position, "", digest([ef.Emit("thing", {"n": 1})], {}))
    assert isinstance(life(arrived("500")), ef.Delay)
    assert isinstance(life(arrived("401")), ef.SendVisit)
    assert isinstance(life(arrived()), ef.SendVisit)
    assert life.task.repeat is not None
    assert isinstance(life(arrived()), ef.SendVisit)
    assert life.effects == [ef.SendVisit("other")]
    assert life.task.repeat is None


def test_a_page_that_is_read_once_more_alone_gives_what_is_new_and_leads_nowhere() -> None:
    life = Life("state page { 5xx = wait 1 } main :: and (n) { i = 0 while i < 2 { i = i + 1 :page :thing } }", n=1)
    life(ev.Granted())
    life.task.repeat = RepeatedVisit(life.task.position, "", b"", alone=True)
    assert isinstance(life(arrived("500")), ef.Delay)
    assert isinstance(life(arrived()), ef.Finished)
    assert life.effects == [ef.Emit("thing", {"n": 1}), ef.Finished(success=True)]
