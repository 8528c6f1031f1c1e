from pathlib import Path

from scrapy_bt.console.access.roles import Role
from tests.unit.console.conftest import Client
from tests.unit.console.inferred import infer


def test_where_nothing_is_inferred_the_page_says_how(client: Client) -> None:
    assert "scrapy bt infer" in client.get("/inferences").text


def test_the_review_of_an_inference(client: Client, project: Path) -> None:
    infer(project / "trees")
    assert "shop" in client.get("/inferences").text
    shown = client.get("/inferences/shop").text
    assert "scrapy bt generate shop.bt" in shown
    assert "replay-1" in shown
    assert "data-prove" not in shown
    assert "data-prove" in client.get("/inferences/shop", role=Role.EDITOR).text
    (project / "trees" / "shop.bt").write_text("main :: and () { :nothing }\n")
    shown = client.get("/inferences/shop").text
    assert "scrapy bt generate shop.bt" not in shown
    assert "nothing" in shown
    assert client.get("/inferences/shop?proof=x").status == 404
