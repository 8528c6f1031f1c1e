import json

import pytest

from scrapy_bt.storage.sharing.http_library import HttpLibrary
from scrapy_bt.storage.sharing.remembered import Memory
from tests.rulefiles import NEWS
from tests.ruleservers import PASSWORD, Signer, release_of, rule_server, rule_text
from tests.unit.console.conftest import Client

ANN = Signer()
ONE, TWO = rule_text("Version 1"), rule_text("Version 2")


@pytest.fixture
def server(tmp_path):
    (tmp_path / "server").mkdir()
    with rule_server(tmp_path / "server") as running:
        author = running.author(ANN)
        author.send("/v1/rules/ann/news", ANN.sign(release_of(author.origin, 1, ONE)), ONE)
        yield running


@pytest.fixture
def shop(client: Client, project, server) -> Client:
    settings = client.console.settings
    settings.set("BT_RULE_SERVERS", [server.url])
    settings.set("BT_RULE_LIBRARY", str(project / "user" / "library"))
    return client


def plan(shop: Client, **wanted: str):
    return shop.post("/api/v1/library/plan", json.dumps(wanted))


def confirm(shop: Client, answer):
    return shop.post("/api/v1/library/apply", json.dumps({"plan": answer.json["plan"]}))


def test_a_rule_is_found_looked_at_and_taken(shop, project, server):
    assert [rule["name"] for rule in shop.get("/api/v1/library/search?q=news").json["rules"]] == ["news"]
    shown = shop.get("/library?q=the+news").text
    assert f"scrapy bt rules search &#39;the news&#39; --server {server.url}" in shown
    planned = plan(shop, action="subscribe", rule="ann/news", server=server.url)
    assert planned.json["hosts"] == ["news.test"]
    assert planned.json["is_known"] is False
    assert "+rule: News" in planned.json["diff"]
    assert planned.json["command"] == "scrapy bt rules subscribe ann/news@1"
    assert not (project / "rules").exists()
    assert confirm(shop, planned).status == 200
    assert (project / "rules" / "news.yaml").read_text() == ONE
    (subscription,) = shop.get("/api/v1/library").json["subscriptions"]
    assert (subscription["rule"], subscription["wrong"]) == ("ann/news", "")
    assert confirm(shop, planned).status == 409


def test_an_update_is_shown_and_taken(shop, project, server):
    confirm(shop, plan(shop, action="subscribe", rule="ann/news"))
    assert shop.get("/api/v1/library/updates").json["updates"] == []
    assert plan(shop, action="update", file="news.yaml").status == 409
    author = server.library()
    parent = release_of(author.origin, 1, ONE).sha256
    author.send("/v1/rules/ann/news", ANN.sign(release_of(author.origin, 2, TWO, parent)), TWO)
    (update,) = shop.get("/api/v1/library/updates").json["updates"]
    assert (update["from"], update["to"], update["new_hosts"]) == (1, 2, [])
    assert confirm(shop, plan(shop, action="update", file="news.yaml")).status == 200
    assert (project / "rules" / "news.yaml").read_text() == TWO


def test_a_rule_is_adopted_and_published(shop, project, server):
    confirm(shop, plan(shop, action="adopt", rule="ann/news"))
    assert (project / "rules" / "news.yaml").read_text().startswith("# derived_from: ann/news@1 ")
    (project / "rules" / "mine.yaml").write_text(NEWS.replace("rule: News", "rule: Mine"))
    assert plan(shop, action="publish", file="mine.yaml").json["code"] == "key"
    shop.console.settings.set("BT_RULE_KEY", str(ANN.file(project)))
    assert "nobody is logged in" in plan(shop, action="publish", file="mine.yaml").json["message"]
    server.service.accounts.log_out("ann", "desk")
    HttpLibrary(server.url, Memory(project / "user" / "rule-servers.json")).log_in("ann", PASSWORD, "sofa")
    wanted = {"action": "publish", "file": "mine.yaml", "server": server.url}
    planned = plan(shop, **wanted)
    assert "+rule: Mine" in planned.json["diff"]
    assert confirm(shop, planned).json == {"file": "ann/mine@1"}
    assert plan(shop, **wanted).json["diff"] == ""
    assert '"action": "publish"' in (shop.console.own / "bt-audit.jsonl").read_text()


def test_a_file_that_was_changed_after_the_look_stays(shop, project, server):
    file = project / "rules" / "news.yaml"
    taken = plan(shop, action="subscribe", rule="ann/news")
    file.parent.mkdir()
    file.write_text("rule: Mine\n")
    assert confirm(shop, taken).status == 409
    file.unlink()
    confirm(shop, plan(shop, action="subscribe", rule="ann/news"))
    author = server.library()
    parent = release_of(author.origin, 1, ONE).sha256
    author.send("/v1/rules/ann/news", ANN.sign(release_of(author.origin, 2, TWO, parent)), TWO)
    for wanted in ({"action": "update", "file": "news.yaml"}, {"action": "adopt", "rule": "ann/news"}):
        planned = plan(shop, **wanted)
        file.write_text(f"{file.read_text()}# mine\n")
        refused = confirm(shop, planned)
        assert (refused.status, "changed meanwhile" in refused.json["message"]) == (409, True)
        assert file.read_text().endswith("# mine\n")


def test_what_somebody_else_has_published_after_the_look_is_told(shop, project, server):
    (project / "rules").mkdir()
    (project / "rules" / "news.yaml").write_text(rule_text("Mine"))
    shop.console.settings.set("BT_RULE_KEY", str(ANN.file(project)))
    server.service.accounts.log_out("ann", "desk")
    HttpLibrary(server.url, Memory(project / "user" / "rule-servers.json")).log_in("ann", PASSWORD, "sofa")
    planned = plan(shop, action="publish", file="news.yaml", server=server.url)
    author = server.library()
    parent = release_of(author.origin, 1, ONE).sha256
    server.service.accounts.log_out("ann", "sofa")
    author.log_in("ann", PASSWORD, "desk")
    author.send("/v1/rules/ann/news", ANN.sign(release_of(author.origin, 2, TWO, parent)), TWO)
    refused = confirm(shop, planned)
    assert refused.status == 409
    assert "version 2 has been published meanwhile" in refused.json["message"]


def test_a_server_that_is_away_is_told_and_not_that_it_has_nothing(shop):
    assert "No rule fits" in shop.get("/library?q=nothing").text
    shop.console.settings.set("BT_RULE_SERVERS", ["http://127.0.0.1:9"])
    away = shop.get("/library?q=nothing").text
    assert "cannot be reached" in away
    assert "No rule fits" not in away


def test_what_cannot_be_done_is_told(shop):
    for wanted, status in (
        ({"action": "burn"}, 422),
        ({"action": "subscribe", "rule": "ann/news", "server": "http://169.254.169.254"}, 422),
        ({"action": "subscribe", "rule": "../news"}, 409),
        ({"action": "subscribe", "rule": "ann/none"}, 409),
        ({"action": "subscribe", "rule": "ann/news", "file": "../../x.yaml"}, 409),
        ({"action": "publish", "file": "none.yaml"}, 404),
    ):
        answer = plan(shop, **wanted)
        assert answer.status == status, wanted
        assert answer.json["message"]
