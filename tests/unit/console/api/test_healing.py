import json
from pathlib import Path

import pytest

from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.state import Console
from scrapy_bt.errors import BTError
from tests.proposals import Filing
from tests.unit.console.conftest import Client


@pytest.fixture
def filing(console: Console) -> Filing:
    (console.own).mkdir(exist_ok=True)
    return Filing()


def decide(client: Client, number: int, **wanted: str) -> dict[str, object]:
    told = client.post(f"/api/v1/healing/{number}/decide", json.dumps(wanted), role=Role.EDITOR)
    assert told.status == 200, told.text
    found: dict[str, object] = told.json
    return found


def apply(client: Client, number: int, plan: object) -> dict[str, object]:
    done = client.post(f"/api/v1/healing/{number}/apply", json.dumps({"plan": plan}), role=Role.EDITOR)
    assert done.status == 200, done.text
    found: dict[str, object] = done.json
    return found


def test_accepting_shows_the_edit_does_it_and_can_be_rolled_back(client: Client, filing: Filing) -> None:
    number = filing.file("shop.bt:1").id
    filing.store.close()
    before = Path("shop.bt").read_text()
    plan = decide(client, number, action="accept", selector="h2::text")
    assert '+product :: item { title = css "h2::text" }' in str(plan["diff"])
    assert plan["command"] == f"scrapy bt heal accept {number} --selector h2::text"
    assert Path("shop.bt").read_text() == before
    assert apply(client, number, plan["plan"]) == {"id": number, "state": "accepted", "written": True}
    assert Path("shop.bt").read_text() == before.replace("h1", "h2")
    back = decide(client, number, action="rollback")
    assert apply(client, number, back["plan"])["state"] == "rolled back"
    assert Path("shop.bt").read_text() == before
    assert [entry["action"] for entry in audited(client.console)] == ["healing accept", "healing rollback"]


def test_the_policy_of_a_node_is_written_into_its_file_unless_that_has_changed(client: Client, filing: Filing) -> None:
    number = filing.file("shop.bt:1").id
    filing.store.close()
    before = Path("shop.bt").read_text()
    plan = decide(client, number, action="policy", mode="auto")
    assert "+heal product = auto" in str(plan["diff"])
    assert plan["command"] == f"scrapy bt heal policy {number} auto"
    assert Path("shop.bt").read_text() == before
    Path("shop.bt").write_text("# mine\n" + before)
    late = client.post(f"/api/v1/healing/{number}/apply", json.dumps({"plan": plan["plan"]}))
    assert (late.status, "changed meanwhile" in late.json["message"]) == (409, True)
    again = decide(client, number, action="policy", mode="auto")
    assert apply(client, number, again["plan"])["state"] == "open"
    assert Path("shop.bt").read_text() == f"# mine\n{before}heal product = auto\n"
    wrong = client.post(f"/api/v1/healing/{number}/decide", json.dumps({"action": "policy", "mode": "often"}))
    assert (wrong.status, wrong.json["code"]) == (409, "refused")


def test_python_source_is_left_to_the_command(client: Client, filing: Filing) -> None:
    number = filing.file("shop.py:3").id
    filing.store.close()
    before = Path("shop.py").read_text()
    plan = decide(client, number, action="accept")
    assert plan["python"] is True
    assert str(plan["command"]).endswith("--write")
    assert apply(client, number, plan["plan"])["written"] is False
    assert Path("shop.py").read_text() == before


def test_what_is_decided_is_not_decided_again(client: Client, filing: Filing) -> None:
    number = filing.file("shop.bt:1").id
    filing.store.close()
    apply(client, number, decide(client, number, action="reject")["plan"])
    for wrong in ({"action": "reject"}, {"action": "accept"}, {"action": "rollback"}):
        assert client.post(f"/api/v1/healing/{number}/decide", json.dumps(wrong)).status == 409
    assert client.post(f"/api/v1/healing/{number}/decide", '{"action": "burn"}').status == 422
    case = client.get(f"/api/v1/healing/{number}").json
    assert [one["state"] for one in case["proposals"]] == ["rejected"]
    assert client.get("/api/v1/healing?waits=1").json["cases"] == []


def test_an_edit_that_fails_leaves_the_proposal_undecided(
    client: Client, filing: Filing, monkeypatch: pytest.MonkeyPatch
) -> None:
    filed = filing.file("shop.bt:1")

    def fail(_: object) -> str:
        raise BTError("shop.bt has been changed meanwhile")

    monkeypatch.setattr("scrapy_bt.operations.edits.plans.EditPlan.apply", fail)
    plan = decide(client, filed.id, action="accept", selector="h3::text")["plan"]
    done = client.post(f"/api/v1/healing/{filed.id}/apply", json.dumps({"plan": plan}), role=Role.EDITOR)
    assert "changed meanwhile" in done.json["message"]
    after = filing.store.proposals.get(filed.id)
    assert (after.state, after.selector, after.written) == (filed.state, filed.selector, False)
    filing.store.close()


def test_a_selector_is_tried(client: Client, filing: Filing) -> None:
    number = filing.file("shop.bt:1").id
    markup = "<html><body><h2>B</h2></body></html>"
    filing.store.add_page("shop", "product", state="failing", url="/9", status=200, markup=markup, seen=())
    filing.store.close()
    try:
        told = client.post(f"/api/v1/healing/{number}/try", '{"selector": "h2::text"}', role=Role.VIEWER).json
        assert told["pages"][0]["after"] == "B"
        assert client.get(f"/api/v1/healing/{number}/compare").json["now"]["url"] == "/9"
    finally:
        client.console.trials.close()


def audited(console: Console) -> list[dict[str, object]]:
    return [json.loads(line) for line in (console.own / "bt-audit.jsonl").read_text().splitlines()]
