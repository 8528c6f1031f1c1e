import json
from pathlib import Path

import pytest

from scrapy_bt.console.access.roles import Role
from tests.docs.blocks import DOCS, read_blocks
from tests.unit.console.conftest import Client

TREE = 'page :: visit "https://a.test/"\nmain :: and (x) { :page  print "{x}" }\n'
URL = "/api/v1/files/trees/shop.bt"
SCHEME = next(block.text for block in read_blocks(DOCS / "schemes.md") if block.caption == "topic.toml")
YAML = """\
scheme: a
classes:
  - class: c
    optional: [x]
platforms:
  - platform: p
    url: https://a.test/?q={keywords}
"""


@pytest.fixture
def path(project: Path) -> Path:
    (project / "trees").mkdir()
    path = project / "trees" / "shop.bt"
    path.write_text(TREE)
    return path


def _plan(client: Client, **wanted: object) -> dict[str, object]:
    base = client.get(URL).json["hash"]
    answer = client.post(f"{URL}/plan", json.dumps({"base": base, **wanted}))
    assert answer.status == 200, answer.text
    found: dict[str, object] = answer.json
    return found


def test_files_are_listed_and_told(client: Client, path: Path) -> None:
    assert client.get("/api/v1/files").json == {"trees": ["shop.bt"], "rules": [], "schemes": []}
    told = client.get(URL).json
    assert told["text"] == TREE
    assert [row["path"] for row in told["outline"]] == ["0", "1", "1/0", "1/1"]
    assert told["faults"] == []
    assert client.get("/api/v1/files/trees/..%2Fscrapy.cfg").status == 404


def test_a_change_is_told_then_done_then_taken_back(client: Client, path: Path) -> None:
    plan = _plan(client, operation="delete", words=["1/1"])
    assert path.read_text() == TREE
    assert plan["command"] == "scrapy bt edit trees/shop.bt delete 1/1"
    assert '-main :: and (x) { :page  print "{x}" }' in str(plan["diff"])
    done = client.post(f"{URL}/apply", json.dumps({"plan": plan["plan"]}))
    assert done.status == 200
    assert path.read_text() == TREE.replace('  print "{x}"', "")
    assert client.get(URL).json["hash"] == done.json["hash"]
    again = client.post(f"{URL}/apply", json.dumps({"plan": plan["plan"]}))
    assert again.status == 409
    plan = _plan(client, operation="undo")
    client.post(f"{URL}/apply", json.dumps({"plan": plan["plan"]}))
    assert path.read_text() == TREE


def test_a_part_of_one_file_is_put_into_another_under_a_free_name(client: Client, path: Path) -> None:
    part = client.get(f"{URL}/part?path=page").json["text"]
    assert part == 'page :: visit "https://a.test/"'
    (path.parent / "other.bt").write_text("page :: and { }\nmain :: and { :page }\n")
    other = URL.replace("shop", "other")
    spot = client.post(f"{other}/place", json.dumps({"path": "main", "text": part})).json
    assert spot == {"to": ".", "index": 2, "name": "page", "free": "page_2"}
    wanted = {"operation": "insert", "words": [spot["to"], part], "index": spot["index"], "name": spot["free"]}
    plan = client.post(f"{other}/plan", json.dumps({"base": client.get(other).json["hash"], **wanted})).json
    assert plan["command"].endswith("--at 2 --name page_2")
    assert '+page_2 :: visit "https://a.test/"' in plan["diff"]


def test_two_who_edit_at_once_get_a_conflict_and_no_loss(client: Client, path: Path) -> None:
    base = client.get(URL).json["hash"]
    plan = _plan(client, text="# mine\n")
    path.write_text("# of somebody else\n")
    assert client.post(f"{URL}/apply", json.dumps({"plan": plan["plan"]})).status == 409
    assert client.post(f"{URL}/plan", json.dumps({"base": base, "text": "# mine\n"})).status == 409
    assert path.read_text() == "# of somebody else\n"


def test_faults_after_a_change_are_told_before_it(client: Client, path: Path) -> None:
    plan = _plan(client, operation="insert", words=["main", ":pgae"], index=0)
    assert [fault["code"] for fault in plan["faults"]] == ["unknown-name"]  # type: ignore[attr-defined]


def test_what_is_no_change_is_refused(client: Client, path: Path) -> None:
    base = client.get(URL).json["hash"]
    for body in ({}, {"operation": "insert", "words": ["main"]}, {"operation": "explode"}):
        assert client.post(f"{URL}/plan", json.dumps({"base": base, **body})).status == 422
    assert client.post(f"{URL}/plan", json.dumps({"base": base, "operation": "delete", "words": ["9"]})).status == 409
    assert client.post(f"{URL}/plan", json.dumps({"base": base, "text": ""}), role=Role.OPERATOR).status == 403


def test_texts_are_checked_completed_and_laid_out(client: Client, path: Path) -> None:
    def ask(question: str, **wanted: object) -> dict[str, list[dict[str, object]]]:
        found: dict[str, list[dict[str, object]]] = client.post(
            f"/api/v1/language/{question}", json.dumps({"kind": "trees", **wanted})
        ).json
        return found

    (fault,) = ask("check", text="main :: and { :x }", name="shop.bt")["faults"]
    assert (fault["code"], fault["column"]) == ("unknown-name", 15)
    assert ask("check", text="main :: and { :x }")["faults"]
    labels = {one["label"] for one in ask("complete", text=TREE[:-3] + ":", offset=len(TREE))["completions"]}
    assert "page" in labels
    assert ask("format", text="a::data")["text"] == "a :: data\n"
    assert ask("format", text="a ::")["code"] == "faults"


def test_a_name_is_changed_wherever_it_stands(client: Client) -> None:
    asked = {"kind": "trees", "text": TREE, "offset": 1, "name": "list"}
    told = client.post("/api/v1/language/rename", json.dumps(asked))
    assert told.json["text"] == TREE.replace("page", "list")
    for wrong in ({"name": "main"}, {"name": "no name"}, {"offset": TREE.index('"')}):
        refused = client.post("/api/v1/language/rename", json.dumps({**asked, **wrong}))
        assert (refused.status, refused.json["code"]) == (409, "name")


def test_two_who_edit_at_once_can_merge(client: Client, path: Path) -> None:
    told = client.get(URL).json
    path.write_bytes((told["text"] + "# theirs\n").replace("\n", "\r\n").encode())
    mine = "# mine\n" + told["text"]
    refused = client.post(f"{URL}/plan", json.dumps({"base": told["hash"], "text": mine}))
    assert (refused.status, refused.json["code"]) == (409, "changed")
    merged = client.post(f"{URL}/merge", json.dumps({"base": told["text"], "text": mine})).json
    assert (merged["text"], merged["conflicts"]) == (mine + "# theirs\n", 0)
    plan = client.post(f"{URL}/plan", json.dumps({"base": merged["hash"], "text": merged["text"]})).json
    assert client.post(f"{URL}/apply", json.dumps({"plan": plan["plan"]})).status == 200
    assert path.read_bytes() == (mine + "# theirs\n").replace("\n", "\r\n").encode()


def test_a_part_of_a_file_with_faults_is_not_changed_and_the_first_of_them_is_told(client: Client, path: Path) -> None:
    path.write_text("<<<<<<< yours\n" + TREE)
    base = client.get(URL).json["hash"]
    answer = client.post(f"{URL}/plan", json.dumps({"base": base, "operation": "delete", "words": ["0"]}))
    assert (answer.status, answer.json["code"], answer.json["message"]) == (409, "faults", "`<` cannot stand here")
    assert answer.json["place"].endswith("shop.bt:1:1")


@pytest.mark.parametrize("name", ["topic.toml", "topic.yaml"])
def test_a_scheme_is_changed_as_text(client: Client, project: Path, name: str) -> None:
    path = project / name
    path.write_text(YAML if name.endswith("yaml") else SCHEME)
    url = f"/api/v1/files/schemes/{name}"
    told = client.get(url).json
    assert (told["text"], told["outline"], told["faults"]) == (path.read_text(), [], [])
    wrong = path.read_text().replace("platform", "platfrom")
    faults = client.post("/api/v1/language/check", json.dumps({"kind": "schemes", "name": name, "text": wrong})).json
    assert any("platfrom" in fault["message"] for fault in faults["faults"])
    plan = client.post(f"{url}/plan", json.dumps({"base": told["hash"], "text": wrong})).json
    assert len(plan["faults"]) == len(faults["faults"])
    new = path.read_text().replace("a.test", "b.test").replace("rumour", "rumor")
    plan = client.post(f"{url}/plan", json.dumps({"base": told["hash"], "text": new})).json
    assert plan["faults"] == []
    assert client.post(f"{url}/apply", json.dumps({"plan": plan["plan"]})).status == 200
    assert path.read_text() == new
    digest = client.get(url).json["hash"]
    undo = client.post(f"{url}/plan", json.dumps({"base": digest, "operation": "undo"})).json
    assert client.post(f"{url}/apply", json.dumps({"plan": undo["plan"]})).status == 200
    assert path.read_text() == told["text"]
    wanted = {"base": told["hash"], "operation": "delete", "words": ["classes"]}
    refused = client.post(f"{url}/plan", json.dumps(wanted))
    assert (refused.status, refused.json["message"]) == (409, "schemes are changed as text")
    asked = client.post("/api/v1/language/format", json.dumps({"kind": "schemes", "text": new}))
    assert (asked.status, asked.json["code"]) == (409, "kind")
    field = "joint" if name.endswith("toml") else "joint: "
    begun = f"{path.read_text()}{'' if name.endswith('toml') else '    '}"
    written = {"kind": "schemes", "name": name, "text": begun, "offset": len(begun)}
    offered = client.post("/api/v1/language/complete", json.dumps(written)).json["completions"]
    assert any(one["text"].startswith(field) for one in offered)
