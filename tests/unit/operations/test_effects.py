"""What another preference does to the tasks that wait, on a real frontier in memory."""

import pytest
from scrapy.settings import Settings

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.tree.operations import FetchPage
from scrapy_bt.core.tree.program import Program
from scrapy_bt.core.tree.task import Frame, Task, encode_task
from scrapy_bt.crawl.components import add_defaults
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.operations.effects import SHOWN, foresee, move
from scrapy_bt.operations.entities import open_knowledge
from scrapy_bt.operations.preferring import apply_preference, plan_preference
from tests.unit.console.conftest import MadeCrawl

NODE = "main/each/detail"


@pytest.fixture
def settings(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scrapy.cfg").touch()
    settings = Settings({"BT_PREFERENCES": "preferences.toml"})
    add_defaults(settings)
    return settings


def payload(url):
    return encode_task(Task([Frame(0, {"url": url})]))


@pytest.fixture
def crawl():
    crawl = MadeCrawl()
    urls = [f"https://shop.test/{number}" for number in range(30)]
    urls += ["https://shop.test/ada-lovelace", "https://shop.test/terms-of-use"]
    crawl.frontier.put(Requeue(Entry(Bucket("shop", NODE), payload(url)), 0.0) for url in urls)
    return crawl


def names(tasks):
    return [one.url.rpartition("/")[2] for one in tasks]


def test_what_is_preferred_comes_first_and_everything_else_stays_in_its_order(settings, crawl):
    with open_knowledge(settings, make=True) as store:
        store.add([Entity("q1", "A. King", "person", aliases=("Ada Lovelace",))])
    plan = plan_preference(settings, "q1", 3)
    effect = foresee(settings, crawl, plan)
    assert names(effect.before) == [str(number) for number in range(SHOWN)]
    assert names(effect.after) == ["ada-lovelace", *(str(number) for number in range(SHOWN - 1))]
    assert (names(effect.moved), effect.looked_at) == (["ada-lovelace"], 32)
    assert move(crawl, effect) == 1
    assert crawl.frontier.lease(1)[0].entry.payload == payload("https://shop.test/ada-lovelace")


def test_a_kind_and_a_word_that_is_not_wanted(settings, crawl):
    with open_knowledge(settings, make=True) as store:
        store.add([Entity("q1", "Ada Lovelace", "person")])
    assert (
        names(foresee(settings, crawl, plan_preference(settings, "person", 2, kind="kind")).after)[0] == "ada-lovelace"
    )
    effect = foresee(settings, crawl, plan_preference(settings, "terms of use", -3, kind="word"))
    assert [one.gain < 0 for one in effect.moved] == [True]


def test_a_preference_that_is_changed_and_taken_away_again_leaves_the_tasks_as_they_were(settings, crawl):
    for weight in (1, 3, 0):
        plan = plan_preference(settings, "ada lovelace", weight, kind="word")
        move(crawl, foresee(settings, crawl, plan))
        apply_preference(plan)
    lines = crawl.peek(ControlTarget(node=NODE), "ready", "", 200).tasks
    assert {line.entry.bucket.boost for line in lines} == {0.0}


def test_a_crawl_without_tasks_and_tasks_that_nobody_can_read(settings):
    crawl = MadeCrawl()
    plan = plan_preference(settings, "engine", 3, kind="word")
    assert foresee(settings, crawl, plan).looked_at == 0
    crawl.add("main/bad")
    effect = foresee(settings, crawl, plan)
    assert (names(effect.before), effect.moved) == ([""], ())


def test_the_address_of_a_visit_is_made_of_variables_and_its_secrets_stay_hidden(settings):
    text = """
detail :: visit "https://shop.test/{place}?token={token}"
main :: and (place, token) { :detail }
"""
    program = Program(parse(text, file="shop.bt"), name="shop", text=text)
    crawl = MadeCrawl()
    crawl.program = lambda: program
    for place in ("1", "ada-lovelace"):
        task = program.initial({"place": place, "token": "s3cret"})
        task.frames[-1].position = next(step.id for step in program.operations if isinstance(step, FetchPage))
        crawl.frontier.put([Requeue(Entry(Bucket("shop", NODE), encode_task(task)), 0.0)])
    effect = foresee(settings, crawl, plan_preference(settings, "ada lovelace", 3, kind="word"))
    assert effect.after[0].url.startswith("https://shop.test/ada-lovelace?token=")
    assert "s3cret" not in str(effect)
