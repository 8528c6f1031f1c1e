import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.state import Console
from tests.unit.console.conftest import Client

pytestmark = pytest.mark.process

RULE = """\
rule: shop
layers:
  - layer: list
    entries: [https://s.test/]
    tags:
      - tag: price
        start: <b>
        end: </b>
"""
PAGE = "<ul><li>Ada <b>12</b></li><li>Ben <b>3</b></li></ul>"


@pytest.fixture
def page(project: Path, client: Client, console: Console) -> Iterator[str]:
    (project / "rules").mkdir()
    (project / "rules" / "shop.yaml").write_text(RULE)
    given = client.post("/api/v1/pages", json.dumps({"text": PAGE, "url": "https://s.test/"}))
    assert given.status == 200
    yield given.json["hash"]
    console.trials.close()


def test_a_rule_is_tried_as_it_is_written(client: Client, page: str) -> None:
    asked = {"name": "shop.yaml", "page": page, "tag": "price"}
    told = client.post("/api/v1/try", json.dumps(asked)).json
    assert told["tags"][0]["values"] == ["12", "3"]
    changed = RULE.replace("<b>", "<b>1")
    told = client.post("/api/v1/try", json.dumps({**asked, "text": changed})).json
    assert told["tags"][0]["values"] == ["2"]
    told = client.post("/api/v1/try", json.dumps({**asked, "text": "rule: [\n"})).json
    assert told["faults"][0]["line"] >= 1


def test_who_only_reads_tries_the_file_as_it_is(client: Client, page: str) -> None:
    asked = {"name": "shop.yaml", "page": page}
    assert client.post("/api/v1/try", json.dumps(asked), role=Role.VIEWER).status == 200
    assert client.post("/api/v1/try", json.dumps({**asked, "text": RULE}), role=Role.VIEWER).status == 200
    other = client.post("/api/v1/try", json.dumps({**asked, "text": RULE + "\n"}), role=Role.VIEWER)
    assert (other.status, other.json["code"]) == (403, "role")


def test_all_pages_are_tried_and_a_tag_is_proposed(client: Client, page: str) -> None:
    rows = client.post("/api/v1/try/all", '{"name": "shop.yaml"}').json["rows"]
    assert [(row["hash"], row["tags"]) for row in rows] == [(page, {"price": True})]
    asked = {"name": "shop.yaml", "page": page, "take": ["Ada"]}
    assert client.post("/api/v1/suggest", json.dumps(asked)).json["proposals"][0]["values"][0] == "Ada"
    assert client.post("/api/v1/suggest", json.dumps({**asked, "take": []})).status == 422


def test_pages_are_listed_and_read(client: Client, page: str) -> None:
    assert [each["hash"] for each in client.get("/api/v1/pages").json["pages"]] == [page]
    assert client.get(f"/api/v1/pages/{page}").json["text"] == PAGE
    for wrong in ({"text": " "}, {"text": "x", "url": "file:///etc/passwd"}):
        assert client.post("/api/v1/pages", json.dumps(wrong)).status == 422


def test_a_node_of_a_tree_is_tried(project: Path, client: Client, page: str) -> None:
    (project / "trees").mkdir(exist_ok=True)
    tree = 'main :: and { visit "https://s.test/"  x = css "b::text" }'
    (project / "trees" / "tried.bt").write_text(tree)
    asked = {"name": "tried.bt", "page": page}
    assert client.post("/api/v1/try/node", json.dumps(asked), role=Role.VIEWER).json["values"] == ["12", "3"]
    other = json.dumps({**asked, "text": tree.replace("b::", "li::")})
    assert client.post("/api/v1/try/node", other).json["values"] == ["Ada ", "Ben "]
    assert client.post("/api/v1/try/node", other, role=Role.VIEWER).status == 403
    rows = client.post("/api/v1/try/node/all", json.dumps(asked)).json["rows"]
    assert [(row["hash"], row["tags"]) for row in rows] == [(page, {"main/x=/css": True})]
    marked = client.post("/api/v1/try/node", json.dumps(asked)).json["marks"]["value"][0]
    told = client.post("/api/v1/suggest/selector", json.dumps({"page": page, "element": marked}), role=Role.VIEWER)
    assert told.json["text"] == "12"
    assert f'data-n="{marked}"' in client.get(f"/pages/{page}/elements").text
