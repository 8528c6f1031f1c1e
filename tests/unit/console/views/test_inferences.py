import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.state import Console
from scrapy_bt.operations.inferences import read_report
from tests.unit.console.conftest import Client
from tests.unit.console.inferred import infer


@pytest.fixture(autouse=True)
def _processes_end(console: Console) -> Iterator[None]:
    yield
    console.trials.close()


def test_where_nothing_is_inferred_the_page_says_how(client: Client) -> None:
    assert "scrapy bt infer" in client.get("/inferences").text


def test_the_review_of_an_inference(client: Client, project: Path) -> None:
    infer(project / "trees")
    assert "shop" in client.get("/inferences").text
    assert "scrapy bt generate trees/shop.bt" in client.get("/inferences/shop?stage=code").text
    shown = client.get("/inferences/shop").text
    assert "replay-1" in shown
    assert "data-prove" not in shown
    assert "data-prove" in client.get("/inferences/shop", role=Role.EDITOR).text
    (project / "trees" / "shop.bt").write_text("main :: and () { :nothing }\n")
    shown = client.get("/inferences/shop?stage=code").text
    assert "scrapy bt generate trees/shop.bt" not in shown
    assert "nothing" in shown
    assert client.get("/inferences/shop?proof=x").status == 404


def test_a_search_stays_among_the_facts_that_are_shown(client: Client, project: Path) -> None:
    infer(project / "trees")
    shown = client.get("/inferences/shop?stage=facts&round=0&source=cookies&text=sid").text
    for name, value in (("stage", "facts"), ("round", "0"), ("source", "cookies")):
        assert f'<input type="hidden" name="{name}" value="{value}">' in shown
    assert 'name="what"' not in shown


def test_its_sentences_are_told_in_the_readers_language(client: Client, project: Path) -> None:
    infer(project / "trees")
    for stage, english, chinese in (
        ("path", "the target", "目标"),
        ("facts", "sets the cookie sid", "设置 Cookie sid，之后被发回"),
        ("tree", "the person&#39;s login", "人的登录"),
    ):
        assert english in client.get(f"/inferences/shop?stage={stage}").text
        told = client.get(f"/inferences/shop?stage={stage}", **{"accept-language": "zh"}).text
        assert chinese in told
        assert english not in told


def test_sources_of_knowledge_are_told_in_the_readers_language_and_others_by_their_names(
    client: Client, project: Path
) -> None:
    report = infer(project / "trees")
    told = json.loads(report.read_text())
    history = [[1, 0, "posted", name] for name in ("cookies", "target", "replay", "100% of ours")]
    report.write_text(json.dumps(told | {"history": history}))
    url = "/inferences/shop?stage=facts"
    english = client.get(url).text
    chinese = client.get(url, **{"accept-language": "zh"}).text
    assert [name for *_, name in history if f">{name}</a>" not in english] == []
    assert [name for *_, name in history if f">{name}</a>" in chinese] == ["100% of ours"]


def test_recordings_stand_side_by_side_and_lead_to_what_was_recorded(client: Client, project: Path) -> None:
    infer(project / "trees")
    shown = client.get("/inferences/shop?stage=recordings", role=Role.EDITOR).text
    assert shown.count("https://site.test/list?q=lamp") == shown.count("https://site.test/list?q=desk") == 1
    assert "left out" in shown
    assert "evidence?recording=1&amp;request=4" in shown
    told = client.get("/inferences/shop/evidence?recording=1&request=4", role=Role.EDITOR).text
    assert "GET https://site.test/list?q=desk" in told
    assert "&lt;h1&gt;things of bob" in told
    assert client.get("/inferences/shop/evidence?recording=1&request=4").status == 403


def test_statements_of_the_tree_stand_beside_their_evidence(client: Client, project: Path) -> None:
    tree = infer(project / "trees").with_name("shop.bt")
    assert "edited since" not in client.get("/inferences/shop?stage=tree").text
    tree.write_text(tree.read_text().replace("lamp", "<b>desk"))
    shown = client.get("/inferences/shop?stage=tree").text
    assert "edited since" in shown
    assert "&lt;b&gt;desk" in shown
    assert 'stage=path#step-3">form t: css' in shown
    tree.unlink()
    assert "infer it anew" in client.get("/inferences/shop?stage=tree").text


def test_facts_are_chosen_by_round_source_and_text(client: Client, project: Path) -> None:
    infer(project / "trees")
    shown = client.get("/inferences/shop?stage=facts&round=1&source=told&what=posted&text=argument").text
    assert shown.count('<details id="fact-') == 3
    assert "No fact fits" in client.get("/inferences/shop?stage=facts&text=zebra").text
    assert client.get("/inferences/shop?stage=facts&first=x").status == 422


def test_a_fact_opens_what_was_recorded(client: Client, project: Path) -> None:
    report = read_report(infer(project / "trees"))
    origin = next(fact for fact in report["facts"] if fact["kind"] == "Origin")
    shown = client.get(f"/inferences/shop/evidence?fact={origin['id']}", role=Role.EDITOR).text
    assert shown.count("<mark>") == 4
    assert "hunter2" not in shown
    assert "--recorded" in shown
    assert f"scrapy bt explain trees/shop.bt &#39;#{origin['id']}&#39; --recorded" in shown
    assert client.get("/inferences/shop/evidence?fact=99999", role=Role.EDITOR).status == 404
    (project / "trees" / "2.har").unlink()
    gone = client.get(f"/inferences/shop/evidence?fact={origin['id']}", role=Role.EDITOR)
    assert "not there any more" in gone.text


def test_a_report_of_an_earlier_version_says_what_it_did_not_keep(client: Client, project: Path) -> None:
    path = infer(project / "trees")
    told = json.loads(path.read_text())
    facts = [
        {name: each for name, each in fact.items() if name not in ("places", "exchanges")} for fact in told["facts"]
    ]
    left = {name: each for name, each in told.items() if name not in ("requests", "text", "asked")}
    path.write_text(json.dumps({**left, "facts": facts}))
    for stage in ("recordings", "facts", "path", "code"):
        assert client.get(f"/inferences/shop?stage={stage}", role=Role.EDITOR).status == 200
    assert "infer it anew" in client.get("/inferences/shop?stage=recordings").text
    assert "list_page ::" in client.get("/inferences/shop?stage=tree").text
    path.with_name("shop.bt").write_text("main :: and () { stop }\n")
    assert "infer it anew" in client.get("/inferences/shop?stage=tree").text
    assert client.get("/inferences/shop/evidence?fact=1", role=Role.EDITOR).status == 409
