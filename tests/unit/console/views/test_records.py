import json

import pytest

from scrapy_bt.console.sources.records import Records
from tests.unit.console.conftest import Client

TREE = """page :: visit "https://a.test/"
lamp :: item { title = css "h1::text" }
main :: and () {
    :page
    :lamp
}
"""


@pytest.fixture
def shop(client: Client, project) -> Client:
    rows = [
        {"title": f"Lamp {number}", "url": "https://a.test/", "html": "<script>alert(1)</script>"}
        for number in range(150)
    ]
    (project / "lamp.jl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (project / "trees").mkdir()
    (project / "trees" / "shop.bt").write_text(TREE)
    client.console.records = Records(project, client.console.settings)
    return client


def test_without_records_the_page_says_how_to_keep_them(client: Client):
    assert "scrapy crawl NAME -o records.jl" in client.get("/records").text


def test_a_table_shows_a_page_and_the_way_on(shop):
    assert 'href="/records/feed%3Alamp.jl"' in shop.get("/records").text
    text = shop.get("/records/feed:lamp.jl").text
    assert text.count("<tr><td>") == 100
    assert "&lt;script&gt;alert(1)" in text
    assert "<script>alert" not in text
    assert 'rel="next"' in text
    text = shop.get("/records/feed:lamp.jl?where=title contains 149&q=lamp").text
    assert text.count("<tr><td>") == 1
    assert 'value="title contains 149"' in text
    assert "No record is here." in shop.get("/records/feed:lamp.jl?q=nothing").text
    assert shop.get("/records/nothing").status == 404
    assert shop.get("/records/feed:lamp.jl?where=x").status == 422


def test_a_record_tells_where_it_comes_from(shop):
    text = shop.get("/records/feed:lamp.jl/0").text
    assert "&lt;script&gt;" in text
    assert 'href="/trees/shop.bt"' in text
    page = shop.console.pages.add(b"<h1>Lamp</h1>", "https://a.test/")
    assert f'href="/pages/{page.hash}/frame"' in shop.get("/records/feed:lamp.jl/0").text
    assert shop.get("/records/feed:lamp.jl/1").status == 404
