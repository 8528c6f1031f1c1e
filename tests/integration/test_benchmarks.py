import json
import pkgutil
import re
import urllib.request
from importlib import import_module
from pathlib import Path

import pytest

import benchmarks
from benchmarks.__main__ import main, name_of
from benchmarks.crawls import crawl
from benchmarks.dispatch_fit import describe, policies_in, world_of
from benchmarks.dispatch_fit import measure as measure_tasks
from benchmarks.goal_preferences import ratios_of
from benchmarks.goal_soak import judge, known_bytes, measure, told
from benchmarks.rounds import beside, compare, interleave, spread
from benchmarks.static_site import StaticSite
from scrapy_bt.core.dispatch.experience import FinishedTask, worth
from scrapy_bt.core.dispatch.states import FEATURES
from scrapy_bt.testing.redis import RedisServer

MODULES = sorted(found.name for found in pkgutil.iter_modules(benchmarks.__path__) if found.name != "__main__")
GOALS = [name for name in MODULES if name_of(name)]
DOCS = Path(__file__).resolve().parents[2] / "docs" / "benchmarks.md"

ROUNDS = [{"ours": {"rate": 3.0}, "peer": {"rate": 2.0}}, {"ours": {"rate": 8.0}, "peer": {"rate": 10.0}}]
METRICS = {
    "with a target": compare(ROUNDS, "rate", "ours", "peer", target=1.1, at_least=True),
    "without": beside(ROUNDS, "rate", "ours", "peer"),
    "values": spread([1.0, 3.0, 2.0], "ms", at_most=1.5),
    "plain values": spread([1.0, 3.0, 2.0], "ms"),
}


@pytest.fixture(scope="module")
def site():
    with StaticSite(details=120, graph=40) as site:
        yield site


@pytest.mark.parametrize("name", MODULES)
def test_every_module_can_be_imported(name):
    import_module(f"benchmarks.{name}")


@pytest.mark.parametrize("name", GOALS)
def test_every_goal_is_in_the_documentation(name):
    named = name_of(name)
    assert len(re.findall(rf"^\| `?{named}`? \|", DOCS.read_text("utf8"), re.MULTILINE)) == 2
    assert callable(import_module(f"benchmarks.{name}").run)


def test_ratios_are_those_of_the_rounds():
    metric = METRICS["with a target"]
    assert (metric["min"], metric["median"], metric["max"]) == (0.8, 1.15, 1.5)
    assert metric["met"] is True
    assert compare(ROUNDS, "rate", "ours", "peer", target=1.1, at_least=False)["met"] is False
    assert METRICS["without"].keys() == metric.keys() - {"target", "met"}


def test_a_collection_in_which_nothing_is_wanted_has_ratios_of_nothing():
    walks = ("ours", "breadth first", "best first", "oracle", "a reader of all links", "the next crawl")
    found = ratios_of("pages", dict.fromkeys(walks, 0.0))
    assert len(found) == 5
    assert {each["value"] for each in found.values()} == {0}


def test_values_have_their_median_and_a_limit_on_either_side():
    assert METRICS["values"] == {
        "value": 2.0,
        "min": 1.0,
        "median": 2.0,
        "max": 3.0,
        "unit": "ms",
        "target": "<= 1.5",
        "met": False,
    }
    assert spread([2.0], "ms", at_least=2.0)["met"] is True
    assert "met" not in METRICS["plain values"]


def test_variants_take_permits():
    order = []
    interleave({name: lambda name=name: order.append(name) or {} for name in "ab"}, 3)
    assert "".join(order) == "abbaab"


@pytest.fixture
def goal(monkeypatch):
    """A goal that is measured at once, in the place of one that takes minutes."""
    result = {"goal": 6, "versions": {"python": "3"}, "settings": {"a": 1}, "rounds": 2, "metrics": METRICS}
    monkeypatch.setattr("benchmarks.goal06.run", lambda quick: {**result, "quick": quick})
    return result


def call_main(monkeypatch, *arguments):
    monkeypatch.setattr("sys.argv", ["benchmarks", *arguments])
    return main()


def test_the_table_has_a_line_for_each_metric(goal, monkeypatch, capsys):
    assert call_main(monkeypatch, "6") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "goal 6: 2 rounds; python 3"
    assert [line[2:44].strip() for line in lines[2:]] == list(METRICS)
    assert [line.endswith(("met", "MISSED")) for line in lines[2:]] == [True, False, True, False]


def test_json_is_one_object(goal, monkeypatch, capsys):
    assert call_main(monkeypatch, "6", "--json", "--quick") == 1
    assert json.loads(capsys.readouterr().out) == {**goal, "quick": True}


def fetch(site, path):
    with urllib.request.urlopen(site.url + path) as answer:
        return answer.read().decode()


def test_the_static_site_leads_to_all_of_its_pages(site):
    links = re.compile(r'href="([^"]+)"')
    lists = links.findall(fetch(site, "/"))
    details = [link for path in lists for link in links.findall(fetch(site, path))]
    assert (len(lists), details) == (2, site.details)
    assert site.list_pages == 123
    known, coming = set(), ["/graph/0"]
    while coming:
        path = coming.pop()
        if path not in known:
            known.add(path)
            found = links.findall(fetch(site, path))
            assert len(found) == 10
            coming += found
    assert len(known) == site.graph_pages == 40


@pytest.mark.parametrize(
    ("kind", "shape"),
    [("memory", "list"), ("redis", "list"), ("tree", "list"), ("scrapy-redis", "list"), ("redis", "graph")],
)
def test_each_variant_crawls_the_whole_shape(site, kind, shape):
    with RedisServer() as server:
        measures = crawl(kind, site, shape=shape, server=server)
    assert measures["items"] == (40 if shape == "graph" else 120)
    assert measures["pages_per_s"] > 0
    assert measures["cpu_ms_per_page"] > 0


def test_a_soak_is_judged_by_what_it_leaves_after_the_warm_up():
    samples = [
        {"pages": float(n), "seconds": n / 100, "cpu": n / 200, "rss": 5e8 + 1e7 * (n < 1000) + 50.0 * n}
        for n in range(0, 8000, 200)
    ]
    metrics = judge("tree, memory", samples, known=30.0, is_ours=True)
    growth, speed, by_cpu = metrics.values()
    assert growth["value"] == pytest.approx(20.0)
    assert (growth["met"], speed["value"], "met" in speed, by_cpu["value"], by_cpu["met"]) == (
        True,
        1.0,
        False,
        1.0,
        True,
    )
    assert not any("met" in metric for metric in judge("plain, memory", samples, known=30.0, is_ours=False).values())
    assert len(told("tree, memory", samples).splitlines()) == len(samples)
    assert 80 < known_bytes(100_000) < 150


def test_a_soak_crawls_every_page():
    metrics = measure(200, [("rules", "jobdir")])["metrics"]
    assert [name.partition(", ")[0] for name in metrics] == ["rules"] * 3


def _told(worker, at, seconds, *, failed=False, task):
    state = ((0.25,) * len(FEATURES),) * 2
    return FinishedTask(("a", "b"), state, worker, worth(seconds, failed=failed), task, failed, at)


@pytest.mark.parametrize("failures", [0, 1, 3])
def test_no_situation_is_fitted_where_no_task_has_succeeded(failures):
    with pytest.raises(ValueError, match=f"none of {failures} tasks has succeeded"):
        measure_tasks([_told(0, at, 0.1, failed=True, task=1) for at in range(failures)])


def test_a_situation_is_fitted_to_what_workers_have_told():
    """One of two workers is refused, and asks again after two seconds; the other takes half a second."""
    outcomes = []
    for task in range(1, 11):
        outcomes += [_told(0, task, 0.1, failed=True, task=task), _told(1, task + 2.5, 0.5, task=task)]
    measured = measure_tasks(outcomes)
    assert measured.is_banned((0, 0.25), time=5.0)
    assert not measured.is_banned((1, 0.25), time=5.0)
    assert measured.seconds == {(1, 0.25): pytest.approx(0.5)}
    assert (measured.ban_seconds, measured.back_off, measured.spread) == pytest.approx((0.1, 2.0, 0.0))
    found = policies_in(world_of(measured, places=4))
    assert found["shortest"] < found["pull"]


def test_a_ban_that_moves_and_a_worker_that_comes_late_are_measured():
    """One is refused in the first twenty seconds, the other afterwards; the third is heard of after forty."""
    outcomes = []
    for task in range(1, 41):
        refused = int(task > 20)
        outcomes += [_told(refused, task, 0.1, failed=True, task=task), _told(1 - refused, task, 0.5, task=task)]
    state = ((0.25,) * len(FEATURES),) * 3
    outcomes.append(FinishedTask(("a", "b", "c"), state, 2, worth(0.5, failed=False), 41, failed=False, at=41.0))
    measured = measure_tasks(outcomes, [0.0, *range(1, 41)])
    assert [[measured.is_banned((worker, 0.25), time) for time in (4.0, 16.0, 26.0, 90.0)] for worker in (0, 1, 2)] == [
        [True, True, False, False],
        [False, False, True, True],
        [False] * 4,
    ]
    assert measured.joined == (0.0, 0.0, 40.5)
    assert measured.arrivals == (0.0, *range(1, 41))
    assert "late: 40 s" in describe(measured)
