import json

import pytest

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.preference.relations import RelationEvidence
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.operations.entities import open_knowledge
from tests.unit.console.conftest import Client, MadeCrawl
from tests.unit.operations.test_effects import payload


@pytest.fixture
def known(client: Client) -> Client:
    with open_knowledge(client.console.settings, make=True) as store:
        store.add(
            [
                Entity("q/1?", "Ada Lovelace", "person", aliases=("Ada",), links=(("wrote", "q2"),)),
                Entity("q2", "Notes", "work", "on the engine"),
            ]
        )
        store.note({"https://a.test/": {"q/1?": 3}})
        store.relations.note(
            {"https://a.test/": [RelationEvidence("q/1?", "q2", "wrote", 0.8, "Ada wrote Notes.", "")]}
        )
    return client


def plan(client: Client, **wanted):
    return client.post("/api/v1/preferences/plan", json.dumps(wanted))


def confirm(client: Client, answer):
    return client.post("/api/v1/preferences/apply", json.dumps({"plan": answer.json["plan"]}))


def test_entities_are_found_and_looked_around(known: Client) -> None:
    (found,) = known.get("/api/v1/entities?q=ada").json["entities"]
    assert (found["id"], found["pages"]) == ("q/1?", 1)
    told = known.get("/api/v1/entities/graph?id=q%2F1%3F").json
    assert [node["id"] for node in told["nodes"]] == ["q/1?", "q2"]
    assert told["edges"][0]["sentence"] == "Ada wrote Notes."
    assert told["entity"]["pages"] == [{"url": "https://a.test/", "times": 3}]


@pytest.mark.parametrize("kind", ["graphml", "jsonld", "csv", "svg"])
def test_what_is_around_is_a_file(known: Client, kind: str) -> None:
    answer = known.get(f"/api/v1/entities/graph.{kind}?id=q2")
    assert "Notes" in answer.text or "q2" in answer.text
    assert answer.headers["content-disposition"] == f'attachment; filename="entities.{kind}"'


def test_a_preference_is_shown_with_the_next_tasks_and_then_set(known: Client, crawl: MadeCrawl) -> None:
    for url in ("https://a.test/1", "https://a.test/ada-lovelace"):
        crawl.frontier.put([Requeue(Entry(Bucket("shop", "main/detail"), payload(url)), 0.0)])
    planned = plan(known, name="ada", weight=2.5, crawl="shop")
    effect = planned.json["effect"]
    assert [each["url"] for each in effect["after"]] == ["https://a.test/ada-lovelace", "https://a.test/1"]
    assert (effect["moved"], effect["looked_at"]) == (1, 2)
    assert '+"Ada Lovelace" = 2.5' in planned.json["diff"]
    assert planned.json["command"] == "scrapy bt entities prefer 'Ada Lovelace' 2.5 --crawl shop"
    assert not (known.console.project / "preferences.toml").exists()
    assert confirm(known, planned).json["moved"] == 1
    assert crawl.frontier.lease(1)[0].entry.payload == payload("https://a.test/ada-lovelace")
    (one,) = known.get("/api/v1/preferences").json["preferences"]
    assert one == {"kind": "entity", "name": "Ada Lovelace", "weight": 2.5, "ids": ["q/1?"]}
    assert '"action": "prefer"' in (known.console.own / "bt-audit.jsonl").read_text()
    assert confirm(known, planned).status == 409


def test_a_file_that_somebody_changes_meanwhile_is_theirs(known: Client) -> None:
    planned = plan(known, name="work", weight=-1, kind="kind")
    (known.console.project / "preferences.toml").write_text("[prefer.words]\nengine = 1\n")
    assert "has changed meanwhile" in confirm(known, planned).json["message"]


def test_what_cannot_be_done_is_told(known: Client) -> None:
    for wanted, status in (
        ({"name": "ada", "weight": 4}, 409),
        ({"name": "nobody", "weight": 1}, 409),
        ({"name": " ", "weight": 1, "kind": "word"}, 422),
        ({"name": "ada", "weight": 1, "kind": "colour"}, 422),
        ({"name": "ada", "weight": 1, "crawl": "none"}, 404),
        ({"name": "the", "weight": 1, "kind": "word"}, 409),
    ):
        assert plan(known, **wanted).status == status, wanted
    many = "&".join(f"id={number}" for number in range(30))
    for url, status in (("graph", 422), ("graph?id=q9", 404), (f"graph?{many}", 422), ("graph.exe?id=q2", 404)):
        assert known.get(f"/api/v1/entities/{url}").status == status, url
