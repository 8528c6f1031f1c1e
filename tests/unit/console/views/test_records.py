import json
import re

import pytest

from scrapy_bt.console.sources.records import ProjectRecords
from scrapy_bt.crawl.watching.records import RunRecord, make_id, write_record
from scrapy_bt.storage.database import open_database
from scrapy_bt.storage.rows import Row
from scrapy_bt.wholefiles import digest_of
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
    client.console.records = ProjectRecords(project, client.console.settings)
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
    assert 'href="/trees/shop.bt">shop.bt</a>, node <code>lamp</code>' in text
    assert "<h1>Record 1</h1>" in text
    assert "The file does not say who has written it." in text
    page = shop.console.pages.add(b"<h1>Lamp</h1>", "https://a.test/")
    assert f'href="/pages/{page.hash}/frame"' in shop.get("/records/feed:lamp.jl/0").text
    assert shop.get("/records/feed:lamp.jl/1").status == 404


def test_a_record_tells_the_runs_of_its_tree_and_whether_it_has_changed_since(shop, project):
    tree = project / "trees" / "shop.bt"
    for at, text in ((100.0, TREE), (200.0, TREE + "# other")):
        id_, digest = make_id("shop", at, 1), digest_of(text.encode())
        run = RunRecord(id_, "shop", at, at + 9, "finished", "memory", 1, "here", tree=digest, file=str(tree))
        write_record(shop.console.own / "bt-runs", run)
    text = shop.get("/records/feed:lamp.jl/0").text
    assert f'href="/runs/{make_id("shop", 100.0, 1)}">' in text
    assert text.index("with another version of the tree") < text.index("with the tree as it is now")


def test_a_record_tells_the_run_that_has_written_it(shop, project):
    tree = project / "trees" / "shop.bt"
    id_ = make_id("shop", 100.0, 1)
    digest = digest_of(TREE.encode())
    run = RunRecord(id_, "shop", 100.0, 109.0, "finished", "memory", 1, "here", tree=digest, file=str(tree))
    write_record(shop.console.own / "bt-runs", run)
    database = open_database(f"sqlite:///{project}/records.db")
    database.write(
        [
            Row.of("lamp", {"title": f"Lamp {number}"}, {}, key=f"{number:032x}", run=written_by)
            for number, written_by in enumerate((id_, "gone", id_))
        ]
    )
    database.close()
    settings = shop.console.settings.copy()
    settings.set("BT_STORE_URL", f"sqlite:///{project}/records.db")
    shop.console.records = ProjectRecords(project, settings)
    text = shop.get(f"/records/lamp/{0:032x}").text
    assert f'href="/runs/{id_}"' in text
    assert "with the tree as it is now" in text
    assert "Other runs" not in text
    (way,) = re.findall(r'href="(/records/lamp\?where=[^"]+)"', text)
    assert shop.get(way).text.count("<tr><td>") == 2
    assert "bt_run</a>" not in shop.get("/records/lamp").text
    assert ">gone<" not in shop.get(f"/records/lamp/{1:032x}").text
    assert "gone" in shop.get(f"/records/lamp/{1:032x}").text
    shop.console.records.close()
